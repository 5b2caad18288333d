#pragma once

#include <atomic>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "arena/service/ladder/account.h"
#include "arena/service/ladder/bot_table.h"
#include "arena/service/ladder/dump_file.h"
#include "arena/service/ladder/file_store.h"
#include "arena/service/ladder/ladder_database.h"
#include "arena/service/ladder/ladder_figures.h"
#include "arena/service/ladder/ladder_settings.h"
#include "arena/service/ladder/ladder_signal.h"
#include "arena/service/ladder/opened_files.h"
#include "arena/service/ladder/rated_runner.h"
#include "arena/service/ladder/refusal.h"
#include "arena/service/ladder/submission_pipeline.h"
#include "arena/service/ladder/version.h"
#include "arena/service/ladder/version_table.h"

namespace tichu::arena {

/// A version that the caller, who may be null, may see. Refused with `version_unknown`.
OrRefusal<VersionRow> visible_version(VersionTable& table, const Caller* caller, const VersionName& name);

/// A version of the caller's, or any of an admin's, but no reference. Refused with `scope_missing`, `version_unknown`,
/// `not_yours` or `is_reference`.
OrRefusal<VersionRow> own_version(VersionTable& table, const Caller& caller, const VersionName& name);

/// The bots and versions of a ladder: what is shown of them, and what authors and moderators do with them. Several
/// threads may use it.
class Versions {
 public:
  /// All must outlive this object.
  Versions(LadderDatabase& database, const FileStore& store, const LadderSettings& settings, RatedRunner& play,
           DumpFile& dump, LadderSignal& signal)
      : database_(database), store_(store), settings_(settings), play_(play), dump_(dump), signal_(signal) {}

  /// Which of them everybody may have.
  OpenedFiles& files() { return files_; }

  /// From now on versions wait for this line, which must outlive this object.
  void wait_for(SubmissionPipeline& line) { line_ = &line; }

  /// Bots by name, after one of them. `caller` may be null: hidden ones are left out then.
  std::vector<LadderBot> bots(const Caller* caller, const std::string& after, std::size_t most);
  /// The caller's own bots, hidden ones too.
  std::vector<LadderBot> own_bots(const Caller& caller);
  OrRefusal<LadderBot> bot(const Caller* caller, const std::string& name);
  OrRefusal<LadderVersion> version(const Caller* caller, const VersionName& name);
  std::optional<LadderVersion> version_of(EntrantId entrant);
  OrRefusal<std::vector<VersionStep>> steps(const Caller* caller, const VersionName& name);
  /// Author and moderators only.
  OrRefusal<VersionLog> log(const Caller& caller, const VersionName& name, StepKind part);
  /// A version with what it waits for and the versions that it replaces.
  LadderVersion shown_alone(LadderDatabase::Work& work, const VersionRow& version);

  OrRefusal<LadderVersion> pause(const Caller& caller, const VersionName& version);
  OrRefusal<LadderVersion> resume(const Caller& caller, const VersionName& version);
  OrRefusal<LadderVersion> retire(const Caller& caller, const VersionName& version);
  OrRefusal<LadderVersion> withdraw(const Caller& caller, const VersionName& version);
  /// Whether guests may choose it for their tables.
  OrRefusal<LadderVersion> open_to_people(const Caller& caller, const VersionName& version, bool plays);

  OrRefusal<LadderVersion> quarantine(const Caller& caller, const VersionName& version, const std::string& reason);
  OrRefusal<LadderVersion> release(const Caller& caller, const VersionName& version, const std::string& reason);
  OrRefusal<LadderBot> rename(const Caller& caller, const std::string& bot, const std::string& name,
                              const std::string& reason);
  /// At most so many of each kind.
  OrRefusal<ModeratedVersions> moderated(const Caller& caller, std::size_t most);

 private:
  OrRefusal<LadderVersion> change(const Caller& caller, const VersionName& name, VersionState wanted);
  OrRefusal<LadderVersion> moderate(const Caller& caller, const VersionName& name, const std::string& act,
                                    const std::string& reason);
  /// The version with what it waits for.
  LadderVersion shown(LadderDatabase::Work& work, const VersionRow& version);
  LadderBot with_versions(LadderDatabase::Work& work, BotRow bot, bool all);
  void delete_files(VersionRow& version);

  LadderDatabase& database_;
  const FileStore& store_;
  const LadderSettings& settings_;
  RatedRunner& play_;
  DumpFile& dump_;
  LadderSignal& signal_;
  OpenedFiles files_{database_, store_, settings_, *this};
  std::atomic<SubmissionPipeline*> line_ = nullptr;  ///< null before the start
};

}  // namespace tichu::arena
