#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "arena/service/ladder/ladder_database.h"
#include "arena/service/ladder/ladder_figures.h"

namespace tichu::arena {

/// A season with its secrets, which `FairDeals` tells once it has ended.
struct SeasonRow {
  FairDeals told;
  std::uint64_t seed = 0;
  std::string salt;
};

/// The seasons of a ladder in one transaction. Nothing is committed.
class SeasonTable {
 public:
  explicit SeasonTable(LadderDatabase::Work& work) : work_(work) {}

  /// In their order. There is always one.
  std::vector<SeasonRow> all();
  /// The same, as everybody may know them.
  std::vector<FairDeals> told();
  /// Draws a seed and a salt for the next season and keeps their hash. The first one begins at once, with board 0.
  FairDeals announce();
  /// All boards before `first_job` are stored: the season begins with it, and the one before it has ended.
  void begin(std::uint64_t season, JobNumber first_job);

 private:
  LadderDatabase::Work& work_;
};

}  // namespace tichu::arena
