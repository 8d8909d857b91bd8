"""Short matches: one for each rule set with virtual cards, and one with real cards."""

ATTACK = """\
cardslinger match 1
rules attack
flag first_dealer pick
flag hand_size 2
deck tiny
each_colour 5 1
each_colour 7 1
each_colour Hit2 1
no_colour Wild 2
seats 0 1 2
hands known

0 deals
deal R5 Y5 G5 BHit2 Y7 Wild R7 B5 RHit2 YHit2 GHit2 G7 B7 Wild
1 play R5
2 play Y5
2 uno
0 play Wild
0 colour B
1 catch 0
0 fired 1
0 fired 0
1 play BHit2  # the last card; seat 2 still presses
2 fired 2
2 fired 1
"""

ATTACK_HK = """\
cardslinger match 1
rules attack-hk
flag first_dealer pick
flag hand_size 2
deck tiny
each_colour 5 2
each_colour 7 1
no_colour Wild 2
seats 0 1 2
hands known

0 deals
deal R5 Y7 R5 G7 B7 Wild R7 G5 G5 Y5 Y5 B5 B5 Wild
1 uno
1 play R5
0 uno
0 cut R5
1 fired 1
2 fired 0
0 fired 1
1 talk 2 claimed
"""

ALL_WILD = """\
cardslinger match 1
rules all-wild
flag hand_size 2
deck tiny
no_colour Wild 8
no_colour Skip 2
no_colour DrawTwo 2
seats 0 1
hands known

0 deals
deal Wild DrawTwo Wild Wild Wild Skip Skip DrawTwo Wild Wild Wild Wild
1 uno
1 play Wild
0 play DrawTwo
1 fired 2
"""

REAL_CARDS = """\
cardslinger match 1
rules attack
flag custom_effect press_all
flag custom_text Everybody sings
deck attack
seats 0 4 7
hands counted

0 drew R7
4 drew R9
7 drew BSkip
deal hands
turned R7
7 fired 3
undo
7 returned 3
7 fired 2
0 play R5
"""

RECORDS = {
    "attack": ATTACK,
    "attack-hk": ATTACK_HK,
    "all-wild": ALL_WILD,
    "real cards": REAL_CARDS,
}
