#!/bin/sh
# From a fresh Debian 12 to a rating table: installs what is missing, builds, and plays the tournament of quickstart.toml.
#   sh arena/quickstart.sh
set -eu
cd "$(dirname "$0")/.."

sh arena/install_packages.sh

# CMake reports problems at once; its usual lines interest nobody here.
cmake --preset release --log-level=WARNING >/dev/null
cmake --build --preset release --target \
  tichu-arena bot_steady bot_greedy bot_pico bot_lowest bot_random bot_sampler bot_plain

exec build/release/bin/tichu-arena tournament arena/quickstart.toml "$@"
