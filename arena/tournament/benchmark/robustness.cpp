#include "arena/tournament/benchmark/robustness.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "engine/random.h"

namespace tichu::arena {
namespace {

constexpr std::uint64_t SearchStages = 4;
constexpr std::uint64_t AnswersTried = 8;
/// How many times the boards of a stage the last one has.
constexpr std::uint64_t LastPart = 2;

/// From -1 to 1, 0 likeliest; the same on every machine.
double nudge(Random& random) {
  constexpr std::uint32_t Steps = 1000;
  const auto draw = [&random] { return static_cast<double>(random.below(Steps + 1)) / Steps; };
  const double one = draw();
  return one + draw() - 1;
}

/// A bot of the same kind, with two options changed by up to half of them and 0.1.
BotSpec changed(BotSpec bot, Random& random) {
  constexpr int Changes = 2;
  for (int i = 0; i < Changes; ++i) {
    std::string& text = bot.options[random.below(static_cast<std::uint32_t>(bot.options.size()))].second;
    double value = 0;
    std::from_chars(text.data(), text.data() + text.size(), value);
    text = fmt::format("{:.3f}", value + nudge(random) * (std::abs(value) / 2 + 0.1));
  }
  return bot;
}

/// The opponents of a stage, and who of them won most from the bot.
class Stages {
 public:
  Stages(const BenchmarkSuite& suite, const BotSpec& bot, const BenchmarkExtent& extent, const PlayStage& play)
      : suite_(suite), bot_(bot), extent_(extent), play_(play) {}

  /// The boards of these opponents, each stage of other deals.
  OrInputError<MeasuredBoards> play(std::vector<BotSpec> opponents, const std::string& suffix, std::uint64_t part = 1) {
    TournamentConfig config = robustness_tournament(suite_, bot_, std::move(opponents), extent_);
    config.name = RobustnessFolder + suffix;
    config.seed += stage_++;
    config.boards *= part;
    boards_ = config.boards;
    return play_(config);
  }
  std::uint64_t boards() const { return boards_; }

  /// The best of those that `counts` takes.
  static std::size_t best(const MeasuredBoards& measured, const std::vector<BotSpec>& opponents, bool with_options) {
    std::optional<std::size_t> found;
    double least = 0;
    for (std::size_t i = 0; i < opponents.size(); ++i) {
      if (with_options && opponents[i].options.empty()) continue;
      const double points = values_against(measured, i).without_faults.points;
      if (found && points >= least) continue;
      found = i;
      least = points;
    }
    return found.value_or(0);
  }

 private:
  const BenchmarkSuite& suite_;
  const BotSpec& bot_;
  const BenchmarkExtent& extent_;
  const PlayStage& play_;
  std::uint64_t stage_ = 0;
  std::uint64_t boards_ = 0;
};

}  // namespace

OrInputError<RobustnessTrack> robustness_track(const BenchmarkSuite& suite, const BotSpec& bot,
                                               const BenchmarkExtent& extent, const PlayStage& play) {
  Stages stages(suite, bot, extent, play);
  RobustnessTrack track;
  const std::vector<BotSpec>& family = suite.robustness->bots;
  const auto met = stages.play(family, "-0");
  if (!met) return tl::unexpected(met.error());
  track.searched = stages.boards() * family.size();
  track.fixed.bot = family[Stages::best(*met, family, false)];
  track.found.bot = family[Stages::best(*met, family, true)];
  for (std::uint64_t stage = 1; stage <= SearchStages && !track.found.bot.options.empty(); ++stage) {
    std::vector<BotSpec> answers{track.found.bot};
    Random random(suite.robustness->seed, stage);
    while (answers.size() < AnswersTried) {
      answers.push_back(changed(track.found.bot, random));
      answers.back().name = fmt::format("response-{}-{}", stage, answers.size() - 1);
    }
    const auto tried = stages.play(answers, fmt::format("-{}", stage));
    if (!tried) return tl::unexpected(tried.error());
    track.searched += stages.boards() * answers.size();
    track.found.bot = answers[Stages::best(*tried, answers, true)];
  }
  std::vector<BotSpec> last{track.fixed.bot};
  if (track.found.bot.name != track.fixed.bot.name) last.push_back(track.found.bot);
  auto measured = stages.play(last, "", LastPart);
  if (!measured) return tl::unexpected(measured.error());
  track.boards = stages.boards();
  const auto lost_to = [&](std::size_t opponent) {
    CardValues values = values_against(*measured, opponent);
    for (CardValue* value : {&values.with_faults, &values.without_faults}) value->points = 0 - value->points;
    return values;
  };
  track.fixed.lost = lost_to(0);
  track.found.lost = lost_to(last.size() - 1);
  track.measured = std::move(*measured);
  return track;
}

std::uint64_t robustness_boards(const BenchmarkSuite& suite, const BenchmarkExtent& extent) {
  BotSpec bot;
  bot.name = "bot";
  const std::uint64_t family = suite.robustness->bots.size();
  const std::uint64_t boards = robustness_tournament(suite, bot, {}, extent).boards;
  return boards * (family + SearchStages * AnswersTried + 2 * LastPart);
}

}  // namespace tichu::arena
