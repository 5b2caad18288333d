// What the searching player believes of hidden cards, and what it expects, against what is so.
//
//   belief_bench report SEED ROUNDS SIMULATIONS         log loss of who holds each hidden card, by stage; points that
//                                                       playouts expect against points that came, by who has called
//   belief_bench said SEED {ROUNDS SIMULATIONS}...      points that the player says that it expects against points that
//                                                       came, by whose call is open; chances of calls against how many
//                                                       were made
//   belief_bench lines SEED {ROUNDS SIMULATIONS}...     the same of the bare means of its playouts and of the odds of
//                                                       steady, and what turns them into what it says
//                                                       (bots/sampler/expectation.cpp)
//   belief_bench fit SEED ROUNDS SIMULATIONS EPOCHS OUT fits the weights of Belief, from nothing, to rounds of a
//                                                       sampler that does not believe:
//                                                       steps of Adam along what was held less what is believed
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <future>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bots/sampler/search_settings.h"
#include "engine/playout.h"
#include "results/experiments/belief_rounds.h"
#include "results/experiments/logistic_fit.h"
#include "results/experiments/measured.h"
#include "sdk/search/belief.h"
#include "sdk/search/belief_sampler.h"
#include "sdk/search/determinize.h"
#include "sdk/search/light_policy.h"

namespace tichu::testing {
namespace {

constexpr std::size_t Features = clue_features::Count;
constexpr int LeastHidden = 4;  ///< with fewer hidden cards there is little to believe

/// Guesses of one kind at one decision.
using Guesses = std::vector<PerSide<CardSet>>;

Guesses guesses_of(const Decision& at, bool believes, std::size_t count, Random& random) {
  const HiddenCards hidden = hidden_cards(at.seen);
  const Belief belief(at.seen);
  BeliefSampler walk(hidden, belief);
  Guesses guesses;
  while (guesses.size() < count) {
    const auto hands = believes ? walk.next(random) : guess_hands(hidden, random);
    if (!hands) break;
    guesses.push_back(*hands);
  }
  return guesses;
}

/// The logarithm of the chance that guesses give to where a card lies; as if some more had dealt it evenly.
double log_loss(const Decision& at, const Guesses& guesses, Card card) {
  constexpr double Evenly = 3;
  Side holder = Side::Me;
  double cards = 0;
  for (const Side side : OtherSides) {
    if (at.hands[side].contains(card)) holder = side;
    cards += at.seen.hand_size[side];
  }
  double right = Evenly * at.seen.hand_size[holder] / cards;
  for (const PerSide<CardSet>& hands : guesses) right += hands[holder].contains(card) ? 1 : 0;
  return -std::log(right / (static_cast<double>(guesses.size()) + Evenly));
}

/// What of an observation decides how well calls are believed.
enum class State { NobodyCalled, OwnCall, OpponentsCall, PartnersCall };
constexpr std::array<const char*, 4> StateNames{"nobody called", "own call", "opponent's call", "partner's call"};

State state_of(const Observation& seen) {
  if (seen.calls[Side::Me] != Call::None) return State::OwnCall;
  if (seen.calls[Side::Left] != Call::None || seen.calls[Side::Right] != Call::None) return State::OpponentsCall;
  return seen.calls[Side::Partner] != Call::None ? State::PartnersCall : State::NobodyCalled;
}

double expected(const Decision& at, const Guesses& guesses, LightPolicy& policy) {
  Mean mean;
  for (const PerSide<CardSet>& hands : guesses) {
    Round round = imagine_round(at.seen, hands, Question::Turn);
    play_out(round, policy);
    mean.add(margin(round.result(), Team::A));
  }
  return mean.value();
}

/// Collects what `report` prints.
class Report {
 public:
  void look(const PlayedRound& round) {
    for_each_decision(round, [&](const Decision& at) {
      if (at.seen.unseen().size() < LeastHidden || random_.below(OneIn) != 0) return;
      const Guesses even = guesses_of(at, false, Most, random_);
      const Guesses believed = guesses_of(at, true, Most, random_);
      if (even.size() < Most || believed.size() < Most) return;
      const HiddenCards hidden = hidden_cards(at.seen);
      const auto stage = static_cast<std::size_t>((hidden.unseen.size() - 1) / StageCards);
      for (const Card card : hidden.unseen) {
        even_[stage].add(log_loss(at, even, card));
        believed_[stage].add(log_loss(at, believed, card));
      }
      if (at.seen.anyone_out()) return;
      const auto state = static_cast<std::size_t>(state_of(at.seen));
      said_evenly_[state].add(expected(at, even, policy_));
      said_[state].add(expected(at, believed, policy_));
      came_[state].add(margin(round.result, at.seat.team()));
    });
  }

