#include "bots/sampler/sampler_analyst.h"

#include <algorithm>

#include "bots/sampler/push_candidates.h"
#include "bots/steady/hand_strength.h"
#include "bots/steady/play_choice.h"
#include "bots/steady/push_system.h"
#include "engine/playout.h"
#include "sdk/search/world_guesser.h"

namespace tichu::sampler {
namespace {

Answer call_of(Question asked, bool call) {
  Answer answer;
  answer.call = call;
  if (asked == Question::GrandTichu) {
    answer.action = call ? Action::call_grand_tichu() : Action::no_grand_tichu();
  } else {
    answer.action = Action::call_tichu();
  }
  return answer;
}

}  // namespace

std::vector<Answer> SamplerAnalyst::propose(Question asked, const Observation& seen, const Answer& /*played*/,
                                            std::size_t most) {
  switch (asked) {
    case Question::GrandTichu:
    case Question::Tichu:
      return {call_of(asked, false), call_of(asked, true)};
    case Question::Push:
      return propose_pushes(seen, most);
    case Question::Turn:
      return propose_plays(seen, most);
    case Question::Bomb:
      return propose_bombs(seen);
    case Question::GiveDragon:
      break;
  }
  return {answer_of(Action::give_dragon(Side::Right)), answer_of(Action::give_dragon(Side::Left))};
}

std::vector<Answer> SamplerAnalyst::propose_pushes(const Observation& seen, std::size_t most) {
  constexpr std::size_t Others = 4;  // cards for each receiver
  const steady::Situation situation(steady::SeatView::of(seen), weights_);
  std::vector<Action> pushes = push_candidates(situation, steady::choose_push(situation), Others);
  pushes.resize(std::min(most, pushes.size()));
  std::vector<Answer> proposed(pushes.size());
  std::transform(pushes.begin(), pushes.end(), proposed.begin(), answer_of);
  return proposed;
}

std::vector<Answer> SamplerAnalyst::propose_plays(const Observation& seen, std::size_t most) {
  canonical_plays(PlayQuery::turn(seen), plays_);
  std::vector<steady::RatedRunner> rated(most);
  const int count = steady::rate_plays(steady::Situation(steady::SeatView::of(seen), weights_), plays_, rated);
  rated.resize(static_cast<std::size_t>(count));
  std::vector<Answer> proposed;
  proposed.reserve(rated.size());
  for (const steady::RatedRunner& each : rated) {
    proposed.push_back(answer_of(each.play ? Action::play_cards(*each.play) : Action::pass()));
  }
  return proposed;
}

std::vector<Answer> SamplerAnalyst::propose_bombs(const Observation& seen) {
  canonical_plays(PlayQuery::bomb(seen), plays_);
  std::vector<Answer> proposed{answer_of(Action::no_bomb())};
  for (const Combination& play : plays_) proposed.push_back(answer_of(Action::play_cards(play)));
  return proposed;
}

std::size_t SamplerAnalyst::judge(Question asked, const Observation& seen, std::span<const Answer> alternatives,
                                  std::uint64_t seed, std::span<float> margins) {
  WorldGuesser guesser(seen, asked);
  return judge_worlds(
      alternatives, seed, margins, [&](Random& random) { return guesser.guess(random); },
      [&](const Round& round, const Answer& answer, std::uint64_t key) {
        return play_out_after(round, asked, answer, key);
      });
}

void SamplerAnalyst::play_to_lead(Round& round) {
  while (!round.is_over() && round.pending().question != Question::Turn) {
    const Pending open = round.pending();
    round.apply(open.seats.first(), policy_.action(round, open.seats.first(), open.question));
  }
  const Seat own(0);
  if (!round.may_call_tichu(own)) return;
  steady::SeatView view;
  view.hand = round.hand(own);
  view.unseen = CardSet::deck() - view.hand;
  for (const Side side : AllSides) {
    view.hand_size[side] = Deal::HandCards;
    view.calls[side] = round.call(own.at(side));
  }
  if (steady::calls_tichu(steady::Situation(view, weights_))) round.apply(own, Action::call_tichu());
}

float SamplerAnalyst::play_out_after(Round round, Question asked, const Answer& answer, std::uint64_t key) {
  policy_.restart(key);
  do_answer(round, asked, answer);
  // Who does not call the one may still call the other.
  if (asked == Question::GrandTichu && !answer.call) play_to_lead(round);
  play_out(round, policy_);
  const PerTeam<Points> score = round.result().score;
  return static_cast<float>((score[Team::A] - score[Team::B]).value());
}

}  // namespace tichu::sampler
