#pragma once

#include <functional>
#include <sstream>
#include <string>

#include "arena/record/json_record.h"
#include "arena/tournament/play/run_tournament.h"
#include "tests/arena/bundled_bot.h"
#include "tests/arena/patient_limits.h"
#include "tests/arena/temporary_folder.h"
#include "tests/arena/tournament/store/whole_boards.h"

namespace tichu::tests {

/// Four bots in both shapes and a mixed pair.
inline arena::TournamentConfig small_tournament() {
  arena::TournamentConfig config;
  config.name = "small";
  config.seed = 3;
  config.boards = 6;
  config.bots = {bundled_bot("steady"), bundled_bot("greedy", arena::BotKind::Program),
                 bundled_bot("random", arena::BotKind::Program), bundled_bot("lowest")};
  config.pairs = {{"mixed", {0, 2}}};
  config.limits = PatientLimits;
  return config;
}

/// What a run leaves behind.
struct RunLeavings {
  arena::RunSummary outcome;
  std::string records;  ///< of all rounds, in the order of jobs
  std::uint64_t stored = 0;
};

/// Plays a tournament in a folder of its own.
inline RunLeavings run(
    const arena::TournamentConfig& config, const std::function<bool()>& stop_requested = [] { return false; }) {
  const arena::TemporaryFolder folder;
  arena::TournamentStore store = arena::TournamentStore::create(folder.path(), config, "test");
  arena::Observers nobody;
  RunLeavings left;
  left.outcome = arena::run_tournament(config, {store, nobody, stop_requested});
  arena::each_whole_board(store, [&left](const arena::StoredBoard& board) {
    for (const arena::StoredRound& round : board.rounds) left.records += arena::write_json_record(round.record) + "\n";
  });
  left.stored = store.boards().job_count();
  return left;
}

/// The numbers of a report that must be the same on any number of threads, to the last bit.
inline std::string figures_of(const arena::TournamentReport& report) {
  std::ostringstream text;
  text << std::hexfloat;
  const auto put_count = [&text](const arena::WinCount& count) {
    text << count.wins << " " << count.draws << " " << count.losses << " ";
  };
  const auto put_points = [&text](const arena::PointsEstimate& points) {
    text << points.mean << " " << points.standard_error.value_or(0) << " ";
  };
  for (const arena::Standing& row : report.standings.ranked) {
    const arena::PlayFigures& figures = row.figures;
    text << report.name_of(row.entrant) << " " << row.rating.elo << " " << row.rating.error95 << " ";
    put_points(row.points);
    put_count(row.count);
    text << figures.rounds << " " << figures.tichu_called << " " << figures.tichu_made << " " << figures.grand_called
         << " " << figures.grand_made << " " << figures.double_victories << " " << figures.bomb_hands << " "
         << figures.faults << "\n";
  }
  for (const arena::PairStanding& pair : report.standings.pairs) {
    put_points(pair.points);
    put_count(pair.count);
    text << (pair.difference ? pair.difference->elo : 0) << " " << pair.superiority.value_or(0) << "\n";
  }
  for (const arena::Place& place : report.places) {
    text << place.rank << " " << report.name_of(place.entrant) << " " << place.points << " " << place.margin << "\n";
  }
  for (const arena::FinishedFault& fault : report.faults) {
    text << fault.job.value() << " " << static_cast<int>(fault.bot) << " " << to_text(fault.kind) << " " << fault.text
         << "\n";
  }
  return std::move(text).str();
}

}  // namespace tichu::tests
