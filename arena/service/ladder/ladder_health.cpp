#include "arena/service/ladder/ladder_health.h"

#include <algorithm>
#include <exception>

#include "arena/service/ladder/version_life.h"
#include "arena/service/ladder/version_table.h"

namespace tichu::arena {

LadderVitalSigns LadderHealth::vitals() {
  LadderVitalSigns vitals;
  vitals.now = database_.now();
  vitals.started = started_at_;
  vitals.last_board = play_.last_board();
  vitals.free_bytes = store_.free_bytes();
  vitals.is_to_play = plays_ && database_.setting("paused") != "1";
  vitals.last_backup = std::stod(database_.setting("last_backup").value_or("0"));
  vitals.late_references = play_.faults().late_references_lately;
  const RatedRunner::Trouble play = play_.trouble();
  vitals.play_code = play.code;
  vitals.play_text = play.text;
  LadderDatabase::Work work = database_.begin_looking();
  VersionTable table(work);
  vitals.bots_playing = table.count(VersionState::Provisional) + table.count(VersionState::Rated);
  for (const StepRule& rule : StepTable) {
    for (const VersionRow& version : table.in_states({rule.from})) {
      const double since = std::max(version.shown.changed, started_at_);
      if (vitals.slowest_since && *vitals.slowest_since <= since) continue;
      vitals.slowest_since = since;
      vitals.slowest_step = to_text(rule.kind);
    }
  }
  return vitals;
}

void LadderHealth::look() {
  LadderVitalSigns now = vitals();
  if (!expects_boards(now, settings_.care)) boards_expected_since_ = now.now;
  now.boards_expected_since = boards_expected_since_;
  const LadderTrouble found = find_trouble(now, settings_.care);
  note(found);
  tell(found);
}

void LadderHealth::fail() {
  note(
      LadderTrouble{"care_failed", "the ladder cannot look after itself; whoever runs it finds the reason in its log"});
}

void LadderHealth::note(LadderTrouble trouble) {
  const std::lock_guard<std::mutex> lock(mutex_);
  trouble_ = std::move(trouble);
}

LadderTrouble LadderHealth::trouble() const {
  const std::lock_guard<std::mutex> lock(mutex_);
  return trouble_;
}

/// Once for each change; of a full disk when there is room for it again.
void LadderHealth::tell(const LadderTrouble& trouble) {
  const std::string& code = trouble.code;
  if (code != said_) log_(code.empty() ? "the ladder is well again" : trouble.text);
  said_ = code;
  if (code == told_) return;
  try {
    LadderDatabase::Work work = database_.begin();
    work.tell({.kind = code.empty() ? "ladder.resumed" : "ladder.stalled", .code = code, .detail = trouble.text});
    work.commit();
    told_ = code;
  } catch (const std::exception&) {
    if (code != "disk_full") throw;
  }
}

}  // namespace tichu::arena
