"""The command line: one short file per verb. It carries values between the user and the package, no more."""
