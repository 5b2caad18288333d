#!/bin/sh
# Builds and tests. There are three tiers; tests/README.md says what each has and what it costs.
#   sh tests/run.sh quick    what a change is tried with: the unit tests and the quick checks of the sources
#   sh tests/run.sh          what continuous integration runs: every proof once, sanitizers included
#   sh tests/run.sh all      all that there is, the long simulations and clang-tidy over all sources included
set -eu
cd "$(dirname "$0")/.."
export LC_ALL=C.UTF-8

tier=${1-middle}
case "$#$tier" in
  1quick | 0middle | 1middle | 1all) ;;
  *)
    echo "tests/run.sh: unknown: $*; the tiers are: quick, middle (what runs without an argument), all" >&2
    exit 2 ;;
esac

# A root's arena runs bots that are not trusted as the user nobody, who must be able to come to the test programs: if the
# project lies in a folder of root's own, the tests run in a copy.
if [ "$(id -u)" = 0 ] && ! setpriv --reuid 65534 --regid 65534 --clear-groups test -r "$PWD/README.md"; then
  copy=$(mktemp -d /var/tmp/tichu-tests.XXXXXX)
  trap 'rm -rf "$copy"' EXIT
  chmod 755 "$copy"
  tar -c --exclude=./build --exclude='./results/*/*' . | tar -x --no-same-owner -C "$copy"
  tar -c results/experiments results/levels results/reference | tar -x --no-same-owner -C "$copy"
  chmod -R go+rX "$copy"
  echo "The user nobody cannot come to $PWD: running the tests in $copy"
  sh "$copy/tests/run.sh" "$tier"
  exit
fi

begin=$(date +%s)
say() { echo "== $(($(date +%s) - begin)) s: $*"; }

# The structure tests call the first two, the fuzzers need the next two, the tests of the page the next
# two, the compiled Python module and its wheel the next five, the walk through the API the next, tests of workers the last;
# the rest is what the arena needs itself. A web server before the ladder is tested too, but its package starts it at once: it
# is installed only where packages may start nothing, as in containers; elsewhere its test runs if it is there.
web_server=
[ ! -x /usr/sbin/policy-rc.d ] || web_server="nginx openssl"
# shellcheck disable=SC2086
sh arena/install_packages.sh clang-format clang-tidy clang-14 libclang-rt-14-dev chromium node-typescript \
  pybind11-dev python3-dev python3-numpy python3-pip python3-wheel python3-jsonschema nats-server $web_server

jobs=$(nproc)
case $tier in
  quick) chosen="-L ^quick$" ;;
  middle) chosen="-LE ^all$" ;;
  all) chosen="-LE ^brief$" ;;
esac

# Under the sanitizers: what reads foreign bytes or walks the rules, by another compiler too, whose benchmark must have the
# same signature, and the threads of the Python module. The tier `all` adds what needs nearly the whole arena built once more:
# the output of bots, what workers send, and the threads of a tournament. The long comparisons with the slow classifier would
# take minutes and look at the same code. Fuzzers look for new inputs for some seconds each, beginning from the kept ones.
if [ "$tier" = all ]; then fuzz_seconds=20; else fuzz_seconds=2; fi
if [ "$tier" = all ]; then scope=all_ wide='arena_output|' threads=arena_tournament_test; else scope='' wide='' threads=''; fi
with_sanitizers="set -e
cmake --preset tsan -DBUILD_TESTING=ON
nice -n 10 cmake --build --preset tsan -j $jobs --target ${scope}threaded_tests
for test in $threads tichu_training_test; do build/tsan/bin/\$test --gtest_brief=1; done
cmake --preset fuzz -DBUILD_TESTING=ON -DTICHU_FUZZ_SECONDS=$fuzz_seconds
nice -n 10 cmake --build --preset fuzz -j $jobs --target ${scope}sanitized_tests
ctest --test-dir build/fuzz -j $jobs --output-on-failure $chosen \
  -L '^(${wide}engine|protocol|arena_record|arena_bench|fuzz|training)$'"

say "build"
cmake --preset release -DBUILD_TESTING=ON >/dev/null
cmake --build --preset release -j "$jobs"

# Many tests wait for processes more than they work: what is done under the sanitizers takes the time that they leave.
if [ "$tier" != quick ]; then
  log=build/sanitizers.log
  setsid sh -c "$with_sanitizers" >"$log" 2>&1 &
  sanitizers=$!
  trap 'kill -- "-$sanitizers" 2>/dev/null || true' EXIT
  trap 'exit 130' INT TERM
fi

say "tests of the tier $tier"
# With the priority of a ladder's boards: tests that wait for boards would starve beside tests of a higher one.
# shellcheck disable=SC2086
nice -n 5 ctest --test-dir build/release -j $((4 * jobs)) --output-on-failure $chosen

if [ "$tier" != quick ]; then
  say "threads, then address and undefined behaviour, clang and fuzzers: what is left"
  if ! wait "$sanitizers"; then
    cat "$log"
    echo "tests/run.sh: something failed under the sanitizers, see above" >&2
    exit 1
  fi
  grep -E '^\[ +PASSED +\]|tests passed|^Total Test time' "$log"
fi
say "all tests of the tier $tier passed"
