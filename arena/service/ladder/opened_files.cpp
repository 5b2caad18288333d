#include "arena/service/ladder/opened_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "arena/service/ladder/account_table.h"
#include "arena/service/ladder/ladder_sql.h"
#include "arena/service/ladder/packed_files.h"
#include "arena/service/ladder/secrets_in_files.h"
#include "arena/service/ladder/versions.h"
#include "arena/text/digest.h"
#include "arena/text/owned_folder.h"

namespace tichu::arena {
namespace {

namespace fs = std::filesystem;

constexpr auto AsLinks = fs::copy_options::recursive | fs::copy_options::create_hard_links;

void set_opened(LadderDatabase::Work& work, VersionRow& version, const std::string& sha256) {
  version.shown.opened = sha256;
  execute(work.sql(), "UPDATE version SET opened = ? WHERE id = ?", sha256, version.shown.id);
}

OrRefusal<void> check_open(const VersionRow& version) {
  const LadderVersion& shown = version.shown;
  if (!shown.entrant || shown.hidden || shown.state == VersionState::Quarantined || version.tree.empty()) {
    return refused(
        RefusalKind::Conflict, "state_wrong",
        fmt::format("{} is {}; files can be opened once a version plays", shown.name(), to_text(shown.state)));
  }
  if (!shown.licence.empty()) return {};
  return refused(
      RefusalKind::Conflict, "licence_missing",
      "bot.toml names no licence for those who get the files; send a version with the licence's text as a file, and "
      "its name in bot.toml, such as licence = \"MIT\"");
}

std::vector<fs::path> files_in(const fs::path& folder) {
  std::vector<fs::path> files;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.is_regular_file()) files.push_back(entry.path().lexically_relative(folder));
  }
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace

OrRefusal<fs::path> OpenedFiles::pack(const VersionRow& version, const fs::path& folder) {
  const fs::path files = folder / "files";
  fs::copy(store_.tree(version.source), files, AsLinks);
  if (version.tree != version.source) {
    fs::remove_all(files / "build");
    fs::copy(store_.tree(version.tree) / "build", files / "build", AsLinks);
  }
  if (const auto secrets = secrets_in(files); !secrets.empty()) {
    return refused(
        RefusalKind::Conflict, "secret_found",
        fmt::format("{}:{} looks like {}", secrets.front().file, secrets.front().line, secrets.front().what));
  }
  fs::path archive = folder / "archive";
  pack_files(archive, files, files_in(files), {});
  if (fs::file_size(archive) <= MostOpenedBytes) return archive;
  return refused_at_limit("too_large", fmt::format("opened files have at most {} MiB packed", MostOpenedBytes >> 20),
                          MostOpenedBytes, "", RefusalKind::TooLarge);
}

OrRefusal<LadderVersion> OpenedFiles::open(const Caller& caller, const VersionName& name) {
  const auto allowed = [&](LadderDatabase::Work& work) -> OrRefusal<VersionRow> {
    VersionTable table(work);
    auto version = own_version(table, caller, name);
    if (!version) return version;
    if (const auto checked = check_open(*version); !checked) return tl::unexpected(checked.error());
    const auto left = AccountTable(work).check_quota(caller.account.id, "uploads", 1, settings_.uploads.a_day);
    if (version->shown.opened.empty() && !left) return tl::unexpected(left.error());
    return version;
  };
  OrRefusal<VersionRow> version = [&] {
    LadderDatabase::Work work = database_.begin_looking();
    return allowed(work);
  }();
  if (!version) return tl::unexpected(version.error());
  if (!version->shown.opened.empty()) return version->shown;
  // No transaction is open while files are read and packed.
  const OwnedFolder folder = OwnedFolder::at(store_.fresh_path("work"));
  const auto packed = pack(*version, folder.path());
  if (!packed) return tl::unexpected(packed.error());
  const std::string sha256 = file_sha256(*packed);
  LadderDatabase::Work work = database_.begin();
  version = allowed(work);  // it may have been withdrawn since
  if (!version) return tl::unexpected(version.error());
  const auto counted = AccountTable(work).use_quota(caller.account.id, "uploads", 1, settings_.uploads.a_day);
  if (!counted) return tl::unexpected(counted.error());
  if (!store_.has_file(sha256)) store_.keep_file(*packed, sha256);
  set_opened(work, *version, sha256);
  LadderVersion shown = versions_.shown_alone(work, *version);
  work.commit();
  return shown;
}

OrRefusal<LadderVersion> OpenedFiles::close(const Caller& caller, const VersionName& name) {
  LadderDatabase::Work work = database_.begin();
  VersionTable table(work);
  auto version = own_version(table, caller, name);
  if (!version) return tl::unexpected(version.error());
  close_files(work, store_, *version);
  LadderVersion shown = versions_.shown_alone(work, *version);
  work.commit();
  return shown;
}

OrRefusal<fs::path> OpenedFiles::archive(const VersionName& name) {
  LadderDatabase::Work work = database_.begin_looking();
  VersionTable table(work);
  const auto version = visible_version(table, nullptr, name);
  if (!version) return tl::unexpected(version.error());
  if (version->shown.opened.empty() || version->shown.state == VersionState::Quarantined) {
    return refused(RefusalKind::Missing, "files_closed", "its author has not opened its files");
  }
  return store_.file(version->shown.opened);
}

void close_files(LadderDatabase::Work& work, const FileStore& store, VersionRow& version) {
  const std::string sha256 = version.shown.opened;
  if (sha256.empty()) return;
  set_opened(work, version, "");
  if (!VersionTable(work).needs_file(sha256)) store.remove_file(sha256);
}

}  // namespace tichu::arena
