"""The layer closest to Discord: replies, controls, limits, failures, permissions, pictures and people."""
