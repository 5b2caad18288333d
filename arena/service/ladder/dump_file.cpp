#include "arena/service/ladder/dump_file.h"

#include <chrono>
#include <string>
#include <system_error>

#include "arena/service/ladder/open_record.h"
#include "arena/service/ladder/public_dump.h"
#include "arena/service/ladder/season_table.h"
#include "arena/service/ladder/version_table.h"
#include "arena/tournament/store/tournament_folder.h"

namespace tichu::arena {

namespace fs = std::filesystem;

fs::path DumpFile::file() const {
  const fs::path tournament = play_.folder();
  return tournament.parent_path() / "dump" / tournament.filename() / StoreFileName;
}

void DumpFile::forget() const {
  std::error_code ignored;
  fs::remove(file(), ignored);
}

void DumpFile::make() {
  const std::lock_guard<std::mutex> lock(mutex_);
  fs::create_directories(file().parent_path());
  DumpPlan plan{play_.folder(), {}, {}};
  {
    LadderDatabase::Work work = database_.begin_looking();
    plan.seasons = SeasonTable(work).told();
    for (const VersionState state : every<VersionState>()) {
      for (const VersionRow& version : VersionTable(work).in_states({state})) {
        if (!version.shown.entrant || version.spec.empty())
          continue;  // those that came with the arena keep their names
        const std::string name = open_name(version.shown, *version.shown.entrant);
        if (name != version.entry_name) plan.names[version.entry_name] = name;
      }
    }
  }
  write_public_dump(plan, file());
}

OrRefusal<fs::path> DumpFile::folder() {
  std::error_code error;
  const auto written = fs::last_write_time(file(), error);
  const bool fresh = !error && fs::file_time_type::clock::now() - written < std::chrono::seconds(3600);
  if (!fresh && !play_.is_there()) {
    return tl::unexpected(Refusal{RefusalKind::Unavailable, "dump_not_ready", "no board was played yet", "",
                                  std::nullopt, std::chrono::seconds(60)});
  }
  if (!fresh) make();
  return file().parent_path();
}

}  // namespace tichu::arena
