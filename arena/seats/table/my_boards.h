#pragma once

#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "arena/analysis/analysis_queue.h"
#include "arena/presentation/live/http_handler.h"
#include "arena/seats/table/own_rounds.h"
#include "arena/seats/table/practice.h"
#include "arena/text/input_error.h"

namespace tichu::arena {

/// The page My boards: what the kept boards of a person tell, over all tables of a folder of results. Rounds that no
/// analysis has judged are judged when the page is first asked for, by a thread that takes what time is left over; it
/// is kept in the table's folder. Any thread, but the functions wait for disk and analyst.
class MyBoards {
 public:
  /// The error says why the analyst cannot be used.
  static OrInputError<std::unique_ptr<MyBoards>> make(std::filesystem::path results, const AnalysisSettings& settings);

  /// All figures as a JSON object (`mine_model.ts`), or those of some tables. Has what is not analysed yet analysed.
  std::string figures();
  std::string figures(const std::vector<std::string>& tables);
  /// A board with the house's table, as the replay shows it; nullopt if there is none.
  std::optional<std::string> board(const std::string& table, JobNumber job) const;
  /// The position before a decision, and what is said to it (practice.h); 404 if there is none.
  HttpResponse position(const std::string& table, JobNumber job, RoundNumber round, const DecisionPlace& place) const;
  HttpResponse practise(const std::string& table, JobNumber job, RoundNumber round, const DecisionPlace& place,
                        std::string_view command) const;

 private:
  MyBoards(std::filesystem::path results, const AnalysisSettings& settings, std::unique_ptr<AnalystLibrary> analyst);
  std::string figures_of(const std::vector<OwnTable>& tables);
  tl::expected<std::vector<RoundAnalysis>, std::string> analyse(const std::string& key, const DecisionCount& counted);

  const std::filesystem::path results_;
  const AnalysisSettings settings_;
  const std::unique_ptr<AnalystLibrary> analyst_;
  std::mutex mutex_;  ///< of `tables_`
  OwnTables tables_;
  AnalysisQueue queue_;  ///< ends before what it uses
};

/// A finished board of a table with the house's rounds beside it, as the replay shows it; nullopt if there is none.
std::optional<std::string> table_board_json(const std::filesystem::path& folder, JobNumber job);

}  // namespace tichu::arena
