#include "arena/hosting/check/decision_coverage.h"

#include <array>

#include "engine/follow.h"
#include "engine/legality.h"

namespace tichu::arena {
namespace {

/// A question with what its seat knows, and the answer once there is one.
struct Asked {
  Question question;
  const Observation& seen;
  const Answer* answer;

  bool is_turn() const { return question == Question::Turn; }
};

struct DecisionCase {
  std::string_view name;
  bool (*is_met)(const Asked& asked);
};

constexpr std::array<DecisionCase, DecisionCoverage::Kinds> Cases{{
    {"Grand Tichu", [](const Asked& asked) { return asked.question == Question::GrandTichu; }},
    {"Tichu before the push",
     [](const Asked& asked) { return asked.question == Question::Tichu && asked.seen.stage == Stage::BeforePush; }},
    {"the push", [](const Asked& asked) { return asked.question == Question::Push; }},
    {"Tichu after the push",
     [](const Asked& asked) { return asked.question == Question::Tichu && asked.seen.stage != Stage::BeforePush; }},
    {"a lead", [](const Asked& asked) { return asked.is_turn() && asked.seen.table.empty(); }},
    {"a card to follow", [](const Asked& asked) { return asked.is_turn() && !asked.seen.table.empty(); }},
    {"Tichu with its turn", [](const Asked& asked) { return asked.is_turn() && asked.seen.may_call_tichu(); }},
    {"a wish to make",
     [](const Asked& asked) {
       return asked.is_turn() && asked.answer != nullptr && asked.answer->action.kind == ActionKind::Play &&
              asked.answer->action.play.cards.contains(Card::mahjong());
     }},
    {"a wish to fulfil",  // RULES 7.3
     [](const Asked& asked) {
       const Observation& seen = asked.seen;
       return asked.is_turn() && seen.wish != Rank::None && wish_binds(seen.hand, seen.table, seen.wish);
     }},
    {"a bomb on its turn",  // the only play that it has
     [](const Asked& asked) {
       const Observation& seen = asked.seen;
       return asked.is_turn() && !seen.table.empty() && !seen.table.is_bomb() && !can_follow(seen.hand, seen.table);
     }},
    {"a bomb out of turn", [](const Asked& asked) { return asked.question == Question::Bomb; }},
    {"the Dragon's gift", [](const Asked& asked) { return asked.question == Question::GiveDragon; }},
}};

}  // namespace

void DecisionCoverage::note(Question question, const Observation& seen, const Answer* answer) {
  const Asked asked{question, seen, answer};
  for (std::size_t i = 0; i < Kinds; ++i) {
    if (Cases[i].is_met(asked)) met_.set(i);
  }
}

std::vector<std::string_view> DecisionCoverage::missing() const {
  std::vector<std::string_view> names;
  for (std::size_t i = 0; i < Kinds; ++i) {
    if (!met_[i]) names.push_back(Cases[i].name);
  }
  return names;
}

}  // namespace tichu::arena