  void print() const {
    std::printf("log loss of who holds a hidden card\nhidden    evenly  believed\n");
    for (std::size_t i = 0; i < even_.size(); ++i) {
      if (even_[i].count == 0) continue;
      std::printf("%2zu to %2zu  %.4f  %.4f  %+.1f %%\n", StageCards * i + 1, StageCards * (i + 1), even_[i].value(),
                  believed_[i].value(), 100 * (believed_[i].value() / even_[i].value() - 1));
    }
    std::printf(
        "points that playouts expect before the first is out, and that came\nstate            evenly  believed  "
        "came\n");
    for (std::size_t i = 0; i < came_.size(); ++i) {
      std::printf("%-15s  %+6.1f  %+8.1f  %+6.1f (%.0f decisions)\n", StateNames[i], said_evenly_[i].value(),
                  said_[i].value(), came_[i].value(), came_[i].count);
    }
  }

 private:
  static constexpr std::uint32_t OneIn = 8;  ///< decisions that are looked at
  static constexpr std::size_t Most = 64;    ///< guesses
  static constexpr std::size_t StageCards = 8;
  Random random_{1};
  LightPolicy policy_{LightWeights{}, sampler::SearchSettings{}.temperature};  ///< as the player has it
  std::array<Mean, 7> even_;
  std::array<Mean, 7> believed_;
  std::array<Mean, 4> said_evenly_;
  std::array<Mean, 4> said_;
  std::array<Mean, 4> came_;
};

/// Maximum likelihood by Adam: the gradient of a weight is its feature as it is believed, less as it was.
class Fit {
 public:
  explicit Fit(double rate) : rate_(rate) {}
  const std::array<float, Features>& weights() const { return weights_; }
  void set_rate(double rate) { rate_ = rate; }

  void look(const PlayedRound& round) {
    for_each_decision(round, [&](const Decision& at) {
      if (at.seen.unseen().size() < LeastHidden || random_.below(OneIn) != 0) return;
      const HiddenCards hidden = hidden_cards(at.seen);
      const Belief belief(at.seen, weights_);
      BeliefSampler walk(hidden, belief);
      if (!walk.next(random_)) return;
      for (int i = 0; i < Guessed; ++i) add(belief, *walk.next(random_), 1.0 / Guessed);
      add(belief, at.hands, -1);
      if (++batch_ == Batch) step();
    });
  }

 private:
  static constexpr std::uint32_t OneIn = 6;
  static constexpr int Guessed = 4;
  static constexpr int Batch = 64;

  void add(const Belief& belief, const PerSide<CardSet>& hands, double share) {
    for (const Side side : OtherSides) {
      belief.for_each_feature_of(side, hands[side], [&](int feature, float value) {
        gradient_[static_cast<std::size_t>(feature)] += share * static_cast<double>(value);
      });
    }
  }

  void step() {
    constexpr double Decay = 3e-4;
    constexpr double Keep = 0.9;
    constexpr double KeepSquares = 0.999;
    ++steps_;
    for (std::size_t i = 0; i < Features; ++i) {
      const double slope = gradient_[i] / Batch + Decay * static_cast<double>(weights_[i]);
      mean_[i] = Keep * mean_[i] + (1 - Keep) * slope;
      squares_[i] = KeepSquares * squares_[i] + (1 - KeepSquares) * slope * slope;
      const double along = mean_[i] / (1 - std::pow(Keep, steps_));
      const double size = std::sqrt(squares_[i] / (1 - std::pow(KeepSquares, steps_)));
      weights_[i] -= static_cast<float>(rate_ * along / (size + 1e-6));
    }
    gradient_.fill(0);
    batch_ = 0;
  }

