#include "arena/presentation/page_data/kept_analysis.h"

#include <fmt/format.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <system_error>
#include <utility>

#include "arena/analysis/analysis_json.h"
#include "arena/text/file_text.h"
#include "arena/text/strict_json.h"

namespace tichu::arena {

std::vector<RoundAnalysis> kept_analyses(const std::filesystem::path& folder, JobNumber job) {
  std::vector<RoundAnalysis> found;
  std::ifstream file(folder / AnalysisFile, std::ios::binary);
  const std::string begins = fmt::format("{{\"job\":{},", job.value());
  for (std::string line; std::getline(file, line);) {
    if (!line.starts_with(begins)) continue;
    if (auto round = read_round_json(line)) found.push_back(*std::move(round));
  }
  return found;
}

std::optional<nlohmann::ordered_json> kept_summary(const std::filesystem::path& folder) {
  std::error_code missing;
  const std::filesystem::path path = folder / AnalysisSummaryFile;
  if (!std::filesystem::is_regular_file(path, missing)) return std::nullopt;
  const std::string text = read_file_text(path);
  const auto checked = parse_strict_json(text);
  if (!checked || !checked->is_object() || !checked->contains("summaries")) return std::nullopt;
  return nlohmann::ordered_json::parse(text);
}

}  // namespace tichu::arena
