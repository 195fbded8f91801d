"""Players that look ahead, and the thoughts that they have."""
