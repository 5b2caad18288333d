#include "arena/service/ladder/ladder_settings.h"

#include <fmt/format.h>
#include <sys/socket.h>
#include <toml++/toml.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string_view>
#include <utility>
#include <variant>

#include "arena/hosting/player/retries.h"
#include "arena/service/ladder/network.h"
#include "arena/text/file_text.h"
#include "arena/text/nearest_name.h"

namespace tichu::arena {
namespace {

namespace fs = std::filesystem;
using std::chrono::hours;
using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr std::int64_t Many = 1'000'000'000;

/// A key of the file: where its value belongs, and what it means, in words that a page can show alone. Numbers lie in
/// `least` to `most`; megabytes are kept as bytes where the name ends in "_mb" and `scale` says so.
struct Setting {
  std::string_view table;
  std::string_view key;
  std::variant<std::uint64_t*, int*, double*, bool*, std::string*, seconds*, hours*, milliseconds*,
               std::vector<std::string>*>
      place;
  std::string_view meaning;
  std::int64_t least = 0;
  std::int64_t most = Many;
  std::uint64_t scale = 1;
  std::optional<LimitGroup> group = std::nullopt;  ///< of what authors and readers are told
};

/// Settings that everybody is told as limits of one kind.
class LimitSettings {
 public:
  LimitSettings(LimitGroup group, std::vector<Setting>& all) : group_(group), all_(all) {}
  void operator()(Setting setting) const {
    setting.group = group_;
    all_.push_back(setting);
  }

