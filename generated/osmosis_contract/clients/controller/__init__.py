"""Client of: Osmosis controller. A module each operation. Generated; do not edit."""
