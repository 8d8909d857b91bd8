"""pyserial finds `virtual://` and `emulated://` here: one `protocol_*` module a scheme."""
