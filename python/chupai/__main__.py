"""`python -m chupai` is the command `chupai`."""

from chupai.cli import main

if __name__ == "__main__":
    main()
