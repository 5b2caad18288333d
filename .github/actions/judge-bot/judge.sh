#!/bin/sh
# The steps of action.yml, for any other service too. The inputs are variables of the environment; README.md lists them.
# Exit codes: 0 the hypothesis was accepted; 1 a check failed, or the hypothesis was rejected; 2 an input is wrong; 3 the
# machine failed; 4 undecided.
set -eu
: "${BOT:?the bot, such as mine=program:./bot.py}" "${FORMER:?its former version, such as old=program:./old/bot.py}"
arena=${ARENA:-tichu-arena}
out=${OUT:-judged}
summary=${GITHUB_STEP_SUMMARY:-/dev/null}
case "${HYPOTHESIS:-not-worse}" in
  not-worse) hypothesis="--points0 -3 --points1 0" ;;
  stronger) hypothesis="--points0 0 --points1 2" ;;
  *) echo "judge.sh: HYPOTHESIS is not-worse or stronger, found: $HYPOTHESIS" >&2; exit 2 ;;
esac
mkdir -p "$out"
rm -rf "$out/check.xml" "$out/test.xml" "$out/summary.md" "$out/test"

status=0
# shellcheck disable=SC2086
"$arena" check "$BOT" ${FLAGS:-} --junit "$out/check.xml" >"$out/check.txt" 2>&1 || status=$?
cat "$out/check.txt"
if [ "$status" != 0 ]; then
  { echo "### The checks of the bot failed"; echo; echo '```'; tail -n 40 "$out/check.txt"; echo '```'; } | tee "$out/summary.md" >>"$summary"
  exit "$status"
fi

pool=
for opponent in ${POOL:-}; do pool="$pool --pool $opponent"; done
set -- --seed "${SEED:-1}"
[ -z "${BASELINE:-}" ] || set -- --baseline "$BASELINE"
# shellcheck disable=SC2086
"$arena" test "$BOT" "$FORMER" $pool $hypothesis ${FLAGS:-} --max-boards "${BOARDS:-20000}" "$@" --results "$out" --name test \
  --junit "$out/test.xml" --markdown "$out/summary.md" || status=$?
[ ! -f "$out/summary.md" ] || cat "$out/summary.md" >>"$summary"
exit "$status"
