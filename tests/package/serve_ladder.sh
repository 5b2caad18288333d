#!/bin/sh
# The service of the installed package, under the systemd that runs this (run.sh boots one): its unit is sound and well
# hardened, and it makes a ladder, plays, takes a bot in, reads its settings again, comes back when it is killed, and stops.
#   sh serve_ladder.sh
set -eu
unit=$(ls /usr/lib/systemd/system/tichu-ladder.service)

systemd-analyze verify --man=no "$unit" 2>&1 | grep -i tichu && exit 1
# 10.0 is a service without any protection. Boxes need namespaces, mounts, names of hosts and an uncovered /proc.
systemd-analyze security --offline=yes --threshold=40 "$unit" >/tmp/security || { cat /tmp/security; exit 1; }

port=18080
address=http://127.0.0.1:$port
state=/var/lib/tichu-ladder
# Without a proxy: a token may come in plain from this machine.
echo "TICHU_LADDER_FLAGS=--port $port" >/etc/default/tichu-ladder

fail() {
  echo "serve_ladder.sh: $1" >&2
  journalctl -u tichu-ladder --no-pager | tail -20 >&2
  exit 1
}
main_process() { systemctl show -p MainPID --value tichu-ladder; }
# Waits until a command succeeds, as long as the service is neither failed nor started again and again.
wait_until() {
  until "$@" >/dev/null 2>&1; do
    systemctl is-failed -q tichu-ladder && fail "the service failed before: $*"
    [ "$(systemctl show -p NRestarts --value tichu-ladder)" -le 1 ] || fail "the service does not stay up: $*"
    sleep 0.2
  done
}
answers() { curl -fsS "$address/healthz"; }
has_played() { [ "$(curl -fsS "$address/api/v1/status" | sed 's/.*"boards":\([0-9]*\).*/\1/')" -gt "$1" ]; }
has_logged() { journalctl -u tichu-ladder --no-pager | grep -q "$1"; }

systemctl start tichu-ladder
wait_until answers
wait_until has_played 0
[ "$(stat -c %a $state/first-token)" = 600 ] || fail "others can read the first token"
curl -fsS "$address/api/v1/templates/python?name=fox" | tar tz | grep -x fox/bot.toml >/dev/null || fail "no template"

# A stranger's bot is built and checked in boxes, within what the unit allows.
tichu-arena new-bot fox --lang cpp --into /tmp >/dev/null
TICHU_TOKEN=$(grep '^tch_' $state/first-token) tichu-arena submit /tmp/fox --to "$address/" --whole-log || fail "the bot does not play"

before=$(main_process)
systemctl reload tichu-ladder
wait_until has_logged "SIGHUP: the ladder goes on"
[ "$(main_process)" = "$before" ] || fail "a reload started it again"
kill -KILL "$before"
is_another() { [ "$(main_process)" != 0 ] && [ "$(main_process)" != "$before" ]; }
wait_until is_another
wait_until answers
wait_until has_played 0
systemctl stop tichu-ladder
[ "$(systemctl show -p Result --value tichu-ladder)" = success ] || fail "it did not stop by itself"
echo "the service plays"
