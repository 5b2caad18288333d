#include "bots/sage/sage_analyst.h"

#include <algorithm>

#include "bots/adept/answers.h"
#include "bots/sage/worlds.h"
#include "sdk/python/native/action_ids.h"

namespace tichu::sage {

using training::ActionIds;
using training::Ask;

std::vector<Answer> SageAnalyst::propose(Question asked, const Observation& seen, const Answer& played,
                                         std::size_t most) {
  return asked == Question::Turn ? propose_plays(seen, most) : sampler_.propose(asked, seen, played, most);
}

std::vector<Answer> SageAnalyst::propose_plays(const Observation& seen, std::size_t most) {
  adept::list_plays(PlayQuery::turn(seen), ActionIds::Pass, plays_, ids_);
  std::vector<adept::RatedAnswer> rated = adept::rate_answers(seen, {Ask::Play, {}, {}}, ids_);
  rated.resize(std::min(most, rated.size()));
  std::vector<Answer> proposed(rated.size());
  std::transform(rated.begin(), rated.end(), proposed.begin(), [&](const adept::RatedAnswer& each) {
    if (each.id == ActionIds::Pass) return answer_of(Action::pass());
    return answer_of(Action::play_cards(training::play_of(each.id, seen.hand, seen.table)));
  });
  return proposed;
}

std::size_t SageAnalyst::judge(Question asked, const Observation& seen, std::span<const Answer> alternatives,
                               std::uint64_t seed, std::span<float> margins) {
  Worlds worlds(seen, asked);
  return judge_worlds(
      alternatives, seed, margins, [&](Random& random) { return worlds.next(random); },
      [&](const World& world, const Answer& answer, std::uint64_t key) { return play_out(world, asked, answer, key); });
}

int SageAnalyst::play_out(const World& world, Question asked, const Answer& answer, std::uint64_t key) {
  if (asked == Question::Tichu && !answer.call) return policy_.play_out_uncalled(world, key);
  return policy_.play_out(world, answer.action, key);
}

}  // namespace tichu::sage
