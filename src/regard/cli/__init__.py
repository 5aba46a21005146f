"""The command line: one short file per command. It only passes values between the user and the package."""
