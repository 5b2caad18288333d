#include "arena/service/ladder/ladder_field.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "arena/service/ladder/bot_table.h"
#include "arena/service/ladder/ladder_sql.h"
#include "arena/service/ladder/version_life.h"

namespace tichu::arena {

std::vector<std::string> first_references(LadderDatabase& database) {
  LadderDatabase::Work work = database.begin_looking();
  constexpr const char* References =
      "SELECT entry_name FROM version JOIN bot ON bot.id = version.bot WHERE reference = 1 ORDER BY entrant";
  return rows_of(bound(work.sql(), References), [](SQLite::Statement& row) { return row.getColumn(0).getString(); });
}

void LadderField::add_references() {
  if (!first_references(database_).empty()) return;
  LadderDatabase::Work work = database_.begin();
  VersionTable table(work);
  int number = 0;
  for (const std::string& name : settings_.play.references) {
    const BotRow bot = BotTable(work).add(name, std::nullopt, true);
    VersionRow version = table.add_version(bot, "", 0, "came with the arena", true);
    execute(work.sql(), "UPDATE version SET entry_name = ? WHERE id = ?", name, version.shown.id);
    table.set_entrant(version, static_cast<EntrantId>(number++));
    table.set_state(version, StateCause::Arrival, VersionState::Rated);
  }
  work.commit();
}

void LadderField::take_in_validated() {
  std::vector<VersionRow> validated;
  {
    LadderDatabase::Work work = database_.begin_looking();
    validated = VersionTable(work).in_states({VersionState::Validated});
  }
  for (const VersionRow& version : validated) {
    if (version.unranked) {
      leave_unranked(version.shown.id);
    } else {
      enter(version);
    }
  }
}

void LadderField::leave_unranked(VersionId id) {
  LadderDatabase::Work work = database_.begin();
  VersionTable table(work);
  VersionRow version = table.find(id).value();
  if (version.shown.state != VersionState::Validated) return;  // it was withdrawn meanwhile, for example
  table.set_state(version, StateCause::Entry, VersionState::Unranked);
  work.commit();
}

void LadderField::enter(const VersionRow& version) {
  std::optional<std::string> former;
  std::vector<VersionId> replaced;
  {
    LadderDatabase::Work work = database_.begin_looking();
    VersionTable table(work);
    const std::vector<VersionRow> of_bot = table.of_bot(version.bot_id);  // the latest first
    const auto active = std::find_if(of_bot.begin(), of_bot.end(), [](const VersionRow& other) {
      return other.shown.plays() || other.shown.state == VersionState::Paused;
    });
    if (active != of_bot.end()) former = active->entry_name;
    for (const VersionRow& other : table.replaced_by(version, settings_.quotas.active_of_bot))
      replaced.push_back(other.shown.id);
  }
  const OrInputError<EntrantId> entrant = play_.enter(version, former);
  LadderDatabase::Work work = database_.begin();
  VersionTable table(work);
  VersionRow now = table.find(version.shown.id).value();
  const bool waits = now.shown.state == VersionState::Validated;  // or it was withdrawn meanwhile, for example
  if (!entrant) {
    now.shown.failed_step = StepKind::Validated;
    if (waits)
      table.set_state(now, StateCause::Entry, VersionState::InternalError, "cannot_enter", entrant.error().problem);
    work.commit();
    return;
  }
  table.set_entrant(now, *entrant);
  if (waits) {  // else nothing follows on the former versions: they go on
    table.set_state(now, StateCause::Entry, VersionState::Provisional);
    for (const VersionId id : replaced) {
      VersionRow old = table.find(id).value();
      if (!may_change(StateCause::Entry, old.shown.state, VersionState::Retired)) continue;
      table.set_state(old, StateCause::Entry, VersionState::Retired, "replaced", replaced_detail(now.shown));
    }
  }
  work.commit();
  signal_.change_field();
}

void LadderField::settle() {
  if (!signal_.take_field_change()) return;
  std::map<std::string, EntrantState> wanted;
  {
    LadderDatabase::Work work = database_.begin_looking();
    const std::vector<VersionState> states{VersionState::Provisional, VersionState::Rated,
                                           VersionState::Paused,      VersionState::Retired,
                                           VersionState::Withdrawn,   VersionState::Quarantined};
    for (const VersionRow& version : VersionTable(work).in_states(states)) {
      if (!version.shown.entrant) continue;
      const VersionState state = version.shown.state;
      const bool pauses = state == VersionState::Paused || state == VersionState::Quarantined;
      wanted[version.entry_name] = version.shown.plays() ? EntrantState::Active
                                   : pauses              ? EntrantState::Paused
                                                         : EntrantState::Retired;
    }
  }
  try {
    play_.settle(wanted);
  } catch (...) {
    signal_.change_field();
    throw;
  }
}

}  // namespace tichu::arena
