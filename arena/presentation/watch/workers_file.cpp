#include "arena/presentation/watch/workers_file.h"

#include "arena/presentation/report/workers_json.h"
#include "arena/tournament/store/tournament_folder.h"

namespace tichu::arena {

WorkersFile::WorkersFile(const std::filesystem::path& folder) : file_(folder / WorkersFileName) {}

void WorkersFile::progressed(const Progress& progress) {
  if (progress.workers == nullptr || progress.workers == written_ || !file_.is_due(progress.elapsed)) return;
  if (file_.write(workers_json(*progress.workers) + "\n")) written_ = progress.workers;
}

}  // namespace tichu::arena
