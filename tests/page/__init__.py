"""The tests of the sandbox's page in a headless Chromium."""
