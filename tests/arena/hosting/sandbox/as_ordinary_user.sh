#!/bin/sh
# Runs a test program once more as an ordinary user, which a root becomes for that.
#   sh as_ordinary_user.sh PROGRAM [ARGUMENT...]
if [ "$(id -u)" != 0 ]; then
  echo "not root: the other tests have run as an ordinary user already"
  exit 77
fi
ordinary="setpriv --reuid 65533 --regid 65533 --clear-groups"
if ! $ordinary test -x "$1"; then
  echo "others than root cannot run $1: it lies in a folder that is root's alone"
  exit 77
fi
cd / && exec $ordinary "$@"
