"""Play around the cards as codes with facts: set-up, turns, calls, the launcher, the end."""

from collections.abc import Iterator

from cardslinger.rules import cards
from cardslinger.rules.deck import Deck
from cardslinger.rules.describe_cards import can_aim, can_swap, last_card, stacks
from cardslinger.rules.describe_rule import Rule
from cardslinger.rules.ruleset import (
    PLAYERS_MAX,
    PLAYERS_MIN,
    DiscardAll,
    Draws,
    FirstDealer,
    MatchWinner,
    RuleSet,
    Scoring,
)


def set_up(rules: RuleSet, deck: Deck) -> Iterator[Rule]:
    """Who can play, who deals, who begins."""
    enough_for = (len(deck) - 1) // rules.hand_size  # one card starts the discard pile
    high = max(PLAYERS_MIN, min(PLAYERS_MAX, enough_for))
    yield Rule("rule.goal")
    yield Rule("rule.players", {"low": PLAYERS_MIN, "high": high})
    yield Rule("rule.deck", {"count": len(deck)})
    yield Rule(f"rule.dealer.{rules.first_dealer}")
    if rules.first_dealer is FirstDealer.HIGH_CARD:
        yield Rule("rule.dealer.lowest")
        yield Rule("rule.dealer.tie")
    yield Rule("rule.deal", {"count": rules.hand_size})
    yield Rule("rule.deal.rest")
    yield Rule("rule.deal.pile")
    yield Rule("rule.begins")
    yield Rule("rule.deal.passes")


def turn(rules: RuleSet, deck: Deck) -> Iterator[Rule]:
    """Which card goes, and what else a player may do."""
    if rules.colours:
        yield Rule("rule.match")
        if deck.kinds & set(cards.WILD_KINDS):
            yield Rule("rule.match.wild")
            yield Rule("rule.match.chosen")
    else:
        yield Rule("rule.any_card")
    if rules.draws is Draws.PRESSES:
        yield Rule("rule.press.anyway" if rules.may_press_anyway else "rule.press.stuck")
        yield Rule("rule.press.cards")
        yield Rule("rule.press.ends")
        yield Rule("rule.press.owed")
    else:
        yield Rule("rule.must_play")
        if rules.special_draw:
            yield Rule("rule.special_draw")
            yield Rule("rule.special_draw.play")
        yield Rule("rule.exact")


def calls(rules: RuleSet, deck: Deck) -> Iterator[Rule]:
    """The call with one card left, and how a penalty is paid."""
    yield Rule(f"rule.uno.{rules.uno_call}")
    if cards.DISCARD_ALL in deck.kinds:
        yield Rule(f"rule.uno.discard_all.{rules.uno_call}")
    if stacks(rules, deck):
        yield Rule("rule.uno.stacking")
    yield Rule(f"rule.uno.after.{rules.uno_call}")
    yield Rule(f"rule.uno.window.{rules.draws}")
    yield Rule(f"rule.uno.window.next.{rules.draws}")
    if rules.draws is Draws.PRESSES:
        yield Rule("rule.uno.window.own")
    if rules.uno_penalty:
        yield Rule(f"rule.uno.caught.{rules.draws}", {"count": rules.uno_penalty})
    else:
        yield Rule("rule.uno.caught.free")
    yield Rule("rule.uno.wrong")
    yield Rule("rule.uno.lapses")
    if can_swap(rules, deck):
        yield Rule("rule.uno.swap")
    if rules.table_talk_penalty:
        yield Rule("rule.table_talk", {"count": rules.table_talk_penalty})
        yield Rule("rule.table_talk.word")
    yield Rule("rule.debts")
    yield Rule("rule.debts.choice")


def cut_in(rules: RuleSet) -> Iterator[Rule]:
    """attack-hk 5."""
    if not rules.cut_in:
        return
    yield Rule("rule.cut_in")
    yield Rule("rule.cut_in.own")
    yield Rule("rule.cut_in.not")
    yield Rule("rule.cut_in.window")
    yield Rule("rule.cut_in.window.next")
    yield Rule("rule.cut_in.wild")
    yield Rule("rule.cut_in.from")
    yield Rule("rule.cut_in.cancels")
    yield Rule("rule.cut_in.catch")
    yield Rule("rule.cut_in.debts")
    yield Rule("rule.cut_in.choice")
    yield Rule("rule.cut_in.call")
    yield Rule(f"rule.cut_in.last.{'number' if rules.last_card_must_be_number else 'any'}")


def launcher(rules: RuleSet) -> Iterator[Rule]:
    """No card comes: a reload, a jam, nothing left at all."""
    yield Rule("rule.reload")
    yield Rule("rule.reload.owed")
    if rules.colours:
        yield Rule("rule.reload.colour")
    yield Rule(f"rule.jam.{rules.draws}")
    yield Rule(f"rule.no_cards.{rules.draws}")
    if rules.draws is Draws.PRESSES:
        yield Rule("rule.pass")
        yield Rule("rule.blocked")
        yield Rule(f"rule.blocked.{rules.scoring}")
    yield Rule("rule.launcher.free")


def end(rules: RuleSet, deck: Deck) -> Iterator[Rule]:
    """The end of a round, what is scored, the end of the match."""
    yield Rule("rule.round_won")
    yield Rule("rule.round_won.cut_in" if rules.cut_in else "rule.round_won.catch")
    yield Rule("rule.round_won.owes")
    yield from last_card(rules, deck)
    yield Rule(f"rule.score.{rules.scoring}")
    yield Rule(f"rule.match_winner.{rules.match_winner}", {"count": rules.match_points})
    if rules.match_winner is MatchWinner.LOWEST:
        yield Rule("rule.match_winner.tie")


def seats(rules: RuleSet, deck: Deck) -> Iterator[Rule]:
    """Who comes and who goes."""
    yield Rule(f"rule.join.{rules.match_winner}")
    yield Rule("rule.leave")
    yield Rule("rule.leave.hand")
    yield Rule("rule.leave.turn")
    if rules.colours and deck.kinds & set(cards.WILD_KINDS):
        yield Rule("rule.leave.colour")
    if can_aim(rules, deck) or can_swap(rules, deck):
        yield Rule("rule.leave.target")
    yield Rule("rule.leave.alone")
    if rules.scoring is Scoring.WINNER_TAKES:
        yield Rule("rule.leave.after_win")


def physical(rules: RuleSet, deck: Deck) -> Iterator[Rule]:
    """With real cards: what nobody can check, and what is told and corrected."""
    yield Rule("rule.physical")
    yield Rule("rule.physical.deal", {"count": rules.hand_size})
    yield Rule("rule.physical.returned")
    yield Rule("rule.physical.empty")
    if rules.draws is Draws.PRESSES:
        yield Rule(f"rule.physical.{'pass' if rules.may_press_anyway else 'press'}")
    if rules.special_draw:
        yield Rule("rule.physical.special_draw")
    if cards.DISCARD_ALL in deck.kinds and rules.discard_all is DiscardAll.ALL:
        yield Rule("rule.physical.discard_all")
    yield Rule("rule.physical.pile")
    yield Rule("rule.physical.points")
    yield Rule("rule.physical.points.again")
    yield Rule("rule.physical.leave")
    if rules.scoring is Scoring.WINNER_TAKES:
        yield Rule("rule.physical.leave.points")
    yield Rule("rule.physical.correct")
    yield Rule("rule.physical.correct.call")
    yield Rule("rule.physical.undo")
