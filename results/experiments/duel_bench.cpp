// Two bots against each other in this process over duplicated deals: for limits in time on machines with many cores.
//
//   duel_bench SEED BOARDS THREADS BOT OTHER   a bot is a name and options, such as sage:time_ms=10
#include <algorithm>
#include <array>
#include <atomic>
#include <cstdio>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "bots/adept/adept_bot.h"
#include "bots/sage/sage_bot.h"
#include "bots/sampler/sampler_bot.h"
#include "bots/steady/steady_bot.h"
#include "results/experiments/measured.h"
#include "tests/bots_play/table.h"

namespace tichu::testing {
namespace {

std::vector<std::string> split(const std::string& text, char at) {
  std::vector<std::string> parts;
  std::size_t start = 0;
  for (std::size_t end = text.find(at); end != std::string::npos; end = text.find(at, start)) {
    parts.push_back(text.substr(start, end - start));
    start = end + 1;
  }
  parts.push_back(text.substr(start));
  return parts;
}

std::unique_ptr<Bot> make(const std::string& name, const BotSetup& setup) {
  if (name == "adept") return std::make_unique<adept::AdeptBot>(setup);
  if (name == "sage") return std::make_unique<sage::SageBot>(setup);
  if (name == "sampler") return std::make_unique<sampler::SamplerBot>(setup);
  if (name == "steady") return std::make_unique<steady::SteadyBot>(setup);
  throw std::invalid_argument("there is no bot \"" + name + "\"; there are adept, sage, sampler and steady");
}

BotMaker maker_of(const std::string& text) {
  const std::vector<std::string> parts = split(text, ':');
  std::vector<std::pair<std::string, std::string>> options;
  if (parts.size() > 1) {
    for (const std::string& option : split(parts[1], ',')) {
      const std::size_t is = std::min(option.find('='), option.size() - 1);
      options.emplace_back(option.substr(0, is), option.substr(is + 1));
    }
  }
  return [name = parts[0], options](const BotSetup& setup) {
    BotSetup with = setup;
    with.options = options;
    return make(name, with);
  };
}

/// What the first bot scored more than the other, over the boards that are played.
class Duel {
 public:
  Duel(std::uint64_t seed, std::uint64_t boards, std::array<BotMaker, 2> makers)
      : seed_(seed), boards_(boards), makers_(std::move(makers)) {}

  /// Plays boards that nobody has begun until none is left.
  void play() {
    for (std::uint64_t board = next_++; board < boards_; board = next_++) {
      const double points = (margin_of(board, Team::A) + margin_of(board, Team::B)) / 2.0;
      const std::lock_guard lock(mutex_);
      mean_.add(points);
      won_ += points > 0 ? 1 : 0;
      lost_ += points < 0 ? 1 : 0;
    }
  }
  void report() const {
    std::printf("%+.1f +- %.1f points a round over %.0f boards; %d won, %d lost\n", mean_.value(), mean_.error(),
                mean_.count, won_, lost_);
  }

 private:
  /// With the first bot's partnership as `team`.
  int margin_of(std::uint64_t board, Team team) const {
    const BotMaker& even = makers_[team == Team::A ? 0 : 1];
    const BotMaker& odd = makers_[team == Team::A ? 1 : 0];
    const PlayedRound played = play_round(deal(seed_, board), Rules{}, {even, odd, even, odd}, seed_ + board);
    if (!played.illegal.empty()) throw std::runtime_error(played.illegal);
    return margin(played.result, team);
  }

  std::uint64_t seed_;
  std::uint64_t boards_;
  std::array<BotMaker, 2> makers_;
  std::atomic<std::uint64_t> next_ = 0;
  std::mutex mutex_;
  Mean mean_;
  int won_ = 0;
  int lost_ = 0;
};

int run(const std::vector<std::string>& arguments) {
  if (arguments.size() != 5) {
    std::fprintf(stderr, "duel_bench SEED BOARDS THREADS BOT OTHER\n");
    return 2;
  }
  const auto threads = whole_number<unsigned>(arguments[2]);
  const std::array<BotMaker, 2> makers{maker_of(arguments[3]), maker_of(arguments[4])};
  for (const BotMaker& maker : makers) maker(BotSetup());  // what is wrong with a bot is told before anything is played
  Duel duel(whole_number(arguments[0]), whole_number(arguments[1]), makers);
  {
    std::vector<std::jthread> crew;
    for (unsigned i = 0; i < threads; ++i) crew.emplace_back([&] { duel.play(); });
  }
  duel.report();
  return 0;
}

}  // namespace
}  // namespace tichu::testing

int main(int count, char** arguments) {
  return tichu::testing::run_main("duel_bench", tichu::testing::run, count, arguments);
}
