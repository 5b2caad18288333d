#!/bin/sh
# Shows that no verdict hangs on how busy the machine is: runs the tests of the middle tier that start processes or play against
# the clock, again and again while busy loops take the processor. Wants a built build/release. Prints each run's closing lines,
# and how many threads were running or waiting for a processor meanwhile.
#   sh tests/under_load.sh [RUNS [LOOPS [JOBS]]]      10 runs beside 10 busy loops a core, two tests at once a core, unless told
#                                                     otherwise. With more tests at once these are part of the load.
set -eu
cd "$(dirname "$0")/.."
export LC_ALL=C.UTF-8

runs=${1:-10}
loops=${2:-$((10 * $(nproc)))}
jobs=${3:-$((2 * $(nproc)))}
# Only numbers, no process and no clock: these would take half the time.
without='^sdk\.native_(env|fuzz|interfaces|reference|values)'
labels='^(arena|arena_(analysis|api|check|commands|hosting_bench|live|output|sandbox|web)|hostile|ladder|package|sdk)$'

busy=
# shellcheck disable=SC2086
trap '[ -z "$busy" ] || kill $busy 2>/dev/null || true' EXIT
trap 'exit 130' INT TERM
i=0
while [ "$i" -lt "$loops" ]; do
  while :; do :; done &
  busy="$busy $!"
  i=$((i + 1))
done

# What a test waits for may take long.
export TICHU_LONGEST_WAIT=3500

# Adds up, each second, how many threads could run.
watch() {
  sum=0
  seconds=0
  while sleep 1; do
    read -r _ _ _ running _ </proc/loadavg
    sum=$((sum + ${running%/*} - 1))
    seconds=$((seconds + 1))
    echo "$((sum / seconds)) threads could run, the mean over $seconds s" >"$1"
  done
}

failed=0
run=1
while [ "$run" -le "$runs" ]; do
  log=build/release/under_load_$run.log
  status=0
  watch "$log.load" &
  watcher=$!
  ctest --test-dir build/release -j "$jobs" --timeout 3600 --output-on-failure -L "$labels" -LE '^all$' -E "$without" >"$log" 2>&1 || status=$?
  kill $watcher
  [ "$status" = 0 ] || failed=$((failed + 1))
  echo "run $run of $runs, $jobs tests at once beside $loops busy loops, log in $log:"
  cat "$log.load"
  sed -n '/tests passed,/,$p' "$log"
  run=$((run + 1))
done
echo "$failed of $runs runs failed"
[ "$failed" = 0 ]
