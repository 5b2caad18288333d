#!/bin/sh
# Installs the Debian 12 packages that building, packaging and running the arena needs, and those named as arguments; only what
# is missing, and says so. Prints nothing and takes no time where all are there. Wants root, or sudo.
#   sh arena/install_packages.sh [PACKAGE...]
set -eu

packages="g++ cmake ninja-build ccache pkg-config python3 python3-protobuf
  libboost1.81-dev libboost-filesystem1.81-dev libexpected-dev libprotobuf-dev protobuf-compiler libspdlog-dev libfmt-dev
  libgtest-dev libgmock-dev libcli11-dev libtomlplusplus-dev libsqlite3-dev libsqlitecpp-dev libzstd-dev nlohmann-json3-dev
  libarchive-dev libnats-dev libseccomp-dev libsodium-dev libcurl4-openssl-dev bubblewrap
  zlib1g-dev esbuild node-d3-scale node-d3-shape cmark-gfm dpkg-dev file
  $*"

if ! command -v dpkg-query >/dev/null 2>&1; then
  echo "This is no Debian system: install what corresponds to these packages by hand:" $packages >&2
  exit 0
fi

missing=
for package in $packages; do
  status=$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null) || status=
  [ "$status" = installed ] || missing="$missing $package"
done
[ -n "$missing" ] || exit 0

echo "Installing what is missing:$missing"
case "$missing" in
  *libboost1.81*)
    if [ "$(dpkg-query -W -f '${db:Status-Status}' libboost1.74-dev 2>/dev/null)" = installed ]; then
      echo "(libboost1.81-dev takes the place of libboost1.74-dev, which apt removes: the two cannot be installed together.)"
    fi ;;
esac

as_root=
if [ "$(id -u)" != 0 ]; then
  if ! command -v sudo >/dev/null 2>&1; then
    echo "Neither root nor sudo: run this as root first:  apt-get install --no-install-recommends$missing" >&2
    exit 2
  fi
  as_root="sudo"
fi

install() {
  # LC_ALL and noninteractive also pass through sudo.
  $as_root env LC_ALL=C DEBIAN_FRONTEND=noninteractive apt-get "$@"
}
log=$(mktemp)
trap 'rm -f "$log"' EXIT
# The lists of packages may be missing or old: fetched only when the first attempt fails.
# shellcheck disable=SC2086
if ! install install -y -qq --no-install-recommends $missing >"$log" 2>&1; then
  # shellcheck disable=SC2086
  { install update -qq && install install -y -qq --no-install-recommends $missing; } >"$log" 2>&1 || {
    cat "$log" >&2
    echo "apt-get could not install:$missing" >&2
    exit 1
  }
fi
