#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "engine/combination.h"
#include "engine/seat.h"
#include "engine/words.h"

namespace tichu {

enum class ActionKind : std::uint8_t {
  CallGrandTichu,
  NoGrandTichu,
  CallTichu,  ///< answers no open question: any entitled seat may, between two events (RULES 3.3)
  Push,
  Play,  ///< on one's turn, or a bomb out of turn
  Pass,
  NoBomb,
  GiveDragon,
};

constexpr std::array<std::string_view, 8> words_of(ActionKind) {
  return {"grand_tichu", "no_grand_tichu", "tichu", "push", "play", "pass", "no_bomb", "give_dragon"};
}

/// The three cards of a push: to seat + 1 (Right), to the partner, to seat + 3 (Left).
struct PushedCards {
  std::array<Card, 3> cards{};
  constexpr Card& to(Side side) { return cards[static_cast<std::size_t>(side) - 1]; }
  constexpr Card to(Side side) const { return cards[static_cast<std::size_t>(side) - 1]; }
  friend constexpr bool operator==(const PushedCards&, const PushedCards&) = default;
};

/// What a seat does. Only the members that the kind names have a meaning.
struct Action {
  ActionKind kind = ActionKind::Pass;
  Side give_to = Side::Me;  ///< GiveDragon: Right or Left
  Rank wish = Rank::None;   ///< Play with the Mahjong: 2..A, or None for no wish
  PushedCards push;         ///< Push
  Combination play;         ///< Play

  static constexpr Action call_grand_tichu() { return of(ActionKind::CallGrandTichu); }
  static constexpr Action no_grand_tichu() { return of(ActionKind::NoGrandTichu); }
  static constexpr Action call_tichu() { return of(ActionKind::CallTichu); }
  static constexpr Action pass() { return of(ActionKind::Pass); }
  static constexpr Action no_bomb() { return of(ActionKind::NoBomb); }
  static constexpr Action push_cards(const PushedCards& push) {
    Action action = of(ActionKind::Push);
    action.push = push;
    return action;
  }
  static constexpr Action push_cards(Card right, Card partner, Card left) {
    return push_cards(PushedCards{{right, partner, left}});
  }
  static constexpr Action play_cards(const Combination& play, Rank wish = Rank::None) {
    Action action = of(ActionKind::Play);
    action.play = play;
    action.wish = wish;
    return action;
  }
  static constexpr Action give_dragon(Side to) {
    Action action = of(ActionKind::GiveDragon);
    action.give_to = to;
    return action;
  }
  friend constexpr bool operator==(const Action&, const Action&) = default;

 private:
  static constexpr Action of(ActionKind kind) {
    Action action;
    action.kind = kind;
    return action;
  }
};

}  // namespace tichu
