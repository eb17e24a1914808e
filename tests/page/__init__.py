"""Tests of the sandbox's page in a headless Chromium."""
