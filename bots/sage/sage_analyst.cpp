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
    Answer answer;
    answer.action = each.id == ActionIds::Pass ? Action::pass()
                                               : Action::play_cards(training::play_of(each.id, seen.hand, seen.table));
    return answer;
  });
  return proposed;
}

std::size_t SageAnalyst::judge(Question asked, const Observation& seen, std::span<const Answer> alternatives,
                               std::uint64_t seed, std::span<float> margins) {
  if (alternatives.empty()) return 0;
  Worlds worlds(seen, asked);
  const std::size_t count = margins.size() / alternatives.size();
  for (std::size_t place = 0; place < count; ++place) {
    Random random(seed, place);
    const auto world = worlds.next(random);
    if (!world) return place;
    const std::uint64_t key = random.next();
    for (std::size_t i = 0; i < alternatives.size(); ++i) {
      margins[place * alternatives.size() + i] = static_cast<float>(play_out(*world, asked, alternatives[i], key));
    }
  }
  return count;
}

int SageAnalyst::play_out(const World& world, Question asked, const Answer& answer, std::uint64_t key) {
  if (asked == Question::Tichu && !answer.call) return policy_.play_out_uncalled(world, key);
  return policy_.play_out(world, answer.action, key);
}

}  // namespace tichu::sage
