"""Pictures of a ladder's pages, for people to look at: wide and on a phone, light and dark.

    python3 ladder_screenshots.py PROGRAM SERVER FOLDER [PART_OF_A_NAME]

SERVER is the test program api_ladder_server. Leaves FOLDER/ladder-<page>-<width>-<scheme>.png.
"""
import os
import sys

FOLDER, WANTED = os.path.abspath(sys.argv[3]), sys.argv[4] if len(sys.argv) > 4 else ""
del sys.argv[3:]

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "presentation", "web"))
import browser  # noqa: E402
import ladder_test  # noqa: E402
import screenshots  # noqa: E402

PAGES = [("standings", "", ladder_test.STANDINGS), ("bot", "#bot=fox", "document.querySelector('#opponents tbody tr')"),
         ("crosstable", "#crosstable", "document.querySelector('#crosstable .heat')"), ("pair", "#pair=fox,owl", "document.querySelector('#latest tbody tr')"),
         ("live", "#live", "document.querySelector('#latest tbody tr')"),
         ("watch", "#watch=0", "document.querySelector('.viewer .table')"), ("boards", "#boards", "document.querySelector('#boards tbody tr')"), ("board", "#board=3&step=30", "document.querySelector('.viewer .table')"),
         ("analysed", "#board=3&step=30", "document.querySelector('.margin-graph') || (() => { const b = document.querySelector('[data-control=analyse]'); "
          "if (b && !window.asked) { window.asked = true; b.click(); } })()"),
         ("cards", "#cards", "document.querySelector('#cards tbody tr')"),
         ("day", "#day=2026-01-01", "document.querySelector('#results tbody tr')"),
         ("remote", "#remote", "document.querySelector('#remote tbody tr')"),
         ("status", "#status", "document.querySelector('#queues tbody tr')"), ("limits", "#limits", "document.querySelector('#submitting')"), ("help", "#help=check_start", "document.querySelector('#remedy')"),
         ("codes", "#help", "document.querySelector('#codes-step')"),
         ("submit", "#submit", "document.querySelector('form.upload')"), ("sign-in", "#moderate", "document.querySelector('form.sign-in')"), ("nonsense", "#nonsense", "document.querySelector('[role=alert].lede')"), ("missing", "#bot=fox&version=9", "document.querySelector('#missing')")]

SIGN_IN = "document.querySelector('.sign-in [name=token]').value = '{}'; document.querySelector('form.sign-in').requestSubmit()"
MODERATED = "document.querySelector('#audit tbody tr')"


def main():
    os.makedirs(FOLDER, exist_ok=True)
    boards = os.path.join(FOLDER, "results/event")
    server, url, tokens = ladder_test.serve(boards if os.path.isdir(boards) else ladder_test.play_boards(FOLDER))
    try:
        shots = [(f"ladder-{name}", url + place, ready) for name, place, ready in PAGES]
        shots.append(("ladder-moderate", url + "#moderate", "document.querySelector('form.sign-in')", SIGN_IN.format(tokens["moderator"]), MODERATED))
        shots.append(("ladder-mine", url + "#mine", "document.querySelector('form.sign-in')", SIGN_IN.format(tokens["author"]), "document.querySelector('article.version .log')"))
        shots.append(("ladder-request", url + "#request=8", "document.querySelector('form.sign-in')", SIGN_IN.format(tokens["author"]), "document.querySelector('#result pre') && document.querySelector('#boards tbody tr')"))
        screenshots.take(shots, FOLDER, WANTED)
    finally:
        ladder_test.end(server)


if __name__ == "__main__":
    main()
