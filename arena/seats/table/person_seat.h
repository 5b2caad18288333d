#pragma once

#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "arena/presentation/live/http_handler.h"
#include "arena/seats/table/answer_journal.h"
#include "arena/seats/table/beat.h"
#include "arena/seats/table/table_state.h"
#include "engine/answer.h"
#include "engine/plays.h"

namespace tichu::arena {

class Coach;

/// The pace that a person may choose, in milliseconds.
inline constexpr std::int64_t MostPace = 10'000;

/// The person takes back the answer of this number: the table is to be as it was before it.
struct AnswerTakenBack {
  std::uint32_t id;
};

/// Where the person of a table sits: what is shown, what is asked, and what was answered. The table's thread tells and
/// asks, the network's threads show and answer.
///
/// A snapshot is the whole state and has a version; whoever has an old one gets the new one, and nothing else is sent.
/// An answer names its question, so that it counts once however often it comes, and from whichever page.
class PersonSeat {
 public:
  /// `run` begins all versions, and must be another one for each process of a table. The others outlive this object.
  PersonSeat(AnswerJournal& journal, Beat& beat, TableCaption caption, std::string run);

  /// The person trains with this coach, which is asked as long as the table is played at. Before all else.
  void train(Coach& coach);

  // By the table's thread. They throw SeatsClosed once the seat is closed, and AnswerTakenBack if the person takes an
  // answer back in training.

  /// Waits until the person wants the round of this number, from 1; the first is wanted by whoever sits down.
  void await_round(std::uint64_t number);
  void begin_round();
  void tell(const SeenEvent& event, const Observation& seen);
  /// The person's answer, for which there is no limit of time; but a bomb is declined with the beat, unless the person
  /// asks the table to wait, or there is no pace. Legal.
  Answer ask(Question question, const Observation& seen);
  /// Nothing of the round is answered or taken back any more.
  void end_play();
  void end_round(TableRound round);
  /// What the house made of the round of this number, from 0, which may come at any time. By any thread.
  void tell_house(std::uint64_t round, PerTeam<Points> score);
  /// After AnswerTakenBack: the table is played again from its begin.
  void rewind();
  /// All rounds have been played.
  void finish();
  /// The table cannot go on; `why` is a sentence.
  void fail(const std::string& why);

  // By any thread.

  /// Nobody is waited for any more.
  void close();
  /// Answers with a snapshot as soon as there is one of another version than `known`.
  void poll(std::string_view known, std::shared_ptr<DeferredResponse> later);
  /// Does what a page says (TABLE.md). What is answered says whether it was taken, or why not.
  HttpResponse take(std::string_view command);

 private:
  using Lock = std::unique_lock<std::mutex>;

  struct Open {
    OpenQuestion asked;
    std::optional<Answer> reply;
  };

  /// Whether the table's thread is to stop waiting.
  bool is_left() const { return closed_ || undone_; }
  void check_open() const;
  void note(std::uint32_t id, Question question, const Answer& answer, const Observation& seen, bool is_automatic);
  void await_beat(Lock& lock);
  const PlayList* legal_plays(Question question, const Observation& seen);
  /// The pass of a person who passes until the trick ends; nullopt if it is another matter.
  std::optional<Answer> pass_on(Lock& lock, Question question, const PlayList* plays);
  void await_reply(Lock& lock);
  void record(const Answer& answer, bool until_next_trick);
  void publish();
  HttpResponse take_answer(const nlohmann::json& command);
  HttpResponse judge(const nlohmann::json& command) const;
  HttpResponse hold(const nlohmann::json& command);
  HttpResponse want_round(const nlohmann::json& command);
  HttpResponse set_pace(const nlohmann::json& command);
  HttpResponse advise(const nlohmann::json& command);
  HttpResponse undo(const nlohmann::json& command);
  bool is_open(const nlohmann::json& command) const;

  AnswerJournal& journal_;
  Beat& beat_;
  const std::string run_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  TableState state_;
  std::uint64_t version_ = 0;
  std::string version_text_;
  SharedText shown_;
  std::vector<std::shared_ptr<DeferredResponse>> polls_;
  std::unique_ptr<PlayList> plays_;
  std::optional<Open> open_;
  std::uint32_t last_id_ = 0;
  bool answered_ = false;  ///< the next event may be what the person did
  std::uint64_t wanted_ = 1;
  bool closed_ = false;
  bool replaying_ = true;  ///< what is told is recorded, and not shown
  Coach* coach_ = nullptr;
  std::vector<std::uint32_t> decided_;  ///< numbers of the answers of this round that the person chose
  std::optional<std::uint32_t> undone_;
};

}  // namespace tichu::arena
