"""Finding bots of plug-ins: the bundled ones by name, any other by its path."""

import os
import pathlib

from .engine import PluginPlayer

BUNDLED = ("random", "lowest", "greedy", "plain", "steady", "sampler", "adept", "sage")


def find_bot(name):
    """The path of a plug-in: `name` itself if it names a file (it has a slash or ends with .so), else the bundled bot of
    that name: in the folder TICHU_BOTS, in the package as a wheel has it, or beside the package as the build and the
    Debian package lay it out. ValueError if there is none."""
    if "/" in name or name.endswith(".so"):
        path = pathlib.Path(name)
        if not path.is_file():
            raise ValueError(f"there is no file {name}")
        return str(path.resolve())
    package = pathlib.Path(__file__).resolve().parent
    folders = [package / "plugins", package.parents[1] / "bots"]
    if os.environ.get("TICHU_BOTS"):
        folders.insert(0, pathlib.Path(os.environ["TICHU_BOTS"]))
    for folder in folders:
        path = folder / f"{name}.so"
        if path.is_file():
            return str(path)
    places = " or ".join(str(folder) for folder in folders)
    raise ValueError(f"there is no bot {name}.so in {places}; bundled are {', '.join(BUNDLED)}")


def load_bot(name, seed=0, **options):
    """A bot of a plug-in as a callable: an Observation in, an Action out. `seed` is 0..2**64-1; `options` are the bot's
    own, such as simulations=100 of sampler. ValueError if there is no such bot, or it refuses an option."""
    return PluginPlayer(find_bot(name), seed, options)
