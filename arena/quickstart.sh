#!/bin/sh
# From a fresh Debian 12 to a rating table: installs what is missing, builds, and plays the tournament of quickstart.toml.
#   sh arena/quickstart.sh
# With --ladder: to a ladder in DIR on which the bundled bots play without end, and its page for the browser.
#   sh arena/quickstart.sh --ladder [DIR] [FLAGS of ladder serve]
set -eu
cd "$(dirname "$0")/.."

ladder=
if [ "${1:-}" = --ladder ]; then
  shift
  ladder=results/ladder
  case "${1:-}" in
    '' | -*) ;;
    *) ladder=$1; shift ;;
  esac
fi

sh arena/install_packages.sh

# CMake reports problems at once; its usual lines interest nobody here.
cmake --preset release --log-level=WARNING >/dev/null
cmake --build --preset release --target \
  tichu-arena bot_steady bot_greedy bot_pico bot_lowest bot_random bot_sampler bot_plain

if [ -n "$ladder" ]; then
  # Its admin's token is told once, by this command.
  [ -e "$ladder/ladder.toml" ] || build/release/bin/tichu-arena ladder init "$ladder"
  exec build/release/bin/tichu-arena ladder serve "$ladder" "$@"
fi
exec build/release/bin/tichu-arena tournament arena/quickstart.toml "$@"
