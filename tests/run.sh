#!/bin/sh
# Runs all tests: installs what is missing, builds, tests, and tests again under the sanitizers what is quick enough there.
#   sh tests/run.sh
set -eu
cd "$(dirname "$0")/.."
export LC_ALL=C.UTF-8

# A root's arena runs bots that are not trusted as the user nobody, who must be able to come to the test programs: where
# the project lies in a folder of root's own, the tests run in a copy.
if [ "$(id -u)" = 0 ] && ! setpriv --reuid 65534 --regid 65534 --clear-groups test -r "$PWD/README.md"; then
  copy=$(mktemp -d /var/tmp/tichu-tests.XXXXXX)
  trap 'rm -rf "$copy"' EXIT
  chmod 755 "$copy"
  tar -c --exclude=./build --exclude='./results/*/*' . | tar -x --no-same-owner -C "$copy"
  chmod -R go+rX "$copy"
  echo "The user nobody cannot come to $PWD: running the tests in $copy"
  sh "$copy/tests/run.sh"
  exit
fi

begin=$(date +%s)
say() { echo "== $(($(date +%s) - begin)) s: $*"; }

# The structure tests call the first two, the fuzzers need the next two, tests/bench the next, the tests of the page the next
# two, the compiled Python module the last three; the rest is what the arena needs itself.
sh arena/install_packages.sh clang-format clang-tidy clang-14 libclang-rt-14-dev libbenchmark-dev chromium node-typescript \
  pybind11-dev python3-dev python3-numpy

jobs=$(nproc)

say "build"
cmake --preset release -DBUILD_TESTING=ON >/dev/null
cmake --build --preset release -j "$jobs"

say "tests"
# Many tests wait for processes more than they work.
ctest --test-dir build/release -j $((2 * jobs)) --output-on-failure

# Under the sanitizers: what reads foreign bytes or walks the rules, by another compiler too, whose benchmark must have the
# same signature, and the threads of an event. The long comparisons with the slow classifier would take minutes and look
# at the same code. Fuzzers look for new inputs for some seconds each, beginning from the kept ones.
say "address and undefined behaviour, clang, fuzzers: build"
cmake --preset fuzz -DBUILD_TESTING=ON >/dev/null
cmake --build --preset fuzz -j "$jobs" --target sanitized_tests
say "address and undefined behaviour, clang, fuzzers: tests"
ctest --test-dir build/fuzz -j $((2 * jobs)) --output-on-failure -L '^(engine|protocol|arena_record|arena_bench|arena_output|fuzz)$'

say "threads: build"
cmake --preset tsan -DBUILD_TESTING=ON >/dev/null
cmake --build --preset tsan -j "$jobs" --target threaded_tests
say "threads: tests"
build/tsan/bin/arena_event_test --gtest_brief=1

say "all tests passed"
