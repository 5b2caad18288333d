#pragma once

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <filesystem>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <thread>

#include "arena/record/record.h"
#include "arena/seats/table/sitting.h"
#include "engine/points.h"
#include "engine/seat.h"

namespace tichu::arena {

class Sandbox;

/// The file in a table's folder that has the house's rounds as records.
inline constexpr const char* HouseFileName = "house.jsonl";
/// The rounds that the house has played, by number from 0; none if there is no file.
std::map<std::uint64_t, Record> read_house(const std::filesystem::path& file);
/// The house's round of the same deal as a record of the table; null if the house has not played it to its end.
const Record* house_of(const std::map<std::uint64_t, Record>& house, const Record& record);

/// Plays the rounds of a person's table once more, with the partner's bot at the person's seat too: what the house made
/// of the same cards. It has a thread of its own, and keeps the rounds in a file of records.
class House {
 public:
  /// Reads what was played before. `sitting` and `sandbox`, which may be null, must outlive this object. Throws
  /// std::runtime_error if the file cannot be read.
  House(const Sitting& sitting, const Sandbox* sandbox, std::filesystem::path file);
  ~House();
  House(const House&) = delete;
  House& operator=(const House&) = delete;

  /// Begins the house's thread, which calls `news` with the number of each round that it has played. Before all else.
  void start(std::function<void(std::uint64_t)> news);
  /// Wants the round of this number, from 0, which the person has finished, with the scores before it. Any thread.
  void want(std::uint64_t round, PerTeam<Points> totals);
  /// The round, if it was played to its end. Any thread.
  std::optional<Record> find(std::uint64_t round) const;

 private:
  struct Wanted {
    std::uint64_t round = 0;
    PerTeam<Points> totals;
  };

  void run();
  Record play(const Wanted& wanted) const;
  void keep(const Record& record);

  const Sitting& sitting_;
  const Sandbox* sandbox_;
  const std::filesystem::path file_;
  std::function<void(std::uint64_t)> news_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  bool stopping_ = false;
  std::deque<Wanted> wanted_;
  std::map<std::uint64_t, Record> played_;
  std::jthread thread_;
};

}  // namespace tichu::arena
