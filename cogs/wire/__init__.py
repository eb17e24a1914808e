"""The ground floor, near Discord: replies, controls, limits, failures, permissions, pictures, people."""
