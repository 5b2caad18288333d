#include "arena/presentation/watch/result_files.h"

#include <utility>

#include "arena/presentation/report/results_files.h"
#include "arena/presentation/report/sequential_report.h"
#include "arena/text/whole_file.h"
#include "arena/tournament/store/tournament_folder.h"

namespace tichu::arena {

OrInputError<void> check(const TestFiles& files) {
  for (const auto& [flag, path] : {std::pair("--junit", files.junit), {"--markdown", files.markdown}}) {
    if (path.empty()) continue;
    if (const auto writable = require_writable(path); !writable) {
      return tl::unexpected(InputError{flag, "\"" + path + "\"", writable.error()});
    }
  }
  return {};
}

void ResultFiles::finished(const RunSummary& summary) {
  write_results(summary.folder, summary.report);
  if (!summary.test) return;
  const SequentialReport& report = *summary.test;
  write_whole_file(summary.folder / TestJsonName, sequential_json(report));
  if (!test_.junit.empty()) write_whole_file(test_.junit, sequential_junit(report));
  if (!test_.markdown.empty()) write_whole_file(test_.markdown, sequential_markdown(report));
}

}  // namespace tichu::arena
