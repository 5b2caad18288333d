// What the searching player's pushes bring over steady's, by playouts from guesses that it did not see.
//
//   push_bench SEED HANDS PLAYOUTS...   points a push of searches with so many playouts, over the same hands
#include <cstdio>
#include <span>
#include <string>
#include <vector>

#include "bots/sampler/playout_team.h"
#include "bots/sampler/sampler_bot.h"
#include "bots/steady/steady_bot.h"
#include "engine/observer.h"
#include "results/experiments/measured.h"
#include "sdk/search/world_guesser.h"

namespace tichu::testing {
namespace {

constexpr std::size_t Guesses = 1000;  ///< by which each push is judged

/// What one budget brings a hand.
struct Gains {
  Mean mean;
  int other = 0;  ///< how often the push was not steady's
};

/// The push of a search with so many playouts.
Action searched_push(const Observation& seen, std::uint64_t seed, const std::string& playouts) {
  BotSetup setup;
  setup.seed = seed;
  setup.options = {{"simulations", playouts}};
  sampler::SearchSettings settings;
  settings.push_playouts = 1;
  return Action::push_cards(sampler::SamplerBot(setup, settings).push(seen));
}

/// The mean score of each push.
std::vector<double> judge(const Observation& seen, std::uint64_t seed, std::span<const Action> pushes) {
  sampler::PlayoutTeam team(1, sampler::SearchSettings{}.temperature);
  WorldGuesser guesser(seen, Question::Push);
  Random random(seed);
  std::vector<double> means(pushes.size());
  std::vector<float> scores(pushes.size());
  for (std::size_t guess = 0; guess < Guesses; ++guess) {
    const Round world = guesser.guess(random).value();
    team.play_out(std::span(&world, 1), random.next(), pushes, scores);
    for (std::size_t i = 0; i < pushes.size(); ++i) means[i] += static_cast<double>(scores[i]) / double{Guesses};
  }
  return means;
}

void look(const Deal& cards, std::uint64_t seed, std::span<const std::string> budgets, std::span<Gains> gains) {
  EventLog log;
  Round round(cards, Rules{}, log);
  while (round.pending().question == Question::GrandTichu) {
    round.apply(round.pending().seats.first(), Action::no_grand_tichu(), log);
  }
  Observer observer(Seat(0), Rules{}, Points(0), Points(0));
  for (int i = 0; i < log.size(); ++i) observer.watch(log[i]);
  const Observation& seen = observer.observation();
  std::vector<Action> pushes{Action::push_cards(steady::SteadyBot(BotSetup()).push(seen))};
  for (const std::string& playouts : budgets) pushes.push_back(searched_push(seen, seed, playouts));
  const std::vector<double> means = judge(seen, seed + 1, pushes);
  for (std::size_t i = 0; i < gains.size(); ++i) {
    gains[i].mean.add(means[i + 1] - means[0]);
    gains[i].other += pushes[i + 1] == pushes[0] ? 0 : 1;
  }
}

int run(const std::vector<std::string>& arguments) {
  if (arguments.size() < 3) {
    std::fprintf(stderr, "push_bench SEED HANDS PLAYOUTS...\n");
    return 2;
  }
  const std::uint64_t seed = whole_number(arguments[0]);
  const std::uint64_t hands = whole_number(arguments[1]);
  const auto budgets = std::span(arguments).subspan(2);
  std::vector<Gains> gains(budgets.size());
  for (std::uint64_t hand = 0; hand < hands; ++hand) look(deal(seed, hand), Random::mix(seed + hand), budgets, gains);
  for (std::size_t i = 0; i < gains.size(); ++i) {
    std::printf("%8s playouts: %+.2f +- %.2f points a push, %.0f %% another than steady's\n", budgets[i].c_str(),
                gains[i].mean.value(), gains[i].mean.error(), 100 * gains[i].other / gains[i].mean.count);
  }
  return 0;
}

}  // namespace
}  // namespace tichu::testing

int main(int count, char** arguments) {
  return tichu::testing::run_main("push_bench", tichu::testing::run, count, arguments);
}
