"""The lines of the rule documents, and the codes that tell them: (document's line, codes).

"A 6" is line 6 of `attack`, "B" is `all-wild`, "C" is `attack-hk`; "S" is the set-up of all three,
"E" the edge cases that hold in all three.
"""

SET_UP = {
    "S players": "rule.players rule.deck",
    "S deal": "rule.deal rule.deal.rest rule.deal.pile",
    "S first player": "rule.begins",
    "S the deal passes": "rule.deal.passes",
    "S launcher deals": "rule.physical.deal rule.physical.returned",
}
DRAWN_FOR = {"S first dealer": "rule.dealer.high_card rule.dealer.lowest rule.dealer.tie"}
EDGES = {
    "E empty launcher": "rule.reload rule.reload.owed rule.physical.empty",
    "E penalty during a choice": "rule.debts rule.debts.choice",
    "E join": "rule.join.{match_winner}",
    "E leave": "rule.leave rule.leave.hand rule.leave.turn rule.leave.target rule.leave.alone "
    "rule.physical.leave",
    "E free press": "rule.launcher.free",
    "E undo": "rule.physical.undo rule.physical.correct rule.physical.correct.call",
    "E physical hands": "rule.physical rule.physical.points rule.physical.points.again "
    "rule.physical.pile",
    "E the next player": "rule.uno.window.{draws} rule.uno.window.next.{draws}",
    "E a winner owes nothing": "rule.round_won.owes",
    "E never the player": "rule.never_own.{draws}",
}
NO_MOVE = {
    "E colour survives": "rule.reload.colour rule.leave.colour",
    "E no legal move": "rule.no_cards.presses rule.pass rule.blocked rule.blocked.{scoring}",
    "E a press that fails": "rule.jam.presses",
}
ATTACK = {
    "A 1": "rule.match rule.match.wild rule.match.chosen rule.press.cards rule.press.ends "
    "rule.press.owed",
    "A 2": "rule.press.anyway",
    "A 3": "rule.uno.on_playing rule.uno.after.on_playing rule.uno.caught.presses "
    "rule.uno.window.presses rule.uno.window.own rule.uno.discard_all.on_playing",
    "A 4": "rule.round_won rule.last_card.presses rule.last_card.target",
    "A 5": "rule.reverse rule.skip",
    "A 6": "rule.extra_card.always rule.extra_card.again rule.extra_card.adds_up",
    "A 7": "rule.discard_all.any_number rule.discard_all.under",
    "A 8": "rule.hit_2",
    "A 9": "rule.wild rule.hit_4",
    "A 10": "rule.attack_attack",
    "A 11": "rule.hit_fire rule.hit_fire.ends",
    "A 12": "rule.all_hit.all rule.all_hit.next rule.last_card.winner_spared",
    "A 13": "rule.trade_hands.may rule.uno.swap",
    "A 14": "rule.customizable",
    "A 15": "rule.first.hit_2 rule.first.back.attack_attack rule.first.back.hit_4 "
    "rule.first.back.customizable rule.first.no_extra_card rule.first.reverse rule.first.skip "
    "rule.first.wild rule.first.discard_all",
    "A 16": "rule.score.winner_takes rule.match_winner.highest rule.leave.after_win "
    "rule.physical.leave.points",
}
ALL_WILD = {
    "B 1": "rule.any_card rule.plain_wild rule.reverse rule.skip rule.double_skip rule.draw_two "
    "rule.draw_four rule.targeted_draw_two rule.forced_swap rule.uno.swap rule.exact",
    "B 2": "rule.uno.on_playing rule.uno.caught.exact rule.uno.window.exact",
    "B 3": "rule.special_draw rule.special_draw.play rule.must_play",
    "B 4": "rule.first.skip rule.first.targeted_draw_two rule.first.reverse rule.first.draw_two "
    "rule.first.draw_four rule.first.double_skip rule.first.forced_swap rule.first.plain_wild",
    "B 5": "rule.reverse rule.double_skip",
    "B 6": "rule.last_card.draws rule.last_card.no_swap",
    "B 7": "rule.score.winner_takes rule.deal.passes rule.match_winner.highest "
    "rule.leave.after_win",
}
ATTACK_HK = {
    "C 1": "rule.match rule.press.stuck rule.physical.press",
    "C 2": "rule.uno.before_playing rule.uno.after.before_playing rule.uno.caught.presses "
    "rule.uno.window.presses rule.uno.window.own rule.uno.discard_all.before_playing",
    "C 3": "rule.last_card rule.last_card.stuck rule.discard_all.keeps_one rule.pass rule.blocked",
    "C 4": "rule.table_talk rule.table_talk.word",
    "C 5": "rule.cut_in rule.cut_in.window rule.cut_in.from rule.cut_in.wild rule.cut_in.call "
    "rule.cut_in.last.number rule.cut_in.window.next rule.cut_in.catch rule.cut_in.not",
    "C 6": "rule.all_hit.others rule.all_hit.player rule.all_hit.skips",
    "C 7": "rule.first.reverse rule.first.skip rule.first.wild rule.first.hit_2 "
    "rule.first.back.trade_hands rule.first.discard_all rule.first.all_hit rule.first.hit_fire",
    "C 8": "rule.score.each_their_own rule.match_winner.lowest rule.match_winner.tie",
}
LINES = {
    "attack": SET_UP | DRAWN_FOR | EDGES | NO_MOVE | ATTACK,
    "all-wild": SET_UP | EDGES | ALL_WILD | {"S first dealer": "rule.dealer.pick"},
    "attack-hk": SET_UP | DRAWN_FOR | EDGES | NO_MOVE | ATTACK_HK,
}
COUNTS = {"attack": ("A", 16), "all-wild": ("B", 7), "attack-hk": ("C", 8)}
