#include "arena/analysis/round_luck.h"

#include <cmath>

#include "engine/playout.h"
#include "engine/random.h"
#include "sdk/search/noisy_policy.h"
#include "sdk/search/world_guesser.h"

namespace tichu::arena {
namespace {

/// Parts are multiples of its inverse, so that sums of them are exact.
constexpr double Grid = 1024;

double on_grid(double value) { return std::round(value * Grid) / Grid + 0.0; }

double sign_of(Seat seat) { return seat.team() == Team::A ? 1 : -1; }

std::uint64_t key_of(std::uint64_t seed, std::uint64_t playout) { return Random(seed, playout).next(); }

double margin_of(const RoundResult& result) { return (result.score[Team::A] - result.score[Team::B]).value(); }

double played_out(Round round, NoisyPolicy& policy, std::uint64_t key) {
  policy.restart(key);
  play_out(round, policy);
  return margin_of(round.result());
}

/// What the seat would answer if the reference decided.
bool is_reference_answer(const Round& round, Seat seat, Question asked, const Answer& answer, NoisyPolicy& policy) {
  switch (asked) {
    case Question::GrandTichu:
    case Question::Tichu:
      return !answer.call;
    case Question::Push:
      return policy.action(round, seat, Question::Push).push == answer.action.push;
    case Question::Turn:
      return policy.action(round, seat, Question::Turn) == answer.action;
    case Question::Bomb:
      return policy.action(round, seat, Question::Bomb) == answer.action;
    case Question::GiveDragon:
      break;
  }
  return policy.action(round, seat, Question::GiveDragon) == answer.action;
}

/// With the wish that is taken for granted.
Answer usual_answer(const Round& round, Seat seat, Answer answer) {
  CardSet unseen;
  for (const Side side : OtherSides) unseen |= round.hand(seat.at(side));
  answer.action.wish = usual_wish(round.hand(seat), unseen);
  return answer;
}

}  // namespace

void LuckReader::begin(const Round& dealt) {
  decisions_.clear();
  seats_.clear();
  cards_ = expected(dealt);
}

double LuckReader::expected(const Round& round) const {
  NoisyPolicy policy;
  double sum = 0;
  for (int i = 0; i < settings_.playouts; ++i) {
    sum += played_out(round, policy, key_of(seed_, static_cast<std::uint64_t>(i)));
  }
  return on_grid(sum / settings_.playouts);
}

double LuckReader::worth(const Decision& decision, const Observation& seen) const {
  WorldGuesser guesser(seen, decision.question);
  NoisyPolicy policy;
  double sum = 0;
  int worlds = 0;
  for (; worlds < settings_.worlds; ++worlds) {
    Random random(seed_ + decisions_.size() + 1, static_cast<std::uint64_t>(worlds));
    const auto before = guesser.guess(random);
    if (!before) break;
    const std::uint64_t key = random.next();
    policy.restart(key);
    if (decision.category != DecisionCategory::Wish &&
        is_reference_answer(*before, Seat(0), decision.question, decision.played, policy)) {
      continue;
    }
    Round usual = *before;
    if (decision.category == DecisionCategory::Wish) {
      const Answer answer = usual_answer(usual, Seat(0), decision.played);
      if (answer == decision.played) continue;
      do_answer(usual, decision.question, answer);
    }
    Round after = *before;
    do_answer(after, decision.question, decision.played);
    sum += played_out(after, policy, key) - played_out(usual, policy, key);
  }
  return worlds == 0 ? 0 : on_grid(sum / worlds);
}

void LuckReader::add(const Decision& decision, const Observation& seen) {
  DecisionLuck luck;
  Round before = decision.before;
  if (decision.category == DecisionCategory::Wish) {
    before.apply(decision.seat, usual_answer(before, decision.seat, decision.played).action);
  }
  luck.expected = decisions_.empty() ? cards_ : expected(before);
  luck.skill = worth(decision, seen);
  decisions_.push_back(luck);
  seats_.push_back(decision.seat);
}

RoundLuck LuckReader::finish(const RoundResult& result) const {
  RoundLuck luck{margin_of(result), cards_, decisions_, 0, 0};
  for (std::size_t i = 0; i < luck.decisions.size(); ++i) {
    const double next = i + 1 < luck.decisions.size() ? luck.decisions[i + 1].expected : luck.margin;
    const double gained = sign_of(seats_[i]) * (next - luck.decisions[i].expected);
    luck.decisions[i].guess = gained - luck.decisions[i].skill;
    luck.skill += sign_of(seats_[i]) * luck.decisions[i].skill;
    luck.guess += sign_of(seats_[i]) * luck.decisions[i].guess;
  }
  return luck;
}

}  // namespace tichu::arena
