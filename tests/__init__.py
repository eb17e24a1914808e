"""The tests of Tidepool."""
