#!/usr/bin/python3
from tichu import Bot, run


class Starter(Bot):
    """Plays its lowest legal combination; every other decision is the default of Bot."""

    name = "starter"

    def play(self, seen):
        return min(seen.plays, key=lambda play: play.half_points, default=None)


if __name__ == "__main__":
    run(Starter)
