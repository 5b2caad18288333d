#pragma once

#include <array>
#include <string>
#include <string_view>

#include "engine/round.h"

namespace tichu::test {

/// Reads the text of a value; the calling test fails where it cannot be read.
CardSet cards(std::string_view text);
Combination combination(std::string_view text, const Combination& table = {});

/// Four hands after the push. What a hand lacks to fourteen cards is filled up with cards that make no bomb with it.
using Hands = std::array<std::string_view, 4>;

/// Seat 0 goes out with its first play, seat 1 with its second: then seat 2 leads, and seat 3 follows. Seat 2 has the
/// Dog and the Dragon; seat 3 is left with the Phoenix, a 5 and cards that do not count.
constexpr std::string_view WholeHand = "Mah 2j 3s 4p 5t 6j 7s 8p 9t Tj Js Qp Kt Aj";
constexpr std::string_view SevenPairs = "2s 2p 3j 3p 4j 4s 5j 5s 6s 6p 7j 7p 8j 8s";
constexpr Hands Finish{WholeHand, SevenPairs, "9j Ts Tp Tt Jj Jp Qj Qs Kj Ks Kp As Dog Drg",
                       "Phx 2t 3t 4t 5p 6t 7t 8t 9s 9p Jt Qt Ap At"};
/// Seat 0 holds four tens, seat 1 four threes, seat 3 four eights.
constexpr Hands Bombers{"Mah 4j 5s Tj Ts Tp Tt Aj", "3j 3s 3p 3t 6j Ks", "7j Kj 2j", "8j 8s 8p 8t 9j Qj"};

/// Deals four hands so that all cards come by the deal and the push as RULES 3 has it. Throws std::invalid_argument
/// where the hands share a card or cannot be filled up.
struct Arrangement {
  Deal deal;
  PerSeat<PushedCards> pushes;
};
Arrangement arrange(const Hands& hands);

/// A round that stands after the push with chosen hands. Each action must be legal, else the calling test fails.
class ArrangedRound {
 public:
  explicit ArrangedRound(const Hands& hands, const Rules& rules = {}, SeatSet grand_callers = SeatSet::none());

  const Round& round() const { return round_; }
  const EventLog& log() const { return log_; }
  CardSet hand(int seat) const { return round_.hand(Seat(seat)); }

  /// Plays a combination, on the own turn or as a bomb in a window.
  void play(int seat, std::string_view text, Rank wish = Rank::None);
  void pass(int seat) { act(seat, Action::pass()); }
  void no_bomb(int seat) { act(seat, Action::no_bomb()); }
  void tichu(int seat) { act(seat, Action::call_tichu()); }
  void give_dragon(int seat, Side to) { act(seat, Action::give_dragon(to)); }
  /// Every seat passes and declines until the trick is collected.
  void all_pass();
  /// Plays what wins its trick.
  void win(int seat, std::string_view text);

  /// "turn 1", "bomb 3", "give_dragon 0" or "over": what is awaited and from whom.
  std::string awaited() const;
  /// The clause that an action breaks; empty where it is legal.
  std::string judged(int seat, const Action& action) const;
  std::string judged_play(int seat, std::string_view text, Rank wish = Rank::None) const;

 private:
  void act(int seat, const Action& action);

  EventLog log_;
  Round round_;
};

}  // namespace tichu::test
