#include "arena/tournament/config/tournament_file.h"

#include <fmt/format.h>
#include <glob.h>
#include <toml++/toml.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <optional>
#include <set>
#include <sstream>
#include <utility>

#include "arena/text/nearest_name.h"
#include "arena/text/required_path.h"
#include "arena/tournament/config/bot_finder.h"
#include "arena/tournament/config/tournament_settings.h"
#include "arena/tournament/config/unclosed_string.h"
#include "protocol/arena_coding.h"

namespace tichu::arena {
namespace {

namespace fs = std::filesystem;

/// Walks the tables of one file into a TournamentConfig. After the first error, which is kept, nothing more is read.
class TournamentFileReader {
 public:
  TournamentFileReader(const fs::path& file, const fs::path& bundled)
      : file_(file), finder_(bundled, fs::absolute(file).parent_path()) {}

  OrInputError<TournamentConfig> read(const toml::table& root);

 private:
  void read_tournament(const toml::table& root);
  void read_format(const toml::table& root);
  void read_schedule(const toml::table& root);
  void read_anchor(const toml::table& root);
  void read_rules(const toml::table& root);
  void read_limits(const toml::table& root);
  void read_sandbox(const toml::table& root);
  void read_readable(const toml::table& sandbox);
  void read_bots(const toml::table& root);
  void read_bot(const toml::table& table);
  void read_submissions(const toml::table& root);
  void read_submission(const toml::node& place, const fs::path& found);
  void judge_submissions(const toml::node& bots);
  void read_options(const toml::table& table, BotSpec& bot);
  void read_pairs(const toml::table& root);
  void read_pair(const toml::table& table);
  std::optional<std::size_t> bot_named(const std::string& name) const;

  /// Fails if the table has a key that is none of `known`.
  void expect_only(const toml::table& table, const std::vector<std::string_view>& known, const std::string& in);
  /// The string of a key, or nullopt if it is absent or no string (which is an error).
  std::optional<std::string> text(const toml::table& table, std::string_view key);
  std::optional<std::string> text_of(const toml::node& node, const std::string& key);
  /// The value of a key that is one of a closed set of words, or nullopt if it is absent or another (which is an
  /// error).
  template <HasWords E>
  std::optional<E> word(const toml::table& table, std::string_view key);
  /// The whole number of a key in lowest..highest, or nullopt if it is absent or another (which is an error).
  std::optional<std::int64_t> number(const toml::table& table, std::string_view key, std::int64_t lowest,
                                     std::int64_t highest);
  /// Takes over those of the settings that the table has.
  template <typename Config, typename Value, std::size_t Count>
  void read_settings(const toml::table& table, const LimitSetting<Config, Value> (&settings)[Count], Config& config) {
    for (const auto& setting : settings) {
      if (const auto value = number(table, setting.key, setting.least, setting.most)) setting.set(config, *value);
    }
  }
  void read_setting(const toml::table& table, std::string_view key, bool TournamentConfig::*member) {
    config_.*member = truth(table, key).value_or(config_.*member);
  }
  template <HasWords E>
  void read_setting(const toml::table& table, std::string_view key, E TournamentConfig::*member) {
    config_.*member = word<E>(table, key).value_or(config_.*member);
  }
  void read_setting(const toml::table& table, std::string_view key, const NumberOfTournament& setting) {
    if (const auto value = number(table, key, setting.least, setting.most)) {
      config_.*setting.member = static_cast<int>(*value);
    }
  }
  /// The truth value of a key, or nullopt if it is absent or something else (which is an error).
  std::optional<bool> truth(const toml::table& table, std::string_view key);
  /// The strings of a list; empty if it is absent or something else (which is an error).
  std::vector<std::string> texts(const toml::table& table, std::string_view key);
  /// The tables of a `[[key]]`; empty if it is absent or something else (which is an error).
  std::vector<const toml::table*> tables(const toml::table& root, std::string_view key);
  /// The table of a `[key]`, or null if it is absent or something else (which is an error).
  const toml::table* table(const toml::table& root, std::string_view key);

  void fail(const toml::source_region& place, std::string_view key, const std::string& problem);
  bool failed() const { return error_.has_value(); }

