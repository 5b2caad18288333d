#include "arena/tournament/benchmark/suite.h"

#include <algorithm>
#include <fstream>
#include <sstream>
#include <string_view>
#include <utility>

#include "arena/text/digest.h"
#include "arena/text/number_text.h"
#include "arena/tournament/config/tournament_file.h"
#include "engine/deal.h"
#include "engine/notation.h"

namespace tichu::arena {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view BaselineHeading = "track,name,by,points,error95";
constexpr std::uint64_t TimePart = 10;

std::vector<std::string> fields_of(const std::string& line) {
  std::vector<std::string> fields{""};
  for (const char c : line) {
    if (c == ',') {
      fields.emplace_back();
    } else {
      fields.back() += c;
    }
  }
  return fields;
}

std::string text_of(const fs::path& file) {
  std::ostringstream text;
  text << std::ifstream(file, std::ios::binary).rdbuf();
  return text.str();
}

OrInputError<void> read_baselines(const fs::path& path, BenchmarkSuite& suite) {
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);
  const auto wrong = [&](int number, const std::string& problem) {
    return tl::unexpected(InputError{path.string() + ":" + std::to_string(number), "", problem});
  };
  if (line != BaselineHeading) return wrong(1, "must be \"" + std::string(BaselineHeading) + "\"");
  for (int number = 2; std::getline(file, line); ++number) {
    const std::vector<std::string> fields = fields_of(line);
    const auto points = fields.size() == 5 ? number_from<double>(fields[3]) : std::nullopt;
    const auto error = fields.size() == 5 ? number_from<double>(fields[4]) : std::nullopt;
    if (!points || !error || (fields[0] != StrengthFolder && fields[0] != PartnersFolder)) {
      return wrong(number, "must be \"strength\" or \"partners\", two names and two numbers, between commas");
    }
    (fields[0] == StrengthFolder ? suite.pool : suite.beside).push_back({fields[1], fields[2], *points, *error});
  }
  return {};
}

/// What both tournaments of a bot have in common.
TournamentConfig with_bot(TournamentConfig config, const BotSpec& bot, const BenchmarkExtent& extent) {
  config.bots.push_back(bot);
  config.schedule.kind = ScheduleKind::Gauntlet;
  config.faults = FaultPolicy::Substitute;
  config.remarks = false;
  config.origin.name_given = true;
  config.boards = std::max(config.boards / extent.part, std::uint64_t{1});
  if (extent.secret_seed) {
    config.seed = *extent.secret_seed;
    config.origin.seed_given = false;
  }
  return config;
}

}  // namespace

OrInputError<BenchmarkSuite> read_suite(const fs::path& folder, const fs::path& bundled) {
  BenchmarkSuite suite;
  suite.version = fs::absolute(folder).lexically_normal().filename().string();
  Sha256 sha256;
  for (auto& [name, config] : {std::pair("strength.toml", &suite.strength), {"partners.toml", &suite.partners}}) {
    auto read = read_tournament_file(folder / name, bundled);
    if (!read) return tl::unexpected(read.error());
    *config = std::move(read.value());
    sha256.add(text_of(folder / name));
  }
  if (suite.partners.schedule.opponents.empty()) {
    return tl::unexpected(
        InputError{(folder / "partners.toml").string(), "opponents", "names nobody; say whom pairs meet"});
  }
  if (const fs::path robustness = folder / "robustness.toml"; fs::exists(robustness)) {
    auto read = read_tournament_file(robustness, bundled);
    if (!read) return tl::unexpected(read.error());
    suite.robustness = std::move(read.value());
    suite.robustness_sha256 = sha256_of(text_of(robustness));
  }
  if (const fs::path baselines = folder / "baselines.csv"; fs::exists(baselines)) {
    if (auto read = read_baselines(baselines, suite); !read) return tl::unexpected(read.error());
    suite.baselines_sha256 = sha256_of(text_of(baselines));
  }
  if (const fs::path file = folder / "pool.sha256"; fs::exists(file)) {
    sha256.add(text_of(file));
    suite.pool_sha256 = text_of(file).substr(0, text_of(file).find('\n'));
    if (!is_sha256(suite.pool_sha256)) {
      return tl::unexpected(InputError{file.string(), "", "must be a line of 64 hexadecimal digits"});
    }
  }
  suite.sha256 = sha256.hexadecimal();
  return suite;
}

TournamentConfig pool_tournament(const BenchmarkSuite& suite) {
  TournamentConfig config = suite.strength;
  for (const BotSpec& bot : suite.partners.bots) {
    const bool is_there = std::any_of(config.bots.begin(), config.bots.end(),
                                      [&bot](const BotSpec& other) { return other.name == bot.name; });
    if (!is_there) config.bots.push_back(bot);
  }
  config.name = PoolFolder;
  config.origin.name_given = true;
  config.schedule = ScheduleConfig();
  config.boards = 1;
  config.remarks = false;
  return config;
}

TournamentConfig strength_tournament(const BenchmarkSuite& suite, const BotSpec& bot, const BenchmarkExtent& extent) {
  TournamentConfig config = with_bot(suite.strength, bot, extent);
  config.name = StrengthFolder;
  config.schedule.candidates = {bot.name};
  return config;
}

TournamentConfig time_tournament(const BenchmarkSuite& suite, const BotSpec& bot, const BenchmarkExtent& extent,
                                 const std::string& option, int milliseconds) {
  const std::string text = std::to_string(milliseconds);
  BotSpec told = bot;
  std::erase_if(told.options, [&option](const auto& other) { return other.first == option; });
  told.options.emplace_back(option, text);
  told.timed = true;
  TournamentConfig config = strength_tournament(suite, told, extent);
  config.name = std::string(TimeFolder) + "-" + text;
  config.boards = std::max(config.boards / TimePart, std::uint64_t{1});
  return config;
}

TournamentConfig robustness_tournament(const BenchmarkSuite& suite, const BotSpec& bot, std::vector<BotSpec> opponents,
                                       const BenchmarkExtent& extent) {
  TournamentConfig config = *suite.robustness;
  config.bots = std::move(opponents);
  config = with_bot(std::move(config), bot, extent);
  config.schedule.candidates = {bot.name};
  return config;
}

TournamentConfig partners_tournament(const BenchmarkSuite& suite, const BotSpec& bot, const BenchmarkExtent& extent) {
  TournamentConfig config = with_bot(suite.partners, bot, extent);
  config.name = PartnersFolder;
  config.seatings = Seatings::Rotate;
  const std::vector<std::string>& opponents = config.schedule.opponents;
  for (std::size_t i = 0; i + 1 < config.bots.size(); ++i) {
    const std::string& partner = config.bots[i].name;
    if (std::find(opponents.begin(), opponents.end(), partner) != opponents.end()) continue;
    config.pairs.push_back({bot.name + "+" + partner, {config.bots.size() - 1, i}});
    config.schedule.candidates.push_back(config.pairs.back().name);
  }
  return config;
}

std::string boards_sha256(std::uint64_t seed, std::uint64_t boards) {
  Sha256 sha256;
  for (std::uint64_t board = 0; board < boards; ++board) sha256.add(to_text(deal(seed, board)) + "\n");
  return sha256.hexadecimal();
}

}  // namespace tichu::arena
