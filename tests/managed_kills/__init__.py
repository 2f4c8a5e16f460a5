"""Many evaluations of one platform at once, while what they run on is killed at random: `nox -s managed-kills`."""
