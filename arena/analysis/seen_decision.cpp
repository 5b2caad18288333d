#include "arena/analysis/seen_decision.h"

#include <algorithm>
#include <memory>

#include "arena/hosting/player/answer_legality.h"
#include "engine/follow.h"
#include "engine/play_query.h"
#include "engine/plays.h"
#include "sdk/search/light_policy.h"

namespace tichu::arena {
namespace {

constexpr std::size_t FullHands = 9;  ///< cards of each in the opening
constexpr std::size_t FewCards = 3;

bool is_before_play(const Observation& seen) {
  return seen.stage == Stage::FirstEight || seen.stage == Stage::BeforePush;
}

Phase phase_of(const Observation& seen) {
  if (is_before_play(seen)) return Phase::Deal;
  const auto holds = [&](std::size_t cards) {
    return [&seen, cards](Side side) { return seen.hand_size[side] >= cards; };
  };
  if (std::all_of(AllSides.begin(), AllSides.end(), holds(FullHands))) return Phase::Opening;
  return std::all_of(AllSides.begin(), AllSides.end(), holds(FewCards + 1)) ? Phase::Middle : Phase::Ending;
}

Situations situations_of(const Observation& seen) {
  Situations found;
  if (is_before_play(seen)) return found;
  const auto call_is_open = [&](Side side) { return seen.calls[side] != Call::None && !seen.anyone_out(); };
  const auto nearly_out = [&](Side side) { return seen.hand_size[side] > 0 && seen.hand_size[side] <= FewCards; };
  if (call_is_open(Side::Me)) found.insert(Situation::OwnCall);
  if (call_is_open(Side::Partner)) found.insert(Situation::PartnersCall);
  if (call_is_open(Side::Right) || call_is_open(Side::Left)) found.insert(Situation::OpponentsCall);
  if (nearly_out(Side::Partner)) found.insert(Situation::PartnerNearlyOut);
  if (nearly_out(Side::Right) || nearly_out(Side::Left)) found.insert(Situation::OpponentNearlyOut);
  if (seen.anyone_out()) found.insert(Situation::SomebodyOut);
  return found;
}

/// Whether there is more than one thing to do on the own turn.
bool has_choice(const Observation& seen) {
  const auto plays = std::make_unique<PlayList>();
  canonical_plays(PlayQuery::turn(seen), *plays);
  return plays->size() + (plays->may_pass() ? 1 : 0) > 1;
}

DecisionCategory category_of_turn(bool passes, const Observation& seen) {
  if (seen.table.empty()) return DecisionCategory::Lead;
  if (holds_bomb(seen.hand, seen.table)) return DecisionCategory::Bomb;
  return passes ? DecisionCategory::Pass : DecisionCategory::Follow;
}

/// Collects the decisions of one answer.
class Decisions {
 public:
  explicit Decisions(const Observation& seen) : seen_(seen) {}

  void add(Question question, DecisionCategory category, const Action& action, bool call = false) {
    SeenDecision decision{question, category, phase_of(seen_), situations_of(seen_), {}};
    decision.played.call = call;
    decision.played.action = action;
    found_.push_back(std::move(decision));
  }
  void add_turn(const Action& action) {
    const bool plays = action.kind == ActionKind::Play;
    if (plays && seen_.may_call_tichu()) {
      add(Question::Tichu, DecisionCategory::Tichu, Action::call_tichu());
    }
    Action done = action;
    const bool wishes = plays && action.play.cards.contains(Card::mahjong());
    if (wishes) done.wish = usual_wish(seen_.hand, seen_.unseen());
    if (has_choice(seen_)) add(Question::Turn, category_of_turn(!plays, seen_), done);
    if (wishes) add(Question::Turn, DecisionCategory::Wish, action);
  }
  std::vector<SeenDecision> take() { return std::move(found_); }

 private:
  const Observation& seen_;
  std::vector<SeenDecision> found_;
};

}  // namespace

Rank usual_wish(CardSet hand, CardSet unseen) { return light_wish(hand, unseen); }

std::vector<SeenDecision> decisions_of(Question question, const Answer& answer, const Observation& seen) {
  Decisions found(seen);
  const Action& action = answer.action;
  switch (question) {
    case Question::GrandTichu:
      found.add(question, DecisionCategory::GrandTichu,
                answer.call ? Action::call_grand_tichu() : Action::no_grand_tichu(), answer.call);
      break;
    case Question::Tichu:
      if (answer.call) found.add(question, DecisionCategory::Tichu, Action::call_tichu(), true);
      break;
    case Question::Push:
      found.add(question, DecisionCategory::Push, action);
      break;
    case Question::Turn:
      if (answer.call) {
        found.add(Question::Tichu, DecisionCategory::Tichu, Action::call_tichu(), true);
      } else {
        found.add_turn(action);
      }
      break;
    case Question::Bomb:
      // Nobody thinks of bombing oneself.
      if (action.kind == ActionKind::Play || seen.table_owner != Side::Me) {
        found.add(question, DecisionCategory::Bomb, action);
      }
      break;
    case Question::GiveDragon:
      if (may_receive_dragon(Side::Right, seen) && may_receive_dragon(Side::Left, seen)) {
        found.add(question, DecisionCategory::Dragon, action);
      }
      break;
  }
  return found.take();
}

}  // namespace tichu::arena
