#!/bin/sh
# From a fresh Debian 12 to a rating table: installs what is missing, builds, and plays the tournament of quickstart.toml.
#   sh arena/quickstart.sh
# With --ladder: to a ladder in DIR on which the bundled bots play without end, and its page for the browser.
#   sh arena/quickstart.sh --ladder [DIR] [FLAGS of ladder serve]
# With --workers N: the same tournament, played by N workers behind a NATS server on this machine.
#   sh arena/quickstart.sh --workers 2
set -eu
cd "$(dirname "$0")/.."

case "${1:-}" in
  -h | --help | help)
    sed -n '2,/^set /s/^# //p' arena/quickstart.sh
    exit ;;
esac

ladder=
if [ "${1:-}" = --ladder ]; then
  shift
  ladder=results/ladder
  case "${1:-}" in
    '' | -*) ;;
    *) ladder=$1; shift ;;
  esac
fi

workers=
if [ "${1:-}" = --workers ]; then
  workers=${2:-2}
  shift $(($# < 2 ? 1 : 2))
  case $workers in
    *[!0-9]* | 0) echo "arena/quickstart.sh: --workers takes a number of workers, found: $workers" >&2; exit 2 ;;
  esac
fi

sh arena/install_packages.sh ${workers:+nats-server}

# CMake reports problems at once; its usual lines interest nobody here.
cmake --preset release --log-level=WARNING >/dev/null
# A tournament at home needs the program that plays, and half of the sources; a ladder and workers need one more (a ladder's
# reference bots are also the learned ones), and those that
# are there are not to grow older than the first.
programs=tichu-arena
[ -z "$ladder" ] || programs="$programs tichu-arena-ladder bot_adept bot_sage"
[ -z "$workers" ] || programs="$programs tichu-arena-workers"
for program in tools workers ladder; do
  [ ! -e build/release/libexec/tichu-arena-$program ] || programs="$programs tichu-arena-$program"
done
# shellcheck disable=SC2086
cmake --build --preset release --target $programs bot_steady bot_greedy bot_pico bot_lowest bot_random bot_sampler bot_plain

if [ -n "$ladder" ]; then
  # Its admin's token is told once, by this command.
  [ -e "$ladder/ladder.toml" ] || build/release/bin/tichu-arena ladder init "$ladder"
  echo "An invitation for an author, in another terminal: build/release/bin/tichu-arena ladder admin $ladder invite"
  exec build/release/bin/tichu-arena ladder serve "$ladder" "$@"
fi
if [ -n "$workers" ]; then
  # What these lines start ends with them: a server for this machine alone, with a log of its own.
  log=$(mktemp)
  server=
  players=
  # The workers first, which would wait for a server that is away.
  trap 'kill $players 2>/dev/null; wait $players; kill $server 2>/dev/null; wait; rm -f "$log"' EXIT
  trap 'exit 130' INT TERM
  port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
  PATH=$PATH:/usr/sbin nats-server -a 127.0.0.1 -p "$port" -l "$log" &
  server=$!
  until grep -q "Server is ready" "$log" 2>/dev/null; do
    kill -0 "$server" 2>/dev/null || { echo "nats-server could not start:" >&2; cat "$log" >&2; exit 3; }
    sleep 0.05
  done
  echo "NATS server: nats://127.0.0.1:$port; more workers: build/release/bin/tichu-arena worker --nats nats://127.0.0.1:$port"
  number=0
  while [ "$number" -lt "$workers" ]; do
    number=$((number + 1))
    build/release/bin/tichu-arena worker --nats "nats://127.0.0.1:$port" --name "worker-$number" --cores 1 &
    players="$players $!"
  done
  build/release/bin/tichu-arena tournament arena/quickstart.toml --nats "nats://127.0.0.1:$port" "$@"
  exit
fi
[ -e build/release/libexec/tichu-arena-tools ] ||
  echo "What plays is built. All other commands (report, serve, check, ...) need the rest: cmake --build --preset release"
build/release/bin/tichu-arena tournament arena/quickstart.toml "$@" || exit
echo "Play yourself: cmake --build --preset release && build/release/bin/tichu-arena sit"
