#pragma once

#include <array>

#include "engine/deal.h"
#include "engine/plays.h"
#include "engine/position.h"
#include "engine/question_order.h"
#include "engine/round.h"
#include "sdk/python/native/action_ids.h"
#include "sdk/python/native/ask.h"
#include "sdk/python/native/id_set.h"
#include "sdk/python/native/public_play.h"

namespace tichu::training {

/// One round at one table as a sequence of single questions, each answered by an action id, in the order of
/// engine/question_order.h; a seat that may call Tichu on its turn is asked so before it plays. Never allocates;
/// copying is cheap but for the events, which lie in the log that is passed in.
class Table {
 public:
  Table() = default;
  /// A table in the middle of a round, to be looked at: `seat` is asked `ask`, with nothing of it answered yet.
  Table(const Round& round, const EventLog& log, Seat seat, Ask ask);

  /// Begins a round. `log` is cleared. The deal must be complete.
  void begin(const Deal& deal, const Rules& rules, EventLog& log);

  bool is_over() const { return round_.is_over(); }
  /// What is asked; only while the round goes on.
  Ask ask() const { return ask_; }
  /// The question that `ask` is a part of.
  Question question() const { return asked_.question; }
  /// Who is asked.
  Seat seat() const { return asked_.seat; }
  const Round& round() const { return round_; }
  const PublicPlay& seen() const { return seen_; }
  /// The play with the Mahjong whose wish is asked for; empty else.
  const Combination& chosen() const { return chosen_; }
  /// The cards of the push under way, by receiver (Right, Partner, Left); none() if not chosen yet.
  const PushedCards& pushing() const { return pushing_; }

  /// The legal answers. `plays` is room to work in.
  void list_legal(IdSet& legal, PlayList& plays) const;
  /// Answers the question; `id` must be legal. Events go to the log of `begin`.
  void answer(int id, EventLog& log);
  /// Answers with an action of the engine, for players that see more than ids. It must be legal for `seat()`. Where
  /// Tichu is asked on a turn, a play or a pass answers both; where one card of a push is asked, a whole push all
  /// three.
  void act(const Action& action, EventLog& log);
  /// Answers Tichu: before or after the push, or on a turn.
  void answer_tichu(bool call, EventLog& log);
  /// Whether Tichu is asked on a turn, which the same seat answers next.
  bool asks_tichu_on_turn() const { return ask_ == Ask::Tichu && question() == Question::Turn; }

 private:
  void apply(Seat seat, const Action& action, EventLog& log);
  void go_on();
  Ask first_ask() const;
  void answer_push(Card card, EventLog& log);

  Round round_{Position{}};
  PublicPlay seen_;
  Combination chosen_;
  PushedCards pushing_;
  int events_seen_ = 0;
  QuestionOrder order_;
  SeatQuestion asked_;
  Ask ask_ = Ask::GrandTichu;
  bool tichu_answered_ = false;  ///< for this turn
};

}  // namespace tichu::training