  fs::path file_;
  BotFinder finder_;
  TournamentConfig config_;
  std::optional<InputError> error_;
};

/// A value as the file has it, for messages.
std::string shown(const toml::node& node) {
  std::ostringstream out;
  node.visit([&out](const auto& value) { out << value; });
  std::string text = out.str();
  constexpr std::size_t Longest = 40;
  if (text.size() > Longest) text = text.substr(0, Longest) + "...";
  std::replace(text.begin(), text.end(), '\n', ' ');
  return text;
}

/// What is wrong with a number or a truth that is written as a text; empty if it is none.
std::string without_quotes(const toml::node& node) {
  const auto text = node.value<std::string>();
  if (!node.is_string() || !text || text->empty()) return "";
  const bool is_number = text->find_first_not_of("-.0123456789") == std::string::npos;
  return is_number || *text == "true" || *text == "false" ? ": leave out the quotes" : "";
}

/// What is found at a pattern in which '*' and '?' stand for other characters, by name; hidden files are not.
std::vector<fs::path> paths_like(const fs::path& pattern) {
  glob_t matches{};
  std::vector<fs::path> paths;
  if (::glob(pattern.c_str(), 0, nullptr, &matches) == 0) {
    paths.assign(matches.gl_pathv, matches.gl_pathv + matches.gl_pathc);
  }
  ::globfree(&matches);
  for (fs::path& path : paths) path = path.lexically_normal();
  std::sort(paths.begin(), paths.end());
  return paths;
}

/// The bot in a submitted folder, or the submitted file; nullopt if the folder holds none.
std::optional<fs::path> bot_file(const fs::path& submitted) {
  if (!fs::is_directory(submitted)) return submitted;
  const std::string name = submitted.filename().string();
  for (const std::string& file : {name + ".so", name, std::string("bot.so"), std::string("bot")}) {
    std::error_code ignored;
    if (fs::is_regular_file(submitted / file, ignored)) return submitted / file;
  }
  return std::nullopt;
}

std::string position(const fs::path& file, const toml::source_position& at) {
  return file.string() + ":" + std::to_string(at.line) + ":" + std::to_string(at.column);
}

void TournamentFileReader::fail(const toml::source_region& place, std::string_view key, const std::string& problem) {
  if (error_) return;
  error_ = InputError{position(file_, place.begin), std::string(key), problem};
}

void TournamentFileReader::expect_only(const toml::table& table, const std::vector<std::string_view>& known,
                                       const std::string& in) {
  // The table is sorted by key: of several unknown ones the first in the file is named.
  const toml::key* first = nullptr;
  for (auto&& [key, value] : table) {
    if (std::find(known.begin(), known.end(), key.str()) != known.end()) continue;
    const auto& begin = key.source().begin;
    if (first == nullptr ||
        std::pair(begin.line, begin.column) < std::pair(first->source().begin.line, first->source().begin.column)) {
      first = &key;
    }
  }
  if (first == nullptr) return;
  std::string names;
  for (const std::string_view name : known) names += (names.empty() ? "" : ", ") + std::string(name);
  const auto meant = nearest_name(first->str(), {known.begin(), known.end()});
  fail(first->source(), first->str(),
       "no such key " + in + (meant ? "; did you mean \"" + *meant + "\"?" : "") + "; known are " + names);
}

std::optional<std::string> TournamentFileReader::text_of(const toml::node& node, const std::string& key) {
  if (failed()) return std::nullopt;
  if (!node.is_string()) {
    fail(node.source(), key, "must be a string in quotes, found " + shown(node));
    return std::nullopt;
  }
  return node.value<std::string>();
}

std::optional<std::string> TournamentFileReader::text(const toml::table& table, std::string_view key) {
  const toml::node* node = table.get(key);
  return node == nullptr ? std::nullopt : text_of(*node, std::string(key));
}

template <HasWords E>
std::optional<E> TournamentFileReader::word(const toml::table& table, std::string_view key) {
  const auto written = text(table, key);
  if (!written) return std::nullopt;
  const auto value = from_text<E>(*written);
  if (!value) fail(table.get(key)->source(), key, "must be " + choices<E>() + ", found \"" + *written + "\"");
  return value;
}

std::optional<std::int64_t> TournamentFileReader::number(const toml::table& table, std::string_view key,
                                                         std::int64_t lowest, std::int64_t highest) {
  const toml::node* node = table.get(key);
  if (node == nullptr || failed()) return std::nullopt;
  const auto value = node->is_integer() ? node->value<std::int64_t>() : std::nullopt;
  if (!value || *value < lowest || *value > highest) {
    fail(node->source(), key,
         "must be a whole number from " + std::to_string(lowest) + " to " + std::to_string(highest) + ", found " +
             shown(*node) + without_quotes(*node));
    return std::nullopt;
  }
  return value;
}

std::optional<bool> TournamentFileReader::truth(const toml::table& table, std::string_view key) {
  const toml::node* node = table.get(key);
  if (node == nullptr || failed()) return std::nullopt;
  if (!node->is_boolean())
    fail(node->source(), key, "must be true or false, found " + shown(*node) + without_quotes(*node));
  return node->value<bool>();
}

std::vector<std::string> TournamentFileReader::texts(const toml::table& table, std::string_view key) {
  const toml::node* node = table.get(key);
  if (node == nullptr || failed()) return {};
  const toml::array* array = node->as_array();
  if (array == nullptr) {
    fail(node->source(), key, "must be a list of strings, found " + shown(*node));
    return {};
  }
  std::vector<std::string> found;
  for (const toml::node& element : *array) {
    if (auto word = text_of(element, std::string(key))) found.push_back(std::move(*word));
  }
  return found;
}

std::vector<const toml::table*> TournamentFileReader::tables(const toml::table& root, std::string_view key) {
  std::vector<const toml::table*> found;
  const toml::node* node = root.get(key);
  if (node == nullptr || failed()) return found;
  const toml::array* array = node->as_array();
  if (array == nullptr || (!array->empty() && !array->is_array_of_tables())) {
    fail(node->source(), key, "must be written as [[" + std::string(key) + "]], once for each");
    return found;
  }
  for (const toml::node& element : *array) found.push_back(element.as_table());
  return found;
}

const toml::table* TournamentFileReader::table(const toml::table& root, std::string_view key) {
  const toml::node* node = root.get(key);
  if (node == nullptr || failed()) return nullptr;
  if (!node->is_table()) fail(node->source(), key, "must be a table [" + std::string(key) + "], found " + shown(*node));
  return node->as_table();
}

OrInputError<TournamentConfig> TournamentFileReader::read(const toml::table& root) {
  std::vector<std::string_view> keys{"name",      "seed",   "deals",   "games",       "schedule", "candidates",
                                     "opponents", "rounds", "limit",   "concurrency", "results",  "anchor",
                                     "rules",     "limits", "sandbox", "bot",         "bots",     "pair"};
  for (const TournamentSetting& setting : TournamentSettings) keys.push_back(setting.key);
  expect_only(root, keys, "here");
  config_.origin.file = fs::absolute(file_).lexically_normal();
  read_tournament(root);
  read_format(root);
  read_schedule(root);
  read_anchor(root);
  read_rules(root);
  read_limits(root);
  read_sandbox(root);
  read_bots(root);
  read_submissions(root);
  read_pairs(root);
  if (error_) return tl::unexpected(*error_);
  return config_;
}

void TournamentFileReader::read_tournament(const toml::table& root) {
  config_.name = file_.stem().string();
  if (const auto name = text(root, "name")) {
    config_.name = *name;
    config_.origin.name_given = true;
    if (!is_tournament_name(*name)) {
      fail(root.get("name")->source(), "name",
           "\"" + *name + "\" cannot be a folder's name; use letters, digits, '.', '_' and '-', at most 64");
    }
  }
  if (const auto seed = number(root, "seed", 0, INT64_MAX)) {
    config_.seed = static_cast<std::uint64_t>(*seed);
    config_.origin.seed_given = true;
  }
  if (const auto tables = number(root, "concurrency", 1, MaxConcurrency)) {
    config_.concurrency = static_cast<int>(*tables);
  }
  for (const TournamentSetting& setting : TournamentSettings) {
    std::visit([&](const auto& member) { read_setting(root, setting.key, member); }, setting.member);
  }
  if (const auto results = text(root, "results")) {
    config_.results = (fs::absolute(file_).parent_path() / *results).lexically_normal();
  }
}

void TournamentFileReader::read_format(const toml::table& root) {
  const auto deals = number(root, "deals", 1, static_cast<std::int64_t>(MaxBoards));
  const auto games = number(root, "games", 1, static_cast<std::int64_t>(MaxBoards));
  if (deals && games) {
    fail(root.get("games")->source(), "games", "give either deals or games, not both");
  } else if (deals) {
    config_.boards = static_cast<std::uint64_t>(*deals);
  } else if (games) {
    config_.format = BoardFormat::Games;
    config_.boards = static_cast<std::uint64_t>(*games);
  }
  config_.origin.boards_given = deals || games;
}

void TournamentFileReader::read_schedule(const toml::table& root) {
  ScheduleConfig& schedule = config_.schedule;
  if (const auto word = text(root, "schedule")) {
    if (const auto kind = from_text<ScheduleKind>(*word)) {
      schedule.kind = *kind;
    } else {
      fail(root.get("schedule")->source(), "schedule",
           "no schedule \"" + *word + "\"; known are " + listed<ScheduleKind>());
    }
  }
  schedule.candidates = texts(root, "candidates");
  schedule.opponents = texts(root, "opponents");
  if (const auto rounds = number(root, "rounds", 1, MaxSwissRounds)) {
    schedule.rounds = static_cast<std::uint64_t>(*rounds);
  }
  if (const auto limit = number(root, "limit", 1, INT64_MAX)) schedule.limit = static_cast<std::uint64_t>(*limit);
}

void TournamentFileReader::read_anchor(const toml::table& root) {
  const auto written = text(root, "anchor");
  if (!written) return;
  config_.anchor = rating_anchor(*written);
  if (!config_.anchor) {
    fail(root.get("anchor")->source(), "anchor", std::string(AnchorForm) + ", found \"" + *written + "\"");
  }
}

void TournamentFileReader::read_rules(const toml::table& root) {
  const toml::table* rules = table(root, "rules");
  if (rules == nullptr) return;
  if (const auto name = text(*rules, "preset")) {
    if (const auto found = preset(*name)) {
      config_.rules = *found;
    } else {
      fail(rules->get("preset")->source(), "preset", "no preset \"" + *name + "\"; known are " + preset_names());
    }
  }
  for (auto&& [key, node] : *rules) {
    if (failed()) return;
    if (key == "preset") continue;
    std::string value = shown(node);
    if (node.is_string()) value = *node.value<std::string>();
    if (const auto set = set_rule(config_.rules, key.str(), value); !set) {
      fail(set.error().starts_with("no such") ? key.source() : node.source(), key.str(), set.error());
    }
  }
}

void TournamentFileReader::read_limits(const toml::table& root) {
  const toml::table* limits = table(root, "limits");
  if (limits == nullptr) return;
  std::vector<std::string_view> keys = keys_of(TimeLimitSettings);
  for (const std::string_view key : keys_of(RemoteLimitSettings)) keys.push_back(key);
  expect_only(*limits, keys, "in [limits]");
  read_settings(*limits, TimeLimitSettings, config_.limits);
  read_settings(*limits, RemoteLimitSettings, config_.limits.remote);
}

void TournamentFileReader::read_sandbox(const toml::table& root) {
  const toml::table* sandbox = table(root, "sandbox");
  if (sandbox == nullptr) return;
  std::vector<std::string_view> keys = keys_of(SandboxLimits);
  keys.insert(keys.begin(), "kind");
  keys.push_back("readable");
  expect_only(*sandbox, keys, "in [sandbox]");
  config_.sandbox.kind = word<SandboxKind>(*sandbox, "kind").value_or(config_.sandbox.kind);
  read_settings(*sandbox, SandboxLimits, config_.sandbox);
  read_readable(*sandbox);
}

void TournamentFileReader::read_readable(const toml::table& sandbox) {
  const toml::node* node = sandbox.get("readable");
  if (node == nullptr || failed()) return;
  const toml::array* paths = node->as_array();
  if (paths == nullptr) {
    return fail(node->source(), "readable", "must be a list of paths, found " + shown(*node));
  }
  for (const toml::node& element : *paths) {
    const auto written = text_of(element, "readable");
    if (!written) return;
    const fs::path path = fs::absolute(fs::absolute(file_).parent_path() / *written).lexically_normal();
    std::error_code error;
    if (!fs::exists(path, error)) {
      return fail(element.source(), "readable", "there is no file or folder \"" + path.string() + "\"");
    }
    config_.sandbox.readable.push_back(path);
  }
}

void TournamentFileReader::read_bots(const toml::table& root) {
  for (const toml::table* bot : tables(root, "bot")) {
    if (failed()) return;
    read_bot(*bot);
  }
}

void TournamentFileReader::read_bot(const toml::table& table) {
  expect_only(table, {"name", "kind", "protocol", "path", "args", "options", "trusted", "timed", "owner"},
              "in [[bot]]");
  BotSpec bot;
  const auto name = text(table, "name");
  if (!name) return fail(table.source(), "name", "each [[bot]] needs a name");
  bot.name = *name;
  if (bot_named(*name)) return fail(table.get("name")->source(), "name", "a bot of this name stands above");

  auto kind = word<BotKind>(table, "kind");
  const auto coding = word<protocol::Coding>(table, "protocol");
  if (coding && kind && !is_program(*kind)) {
    return fail(table.get("protocol")->source(), "protocol",
                kind == BotKind::Plugin ? "a plug-in speaks none" : "a remote bot speaks JSON in any case");
  }
  if (coding) kind = *coding == protocol::Coding::Json ? BotKind::Json : BotKind::Program;
  const auto path = text(table, "path");
  if (failed()) return;
  if (const auto located = finder_.locate(bot, path.value_or(*name), kind); !located) {
    return fail((table.get(path ? "path" : "name"))->source(), path ? "path" : "name", located.error());
  }
  for (const std::string& argument : texts(table, "args")) bot.arguments.push_back(finder_.argument(argument));
  if (!failed() && !is_program(bot.kind) && !bot.arguments.empty()) {
    return fail(table.get("args")->source(), "args",
                std::string(bot.kind == BotKind::Plugin ? "a plug-in" : "a remote bot") +
                    " takes no arguments; hand it options instead");
  }
  bot.trusted = truth(table, "trusted").value_or(bot.trusted);
  bot.timed = truth(table, "timed").value_or(false);
  if (const auto owner = text(table, "owner"); owner && !owner->empty()) config_.schedule.owners[bot.name] = *owner;
  read_options(table, bot);
  config_.bots.push_back(std::move(bot));
}

/// Bots by patterns of their files or folders, such as "submissions/*": one, or a list. What two patterns find enters
/// once.
void TournamentFileReader::read_submissions(const toml::table& root) {
  const toml::node* node = root.get("bots");
  if (node == nullptr || failed()) return;
  std::vector<const toml::node*> patterns;
  if (const toml::array* list = node->as_array()) {
    for (const toml::node& element : *list) patterns.push_back(&element);
    if (list->empty()) fail(node->source(), "bots", "the list of patterns is empty");
  } else {
    patterns.push_back(node);
  }
  std::set<fs::path> taken;
  for (const toml::node* place : patterns) {
    const auto pattern = text_of(*place, "bots");
    if (!pattern) return;
    const std::vector<fs::path> found = paths_like(fs::absolute(file_).parent_path() / *pattern);
    if (found.empty()) fail(place->source(), "bots", "nothing is found at \"" + *pattern + "\"");
    for (const fs::path& path : found) {
      if (!failed() && taken.insert(path).second) read_submission(*place, path);
    }
  }
  judge_submissions(*node);
}

/// A ladder begins without the submissions that are no bots; any other schedule needs all, or it would be another.
void TournamentFileReader::judge_submissions(const toml::node& bots) {
  const std::vector<LeftOutBot>& left_out = config_.origin.left_out;
  if (failed() || left_out.empty()) return;
  if (config_.schedule.kind == ScheduleKind::Ladder && !config_.bots.empty()) return;
  std::string reasons;
  for (const LeftOutBot& bot : left_out) reasons += (reasons.empty() ? "" : "; ") + bot.reason;
  fail(bots.source(), "bots", reasons);
}

void TournamentFileReader::read_submission(const toml::node& place, const fs::path& found) {
  BotSpec bot;
  bot.name = fs::is_directory(found) ? found.filename().string() : found.stem().string();
  if (bot_named(bot.name)) {
    return fail(place.source(), "bots",
                "\"" + found.string() + "\": there is a bot of the name \"" + bot.name + "\" already");
  }
  const std::optional<fs::path> file = bot_file(found);
  if (!file) {
    config_.origin.left_out.push_back({bot.name, "the folder \"" + found.string() + "\" holds no bot: " + bot.name +
                                                     ".so, " + bot.name + ", bot.so or bot"});
    return;
  }
  if (const auto located = finder_.locate(bot, file->string(), std::nullopt); !located) {
    config_.origin.left_out.push_back({bot.name, located.error()});
    return;
  }
  config_.origin.submissions.push_back(bot.name);
  config_.bots.push_back(std::move(bot));
}

void TournamentFileReader::read_options(const toml::table& table, BotSpec& bot) {
  const toml::node* node = table.get("options");
  if (node == nullptr || failed()) return;
  const toml::table* options = node->as_table();
  if (options == nullptr) {
    return fail(node->source(), "options", "must be a table such as { depth = 3 }, found " + shown(*node));
  }
  for (auto&& [key, value] : *options) {
    if (!value.is_value()) {
      return fail(value.source(), key.str(), "an option's value must be a string, a number or true or false");
    }
    bot.options.emplace_back(std::string(key.str()), value.is_string() ? *value.value<std::string>() : shown(value));
  }
}

void TournamentFileReader::read_pairs(const toml::table& root) {
  for (const toml::table* pair : tables(root, "pair")) {
    if (failed()) return;
    read_pair(*pair);
  }
}

void TournamentFileReader::read_pair(const toml::table& table) {
  expect_only(table, {"name", "bots"}, "in [[pair]]");
  const toml::node* bots = table.get("bots");
  const toml::array* names = bots == nullptr ? nullptr : bots->as_array();
  if (names == nullptr || names->size() != 2) {
    return fail(bots == nullptr ? table.source() : bots->source(), "bots",
                "a [[pair]] needs bots = [\"NAME\", \"NAME\"], the names of two bots above");
  }
  PairSpec pair;
  for (std::size_t i = 0; i < 2; ++i) {
    const auto name = text_of(*names->get(i), "bots");
    if (!name) return;
    const auto bot = bot_named(*name);
    if (!bot) return fail(names->get(i)->source(), "bots", "no [[bot]] has the name \"" + *name + "\"");
    pair.bots[i] = *bot;
  }
  pair.name = text(table, "name").value_or(config_.bots[pair.bots[0]].name + "+" + config_.bots[pair.bots[1]].name);
  config_.pairs.push_back(std::move(pair));
}

std::optional<std::size_t> TournamentFileReader::bot_named(const std::string& name) const {
  for (std::size_t i = 0; i < config_.bots.size(); ++i) {
    if (config_.bots[i].name == name) return i;
  }
  return std::nullopt;
}

/// Of a string without its end the parser only says what follows it, so its beginning is looked for.
InputError syntax_error(std::string_view text, const fs::path& file, const toml::parse_error& error) {
  const toml::source_position at = error.source().begin;
  const auto unclosed = unclosed_string(text);
  if (!unclosed ||
      std::pair<std::size_t, std::size_t>(at.line, at.column) < std::pair(unclosed->line, unclosed->column)) {
    return {position(file, at), "", std::string(error.description())};
  }
  return {fmt::format("{}:{}:{}", file.string(), unclosed->line, unclosed->column), "",
          fmt::format("the string that begins here has no closing quote ({})", unclosed->quote)};
}

}  // namespace

OrInputError<TournamentConfig> read_tournament_file(const fs::path& file, const fs::path& bundled) {
  if (const auto found = require_file(file); !found) {
    return tl::unexpected(InputError{"tournament file", "", found.error()});
  }
  std::ifstream in(file, std::ios::binary);
  if (!in) return tl::unexpected(InputError{file.string(), "", "the tournament file cannot be read; may you read it?"});
  const std::string text((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
  return parse_tournament_file(text, file, bundled);
}

OrInputError<TournamentConfig> parse_tournament_file(std::string_view text, const fs::path& file,
                                                     const fs::path& bundled) {
  try {
    const toml::table root = toml::parse(text);
    return TournamentFileReader(file, bundled).read(root);
  } catch (const toml::parse_error& error) {
    return tl::unexpected(syntax_error(text, file, error));
  }
}

}  // namespace tichu::arena