  double rate_;
  Random random_{2};
  std::array<float, Features> weights_{};
  std::array<double, Features> gradient_{};
  std::array<double, Features> mean_{};
  std::array<double, Features> squares_{};
  int batch_ = 0;
  int steps_ = 0;
};

void write_weights(const std::array<float, Features>& weights, const std::string& file) {
  std::ofstream out(file);
  out << "#pragma once\n\n#include <array>\n\n#include \"sdk/search/clue_features.h\"\n\n"
         "// Written by results/experiments/belief_bench.cpp (fit); not by hand.\n\nnamespace tichu {\n\n"
         "/// The weights of Belief, by feature (clue_features.h).\n// clang-format off\n"
         "inline constexpr std::array<float, clue_features::Count> BeliefWeights{\n";
  constexpr std::size_t InLine = 12;
  for (std::size_t i = 0; i < Features; ++i) {
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.3ff,", static_cast<double>(weights[i]));
    out << (i % InLine == 0 ? "    " : " ") << text.data()
        << (i % InLine == InLine - 1 || i + 1 == Features ? "\n" : "");
  }
  out << "};\n// clang-format on\n\n}  // namespace tichu\n";
  if (!out.flush()) throw std::runtime_error("cannot write " + file);
}

void fit(const std::vector<PlayedRound>& rounds, int epochs, const std::string& file) {
  constexpr double First = 0.02;
  Fit fit(First);
  for (int epoch = 0; epoch < epochs; ++epoch) {
    if (2 * epoch >= epochs) fit.set_rate(First * 0.1);
    for (const PlayedRound& round : rounds) fit.look(round);
    std::fprintf(stderr, "epoch %d of %d\n", epoch + 1, epochs);
  }
  write_weights(fit.weights(), file);
}

/// What was said, or the means of playouts, against what came, in one state. Decisions of one round are no separate
/// trials, so errors are over rounds.
class SaidAndCame {
 public:
  void add(const SaidValue& said, double came) {
    trials_.push_back({said.value, said.guesses, came});
    round_.count += 1;
    round_.difference += said.value - came;
  }
  void end_round() {
    if (round_.count > 0) rounds_.push_back(round_);
    round_ = {};
  }
  void add(const SaidAndCame& more) {
    trials_.insert(trials_.end(), more.trials_.begin(), more.trials_.end());
    rounds_.insert(rounds_.end(), more.rounds_.begin(), more.rounds_.end());
  }
  void print(std::string_view state) const {
    if (trials_.empty()) return;
    Mean said;
    Mean came;
    for (const Trial& trial : trials_) {
      said.add(trial.said);
      came.add(trial.came);
    }
    const double difference = said.value() - came.value();
    double squares = 0;
    for (const InRound& round : rounds_) {
      const double off = round.difference - difference * round.count;
      squares += off * off;
    }
    std::printf("%-16.*s %6zu rounds, %7.0f decisions: said %+7.1f, came %+7.1f, %+6.1f +- %.1f\n",
                static_cast<int>(state.size()), state.data(), rounds_.size(), said.count, said.value(), came.value(),
                difference, 1.96 * std::sqrt(squares) / said.count);
  }
  /// The ExpectationLine of least squares whose `usual` is the mean of what came.
  void print_line(std::string_view state) const {
    Mean came;
    for (const Trial& trial : trials_) came.add(trial.came);
    sampler::ExpectationLine best;
    double least = -1;
    for (double guesses = 0; guesses <= 100; guesses += 0.5) {
      const auto [line, squares] = fitted(came.value(), guesses);
      if (least >= 0 && squares >= least) continue;
      least = squares;
      best = line;
    }
    std::printf("%-16.*s {%.1f, %.1f, %.1f}\n", static_cast<int>(state.size()), state.data(), best.hope, best.usual,
                best.guesses);
  }

 private:
  struct InRound {
    double count = 0;
    double difference = 0;
  };
  struct Trial {
    double said;
    double guesses;
    double came;
  };

  /// The best of the lines with this `usual` that counts for so many guesses, and the sum of its squared errors.
  std::pair<sampler::ExpectationLine, double> fitted(double usual, double guesses) const {
    double weights = 0;
    double hopes = 0;
    for (const Trial& trial : trials_) {
      const double w = trial.guesses / (trial.guesses + guesses);
      weights += w * w;
      hopes += w * (w * trial.said + (1 - w) * usual - trial.came);
    }
    const sampler::ExpectationLine line{hopes / weights, usual, guesses};
    double squares = 0;
    for (const Trial& trial : trials_) {
      const double off = trial.came - line.points(trial.said, trial.guesses);
      squares += off * off;
    }
    return {line, squares};
  }

  InRound round_;
  std::vector<InRound> rounds_;
  std::vector<Trial> trials_;
};

/// Calls by the chance that they were given, against how many were made.
class CallsByTenth {
 public:
  void add(double chance, bool is_made) {
    auto& tenth = tenths_.at(std::min<std::size_t>(9, static_cast<std::size_t>(10 * chance)));
    tenth.chance.add(chance);
    tenth.made.add(is_made ? 1 : 0);
    const double sure = std::clamp(chance, 0.005, 0.995);
    trials_.push_back({{1, std::log(sure / (1 - sure))}, is_made});
  }
  void add(const CallsByTenth& more) {
    for (const LogisticTrial& trial : more.trials_) add(1 / (1 + std::exp(-trial.features[1])), trial.came);
  }
  void print(const char* name) const {
    for (std::size_t i = 0; i < tenths_.size(); ++i) {
      const Mean& made = tenths_.at(i).made;
      if (made.count == 0) continue;
      std::printf("%-12s %2zu to %3zu %%: %6.0f calls, said %5.1f %%, made %5.1f +- %.1f %%\n", name, 10 * i,
                  10 * (i + 1), made.count, 100 * tenths_.at(i).chance.value(), 100 * made.value(), 100 * made.error());
    }
  }
  /// What turns the odds that were said into those of what was made.
  void print_line(const char* name) const {
    if (trials_.empty()) return;
    const LogisticFit fit = fit_logistic(trials_);
    std::printf("%-12s {%.3f, %.3f}\n", name, fit.weights[0], fit.weights[1]);
  }

