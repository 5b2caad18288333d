#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "arena/presentation/live/http_handler.h"
#include "arena/seats/table/shared_table.h"
#include "arena/seats/table/table_state.h"
#include "engine/answer.h"
#include "engine/plays.h"

namespace tichu::arena {

class Coach;

/// The pace and the time for bombs that a person may choose, in milliseconds.
inline constexpr std::int64_t MostPace = 10'000;

/// The person takes back the answer of this number: the table is to be as it was before it.
struct AnswerTakenBack {
  std::uint32_t id;
};

/// Where a person sits at a table: what is shown, what is asked, and what was answered. The table's thread tells and
/// asks, the network's threads show and answer.
///
/// A snapshot is the whole state and has a version; whoever has an old one gets the new one, and nothing else is sent.
/// An answer names its question, so that it counts once however often it comes, and from whichever page.
class PersonSeat {
 public:
  /// Takes the place at the table, which outlives this object; of several people in the order of seats, and before all
  /// else.
  PersonSeat(SharedTable& table, Seat place, TableCaption caption);

  /// The person trains with this coach, which is asked as long as the table is played at. Before all else.
  void train(Coach& coach);

  // By the table's thread. They throw SeatsClosed once the table is closed, and AnswerTakenBack if the person takes an
  // answer back in training.

  void begin_round();
  void tell(const SeenEvent& event, const Observation& seen);
  /// The person's answer, which is legal. A bomb is declined, unless the person has said that one is coming, or is
  /// alone and there is no pace. There is no limit of time for who is alone. Of several people, one who lets the clock
  /// run out is away: nullopt, and what another decides is to be given to `answer_for`.
  std::optional<Answer> ask(Question question, const Observation& seen);
  void answer_for(Question question, const Answer& answer);
  /// Nothing of the round is answered or taken back any more.
  void end_play();
  void end_round(TableRound round);
  /// What the house made of the round of this number, from 0, which may come at any time. By any thread.
  void tell_house(std::uint64_t round, PerTeam<Points> score);
  /// After AnswerTakenBack: the table is played again from its begin.
  void rewind();

  // By any thread.

  /// Answers with a snapshot as soon as there is one of another version than `known`.
  void poll(std::string_view known, std::shared_ptr<DeferredResponse> later);
  /// Does what a page says (TABLE.md). What is answered says whether it was taken, or why not.
  HttpResponse take(std::string_view command);

  Seat place() const { return place_; }

  // For the shared table, with its lock.

  void show_stage(TableStage stage) { state_.stage = stage; }
  void show_failure(const std::string& why);
  void publish();
  bool wants(std::uint64_t round) const { return wanted_ >= round; }
  bool is_ready() const { return wanted_ > state_.rounds.size(); }
  bool is_connected() const { return connected_; }
  /// Whether it is another than before that the person is there.
  bool refresh_presence();
  /// The time to say that one has a bomb is over.
  void close_window();
  /// Nothing more is shown to those who wait.
  void end_polls();

 private:
  using Lock = SharedTable::Lock;

  struct Open {
    OpenQuestion asked;
    std::optional<Answer> reply;
  };
  /// What everybody knows of a seat's time to say that a bomb is coming: there is none, since it has the turn or cannot
  /// have a bomb; until the beat; or long enough to decide.
  enum class BombTime : std::uint8_t { None, Beat, Long };

  /// Whether the table's thread is to stop waiting.
  bool is_left() const { return table_.closed || taken_back_; }
  void check_open() const;
  void note(std::uint32_t id, Question question, const Answer& answer, const Observation& seen, bool is_automatic);
  void await_beat(Lock& lock);
  const PlayList* legal_plays(Question question, const Observation& seen);
  /// The pass of a person who passes until the trick ends; nullopt if it is another matter.
  std::optional<Answer> pass_on(Lock& lock, Question question, const PlayList* plays);
  /// False if the clock has run out.
  bool await_reply(Lock& lock);
  static BombTime bomb_time(const SeenEvent& event, const Observation& seen);
  /// Alone and without a pace a bomb has no limit.
  bool is_unhurried() const;
  /// Who holds no bomb has the same time.
  void open_window(BombTime time, const Observation& seen);
  /// Whether the person may still say something within the long time.
  bool is_choosing() const;
  void await_windows(Lock& lock);
  void end_window();
  std::optional<Answer> replayed(Question question, const Observation& seen);
  std::optional<Answer> declined(Question question, const Observation& seen);
  void hear();
  HttpResponse leave();
  void record(const Answer& answer, bool until_next_trick);
  HttpResponse take_answer(const nlohmann::json& command);
  HttpResponse judge(const nlohmann::json& command) const;
  HttpResponse hold(const nlohmann::json& command);
  HttpResponse no_bomb(const nlohmann::json& command);
  HttpResponse want_round(const nlohmann::json& command);
  /// The pace, or else the time for bombs.
  HttpResponse set_time(const nlohmann::json& command, bool is_pace);
  HttpResponse hint(const nlohmann::json& command);
  HttpResponse take_back(const nlohmann::json& command);
  bool is_open(const nlohmann::json& command) const;

  SharedTable& table_;
  const Seat place_;
  TableState state_;
  std::uint64_t version_ = 0;
  std::string version_text_;
  SharedText shown_;
  std::vector<std::shared_ptr<DeferredResponse>> polls_;
  std::unique_ptr<PlayList> plays_;
  std::optional<Open> open_;
  std::uint32_t last_id_ = 0;
  std::uint64_t beats_ = 0;         ///< how many events were told that have a beat
  std::uint64_t wanted_ = 1;        ///< the last round that the person wants, from 1; 0: nobody has come
  BombTime time_ = BombTime::None;  ///< for a bomb, now
  bool window_ = false;             ///< the person may say that a bomb is coming
  bool wants_bomb_ = false;         ///< and has said so
  bool has_no_bomb_ = false;        ///< or that none is coming now
  bool trick_without_ = false;      ///< or until the trick ends
  bool away_ = false;               ///< the last decision was made by another, and nothing was heard since
  bool holds_back_ = false;         ///< the end of a trick is not shown yet
  bool connected_ = false;
  std::optional<std::chrono::steady_clock::time_point> heard_;  ///< when the person's page asked last
  Coach* coach_ = nullptr;
  std::vector<std::uint32_t> decided_;  ///< numbers of the answers of this round that the person chose
  std::optional<std::uint32_t> taken_back_;
};

}  // namespace tichu::arena