 private:
  LimitGroup group_;
  std::vector<Setting>& all_;
};

void add_submission_settings(LadderSettings& s, std::vector<Setting>& all) {
  all.push_back({"", "title", &s.title, "what the pages call this ladder"});
  all.push_back({"", "about", &s.about, "a sentence or two above the standings"});
  all.push_back({"", "notice", &s.notice, "an announcement on top of every page"});
  all.push_back({"", "contact", &s.contact, "where to ask: an address (https://...) or a mailbox"});
  all.push_back({"", "program", &s.program, "where authors get tichu-arena: an address (https://...)"});
  all.push_back(
      {"", "open_accounts", &s.open_accounts, "anybody may make an account; false: only who has an invitation"});
  all.push_back({"", "hook_networks", &s.hook_networks,
                 "your own networks (\"10.1.0.0/16\") that everybody's hooks may reach besides the public internet"});
  const LimitSettings submitting(LimitGroup::Submitting, all);
  submitting({"uploads", "mb", &s.uploads.bytes, "size of an archive, as it is sent", 1, 4096, Mebibyte});
  submitting({"uploads", "seconds", &s.uploads.time, "time of an upload, from its first byte to its last", 1, 86'400});
  submitting({"uploads", "a_day", &s.uploads.a_day, "uploads of an account in a day (UTC), refused versions too", 0});
  submitting({"uploads", "at_once", &s.uploads.at_once, "uploads of an account at the same time", 1});
  submitting({"uploads", "at_once_all", &s.uploads.at_once_all, "uploads of all accounts at the same time", 1});
  submitting({"uploads", "files", &s.uploads.files, "files and folders in an archive", 1, 1'000'000});
  submitting({"uploads", "unpacked_mb", &s.uploads.unpacked_bytes, "size of all files of an archive, unpacked", 1,
              65'536, Mebibyte});
  submitting({"uploads", "ratio", &s.uploads.ratio, "how much larger its files may be than the archive", 2, 10'000});
  const LimitSettings building(LimitGroup::Building, all);
  building({"steps", "unpack_seconds", &s.steps.unpack, "time for unpacking a submission", 1, 86'400});
  building({"steps", "screen_seconds", &s.steps.screen, "time for reading its bot.toml and its files", 1, 86'400});
  building({"steps", "build_seconds", &s.steps.build, "time for its build", 1, 86'400});
  building({"steps", "check_seconds", &s.steps.check, "time for the checks of tichu-arena check", 10, 86'400});
  building({"steps", "validate_seconds", &s.steps.validate, "time for its boards against a bundled bot", 10, 86'400});
  building({"steps", "slots", &s.steps.slots, "submissions built, checked or validated at the same time", 1, 64});
  building({"builds", "memory_mb", &s.builds.memory_mb, "memory of a build", 64, 1'048'576});
  building({"builds", "processes", &s.builds.processes, "processes and threads of a build", 8, 65'536});
  building({"builds", "output_mb", &s.builds.output_mb, "size of what a build leaves", 1, 65'536});
  building({"builds", "log_bytes", &s.builds.log_bytes, "what is kept of what a build prints, its begin and its end",
            1024, 16'777'216});
}

void add_quota_settings(LadderSettings& s, std::vector<Setting>& all) {
  const LimitSettings playing(LimitGroup::Playing, all);
  playing({"ratings", "rated_half_width", &s.ratings.rated_half_width,
           "half the 95 % interval of a version's rating, at most, for it to be rated", 0, 1000});
  playing({"ratings", "rated_boards", &s.ratings.rated_boards, "boards of a version, at least, for it to be rated"});
  playing({"ratings", "rated_opponents", &s.ratings.rated_opponents,
           "opponents of a version, at least, for it to be rated; or all there are"});
  playing({"ratings", "faults", &s.ratings.faults,
           "boards with a fault of its own above which a version comes into quarantine,"});
  playing({"ratings", "fault_share", &s.ratings.fault_share, "and the share of its boards that these must exceed too",
           0, 1});
  playing({"ratings", "give_up_after", &s.ratings.give_up_after,
           "boards in a row with its fault at every table that bring it there at once", 1, 1'000'000});
  const LimitSettings submitting(LimitGroup::Submitting, all);
  submitting({"quotas", "active", &s.quotas.active, "versions of an author that play, are paused or are on their way",
              1, 1000});
  submitting(
      {"quotas", "active_of_bot", &s.quotas.active_of_bot, "versions of one bot that play or are paused", 1, 1000});
  submitting({"quotas", "bots", &s.quotas.bots, "names of bots of an author", 1, 10'000});
  const LimitSettings asking(LimitGroup::Asking, all);
  asking({"quotas", "tokens", &s.quotas.tokens, "valid tokens of an account", 1, 10'000});
  asking({"quotas", "match_boards_a_day", &s.quotas.match_boards_a_day,
          "boards of unranked matches of an account in a day (UTC)"});
  asking({"quotas", "tests_at_once", &s.quotas.tests_at_once, "tests of an account that wait or run"});
  asking({"quotas", "test_boards", &s.quotas.test_boards, "boards of one test"});
  asking({"quotas", "test_pool", &s.quotas.test_pool, "opponents in the pool of one test", 0, MostTestPool});
  asking({"quotas", "tests_a_day", &s.quotas.tests_a_day, "tests of an account in a day (UTC)"});
  asking({"quotas", "benchmarks", &s.quotas.benchmarks, "benchmarks of an account on the same secret boards"});
  asking({"quotas", "benchmark_days", &s.quotas.benchmark_days, "days (UTC) after which benchmarks have other boards",
          1, 3650});
  asking({"quotas", "benchmark_part", &s.quotas.benchmark_part, "of the boards of a benchmark one in so many is played",
          1, 1000});
  asking({"quotas", "hooks", &s.quotas.hooks, "hooks of an account"});
  asking({"quotas", "tagged_boards", &s.quotas.tagged_boards, "boards on which an account has tags", 0, 100'000});
  asking({"quotas", "invitations", &s.quotas.invitations, "unused invitations of an author"});
}

void add_play_settings(LadderSettings& s, std::vector<Setting>& all) {
  const auto add = [&all](Setting setting) { all.push_back(setting); };
  add({"play", "threads", &s.play.threads, "tables at a time; 0: one a core", 0, 1024});
  add({"play", "references", &s.play.references, "bundled bots that play from the beginning"});
  add({"play", "anchor", &s.play.anchor, "one of them, whose Elo is 0"});
  add({"play", "validator", &s.play.validator, "the bundled bot against which versions are validated"});
  add({"play", "season_days", &s.play.season_days,
       "after which a season ends by itself and its seed is told; 0: when an admin says so", 0, 10'000});
  add({"play", "allow_unsandboxed", &s.play.allow_unsandboxed, "run strangers' bots though no sandbox can hold them"});
  const LimitSettings playing(LimitGroup::Playing, all);
  for (const auto& [key, member, least, most, meaning] : TimeLimitSettings) {
    playing({"limits", key, &(s.play.limits.*member), meaning, least, most});
  }
  for (const auto& [key, member, least, most, meaning] : RemoteLimitSettings) {
    playing({"limits", key, &(s.play.limits.remote.*member), meaning, least, most});
  }
  for (const auto& [key, member, least, most, meaning] : SandboxLimits) {
    playing({"sandbox", key, &(s.play.sandbox.*member), meaning, least, most});
  }
  add({"care", "stalled_after_seconds", &s.care.stalled_after, "without a board: the status page turns red", 10,
       86'400});
  add({"care", "submissions_stalled_after_seconds", &s.care.submissions_stalled_after,
       "that a new version waits for one step or is in it: the status page says so", 10, 86'400});
  add({"care", "rate_every_seconds", &s.care.rate_every, "the ladder is rated", 1, 86'400});
  add({"care", "quiet_after_hours", &s.care.quiet_after,
       "without a change of any version: a tenth of the time is played; 0: never", 0, 876'000});
  add({"care", "backup_every_hours", &s.care.backup_every, "0: never", 0, 8760});
  add({"care", "backups", &s.care.backups, "that are kept", 1, 10'000});
  add({"care", "uploads_stop_mb", &s.care.uploads_stop_mb, "free space below which uploads are refused,"});
  add({"care", "play_stops_mb", &s.care.play_stops_mb, "and below which no boards are played"});
  add({"care", "events_kept_hours", &s.care.events_kept, "what happened, for feeds", 1, 876'000});
  add({"care", "request_folders_kept_hours", &s.care.request_folders_kept, "boards of unranked matches and tests", 1,
       876'000});
}

void add_analysis_settings(LadderSettings& s, std::vector<Setting>& all) {
  const LimitSettings asking(LimitGroup::Asking, all);
  asking({"analysis", "at_once", &s.analysis.queue.at_once, "readers' boards analysed at the same time; 0: none are", 0,
          64});
  all.push_back({"analysis", "analyst", &s.analysis.analyst, "the bundled bot that judges"});
  asking({"analysis", "simulations", &s.analysis.simulations, "playouts for each decision of such a board", 20,
          1'000'000});
  asking({"analysis", "seconds", &s.analysis.processor, "time of a processor that such a board may take", 1, 86'400});
  asking({"analysis", "waiting", &s.analysis.queue.waiting, "such boards that wait, of everybody", 1, 100'000});
  asking({"analysis", "of_one", &s.analysis.queue.of_one, "such boards of one person that wait or are analysed", 1,
          100'000});
  asking({"analysis", "kept", &s.analysis.kept, "boards whose analyses are kept", 1, 1'000'000});
}

void add_remote_settings(LadderSettings& s, std::vector<Setting>& all) {
  const LimitSettings playing(LimitGroup::Playing, all);
  playing({"remote", "tables", &s.remote.tables, "remote bots that play at the same time; 0: none do", 0, 512});
  playing({"remote", "between_boards_ms", &s.remote.between_boards,
           "time from the beginning of a remote bot's board to that of its next one, at least", 0, 3'600'000});
  playing({"remote", "losses", &s.remote.losses,
           "boards given back since a remote bot was lost, above which it is paused if they are a twentieth of all",
           0});
  playing({"remote", "retries", &s.remote.retries,
           "how often a decision at a remote bot's table is asked again after a wrong answer", 0, MaxRetries});
}

void add_people_settings(LadderSettings& s, std::vector<Setting>& all) {
  const LimitSettings asking(LimitGroup::Asking, all);
  asking({"people", "tables", &s.people.tables, "tables at which people play at the same time; 0: none do", 0, 256});
  asking({"people", "tables_an_hour", &s.people.tables_an_hour, "such tables that an address may open in an hour", 1});
  asking(
      {"people", "idle_seconds", &s.people.idle, "time without an act after which such a table makes room", 1, 86'400});
  asking({"people", "kept_hours", &s.people.kept, "time that such a table waits for who sat there", 1, 876'000});
  asking({"people", "most_kept", &s.people.most_kept,
          "tables whose boards are kept, each some 300 kB; beyond that the oldest are deleted"});
  asking({"people", "least_pace_ms", &s.people.least_pace,
          "shortest time from one action to the next that a guest may choose; with less it tells how long bots thought",
          0, 10'000});
}

std::vector<Setting> settings_of(LadderSettings& settings) {
  std::vector<Setting> all;
  add_submission_settings(settings, all);
  add_quota_settings(settings, all);
  add_play_settings(settings, all);
  add_analysis_settings(settings, all);
  add_remote_settings(settings, all);
  add_people_settings(settings, all);
  return all;
}

std::string in_quotes(const std::string& text) { return "\"" + text + "\""; }

/// A value as it stands in the file.
std::string value_text(const Setting& setting) {
  return std::visit(
      [&](const auto* value) -> std::string {
        using Value = std::remove_const_t<std::remove_pointer_t<decltype(value)>>;
        if constexpr (std::is_same_v<Value, std::string>) {
          return in_quotes(*value);
        } else if constexpr (std::is_same_v<Value, std::vector<std::string>>) {
          std::string list;
          for (const std::string& text : *value) list += (list.empty() ? "" : ", ") + in_quotes(text);
          return "[" + list + "]";
        } else if constexpr (std::is_same_v<Value, seconds> || std::is_same_v<Value, hours> ||
                             std::is_same_v<Value, milliseconds>) {
          return std::to_string(value->count());
        } else if constexpr (std::is_same_v<Value, std::uint64_t>) {
          return std::to_string(*value / setting.scale);
        } else {
          return fmt::format("{}", *value);
        }
      },
      setting.place);
}

/// What a node should have been, if it is not; else its value is taken over.
class ValueTaker {
 public:
  ValueTaker(const Setting& setting, const toml::node& node) : setting_(setting), node_(node) {}

  std::optional<std::string> operator()(std::uint64_t* place) const {
    return number([&](std::int64_t value) { *place = static_cast<std::uint64_t>(value) * setting_.scale; });
  }
  std::optional<std::string> operator()(int* place) const {
    return number([&](std::int64_t value) { *place = static_cast<int>(value); });
  }
  std::optional<std::string> operator()(seconds* place) const {
    return number([&](std::int64_t value) { *place = seconds(value); });
  }
  std::optional<std::string> operator()(hours* place) const {
    return number([&](std::int64_t value) { *place = hours(value); });
  }
  std::optional<std::string> operator()(milliseconds* place) const {
    return number([&](std::int64_t value) { *place = milliseconds(value); });
  }
  std::optional<std::string> operator()(double* place) const {
    const auto value = node_.value<double>();
    const bool fits = value && std::isfinite(*value) && *value >= static_cast<double>(setting_.least) &&
                      *value <= static_cast<double>(setting_.most);
    if (!fits) return "must be a number from " + range();
    *place = *value;
    return std::nullopt;
  }
  std::optional<std::string> operator()(bool* place) const {
    const auto value = node_.value_exact<bool>();
    if (!value) return "must be true or false";
    *place = *value;
    return std::nullopt;
  }
  std::optional<std::string> operator()(std::string* place) const {
    const auto value = node_.value_exact<std::string>();
    if (!value) return "must be a text in quotation marks";
    *place = *value;
    return std::nullopt;
  }
  std::optional<std::string> operator()(std::vector<std::string>* place) const {
    const toml::array* array = node_.as_array();
    if (array == nullptr) return "must be an array of texts";
    place->clear();
    for (const toml::node& element : *array) {
      const auto text = element.value_exact<std::string>();
      if (!text) return "must be an array of texts";
      place->push_back(*text);
    }
    return std::nullopt;
  }

 private:
  std::string range() const { return std::to_string(setting_.least) + " to " + std::to_string(setting_.most); }

  template <typename Take>
  std::optional<std::string> number(Take take) const {
    const auto value = node_.value_exact<std::int64_t>();
    if (!value || *value < setting_.least || *value > setting_.most) return "must be a whole number from " + range();
    take(*value);
    return std::nullopt;
  }

  const Setting& setting_;
  const toml::node& node_;
};

std::string name_of(const Setting& setting) {
  return setting.table.empty() ? std::string(setting.key) : fmt::format("{}.{}", setting.table, setting.key);
}

/// What its numbers count; empty where the meaning says it.
std::string_view unit_of(const Setting& setting) {
  constexpr std::pair<std::string_view, std::string_view> Units[] = {
      {"mb", "MiB"},      {"seconds", "s"}, {"s", "s"},
      {"ms", "ms"},       {"hours", "h"},   {"bytes", "bytes"},
      {"ratio", "times"}, {"share", "%"},   {"rated_half_width", "points per round"}};
  for (const auto& [ending, unit] : Units) {
    if (setting.key == ending || setting.key.ends_with("_" + std::string(ending))) return unit;
  }
  return "";
}

/// Its number, as the file has it; nullopt if it has none.
std::optional<double> number_of(const Setting& setting) {
  return std::visit(
      [&](const auto* value) -> std::optional<double> {
        using Value = std::remove_const_t<std::remove_pointer_t<decltype(value)>>;
        if constexpr (std::is_same_v<Value, seconds> || std::is_same_v<Value, hours> ||
                      std::is_same_v<Value, milliseconds>) {
          return static_cast<double>(value->count());
        } else if constexpr (std::is_same_v<Value, std::uint64_t>) {
          const std::uint64_t in_file = *value / setting.scale;
          return static_cast<double>(in_file);
        } else if constexpr (std::is_same_v<Value, int> || std::is_same_v<Value, double>) {
          return static_cast<double>(*value);
        } else {
          return std::nullopt;
        }
      },
      setting.place);
}

InputError error_at(const fs::path& file, const toml::source_position& at, std::string key, std::string problem) {
  return {fmt::format("{}:{}:{}", file.string(), at.line, at.column), std::move(key), std::move(problem)};
}

OrInputError<void> take_value(const fs::path& file, const std::vector<Setting>& all, const std::string& name,
                              const toml::node& node) {
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const Setting& setting) { return name_of(setting) == name; });
  if (found == all.end()) {
    std::vector<std::string> names;
    names.reserve(all.size());
    for (const Setting& setting : all) names.push_back(name_of(setting));
    const auto meant = nearest_name(name, names);
    return tl::unexpected(error_at(file, node.source().begin, name,
                                   "there is no such setting" + (meant ? "; did you mean " + *meant + "?" : "")));
  }
  if (const auto wrong = std::visit(ValueTaker(*found, node), found->place)) {
    return tl::unexpected(error_at(file, node.source().begin, name, *wrong));
  }
  return {};
}

/// What no setting alone can say.
OrInputError<void> check_together(const LadderSettings& settings, const fs::path& file) {
  const auto& references = settings.play.references;
  if (references.size() < 2) {
    return tl::unexpected(InputError{file.string(), "play.references", "names at least two bundled bots"});
  }
  if (std::find(references.begin(), references.end(), settings.play.anchor) == references.end()) {
    return tl::unexpected(InputError{file.string(), "play.anchor", "must be one of play.references"});
  }
  for (const std::string& network : settings.hook_networks) {
    if (is_in_network(network, sockaddr{})) continue;
    return tl::unexpected(InputError{file.string(), "hook_networks",
                                     fmt::format("has \"{}\"; a network is written as \"10.1.0.0/16\"", network)});
  }
  return {};
}

}  // namespace

OrInputError<LadderSettings> read_ladder_settings(const fs::path& file) {
  LadderSettings settings;
  const std::vector<Setting> all = settings_of(settings);
  try {
    const toml::table root = toml::parse(read_file_text(file));
    for (const auto& [key, node] : root) {
      const std::string name(key.str());
      const toml::table* table = node.as_table();
      if (table == nullptr) {
        if (const auto taken = take_value(file, all, name, node); !taken) return tl::unexpected(taken.error());
        continue;
      }
      for (const auto& [inner, value] : *table) {
        const auto taken = take_value(file, all, name + "." + std::string(inner.str()), value);
        if (!taken) return tl::unexpected(taken.error());
      }
    }
  } catch (const toml::parse_error& wrong) {
    return tl::unexpected(error_at(file, wrong.source().begin, "", std::string(wrong.description())));
  }
  if (const auto checked = check_together(settings, file); !checked) return tl::unexpected(checked.error());
  return settings;
}

std::string default_ladder_settings() {
  LadderSettings settings;
  std::string text =
      "# The settings of this ladder. Each line shows a default; remove its '#' to change it. They are read when the\n"
      "# ladder is started, and again after SIGHUP (kill -HUP PID); arena/service/ladder/README.md says more.\n";
  std::string_view table;
  for (const Setting& setting : settings_of(settings)) {
    if (setting.table != table) text += fmt::format("\n[{}]\n", setting.table);
    table = setting.table;
    const std::string line = fmt::format("# {} = {}", setting.key, value_text(setting));
    text += fmt::format("{:<36}  # {}\n", line, setting.meaning);
  }
  return text;
}

std::vector<ExplainedLimit> explained_limits(const LadderSettings& settings) {
  LadderSettings copy = settings;  // the table can change what it shows
  std::vector<ExplainedLimit> limits;
  for (const Setting& setting : settings_of(copy)) {
    const auto number = number_of(setting);
    if (!setting.group || !number) continue;
    const std::string_view unit = unit_of(setting);
    limits.push_back({*setting.group, name_of(setting), unit == "%" ? 100 * *number : *number, std::string(unit),
                      std::string(setting.meaning)});
  }
  return limits;
}

}  // namespace tichu::arena
