#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/game.h"
#include "engine/random.h"
#include "engine/random_policy.h"
#include "engine/rules.h"
#include "sdk/python/native/id_set.h"
#include "sdk/python/native/layout.h"
#include "sdk/python/native/seat_plan.h"
#include "sdk/python/native/seated_bot.h"
#include "sdk/python/native/table.h"
#include "sdk/python/native/thread_pool.h"
#include "sdk/search/light_policy.h"

namespace tichu::training {

/// How a batch is played.
struct BatchPlan {
  int tables = 1;
  std::uint64_t seed = 0;
  std::uint64_t first_episode = 0;
  Rules rules;
  PerSeat<SeatPlan> seats;
  SeatPlan adviser;                    ///< a Plugin whose bot says what it would answer for the learners, or a Learner
  std::array<bool, AskCount> asked{};  ///< what learners are asked; the rest is answered plainly for them
  bool has_states = false;             ///< all hands are written too
  bool whole_games = false;            ///< an episode is a game to the rules' target, not a round
  bool auto_reset = true;              ///< the next episode begins in the step in which one ends
  int threads = 1;
  const Layout* layout = nullptr;  ///< of observations; nullptr: none are written
};

/// Where a step writes. A null pointer is left alone. `n` is the number of tables.
struct BatchArrays {
  std::uint8_t* observations = nullptr;   ///< n rows of the layout
  std::uint8_t* mask = nullptr;           ///< n rows of ActionIds::Count
  std::int32_t* legal_offsets = nullptr;  ///< n + 1: where each table's legal ids begin in `legal_ids`
  std::int16_t* legal_ids = nullptr;      ///< rising for each table; room for n times ActionIds::Count
  std::uint8_t* features = nullptr;       ///< a row of ActionRowSize for each of `legal_ids`
  std::uint8_t* legal_bits = nullptr;     ///< n rows of LegalBitsSize: bit i % 8 of byte i / 8 is set if i is legal
  std::uint8_t* states = nullptr;         ///< n rows of the state layout, from the seat that is asked on
  std::int16_t* labels = nullptr;         ///< n: the adviser's answer, or NoAnswer if it has none that is legal
  float* rewards = nullptr;               ///< n rows of 4, by seat
  std::int8_t* calls = nullptr;           ///< n rows of 4, by seat: what a call brought in the round that ended, in 100
  std::int8_t* double_victories = nullptr;  ///< n: 1 if team A had one in the round that ended, -1 if team B
  std::uint8_t* ends = nullptr;             ///< n
  std::uint8_t* round_ends = nullptr;       ///< n
  std::uint8_t* seats = nullptr;            ///< n; NoSeat at a table that is over
  std::uint8_t* asks = nullptr;             ///< n; NoSeat at a table that is over
  std::int64_t* episodes = nullptr;         ///< n
};

/// Why a step cannot be made: nothing has changed.
struct BadAction {
  int table = 0;
  std::int64_t id = 0;
  std::string reason;
};

/// Many tables that take a step together. Table i of n plays the episodes first + i, first + i + n, and so on; what
/// happens in an episode depends on the seed, its number and the learners' answers alone. A step allocates nothing, but
/// for what bots of plug-ins do. Called from one thread at a time.
class TableBatch {
 public:
  static constexpr std::uint8_t NoSeat = 255;
  /// Bytes of a table's legal actions as bits.
  static constexpr int LegalBitsSize = 8 * static_cast<int>(IdSet::Words);
  /// The answer that a table which is over takes.
  static constexpr std::int16_t NoAnswer = -1;

  /// The plan must have a learner and at least one table and one thread.
  explicit TableBatch(BatchPlan plan);

  const BatchPlan& plan() const { return plan_; }
  /// Begins the first episodes again, as after the constructor, with this seed, and fills the arrays.
  void reset(std::uint64_t seed, const BatchArrays& arrays);
  /// Begins the next episode at each table that is over, and fills the arrays.
  void reset_finished(const BatchArrays& arrays);
  /// Takes the answers for the next step over, one a table. What is wrong with the first wrong one, or nullopt if all
  /// are legal.
  template <typename Id>
  std::optional<BadAction> take(const Id* ids);
  /// Answers each table's question as `take` has it, which must have found nothing wrong, and goes on to the next
  /// question to a learner.
  void step(const BatchArrays& arrays);
  /// Draws a legal answer for each table, each with the same chance; NoAnswer at a table that is over.
  template <typename Id>
  void sample(Id* ids);

