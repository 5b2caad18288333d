#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/observation.h"
#include "engine/plays.h"
#include "engine/points.h"
#include "engine/question.h"
#include "engine/seat.h"
#include "protocol/json_writer.h"

namespace tichu::arena {

/// What stays the same at a table.
struct TableCaption {
  PerSide<std::string> names;   ///< who sits where, seen from the person
  std::uint64_t rounds = 0;     ///< how many are played; 0: a game
  Points target;                ///< of a game
  std::string tournament = {};  ///< the name under which the rounds are stored
};

/// A round that was played to its end, from the person's side.
struct TableRound {
  Points own;
  Points theirs;
  std::uint64_t job = 0;  ///< of its board, for the replay
  std::uint64_t round = 0;
  std::vector<std::string> troubles = {};     ///< whose bot failed, a sentence each
  std::optional<PerTeam<Points>> house = {};  ///< what the house made of it; nullopt if it has not played it
};

/// A question as the person's page is asked.
struct OpenQuestion {
  std::uint32_t id = 0;
  Question question = Question::Turn;
  const Observation* seen = nullptr;
  const PlayList* plays = nullptr;  ///< every legal play, of a turn or a bomb; else null
  bool held = false;                ///< of a bomb: the table waits until the person has chosen, who said it comes
};

enum class TableStage : std::uint8_t { Round, Between, Over, Failed };

constexpr std::array<std::string_view, 4> words_of(TableStage) { return {"round", "between", "over", "failed"}; }

/// All that the page of a person shows, as one JSON object (TABLE.md). It is made of what the seat may know and of what
/// the person did, and of nothing else.
class TableState {
 public:
  explicit TableState(TableCaption caption) : caption_(std::move(caption)) {}

  TableStage stage = TableStage::Between;
  std::vector<TableRound> rounds;
  bool passing = false;                      ///< the person passes until the trick ends
  std::optional<std::uint64_t> window = {};  ///< the number of the time in which the person may decline to bomb
  std::string trouble;                       ///< why the table has failed; empty if it has not
  std::string coach = "null";                ///< what the coach says, as JSON
  std::string people = "null";               ///< who is there, as JSON

  const TableCaption& caption() const { return caption_; }
  void begin_round();
  /// One more event, as the seat sees it.
  void see(const SeenEvent& event, const Observation& seen);
  void open(const OpenQuestion& asked);
  void close() { question_.clear(); }

  /// `version`, pace and time for bombs as they are told.
  std::string text(std::string_view version, std::int64_t pace_ms, std::int64_t bomb_ms) const;

 private:
  TableCaption caption_;
  protocol::JsonWriter events_;  ///< of the round, as members of a list
  std::string seen_;             ///< JSON; empty before the round's first event
  std::string question_;         ///< JSON; empty: nothing is asked
};

}  // namespace tichu::arena
