#pragma once

#include <filesystem>

#include "arena/service/ladder/account.h"
#include "arena/service/ladder/file_store.h"
#include "arena/service/ladder/ladder_database.h"
#include "arena/service/ladder/ladder_settings.h"
#include "arena/service/ladder/refusal.h"
#include "arena/service/ladder/version_table.h"

namespace tichu::arena {

class Versions;

/// Versions whose authors let everybody have their files. Several threads may use it.
class OpenedFiles {
 public:
  /// All must outlive this object.
  OpenedFiles(LadderDatabase& database, const FileStore& store, const LadderSettings& settings, Versions& versions)
      : database_(database), store_(store), settings_(settings), versions_(versions) {}

  /// Packs a version's files as sent, with what was built of them. It counts as an upload. Refused with `state_wrong`
  /// unless it has entered, `licence_missing`, `secret_found`, `too_large`, `quota_uploads`, and as `own_version` is.
  OrRefusal<LadderVersion> open(const Caller& caller, const VersionName& name);
  OrRefusal<LadderVersion> close(const Caller& caller, const VersionName& name);
  /// The archive, a tar.gz with the SHA-256 `LadderVersion::opened`. Refused with `files_closed`, also in quarantine.
  OrRefusal<std::filesystem::path> archive(const VersionName& name);

 private:
  OrRefusal<std::filesystem::path> pack(const VersionRow& version, const std::filesystem::path& folder);

  LadderDatabase& database_;
  const FileStore& store_;
  const LadderSettings& settings_;
  Versions& versions_;
};

/// Takes a version's archive away, from the store too unless another version needs it. Nothing is committed.
void close_files(LadderDatabase::Work& work, const FileStore& store, VersionRow& version);

}  // namespace tichu::arena
