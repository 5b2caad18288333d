// When the searching player makes a Tichu, and what a call is worth, by rounds that are played twice: with a call, and
// without one.
//
//   call_bench SEED DEALS SIMULATIONS   of four sampler bots with so many playouts a decision, the first who may think
//                                       of Tichu calls, and does not: how often it makes the call, and how many points
//                                       more it brings, by steady's odds and whether an opponent has called; and how
//                                       well it is foreseen whether the call is made, by these and by playouts
#include <array>
#include <cmath>
#include <cstdio>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "bots/sampler/sampler_bot.h"
#include "bots/steady/hand_strength.h"
#include "bots/steady/steady_bot.h"
#include "engine/deal.h"
#include "engine/playout.h"
#include "results/experiments/logistic_fit.h"
#include "results/experiments/measured.h"
#include "sdk/search/light_policy.h"
#include "sdk/search/world_guesser.h"
#include "tests/bots_play/table.h"

namespace tichu::testing {
namespace {

constexpr float LeastOdds = -1;        ///< steady's, from which on anybody may think of Tichu
constexpr std::size_t Playouts = 256;  ///< by which it is foreseen

/// Who is the first to think of Tichu in a round, what it does then, and what speaks for a call.
struct Decision {
  bool calls = false;
  bool is_taken = false;  ///< nobody has thought of it yet if it is not
  Seat seat;
  double odds = 0;      ///< steady's, of going out first: their natural logarithm
  double playouts = 0;  ///< the same by playouts without a call
  bool is_opposed = false;
};

double odds_by_playouts(const Observation& seen, std::uint64_t seed) {
  WorldGuesser guesser(seen, Question::Turn);
  LightPolicy policy(LightWeights{}, sampler::SearchSettings{}.temperature);
  Random random(seed);
  double first = 0.5;
  double other = 0.5;
  for (std::size_t i = 0; i < Playouts; ++i) {
    Round round = guesser.guess(random).value();
    policy.restart(random.next());
    play_out(round, policy);
    (round.result().out[0] == Seat(0) ? first : other) += 1;
  }
  return std::log(first / other);
}

/// A sampler that does as it is told the first time that anybody thinks of Tichu.
class Obedient : public sampler::SamplerBot {
 public:
  Obedient(const BotSetup& setup, Seat seat, Decision& decision)
      : SamplerBot(setup), seed_(setup.seed), seat_(seat), decision_(decision) {}

  bool call_tichu(const Observation& seen) override {
    if (decision_.is_taken) return seat_ != decision_.seat && SamplerBot::call_tichu(seen);
    if (!steady::is_time_for_tichu(seen)) return false;
    const steady::Situation situation(steady::SeatView::of(seen), weights_);
    const float odds = steady::odds_of_going_out_first(situation);
    if (situation.view().partner_called() || odds < LeastOdds || !steady_.play(seen)) return false;
    const bool is_opposed = seen.calls[Side::Left] != Call::None || seen.calls[Side::Right] != Call::None;
    decision_ = {decision_.calls, true, seat_, static_cast<double>(odds), odds_by_playouts(seen, seed_), is_opposed};
    return decision_.calls;
  }

 private:
  steady::Weights weights_;
  steady::SteadyBot steady_{BotSetup()};
  std::uint64_t seed_;
  Seat seat_;
  Decision& decision_;
};

/// A decision that went both ways.
struct Pair {
  Decision decision;
  bool is_made = false;  ///< the call
  double gain = 0;       ///< points that the caller's team scored more than the other with the call, less without it
};

RoundResult play(std::uint64_t seed, std::uint64_t index, const std::string& simulations, Decision& decision) {
  std::array<BotMaker, 4> makers;
  for (const Seat seat : AllSeats) {
    makers[static_cast<std::size_t>(seat.number())] = [&decision, &simulations, seat](const BotSetup& setup) {
      BotSetup with = setup;
      with.options = {{"simulations", simulations}};
      return std::make_unique<Obedient>(with, seat, decision);
    };
  }
  const PlayedRound played = play_round(deal(seed, index), Rules{}, makers, seed + index);
  if (!played.illegal.empty()) throw std::runtime_error(played.illegal);
  return played.result;
}

std::vector<Pair> play_pairs(std::uint64_t seed, std::uint64_t deals, const std::string& simulations) {
  std::vector<Pair> pairs;
  for (std::uint64_t index = 0; index < deals; ++index) {
    Decision call;
    call.calls = true;
    Decision none;
    const RoundResult with = play(seed, index, simulations, call);
    if (!call.is_taken) continue;
    const RoundResult without = play(seed, index, simulations, none);
    const Team team = call.seat.team();
    const double gain = margin(with, team) - margin(without, team);
    pairs.push_back({call, with.out[0] == call.seat, gain});
  }
  return pairs;
}

void print_by_odds(const std::vector<Pair>& pairs, bool is_opposed) {
  constexpr std::array<double, 7> Edges{LeastOdds, -0.5, 0, 0.35, 0.7, 1.2, 100};
  std::printf("%s\nodds         decisions  made            points that a call brings\n",
              is_opposed ? "an opponent has called" : "no opponent has called");
  for (std::size_t i = 0; i + 1 < Edges.size(); ++i) {
    Mean made;
    Mean gain;
    for (const Pair& pair : pairs) {
      const double odds = pair.decision.odds;
      if (pair.decision.is_opposed != is_opposed || odds < Edges.at(i) || odds >= Edges.at(i + 1)) continue;
      made.add(pair.is_made ? 1 : 0);
      gain.add(pair.gain);
    }
    if (gain.count == 0) continue;
    std::printf("from %+5.2f on  %8.0f  %5.1f +- %4.1f %%  %+7.1f +- %.1f\n", Edges.at(i), gain.count,
                100 * made.value(), 100 * made.error(), gain.value(), gain.error());
  }
}

/// What a regression looks at.
std::vector<double> by_odds(const Decision& decision) { return {1, decision.odds}; }
std::vector<double> by_all(const Decision& decision) {
  const double opposed = decision.is_opposed ? 1 : 0;
  return {1, decision.odds, decision.playouts, opposed, opposed * decision.odds};
}

/// How well the features foresee whether the call is made.
void print_regression(const char* name, const std::vector<Pair>& pairs,
                      std::vector<double> (*features)(const Decision&)) {
  std::vector<LogisticTrial> trials;
  for (const Pair& pair : pairs) trials.push_back({features(pair.decision), pair.is_made});
  const LogisticFit fit = fit_logistic(trials);
  std::printf("%s: log loss %.4f, weights", name, fit.log_loss);
  for (const double weight : fit.weights) std::printf(" %.2f", weight);
  std::printf("\n");
}

int run(const std::vector<std::string>& arguments) {
  if (arguments.size() != 3) {
    std::fprintf(stderr, "call_bench SEED DEALS SIMULATIONS\n");
    return 2;
  }
  const std::vector<Pair> pairs = play_pairs(whole_number(arguments[0]), whole_number(arguments[1]), arguments[2]);
  print_by_odds(pairs, false);
  print_by_odds(pairs, true);
  if (pairs.empty()) return 0;
  print_regression("by steady's odds alone", pairs, by_odds);
  print_regression("by odds, playouts, an opponent's call, and odds if one has called", pairs, by_all);
  return 0;
}

}  // namespace
}  // namespace tichu::testing

int main(int count, char** arguments) {
  return tichu::testing::run_main("call_bench", tichu::testing::run, count, arguments);
}
