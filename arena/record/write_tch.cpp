#include <algorithm>
#include <vector>

#include "arena/record/tch.h"
#include "arena/record/tch_card.h"
#include "arena/record/trick_tracker.h"
#include "engine/follow.h"
#include "engine/record.h"

namespace tichu::arena {
namespace {

/// The place of a card in a hand that is sorted from high to low: Dr Ph A..2 Ma Hu.
int height(Card card) {
  if (card == Card::dragon()) return 17;
  if (card == Card::phoenix()) return 16;
  return number(card.rank());  // the Mahjong 1, the Dog 0
}

std::vector<Card> high_to_low(CardSet cards) {
  std::vector<Card> sorted;
  for (const Card card : cards) sorted.push_back(card);
  std::stable_sort(sorted.begin(), sorted.end(), [](Card a, Card b) { return height(a) > height(b); });
  return sorted;
}

/// The cards of a play from high to low, the Phoenix at the place of what it stands for: before its rank if that is
/// the highest of the play, after it elsewhere.
std::vector<Card> in_log_order(const Combination& play) {
  std::vector<Card> sorted = high_to_low(play.cards - CardSet(Card::phoenix()));
  if (!play.cards.contains(Card::phoenix())) return sorted;
  const int rank = number(play.phoenix_as);
  const bool is_highest = sorted.empty() || height(sorted.front()) <= rank;
  const auto place = is_highest
                         ? sorted.begin()
                         : std::find_if(sorted.begin(), sorted.end(), [&](Card card) { return height(card) < rank; });
  sorted.insert(place, Card::phoenix());
  return sorted;
}

/// Writes one round.
class LogWriter {
 public:
  explicit LogWriter(const Record& record) : record_(record) {
    for (const Seat seat : AllSeats) hands_[seat] = record.deal.hand(seat);
  }

  std::string write() {
    write_hands("Gr.Tichukarten", true);
    write_hands("Startkarten", false);
    std::size_t next = write_before_play();
    if (pushes_ == 4) {
      write_bombs();
      text_ += heading("Rundenverlauf");
      for (; next < record_.actions.size(); ++next) write_action(record_.actions[next]);
    }
    write_score();
    return std::move(text_);
  }

 private:
  static std::string heading(std::string_view title) {
    return std::string("---------------").append(title) + "------------------\n";
  }

  std::string name(Seat seat) const {
    std::string name = "player" + std::to_string(seat.number());
    if (record_.bots) name = (*record_.bots)[static_cast<std::size_t>(seat.number())];
    std::replace_if(
        name.begin(), name.end(), [](char c) { return static_cast<unsigned char>(c) < 0x20; }, ' ');
    const std::size_t first = name.find_first_not_of(' ');
    if (first == std::string::npos) return {};
    return name.substr(first, name.find_last_not_of(' ') - first + 1);
  }

  std::string player(Seat seat) const {
    return std::string("(").append(std::to_string(seat.number())) + ")" + name(seat);
  }

  void write_cards(const std::vector<Card>& cards) {
    for (const Card card : cards) text_ += to_tch(card) + " ";
  }

  void write_hands(std::string_view title, bool first_eight) {
    text_ += heading(title);
    for (const Seat seat : AllSeats) {
      text_ += player(seat) + " ";
      write_cards(high_to_low(first_eight ? record_.deal.first_eight(seat) : hands_[seat]));
      text_ += "\n";
    }
  }

  /// Calls before the push and the pushes; answers the number of the first action after them.
  std::size_t write_before_play() {
    std::size_t at = 0;
    for (; at < record_.actions.size(); ++at) {
      const RecordedAction& recorded = record_.actions[at];
      if (recorded.action.kind == ActionKind::CallGrandTichu) {
        text_ += "Grosses Tichu: " + player(recorded.seat) + "\n";
      } else if (recorded.action.kind == ActionKind::CallTichu && pushes_ == 0) {
        text_ += "Tichu: " + player(recorded.seat) + "\n";
      } else if (recorded.action.kind == ActionKind::Push && pushes_ < 4) {
        write_push(recorded);
      } else {
        return at;
      }
    }
    return at;
  }

  void write_push(const RecordedAction& recorded) {
    if (pushes_++ == 0) text_ += "Schupfen:\n";
    text_ += player(recorded.seat) + " gibt: ";
    for (const Side side : OtherSides) {
      const Card card = recorded.action.push.to(side);
      const Seat to = recorded.seat.at(side);
      text_ += name(to) + ": " + to_tch(card) + " - ";
      hands_[recorded.seat].erase(card);
      received_[to].insert(card);
    }
    text_ += "\n";
  }

  void write_bombs() {
    std::string holders;
    for (const Seat seat : AllSeats) {
      hands_[seat] |= received_[seat];
      if (holds_bomb(hands_[seat], {})) holders += player(seat) + " ";
    }
    if (!holders.empty()) text_ += "BOMBE: " + holders + "\n";
  }

  void write_action(const RecordedAction& recorded) {
    switch (recorded.action.kind) {
      case ActionKind::CallTichu:
        text_ += "Tichu: " + player(recorded.seat) + "\n";
        break;
      case ActionKind::Play:
        write_play(recorded);
        break;
      case ActionKind::Pass:
        text_ += player(recorded.seat) + " passt.\n";
        tracker_.pass(recorded.seat);
        break;
      case ActionKind::GiveDragon:
        write_winners_pass();
        text_ += "Drache an: " + player(recorded.seat.at(recorded.action.give_to)) + "\n";
        break;
      default:
        break;
    }
  }

  void write_play(const RecordedAction& recorded) {
    if (!recorded.out_of_turn) write_winners_pass();
    text_ += player(recorded.seat) + ": ";
    write_cards(in_log_order(recorded.action.play));
    text_ += "\n";
    if (recorded.action.wish != Rank::None) text_ += "Wunsch:" + std::string(to_tch(recorded.action.wish)) + "\n";
    tracker_.play(recorded.seat, recorded.action.play, recorded.out_of_turn);
    winner_passed_ = false;
  }

  /// The log lets the winner of a trick pass too, before it leads.
  void write_winners_pass() {
    if (winner_passed_ || !tracker_.trick_is_closed() || tracker_.on_table().empty()) return;
    if (tracker_.is_out(tracker_.owner())) return;
    text_ += player(tracker_.owner()) + " passt.\n";
    winner_passed_ = true;
  }

  void write_score() {
    std::optional<PerTeam<Points>> score;
    if (record_.result && !record_.failure) score = record_.result->score;
    if (!score && !record_.failure) {
      const Replay replayed = replay(record_.deal, record_.rules, record_.actions);
      if (replayed.result) score = replayed.result->score;
    }
    if (!score) return;
    text_ += "Ergebnis: " + std::to_string((*score)[Team::A].value()) + " - " +
             std::to_string((*score)[Team::B].value()) + "\n";
  }

  const Record& record_;
  std::string text_;
  PerSeat<CardSet> hands_;
  PerSeat<CardSet> received_;
  TrickTracker tracker_{Seat(0)};
  int pushes_ = 0;
  bool winner_passed_ = false;
};

}  // namespace

std::string write_tch(const Record& record) { return LogWriter(record).write(); }

}  // namespace tichu::arena
