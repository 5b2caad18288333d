#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "arena/record/json_record.h"
#include "arena/store/event_store.h"
#include "tests/arena/record/random_record.h"

namespace tichu::arena {

/// Finished jobs `first` up to `end`, each a board of one random round at one table.
inline std::vector<FinishedJob> random_jobs(const EventConfig& config, std::uint64_t first, std::uint64_t end) {
  std::vector<FinishedJob> jobs;
  for (std::uint64_t number = first; number < end; ++number) {
    FinishedJob& job = jobs.emplace_back();
    job.job = {number, number, {EntrantId{0}, EntrantId{1}}};
    job.result.margin = static_cast<double>(number);
    job.result.tables = 1;
    Record record = random_record(1, number);
    const std::string& one = config.bots[0].name;
    const std::string& other = config.bots[1].name;
    record.bots = {one, other, one, other};
    FinishedRound& round = job.rounds.emplace_back();
    round.score = {(*record.result->score)[Team::A], (*record.result->score)[Team::B]};
    round.record = write_json_record(record);
  }
  return jobs;
}

/// An event of `jobs` boards between bots with these names, stored in `folder`.
inline EventStore stored_event(const std::filesystem::path& folder, const std::string& first, const std::string& second,
                               std::uint64_t jobs) {
  EventConfig config;
  config.name = "cup";
  config.boards = jobs;
  config.bots.resize(2);
  config.bots[0].name = first;
  config.bots[1].name = second;
  EventStore store = EventStore::create(folder, config, "test");
  store.add(random_jobs(config, 0, jobs));
  return store;
}

}  // namespace tichu::arena
