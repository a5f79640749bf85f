"""`python -m chupai.cli` is `chupai`."""

from chupai.cli import main

if __name__ == "__main__":
    main()