 private:
  struct Tenth {
    Mean chance;
    Mean made;
  };
  std::array<Tenth, 10> tenths_;
  std::vector<LogisticTrial> trials_;  ///< features: 1, and the log odds that were said
};

/// What players said in some rounds, against what came.
struct Told {
  std::array<SaidAndCame, sampler::OpenCallNames.size()> values;
  CallsByTenth tichu;
  CallsByTenth grand;

  void add(const Told& more) {
    for (std::size_t i = 0; i < values.size(); ++i) values.at(i).add(more.values.at(i));
    tichu.add(more.tichu);
    grand.add(more.grand);
  }
};

Told told_rounds(std::uint64_t seed, std::uint64_t rounds, int simulations, bool calibrates) {
  Told all;
  for (std::uint64_t index = 0; index < rounds; ++index) {
    const ToldRound told = play_told_round(seed, index, simulations, calibrates);
    const RoundResult& result = told.played.result;
    for (const SaidValue& said : told.said) {
      all.values.at(static_cast<std::size_t>(said.open)).add(said, margin(result, said.seat.team()));
    }
    for (SaidAndCame& state : all.values) state.end_round();
    for (const SaidCall& said : told.calls) {
      (said.call == Call::Tichu ? all.tichu : all.grand).add(said.chance, result.out[0] == said.seat);
    }
  }
  return all;
}

void print(const Told& told) {
  for (std::size_t i = 0; i < told.values.size(); ++i) told.values.at(i).print(sampler::OpenCallNames.at(i));
  told.tichu.print("Tichu");
  told.grand.print("Grand Tichu");
}

void fit_lines(const Told& told) {
  std::printf("lines from these to what came\n");
  for (std::size_t i = 0; i < told.values.size(); ++i) told.values.at(i).print_line(sampler::OpenCallNames.at(i));
  told.tichu.print_line("Tichu");
  told.grand.print_line("Grand Tichu");
}

/// `budgets`: pairs of ROUNDS and SIMULATIONS, each played by a thread of its own.
void compare_told(std::uint64_t seed, std::span<const std::string> budgets, bool fits) {
  std::vector<std::future<Told>> parts;
  for (std::size_t i = 0; i + 1 < budgets.size(); i += 2) {
    parts.push_back(std::async(std::launch::async, told_rounds, seed + i, whole_number(budgets[i]),
                               whole_number<int>(budgets[i + 1]), !fits));
  }
  Told all;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const Told part = parts[i].get();
    std::printf("%s rounds with %s playouts a decision\n", budgets[2 * i].c_str(), budgets[2 * i + 1].c_str());
    print(part);
    std::fflush(stdout);
    all.add(part);
  }
  if (fits) fit_lines(all);
}

int run(const std::vector<std::string>& arguments) {
  const bool compares = !arguments.empty() && (arguments[0] == "said" || arguments[0] == "lines");
  if (compares && arguments.size() >= 4 && arguments.size() % 2 == 0) {
    compare_told(whole_number(arguments[1]), std::span(arguments).subspan(2), arguments[0] == "lines");
    return 0;
  }
  const bool fits = arguments.size() == 6 && arguments[0] == "fit";
  if (!fits && (arguments.size() != 4 || arguments[0] != "report")) {
    std::fprintf(stderr,
                 "belief_bench report SEED ROUNDS SIMULATIONS, said|lines SEED {ROUNDS SIMULATIONS}..., or fit SEED "
                 "ROUNDS SIMULATIONS EPOCHS FILE\n");
    return 2;
  }
  const auto rounds = play_sampler_rounds(whole_number(arguments[1]), 0, whole_number<int>(arguments[2]),
                                          whole_number<int>(arguments[3]), !fits);
  if (fits) {
    fit(rounds, whole_number<int>(arguments[4]), arguments[5]);
    return 0;
  }
  Report report;
  for (const PlayedRound& round : rounds) report.look(round);
  report.print();
  return 0;
}

}  // namespace
}  // namespace tichu::testing

int main(int count, char** arguments) {
  return tichu::testing::run_main("belief_bench", tichu::testing::run, count, arguments);
}
