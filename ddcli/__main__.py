"""``python -m ddcli``."""

from ddcli.cli.app import main

if __name__ == "__main__":
    main()