  const Table& table(int index) const { return at(index).table; }
  const Totals& totals(int index) const { return at(index).totals; }
  /// The events of the round that is being played at a table.
  const EventLog& log(int index) const { return logs_[place(index)][at(index).current_log]; }
  /// The round that ended last at a table; nullptr if none has.
  const EventLog* finished_log(int index) const;
  const Deal& finished_deal(int index) const { return at(index).finished_deal; }
  const Deal& deal(int index) const { return at(index).deal; }
  bool is_over(int index) const { return at(index).over; }
  const IdSet& legal(int index) const { return legal_[place(index)]; }
  /// How often a plug-in's bot failed or answered what is not legal, so that a plain answer took its place, or an
  /// adviser failed.
  std::uint64_t bot_faults() const;
  /// Writes all hands, as the seat that is asked sees them: n rows of the state layout.
  void write_state(std::uint8_t* rows) const;
  /// Writes what another seat than the asked one may know: a row of the layout, which must not be null.
  void write_observation(int index, Seat viewer, std::uint8_t* row) const;

 private:
  /// One table and its episode.
  struct Place {
    Table table;
    Totals totals;
    Random chance{0};  ///< of `sample`
    std::uint64_t episode = 0;
    std::uint64_t bot_key = 0;    ///< of the chance of bots in this round
    std::uint32_t bot_turns = 0;  ///< answers of bots in this round
    std::uint32_t rounds = 0;     ///< that ended in this episode
    std::uint64_t faults = 0;
    std::uint8_t current_log = 0;
    Seat viewer;  ///< who is asked; at a table that is over, the learner who was asked last
    bool has_finished = false;
    bool over = false;
    bool ended = false;              ///< in this step
    bool round_ended = false;        ///< in this step
    PerSeat<float> rewards;          ///< of this step
    PerSeat<std::int8_t> calls;      ///< of the round that ended in this step
    std::int8_t double_victory = 0;  ///< of the round that ended in this step
    std::int16_t label = 0;          ///< the adviser's answer to the question
    std::array<std::unique_ptr<SeatedBot>, 4> bots;
    Deal deal;
    Deal finished_deal;
  };
  /// What one thread works in.
  struct Workroom {
    PlayList plays;
    RandomPolicy random{Random(0)};
    LightPolicy light;
  };

  static std::size_t place(int index) { return static_cast<std::size_t>(index); }
  Place& at(int index) { return places_[place(index)]; }
  const Place& at(int index) const { return places_[place(index)]; }
  EventLog& current_log(Place& place, int index) { return logs_[TableBatch::place(index)][place.current_log]; }

  template <typename Id>
  int take_part(const Id* ids, int first, int last);
  template <typename Work>
  void for_each_part(const Work& work);
  void answer_table(int index, Workroom& room);
  void begin_episode(int index, std::uint64_t episode);
  void begin_round(int index);
  void play_on(int index, Workroom& room);
  void ask_learner(int index, Workroom& room);
  void play_bot(int index, Workroom& room);
  void play_policy(int index, Workroom& room);
  void answer_plainly(int index, Workroom& room);
  void end_round(int index);
  void restart(int index, Workroom& room);
  void clear_step(Place& here);
  std::int16_t advice(int index);
  void write_table(int index, const BatchArrays& arrays);
  void write_all(const BatchArrays& arrays);
  void write_legal(int first, int last, std::int32_t offset, const BatchArrays& arrays);

  BatchPlan plan_;
  std::vector<Place> places_;
  std::vector<IdSet> legal_;
  std::vector<std::int32_t> legal_counts_;
  std::vector<std::int16_t> answers_;
  std::vector<std::array<EventLog, 2>> logs_;  ///< the round under way, and the one that ended last
  std::vector<std::unique_ptr<Workroom>> rooms_;
  ThreadPool crew_;
};

}  // namespace tichu::training
