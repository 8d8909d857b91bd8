"""`virtual://?...` and `emulated://?...`: understood, or refused with the reason."""

import pytest
from cardslinger.twin.errors import BadOption
from cardslinger.twin.options import Options, parse


def test_defaults_are_a_full_hopper_at_the_wall_clocks_pace() -> None:
    assert parse("virtual://") == Options("virtual", cards=112, seed=None, speed=1.0)


def test_options_are_read() -> None:
    expected = Options("emulated", cards=7, seed=3, speed=0.0)
    assert parse("emulated://?cards=7&seed=3&speed=0") == expected
    expected = Options("virtual", fault="double:0.05,weak_battery", size="56x87")
    assert parse("virtual://?fault=double:0.05,weak_battery&size=56x87") == expected
    expected = Options("emulated", image="stock", keep="my board+1%.bin")
    assert parse("emulated://?image=stock&keep=my%20board+1%25.bin") == expected


@pytest.mark.parametrize(
    ("url", "reason"),
    [
        ("virtual://?cards=x", "cards='x' is not a whole number"),
        ("virtual://?cards=", "cards='' is not a whole number"),
        ("virtual://?cards=-1", "cards must be 0 to 1000"),
        ("virtual://?speed=1e-9", "speed must be 0, or 0.1 to 1000"),
        ("virtual://?speed=-1", "speed must be 0 to 1000"),
        ("virtual://?speed=nan", "speed must be 0 to 1000"),
        ("virtual://?seed=-1", "seed must be 0 to"),
        ("virtual://?colour=red", "no option 'colour'.* size, image and keep"),
        ("virtual://?image=stock", "image is for emulated://; virtual:// has no MicroPython"),
        ("virtual://?keep=a.bin", "keep is for emulated://; virtual:// has no MicroPython"),
        ("emulated://?keep=", "keep needs a file's name"),
        ("emulated://?image=a#1.uf2", "write %23 for the #"),
        ("virtual://?fault=doubel", "no fault 'doubel'; there are double, nose_to_tail"),
        ("virtual://?fault=", "no fault ''"),
        ("virtual://?fault=double:2", "probability must be 0 to 1"),
        ("virtual://?size=tarot", "no size 'tarot'; there are 63x88, 56x87"),
        ("virtual://here", "nothing may stand between"),
        ("other://", "not a twin"),
    ],
)
def test_nonsense_is_refused_with_the_reason(url: str, reason: str) -> None:
    with pytest.raises(BadOption, match=reason):
        parse(url)
