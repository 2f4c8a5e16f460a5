"""Client of: Osmosis platform. A module each operation. Generated; do not edit."""
