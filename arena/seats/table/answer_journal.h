#pragma once

#include <cstdint>
#include <deque>
#include <filesystem>
#include <optional>
#include <string>
#include <tl/expected.hpp>

#include "arena/hosting/player/fault.h"
#include "arena/hosting/sandbox/posix.h"
#include "engine/answer.h"
#include "engine/observation.h"
#include "engine/seat.h"

namespace tichu::arena {

/// What a seat answered, or its bot's fault.
struct JournalEntry {
  Seat seat;
  Question question = Question::Turn;
  tl::expected<Answer, Fault> answer;
  /// Of a pass: the seat passes on until the trick ends.
  bool until_next_trick = false;
  std::uint32_t id = 0;    ///< the question's number when it was answered; of what is taken
  bool is_absent = false;  ///< decided for a person who was away
};

/// The file of a table's answers, in its folder.
inline constexpr const char* JournalFileName = "answers.jsonl";

/// All answers at a table in their order, kept in a file so that another process goes on where this one ended: what is
/// recorded is taken first, then entries are added. One thread at a time.
class AnswerJournal {
 public:
  /// Opens or makes the file. A last line that was cut off is cut away: nobody was told of it. Throws
  /// std::runtime_error if the file cannot be read or written.
  explicit AnswerJournal(const std::filesystem::path& file);

  /// Whether entries are left to be taken.
  bool is_replaying() const { return !recorded_.empty(); }
  /// The number of the next question to this seat, from 1: a question of this number is always the same one. It counts
  /// the seat's own questions alone, since that others are asked for a bomb tells of their cards.
  std::uint32_t next_id(Seat seat) const { return counts_[seat] + 1; }
  /// The recorded answer to this question; nullopt if none is left. Throws std::runtime_error if the next entry is of
  /// another question, so that this is no journal of this table.
  std::optional<JournalEntry> take(Seat seat, Question question, const Observation& seen);
  /// Adds an entry and hands it to the system, so that it outlives this process. Nothing may be left to be taken.
  void add(const JournalEntry& entry);
  /// Takes back the seat's answer of this number in the round under way, and all answers since. What is left is to be
  /// taken again, from the first. Nothing may be left to be taken. Throws std::runtime_error if there is no such
  /// answer.
  void take_back(Seat seat, std::uint32_t id);
  /// That a round of this number, from 1, has begun: whether it is recorded, and to record it.
  bool take_round(std::uint64_t round);
  void add_round(std::uint64_t round);

 private:
  /// Reads what is left of the file.
  void read();
  void take_line(std::string line);
  void write(std::string line);
  [[noreturn]] void refuse(const std::string& why) const;

  std::filesystem::path file_;
  std::deque<std::string> recorded_;
  std::uint32_t count_ = 0;          ///< answers taken and added
  PerSeat<std::uint32_t> counts_{};  ///< of each seat, with those that were taken back
  FileDescriptor output_;
};

}  // namespace tichu::arena
