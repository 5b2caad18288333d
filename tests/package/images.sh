#!/bin/sh
# Builds the images of arena/Containerfile. Then a ladder in one of them, which without flags names those to add, takes a stranger's
# bot in and plays it in a box, as arena/compose.yaml has it, with TLS, a NATS server and a worker; and bots are built in the image
# for authors. Wants root, podman, buildah, runc, a Debian mirror, and half an hour; exit code 77 where something of that is missing.
#   sh tests/package/images.sh [--built]
# With --built the images are not built again.
set -eu
cd "$(dirname "$0")/../.."
[ "$(id -u)" = 0 ] || { echo "images.sh wants root"; exit 77; }
for program in podman buildah runc; do
  command -v $program >/dev/null || { echo "images.sh wants $program"; exit 77; }
done

base=docker.io/library/debian:bookworm-slim
if [ "${1:-}" != --built ]; then
  if ! podman image exists $base && ! podman pull -q $base; then
    command -v mmdebstrap >/dev/null || { echo "no registry has $base, and there is no mmdebstrap to make it"; exit 77; }
    mmdebstrap --quiet --variant=minbase bookworm - | podman import -q - $base
  fi
  for target in worker ladder arena author proxy; do
    buildah bud --isolation chroot --layers --quiet -f arena/Containerfile --target $target -t tichu-$target .
  done
fi
podman images --format '{{.Repository}} {{.Size}}' | grep tichu-

# Without a network: what its containers need is among themselves.
flags="--runtime runc --ulimit nofile=1024:1024 --ulimit nproc=1024:1024"
boxes="--security-opt seccomp=unconfined --security-opt unmask=ALL"
here=tichu-images-$$
made=$(mktemp -d)
# Those beside it first, which use its network.
remove() { podman rm -f -t 0 -i $here-proxy $here-worker $here-nats >/dev/null && podman rm -f -t 0 -i $here >/dev/null; }
trap 'remove; rm -rf "$made"' EXIT
trap 'exit 130' INT TERM

fail() {
  echo "images.sh: $1" >&2
  podman logs $here >&2
  exit 1
}
# Waits until a command succeeds, as long as the ladder's container runs.
wait_until() {
  until "$@" >/dev/null 2>&1; do
    [ "$(podman inspect -f '{{.State.Running}}' $here)" = true ] || fail "the ladder ended before: $*"
    sleep 0.2
  done
}
inside() { podman exec $here "$@"; }
asks() { inside python3 -c 'import sys, urllib.request as r; print(r.urlopen(sys.argv[1]).read().decode())' "$1"; }
has_worker() { asks "$1/api/v1/status" | grep -q '"text":"1 worker'; }
# A bot as an author sends it: it is checked and validated in boxes before it plays.
submits() {
  wait_until asks "$1/healthz"
  inside tichu-arena new-bot fox --lang python --into /tmp >/dev/null
  inside sh -c 'TICHU_TOKEN=$(grep ^tch_ first-token) tichu-arena submit /tmp/fox --to "$1/" --whole-log' sh "$1" ||
    fail "the bot does not play"
}

echo "== a ladder without the flags"
# shellcheck disable=SC2086
podman run --name $here --network=none $flags tichu-ladder >"$made/said" 2>&1 && fail "it serves"
grep -q "strangers' programs need a sandbox.*--security-opt seccomp=unconfined" "$made/said" || fail "no flag is named"
remove

echo "== a ladder with TLS, a NATS server and a worker"
# shellcheck disable=SC2086
podman run -d --name $here --network=none $flags $boxes --init tichu-ladder \
  --behind-proxy --url https://localhost/ --nats nats://127.0.0.1:4222 >/dev/null
beside() {
  name=$here-$1
  shift
  # shellcheck disable=SC2086
  podman run -d --name "$name" --network=container:$here $flags "$@" >/dev/null
}
beside nats --entrypoint /usr/sbin/nats-server tichu-arena -a 127.0.0.1
# shellcheck disable=SC2086
beside worker $boxes --init tichu-worker worker --nats nats://127.0.0.1:4222 --name worker-1
beside proxy tichu-proxy caddy reverse-proxy --from localhost --to 127.0.0.1:8080
authority=/root/.local/share/caddy/pki/authorities/local/root.crt
wait_until podman cp $here-proxy:$authority "$made/root.crt"
podman exec -i --user root $here tee -a /etc/ssl/certs/ca-certificates.crt <"$made/root.crt" >/dev/null
submits https://localhost
wait_until has_worker https://localhost
remove

echo "== the other images"
for image in arena author; do
  languages=python
  [ $image = arena ] || languages="cpp c python"
  # shellcheck disable=SC2086
  podman run --rm --network=none $flags -v "$PWD/tests/package/use_installed.sh:/use_installed.sh:ro" --entrypoint sh \
    tichu-$image /use_installed.sh bots $languages
done
# shellcheck disable=SC2086
podman run --rm --network=none $flags --entrypoint python3 tichu-arena -c 'import tichu._core'
echo "the images play"
