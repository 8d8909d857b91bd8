"""A trial of cards: fires, each with what a hand counted afterwards."""

from dataclasses import replace

from cardslinger.bridge import Launcher
from cardslinger.hil.doctor_cards import ENOUGH, Trial, odd
from cardslinger.hil.hands import Hands
from cardslinger.hil.presses import Advance

FIRE_CARDS = 4  # of each: at the end of a fire shows what follows too closely
FINE = ("ok", "suspect", "over")  # nothing is left in the path that would hinder the next fire


async def try_cards(
    launcher: Launcher, hands: Hands, cards: int, advance: Advance, trials: list[Trial]
) -> None:
    """Fire so many, or until enough fires were odd; each is added to `trials`. The hopper must
    hold them (`Hands.load`).

    Raises what `Launcher` raises, Refused also when somebody opens the lid meanwhile.
    """
    fired_cards = 0
    while fired_cards < cards and len(odd(trials)) < ENOUGH:
        fired = await launcher.fire(min(FIRE_CARDS, cards - fired_cards))
        fired_cards += fired.wanted
        trial = Trial(
            wanted=fired.wanted,
            cards=fired.cards,
            outcome=fired.outcome,
            maybe=fired.maybe,
            tries=fired.tries,
            ms=fired.ms,
            came=await hands.came(),
            taken=None if fired.outcome in FINE else await hands.clear_path(),
        )
        if fired.cards and odd([trial]):  # the lengths of good cards say nothing
            passed = (await launcher.passed())[-fired.cards :]
            trial = replace(trial, blocked_us=tuple(one.blocked_us for one in passed))
        trials.append(trial)
        advance(fired.wanted)
