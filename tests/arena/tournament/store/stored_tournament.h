#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "arena/tournament/store/tournament_store.h"
#include "tests/arena/record/random_record.h"

namespace tichu::arena {

/// One random round of the deal with this index, as it is stored.
inline StoredRound random_round(std::uint64_t seed, std::uint64_t deal_index) {
  StoredRound round;
  round.record = random_record(seed, deal_index);
  round.record.deal_index = deal_index;
  round.score = {(*round.record.result->score)[Team::A], (*round.record.result->score)[Team::B]};
  return round;
}

/// Finished jobs `first` up to `end`, each a board of one random round at one table.
inline std::vector<FinishedJob> random_jobs(const TournamentConfig& config, std::uint64_t first, std::uint64_t end) {
  std::vector<FinishedJob> jobs;
  for (std::uint64_t number = first; number < end; ++number) {
    FinishedJob& job = jobs.emplace_back();
    job.job = {JobNumber(number), BoardNumber(number), {EntrantId{0}, EntrantId{1}}};
    job.result.margin = static_cast<double>(number);
    job.result.tables = 1;
    job.rounds.push_back(random_round(config.seed, number));
  }
  return jobs;
}

/// A tournament of `jobs` boards between bots with these names, stored in `folder`.
inline TournamentStore stored_tournament(const std::filesystem::path& folder, const std::string& first,
                                         const std::string& second, std::uint64_t jobs) {
  TournamentConfig config;
  config.name = "cup";
  config.boards = jobs;
  config.bots.resize(2);
  config.bots[0].name = first;
  config.bots[1].name = second;
  TournamentStore store = TournamentStore::create(folder, config, "test");
  store.add(random_jobs(config, 0, jobs));
  return store;
}

}  // namespace tichu::arena
