#include "arena/presentation/watch/workers_file.h"

#include <stdexcept>
#include <system_error>

#include "arena/presentation/report/workers_json.h"
#include "arena/text/whole_file.h"
#include "arena/tournament/store/tournament_folder.h"

namespace tichu::arena {

WorkersFile::WorkersFile(const std::filesystem::path& folder) : file_(folder / WorkersFileName) {
  std::error_code ignored;
  std::filesystem::remove(file_, ignored);  // left by an arena that was killed
}

WorkersFile::~WorkersFile() {
  std::error_code ignored;
  std::filesystem::remove(file_, ignored);
}

void WorkersFile::progressed(const Progress& progress) {
  constexpr std::chrono::seconds Pause{1};
  if (progress.workers == nullptr || progress.workers == written_ || progress.elapsed < last_ + Pause) return;
  last_ = progress.elapsed;
  try {
    write_whole_file(file_, workers_json(*progress.workers) + "\n");
    written_ = progress.workers;
  } catch (const std::runtime_error&) {
    written_.reset();  // a full disk, for example, which the store will report
  }
}

}  // namespace tichu::arena
