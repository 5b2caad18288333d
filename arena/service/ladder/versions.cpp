#include "arena/service/ladder/versions.h"

#include <algorithm>
#include <utility>

#include "arena/service/ladder/account_table.h"
#include "arena/service/ladder/bot_name.h"
#include "arena/service/ladder/bot_table.h"
#include "arena/service/ladder/ladder_sql.h"
#include "arena/service/ladder/step_attempts.h"
#include "arena/service/ladder/version_life.h"
#include "arena/text/utf8.h"

namespace tichu::arena {
namespace {

constexpr std::size_t MostBots = 1000;
constexpr std::size_t LongestShownLog = 256 * 1024;

ForgivenBoards played_by(const VersionRow& version, const std::vector<EntrantFigures>& figures) {
  const auto entrant = static_cast<std::size_t>(version.shown.entrant.value_or(EntrantId{}));
  if (!version.shown.entrant || entrant >= figures.size()) return {};
  return {figures[entrant].boards, figures[entrant].faults};
}

}  // namespace

OrRefusal<VersionRow> visible_version(VersionTable& table, const Caller* caller, const VersionName& name) {
  const auto found = table.find(name);
  const bool own =
      found && caller != nullptr && found->shown.author == caller->account.id && !found->shown.author_name.empty();
  const bool may_see = found && (own || is_moderator(caller) || (found->shown.entrant && !found->shown.hidden));
  if (!may_see) return refused(RefusalKind::Missing, "version_unknown", "there is no such version");
  return *found;
}

OrRefusal<VersionRow> own_version(VersionTable& table, const Caller& caller, const VersionName& name) {
  if (!caller.may(Scope::Submit)) return without_scope(Scope::Submit);
  auto version = visible_version(table, &caller, name);
  if (!version) return version;
  if (version->shown.author != caller.account.id && !caller.is_at_least(Role::Admin)) {
    return refused(RefusalKind::Forbidden, "not_yours", "only its author may do that");
  }
  if (version->spec.empty() && version->shown.entrant) {
    return refused(RefusalKind::Conflict, "is_reference", "reference bots play as long as the ladder does");
  }
  return version;
}

std::vector<LadderBot> Versions::bots(const Caller* caller, const std::string& after, std::size_t most) {
  LadderDatabase::Work work = database_.begin_looking();
  const bool all = is_moderator(caller);
  std::vector<LadderBot> shown_bots;
  for (BotRow& bot : BotTable(work).after(after, std::min(most, MostBots), all)) {
    shown_bots.push_back(with_versions(work, std::move(bot), all));
  }
  return shown_bots;
}

std::vector<LadderBot> Versions::own_bots(const Caller& caller) {
  LadderDatabase::Work work = database_.begin_looking();
  std::vector<LadderBot> own;
  for (BotRow& bot : BotTable(work).of_author(caller.account.id))
    own.push_back(with_versions(work, std::move(bot), true));
  return own;
}

OrRefusal<LadderBot> Versions::bot(const Caller* caller, const std::string& name) {
  LadderDatabase::Work work = database_.begin_looking();
  auto found = BotTable(work).find(name);
  const bool own =
      found && caller != nullptr && found->bot.author == caller->account.id && !found->bot.author_name.empty();
  const bool all = own || is_moderator(caller);
  if (found) {
    LadderBot result = with_versions(work, std::move(*found), all);
    if (all || !result.versions.empty()) return result;
  }
  return refused(RefusalKind::Missing, "bot_unknown", "there is no such bot");
}

OrRefusal<LadderVersion> Versions::version(const Caller* caller, const VersionName& name) {
  LadderDatabase::Work work = database_.begin_looking();
  VersionTable table(work);
  const auto found = visible_version(table, caller, name);
  if (!found) return tl::unexpected(found.error());
  return shown_alone(work, *found);
}

std::optional<LadderVersion> Versions::version_of(EntrantId entrant) {
  LadderDatabase::Work work = database_.begin_looking();
  const auto found = VersionTable(work).find_entrant(entrant);
  return found ? std::optional(found->shown) : std::nullopt;
}

OrRefusal<std::vector<VersionStep>> Versions::steps(const Caller* caller, const VersionName& name) {
  LadderDatabase::Work work = database_.begin_looking();
  VersionTable table(work);
  const auto found = visible_version(table, caller, name);
  if (!found) return tl::unexpected(found.error());
  std::vector<VersionStep> steps = StepAttempts(work).of(found->shown.id);
  const bool own = caller != nullptr && found->shown.author == caller->account.id;
  if (!own && !is_moderator(caller)) {
    for (VersionStep& step : steps) step.detail.clear();  // which may tell of the files
  }
  return steps;
}

OrRefusal<VersionLog> Versions::log(const Caller& caller, const VersionName& name, StepKind part) {
  if (!caller.may(Scope::Read)) return without_scope(Scope::Read);
  std::string hash;
  {
    LadderDatabase::Work work = database_.begin_looking();
    VersionTable table(work);
    const auto found = visible_version(table, &caller, name);
    if (!found) return tl::unexpected(found.error());
    if (found->shown.author != caller.account.id && !is_moderator(&caller)) {
      return refused(RefusalKind::Forbidden, "not_yours", "logs are for the author alone");
    }
    hash = StepAttempts(work).log_of(found->shown.id, part);
  }
  if (hash.empty()) return refused(RefusalKind::Missing, "log_missing", "this step has no log", "part");
  VersionLog log{part, store_.text(hash), false};
  log.truncated = log.text.size() > LongestShownLog;
  if (log.truncated) log.text = bounded_utf8(log.text, LongestShownLog);
  return log;
}

LadderVersion Versions::shown(LadderDatabase::Work& work, const VersionRow& version) {
  LadderVersion result = version.shown;
  SubmissionPipeline* const line = line_;
  if (line != nullptr) result.waiting = line->waiting(work, result);
  if (line == nullptr && result.is_on_its_way()) result.waiting = Waiting{"the ladder's start", 0, 0, {}, {}};
  return result;
}

LadderVersion Versions::shown_alone(LadderDatabase::Work& work, const VersionRow& version) {
  LadderVersion result = shown(work, version);
  for (const VersionRow& other : VersionTable(work).replaced_by(version, settings_.quotas.active_of_bot)) {
    result.replaces.push_back(other.shown.name());
  }
  return result;
}

LadderBot Versions::with_versions(LadderDatabase::Work& work, BotRow bot, bool all) {
  for (const VersionRow& version : VersionTable(work).of_bot(bot.id)) {
    if (all || (version.shown.entrant && !version.shown.hidden)) bot.bot.versions.push_back(shown(work, version));
  }
  return std::move(bot.bot);
}

OrRefusal<LadderVersion> Versions::change(const Caller& caller, const VersionName& name, VersionState wanted) {
  LadderDatabase::Work work = database_.begin();
  VersionTable table(work);
  auto version = own_version(table, caller, name);
  if (!version) return tl::unexpected(version.error());
  const VersionState state = version->shown.state;
  if (state == wanted) return shown(work, *version);
  const bool resumes = state == VersionState::Paused && wanted == VersionState::Provisional;
  const VersionState next = resumes ? version->before_pause.value_or(wanted) : wanted;
  if (!may_change(StateCause::Author, state, next)) {
    return refused(RefusalKind::Conflict, "state_wrong",
                   version->shown.name() + " is " + std::string(to_text(state)) + "; that cannot be done to it");
  }
  if (next == VersionState::Paused) table.set_before_pause(*version, state);
  if (resumes) table.set_before_pause(*version, std::nullopt);
  table.set_state(*version, StateCause::Author, next, resumes ? "" : "author");
  if (next == VersionState::Withdrawn) version->shown.hidden = true;
  LadderVersion result = shown(work, *version);
  work.commit();
  if (next == VersionState::Withdrawn) {
    dump_.forget();  // it has the name
    delete_files(*version);
  }
  signal_.change_field();
  signal_.wake();
  return result;
}

OrRefusal<LadderVersion> Versions::open_to_people(const Caller& caller, const VersionName& name, bool plays) {
  LadderDatabase::Work work = database_.begin();
  VersionTable table(work);
  auto version = own_version(table, caller, name);
  if (!version) return tl::unexpected(version.error());
  execute(work.sql(), "UPDATE version SET plays_people = ? WHERE id = ?", plays, version->shown.id);
  version->shown.plays_people = plays;
  LadderVersion result = shown(work, *version);
  work.commit();
  return result;
}

void Versions::delete_files(VersionRow& version) {
  LadderDatabase::Work work = database_.begin();
  VersionTable table(work);
  if (!table.needs_file(version.shown.sha256)) store_.remove_file(version.shown.sha256);
  close_files(work, store_, version);
  // A tree may be in play at this moment: those that entered are deleted once the field has let them go.
  if (!version.shown.entrant) {
    for (const std::string& tree : {version.source, version.tree}) {
      if (!tree.empty() && !table.needs_tree(tree)) store_.remove_tree(tree);
    }
    table.clear_trees(version);
  }
  work.commit();
}

OrRefusal<LadderVersion> Versions::pause(const Caller& caller, const VersionName& version) {
  return change(caller, version, VersionState::Paused);
}

OrRefusal<LadderVersion> Versions::resume(const Caller& caller, const VersionName& version) {
  return change(caller, version, VersionState::Provisional);
}

OrRefusal<LadderVersion> Versions::retire(const Caller& caller, const VersionName& version) {
  return change(caller, version, VersionState::Retired);
}

OrRefusal<LadderVersion> Versions::withdraw(const Caller& caller, const VersionName& version) {
  return change(caller, version, VersionState::Withdrawn);
}

OrRefusal<LadderVersion> Versions::moderate(const Caller& caller, const VersionName& name, const std::string& act,
                                            const std::string& reason) {
  if (!caller.is_at_least(Role::Moderator)) return without_role(Role::Moderator);
  play_.recall_if_idle();
  const std::vector<EntrantFigures> figures = play_.figures();
  LadderDatabase::Work work = database_.begin();
  VersionTable table(work);
  auto version = table.find(name);
  if (!version) return refused(RefusalKind::Missing, "version_unknown", "there is no such version");
  const bool quarantines = act == "quarantine";
  const VersionState state = version->shown.state;
  const VersionState next = quarantines ? VersionState::Quarantined : VersionState::Provisional;
  if (!may_change(StateCause::Moderator, state, next)) {
    return refused(RefusalKind::Conflict, "state_wrong",
                   version->shown.name() + " is " + std::string(to_text(state)) + "; that cannot be done to it");
  }
  if (!quarantines) table.forgive(*version, played_by(*version, figures));
  table.set_state(*version, StateCause::Moderator, next, quarantines ? "moderator" : "", quarantines ? reason : "");
  AccountTable(work).note(caller.account.name, act, version->shown.name(), reason);
  work.commit();
  signal_.change_field();
  return version->shown;
}

OrRefusal<LadderVersion> Versions::quarantine(const Caller& caller, const VersionName& version,
                                              const std::string& reason) {
  return moderate(caller, version, "quarantine", reason);
}

OrRefusal<LadderVersion> Versions::release(const Caller& caller, const VersionName& version,
                                           const std::string& reason) {
  return moderate(caller, version, "release", reason);
}

OrRefusal<LadderBot> Versions::rename(const Caller& caller, const std::string& bot, const std::string& name,
                                      const std::string& reason) {
  if (!caller.is_at_least(Role::Moderator)) return without_role(Role::Moderator);
  if (const auto checked = check_ladder_name(name); !checked) {
    return refused(RefusalKind::Bad, "bot_name_bad", checked.error(), "name");
  }
  LadderDatabase::Work work = database_.begin();
  VersionTable table(work);
  BotTable bots(work);
  const auto found = bots.find(bot);
  if (!found) return refused(RefusalKind::Missing, "bot_unknown", "there is no such bot");
  if (const auto other = bots.find_alike(name); other && other->id != found->id) {
    return refused(RefusalKind::Conflict, "bot_name_alike", "another bot has this name or one like it", "name");
  }
  if (bots.was_called(name, found->id)) {
    return refused(RefusalKind::Conflict, "bot_name_taken", "another bot was called so; choose another name", "name");
  }
  // Files may hold the name that is to go.
  for (VersionRow& version : table.of_bot(found->id)) close_files(work, store_, version);
  bots.rename(found->id, name);
  AccountTable(work).note(caller.account.name, "rename", bot, name + ": " + reason);
  LadderBot renamed = with_versions(work, bots.find(name).value(), true);
  work.commit();
  dump_.forget();  // it has the old name
  return renamed;
}

OrRefusal<ModeratedVersions> Versions::moderated(const Caller& caller, std::size_t most) {
  if (!caller.is_at_least(Role::Moderator)) return without_role(Role::Moderator);
  LadderDatabase::Work work = database_.begin_looking();
  VersionTable table(work);
  const auto with_waiting = [&](const std::vector<VersionRow>& rows) {
    std::vector<LadderVersion> versions;
    versions.reserve(rows.size());
    for (const VersionRow& row : rows) versions.push_back(shown(work, row));
    return versions;
  };
  std::vector<VersionRow> waiting =
      table.in_states({VersionState::Received, VersionState::Unpacked, VersionState::Screened, VersionState::Built,
                       VersionState::Checked, VersionState::Validated});
  if (waiting.size() > most) waiting.resize(most);
  return ModeratedVersions{with_waiting(waiting),
                           with_waiting(table.latest_in({VersionState::Refused, VersionState::InternalError}, most)),
                           with_waiting(table.latest_in({VersionState::Quarantined}, most))};
}

}  // namespace tichu::arena
