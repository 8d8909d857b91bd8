"""Pins of the launcher. Written by `make pins` from hardware/board.toml: edit that."""

BUTTON = 14  # arcade button to ground: low while pressed
LIGHT = 13  # LED in the button: high is lit
CARD_SENSOR = 15  # break-beam receiver, open collector: low while a card blocks the beam
MOTOR_IN1 = 16  # DRV8833 AIN1: duty of the feed roller; 10 k pull-down at the driver
MOTOR_IN2 = 17  # DRV8833 AIN2: backwards, high with AIN1 to brake; 10 k pull-down at the driver
MOTOR_SLEEP = 18  # DRV8833 nSLEEP: high wakes the driver; 10 k pull-down at the driver
BUZZER = 20  # passive piezo
LID = 12  # lid switch to ground: low while the lid is closed; no lid: a wire to ground
DRIVER_FAULT = 19  # DRV8833 nFAULT, open drain: low while heat, a short or low supply stop it
BATTERY = 26  # battery by half: 100 k to it, 100 k and 100 nF to ground
