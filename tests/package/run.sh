#!/bin/sh
# Makes the Debian package for every x86-64 machine, installs it in a clean Debian 12 that has nothing else, and uses it
# there: plays, makes, builds and checks bots in each language. Wants root, debootstrap and a Debian mirror; some minutes.
#   sh tests/package/run.sh [MIRROR]
set -eu
cd "$(dirname "$0")/../.."
mirror=${1:-http://deb.debian.org/debian}

if [ "$(id -u)" != 0 ]; then
  echo "tests/package/run.sh installs a system in a folder, which only root can" >&2
  exit 2
fi
sh arena/install_packages.sh debootstrap

begin=$(date +%s)
say() { echo "== $(($(date +%s) - begin)) s: $*"; }

say "package"
rm -rf build/package/packages
cmake --workflow --preset package
package=$(ls build/package/packages/tichu-arena_*.deb)

say "clean system"
root=$(mktemp -d /var/tmp/tichu-root.XXXXXX)
trap 'rm -rf "$root"' EXIT
chmod 755 "$root"  # it becomes /, which a bot's user must be able to pass
debootstrap --variant=minbase bookworm "$root" "$mirror" >"$root.log" || { tail "$root.log" >&2; exit 1; }
rm -f "$root.log"
cp "$package" "$root/tmp/tichu-arena.deb"
cp tests/package/use_installed.sh "$root/tmp/"
cp tests/package/serve_ladder.sh "$root/srv/"  # a boot empties /tmp

# Not chroot: the kernel refuses user namespaces there, and with them bubblewrap's sandbox to an ordinary user.
inside() {
  unshare --mount --pid --fork --kill-child sh -eu -c '
    root=$1
    shift
    mount --bind "$root" "$root"
    mount -t proc proc "$root/proc"
    mount --bind /sys "$root/sys"  # without control groups: another arena, seen from here, has no process and looks left behind
    mount --rbind /dev "$root/dev"
    cp -L /etc/resolv.conf "$root/etc/resolv.conf"
    cd "$root"
    pivot_root . mnt
    umount -l /mnt
    exec env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive "$@"' sh "$root" "$@"
}

say "install, and nothing that it only recommends"
inside apt-get update -qq
inside sh -c 'apt-get install -y -qq --no-install-recommends /tmp/tichu-arena.deb >/dev/null 2>&1'
inside sh /tmp/use_installed.sh /srv/bare
say "install the rest"
inside sh -c 'apt-get install -y -qq --no-install-recommends bubblewrap python3-protobuf >/dev/null 2>&1'
inside sh -c 'apt-get install -y -qq --no-install-recommends g++ cmake ninja-build libprotobuf-dev libexpected-dev >/dev/null 2>&1'
say "the ladder as a service"
inside sh -c 'apt-get install -y -qq --no-install-recommends systemd curl >/dev/null 2>&1'
sh tests/package/boot.sh "$root" sh /srv/serve_ladder.sh
say "use as root"
inside sh /tmp/use_installed.sh /srv/bots cpp c python
say "use as an ordinary user"
inside useradd --create-home author
inside setpriv --reuid author --regid author --clear-groups sh /tmp/use_installed.sh /home/author/bots cpp c python
say "remove"
inside sh -c 'apt-get purge -y -qq tichu-arena >/dev/null 2>&1; ! find /usr /etc /var/lib -xdev -name "*tichu*" | grep .'
say "the package works"
