#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <tl/expected.hpp>
#include <vector>

#include "arena/hosting/match/board.h"
#include "arena/record/json_record.h"
#include "arena/tournament/config/tournament_config.h"
#include "arena/tournament/schedule/entrant.h"
#include "arena/tournament/store/finished_job.h"
#include "arena/tournament/store/tournament_store.h"

namespace tichu::arena {

/// Makes a tournament of rounds that were played elsewhere, from their records in two passes: `survey` each, take the
/// `config`, then `add` each once more, in the same order. The records of a job stand together; one that names no job
/// is a job of its own. Within a job they stand by seating and round, from round 0. Bots are known by their names
/// alone; two that sit together enter as a pair.
class RecordImport {
 public:
  /// The tournament's name, and the folder in which its own is made.
  RecordImport(std::string name, std::filesystem::path results);

  /// Notes a record. Fails with what keeps it from being part of the tournament: a round that breaks the rules, or that
  /// ended without a seat to blame, no names, other rules or another seed than those before, a job that stands in two
  /// places or has other players at another table.
  tl::expected<void, std::string> survey(const ReadRecord& read);
  /// Once all records were surveyed: fails with what keeps them together from being a tournament, such as too many
  /// players.
  tl::expected<void, std::string> check();
  /// The tournament's configuration, once `check` has found it sound. Its seed is unknown if the records tell none.
  const TournamentConfig& config() const { return config_; }
  /// How many records were surveyed.
  std::uint64_t rounds() const { return surveyed_; }

  /// Takes a record once more; hands out the job before if another begins with it.
  std::optional<FinishedJob> add(const Record& record);
  /// The last job; nullopt if there were no records.
  std::optional<FinishedJob> finish();

 private:
  using Names = std::array<std::string, 2>;  ///< of partners

  /// A job that is being read.
  struct OpenJob {
    JobNumber number;
    std::array<Names, 2> teams;
    std::vector<SeatingNumber> seatings;  ///< in the order of the records
    std::uint64_t rounds = 0;             ///< of the last seating
  };

  tl::expected<void, std::string> open_job(const Record& record, JobNumber number);
  tl::expected<void, std::string> add_to_job(const Record& record);
  tl::expected<void, std::string> check_open_job() const;
  /// A name that nobody has yet: both names joined, cut if that is too long.
  std::string pair_name(const Names& names) const;
  void name_pairs();
  void note_players(const std::array<Names, 2>& teams);
  EntrantId entrant_of(const Names& names) const;
  std::size_t bot_of(const std::string& name) const;
  FinishedJob take_board();

  TournamentConfig config_;
  bool has_rules_ = false;
  std::set<JobNumber> jobs_;  ///< that were begun
  std::optional<OpenJob> open_;
  std::uint64_t surveyed_ = 0;
  // Of the second pass:
  std::uint64_t added_ = 0;
  Job job_;  ///< that is being collected
  std::optional<BoardOutcome> board_;
  std::vector<Entrant> entrants_;
};

/// A tournament that is stored, and how many rounds it has.
struct ImportedRecords {
  TournamentStore store;
  std::uint64_t rounds = 0;
};

/// Stores the tournament that all the records of these files (JSON Lines) tell, in `folder`, which must be free; each
/// file is read twice. Returns what is wrong and where; then nothing was written. Throws std::system_error if a file
/// cannot be read.
OrInputError<ImportedRecords> import_records(const std::vector<std::string>& files, const std::filesystem::path& folder,
                                             const std::string& program);

}  // namespace tichu::arena
