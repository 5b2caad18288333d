#!/bin/sh
# Boots the systemd of a system in a folder, in namespaces and a control group of its own, has it run one command, and ends
# with the command's exit code. Prints what the command prints. Wants root.
#   sh boot.sh ROOT COMMAND...
set -eu
root=$1
shift

printf '#!/bin/sh\nexport HOME=/root LC_ALL=C.UTF-8\nexec %s >/booted.log 2>&1\n' "$*" >"$root/booted.sh"
cat >"$root/etc/systemd/system/booted.service" <<'UNIT'
[Unit]
Requires=basic.target
After=basic.target
SuccessAction=exit
FailureAction=exit
FailureActionExitStatus=1

[Service]
Type=oneshot
ExecStart=/bin/sh /booted.sh
UNIT
: >"$root/booted.log"

# Its control groups lie below one of this script's, which a control-group namespace makes its root.
if [ -e /sys/fs/cgroup/cgroup.controllers ]; then hierarchies=/sys/fs/cgroup; else hierarchies=$(ls -d /sys/fs/cgroup/*/); fi
group=tichu-boot-$$
for hierarchy in $hierarchies; do
  [ -e "$hierarchy/cgroup.procs" ] || continue
  mkdir -p "$hierarchy/$group"
  # A new group of processors has none to begin with.
  for file in cpuset.cpus cpuset.mems; do
    [ ! -e "$hierarchy/$group/$file" ] || [ "$hierarchy" = /sys/fs/cgroup ] || cat "$hierarchy/$file" >"$hierarchy/$group/$file"
  done
done

status=0
sh -eu -c '
  root=$1
  for hierarchy in $2; do
    [ ! -e "$hierarchy/$3/cgroup.procs" ] || echo $$ >"$hierarchy/$3/cgroup.procs"
  done
  exec unshare --mount --pid --fork --uts --cgroup --kill-child sh -eu -c '"'"'
    root=$1
    mount --bind "$root" "$root"
    mount -t proc proc "$root/proc"
    mount -t sysfs sysfs "$root/sys"
    mount --rbind /dev "$root/dev"
    mount -t tmpfs tmpfs "$root/run"
    if [ -e /sys/fs/cgroup/cgroup.controllers ]; then
      mount -t cgroup2 cgroup2 "$root/sys/fs/cgroup"
    else
      mount -t tmpfs tmpfs "$root/sys/fs/cgroup"
      for hierarchy in systemd cpu memory pids; do
        [ -d "/sys/fs/cgroup/$hierarchy" ] || continue
        mkdir "$root/sys/fs/cgroup/$hierarchy"
        options=$hierarchy
        [ "$hierarchy" != systemd ] || options=none,name=systemd
        mount -t cgroup -o "$options" "$hierarchy" "$root/sys/fs/cgroup/$hierarchy"
      done
    fi
    mkdir -p "$root/.before"
    cd "$root"
    pivot_root . .before
    umount -l /.before
    rmdir /.before
    exec env -i container=other PATH=/usr/sbin:/usr/bin:/sbin:/bin /lib/systemd/systemd --system --unit=booted.service --log-target=journal
  '"'"' sh "$root"' sh "$root" "$hierarchies" "$group" || status=$?
cat "$root/booted.log"
rm -f "$root/booted.sh" "$root/booted.log" "$root/etc/systemd/system/booted.service"
for hierarchy in $hierarchies; do
  [ ! -d "$hierarchy/$group" ] || find "$hierarchy/$group" -depth -type d -exec rmdir {} + 2>/dev/null || true
done
exit "$status"
