"""One file per view; each has a `router`."""

from regard.studio.routes import about, read

ROUTERS = [about.router, read.router]
