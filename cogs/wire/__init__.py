"""The layer nearest to Discord: replies, controls, limits, failures, permissions, pictures, people."""
