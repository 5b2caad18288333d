#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <tl/expected.hpp>
#include <utility>
#include <vector>

#include "arena/analysis/analysis_store.h"
#include "arena/record/record.h"

namespace tichu::arena {

/// A round that a person played.
struct OwnRound {
  Record record;
  std::optional<Record> house;            ///< of the same cards by the house's pair, if it has played them to the end
  std::optional<RoundAnalysis> analysis;  ///< in which the person's decisions are judged
};

/// A table of people that is kept. Who sits at seat 0 is the person whose boards these are.
struct OwnTable {
  std::string name;  ///< of its folder
  std::array<std::string, 4> names;
  bool is_game = false;
  bool is_coached = false;
  std::size_t people = 1;
  std::int64_t played = 0;       ///< when the person last answered, in seconds since 1970
  std::vector<OwnRound> rounds;  ///< by job and round

  /// Whether its rounds count: the person was alone with bots, and nobody helped.
  bool counts() const { return people == 1 && !is_coached; }
};

/// The tables of a folder of results. One thread at a time.
class OwnTables {
 public:
  explicit OwnTables(std::filesystem::path results) : results_(std::move(results)) {}
  /// As they are now, the oldest first; what has not changed is not read again. Tables that cannot be read are passed
  /// over, and rounds of damaged boards.
  const std::vector<OwnTable>& read();

 private:
  /// When each of a table's files was last written, and its bytes.
  using Stamps = std::vector<std::pair<std::filesystem::file_time_type, std::uintmax_t>>;
  static Stamps stamps_of(const std::filesystem::path& folder);

  const std::filesystem::path results_;
  std::map<std::string, Stamps> stamps_;  ///< of what was read, by the table's name
  std::vector<OwnTable> tables_;
};

/// The oldest first.
void sort_by_age(std::vector<OwnTable>& tables);
/// One table; nullopt if there is none that can be read.
std::optional<OwnTable> read_own_table(const std::filesystem::path& results, const std::string& name);
/// Whether there is a table of this name.
bool is_own_table(const std::filesystem::path& results, const std::string& name);
/// One of its rounds; nullopt if there is none that was played to its end.
std::optional<Record> read_own_record(const std::filesystem::path& results, const std::string& table, JobNumber job,
                                      RoundNumber round);

/// The file in a table's folder in which My boards keeps its analyses, beside the one of `analyse`.
inline constexpr const char* OwnAnalysisFile = "mine.jsonl";
/// The analyses of a table in which the person's decisions are judged, of both files.
std::map<RoundKey, RoundAnalysis> read_own_analyses(const std::filesystem::path& folder);
/// Keeps an analysis; any number of processes may at the same time. Errors as of AnalysisStore::open and `add`.
tl::expected<void, std::string> keep_own_analysis(const std::filesystem::path& folder, const std::string& header,
                                                  const RoundAnalysis& analysis);

}  // namespace tichu::arena
