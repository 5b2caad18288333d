#!/bin/sh
# The service of the installed package, as far as that can be tried where systemd does not run: its unit is sound and
# well hardened, and its commands make a ladder and serve it, as an ordinary user.
#   sh serve_ladder.sh
set -eu
unit=$(ls /usr/lib/systemd/system/tichu-ladder.service)

systemd-analyze verify --man=no "$unit" 2>&1 | grep -i tichu && exit 1
# 10.0 is a service without any protection. Boxes need namespaces, mounts and an uncovered /proc.
systemd-analyze security --offline=yes --threshold=40 "$unit" >/tmp/security || { cat /tmp/security; exit 1; }

# The command of a key, as systemd would run it.
command_of() { sed -n "s/^$1=//p" "$unit"; }
useradd --system --create-home keeper
state=/home/keeper/state
cat >/tmp/serve <<SERVE
export STATE_DIRECTORY=$state TICHU_LADDER_FLAGS="--port 0"
mkdir -m 0711 $state
$(command_of ExecStartPre)
grep -q '^tch_' $state/first-token
[ "\$(stat -c %a $state/first-token)" = 600 ]
exec $(command_of ExecStart)
SERVE
chmod 711 /home/keeper
setpriv --reuid keeper --regid keeper --clear-groups sh -eu /tmp/serve >/tmp/served 2>&1 &
ladder=$!
# It prints its address when it listens.
address() { sed -n 's|^\(http://127\.0\.0\.1:[0-9]*/\)$|\1|p' /tmp/served 2>/dev/null; }
until [ -n "$(address)" ]; do
  kill -0 $ladder 2>/dev/null || { cat /tmp/served; exit 1; }
  sleep 0.2
done
curl -fsS "$(address)healthz" >/dev/null
curl -fsS "$(address)api/v1/templates/python?name=fox" | tar tz | grep -qx fox/bot.toml
until [ "$(curl -fsS "$(address)api/v1/status" | sed 's/.*"boards":\([0-9]*\).*/\1/')" -gt 0 ]; do
  kill -0 $ladder 2>/dev/null || { cat /tmp/served; exit 1; }
  sleep 0.2
done
kill -TERM $ladder
wait $ladder
echo "the service plays"
