#pragma once

#include <filesystem>
#include <fstream>
#include <optional>
#include <set>
#include <string>
#include <tl/expected.hpp>
#include <tuple>
#include <vector>

#include "arena/analysis/round_analysis.h"

namespace tichu::arena {

/// The name of the file in a tournament's folder in which its analysis is kept.
inline constexpr const char* AnalysisFile = "analysis.jsonl";
/// The one with its summary, for pages.
inline constexpr const char* AnalysisSummaryFile = "analysis.json";

/// A round's place among those that are analysed together.
using RoundKey = std::tuple<JobNumber, SeatingNumber, RoundNumber>;

RoundKey key_of(const RoundAnalysis& analysis);

/// Rounds that were analysed, in a file that is safe at any moment: a first line that says how they were analysed, then
/// a line for each round, in no order (ANALYSIS.md). What a kill left half written is thrown away. Used by one thread.
class AnalysisStore {
 public:
  /// Without a file: keeps nothing after its end.
  AnalysisStore() = default;
  /// Takes up the file, or begins it. The error is a sentence: it is another file, or holds an analysis that was done
  /// otherwise (its first line is not `header`). Throws std::runtime_error if it cannot be read or written.
  static tl::expected<AnalysisStore, std::string> open(const std::filesystem::path& path, const std::string& header);
  /// What a file holds: its first line and the rounds; nullopt if it is no such file.
  struct Contents {
    std::string header;
    std::vector<RoundAnalysis> rounds;
  };
  static std::optional<Contents> read(const std::filesystem::path& path);

  bool has(const RoundKey& key) const { return known_.contains(key); }
  /// Keeps a round. Throws std::runtime_error if it cannot be written.
  void add(const RoundAnalysis& analysis);
  /// All rounds, by job, seating and round.
  std::vector<RoundAnalysis> rounds() const;

 private:
  std::filesystem::path path_;
  std::ofstream file_;
  std::set<RoundKey> known_;
  std::vector<RoundAnalysis> rounds_;
};

/// The first line of a store: all that its rounds depend on, as a JSON object.
std::string analysis_header(const AnalystLibrary& analyst, const AnalysisSettings& settings,
                            const std::vector<std::string>& bots);

}  // namespace tichu::arena
