#include "arena/ladder/ladder_settings.h"

#include <fmt/format.h>
#include <toml++/toml.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string_view>
#include <variant>

#include "arena/text/file_text.h"
#include "arena/text/nearest_name.h"

namespace tichu::arena {
namespace {

namespace fs = std::filesystem;
using std::chrono::hours;
using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr std::int64_t Many = 1'000'000'000;

/// A key of the file: where its value belongs, and what it means. Numbers lie in `least` to `most`; megabytes are kept
/// as bytes where the name ends in "_mb" and `scale` says so.
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
};

void add_submission_settings(LadderSettings& s, std::vector<Setting>& all) {
  const auto add = [&all](Setting setting) { all.push_back(setting); };
  add({"", "title", &s.title, "what the pages call this ladder"});
  add({"", "open_accounts", &s.open_accounts, "anybody may make an account; false: only who has an invitation"});
  add({"uploads", "mb", &s.uploads.bytes, "of an archive", 1, 4096, Mebibyte});
  add({"uploads", "seconds", &s.uploads.time, "from its first byte to its last", 1, 86'400});
  add({"uploads", "a_day", &s.uploads.a_day, "of an account", 0});
  add({"uploads", "at_once", &s.uploads.at_once, "of an account", 1});
  add({"uploads", "at_once_all", &s.uploads.at_once_all, "of all", 1});
  add({"uploads", "files", &s.uploads.files, "files and folders in an archive", 1, 1'000'000});
  add({"uploads", "unpacked_mb", &s.uploads.unpacked_bytes, "of all files in it", 1, 65'536, Mebibyte});
  add({"uploads", "ratio", &s.uploads.ratio, "unpacked to packed", 2, 10'000});
  add({"steps", "unpack_seconds", &s.steps.unpack, "longest time of each step of a submission", 1, 86'400});
  add({"steps", "screen_seconds", &s.steps.screen, "", 1, 86'400});
  add({"steps", "build_seconds", &s.steps.build, "", 1, 86'400});
  add({"steps", "check_seconds", &s.steps.check, "", 10, 86'400});
  add({"steps", "validate_seconds", &s.steps.validate, "", 10, 86'400});
  add({"steps", "slots", &s.steps.slots, "submissions that are built, checked or validated at a time", 1, 64});
  add({"builds", "memory_mb", &s.builds.memory_mb, "of a build", 64, 1'048'576});
  add({"builds", "processes", &s.builds.processes, "processes and threads of a build", 8, 65'536});
  add({"builds", "output_mb", &s.builds.output_mb, "of what it leaves", 1, 65'536});
  add({"builds", "log_bytes", &s.builds.log_bytes, "that are kept of what it prints", 1024, 16'777'216});
}

void add_quota_settings(LadderSettings& s, std::vector<Setting>& all) {
  const auto add = [&all](Setting setting) { all.push_back(setting); };
  add({"ratings", "rated_half_width", &s.ratings.rated_half_width,
       "points per round: a version is rated once half of its 95 % interval is at most this,", 0, 1000});
  add({"ratings", "rated_boards", &s.ratings.rated_boards, "it has so many boards"});
  add({"ratings", "rated_opponents", &s.ratings.rated_opponents, "against so many opponents, or all there are"});
  add({"ratings", "faults", &s.ratings.faults, "quarantine: more than so many boards with a fault of its own,"});
  add({"ratings", "fault_share", &s.ratings.fault_share, "and more than this share of its boards;", 0, 1});
  add({"ratings", "give_up_after", &s.ratings.give_up_after, "or so many boards in a row with a fault at every table",
       1, 1'000'000});
  add({"quotas", "active", &s.quotas.active, "versions of an author that play or are paused", 1, 1000});
  add({"quotas", "active_of_bot", &s.quotas.active_of_bot, "of one bot", 1, 1000});
  add({"quotas", "bots", &s.quotas.bots, "names of an author", 1, 10'000});
  add({"quotas", "tokens", &s.quotas.tokens, "valid ones of an account", 1, 10'000});
  add({"quotas", "match_boards_a_day", &s.quotas.match_boards_a_day, "unranked boards of an account"});
  add({"quotas", "tests_at_once", &s.quotas.tests_at_once, "of an account"});
  add({"quotas", "test_boards", &s.quotas.test_boards, "of a test at most"});
  add({"quotas", "tests_a_day", &s.quotas.tests_a_day, "of an account"});
  add({"quotas", "hooks", &s.quotas.hooks, "of an account"});
  add({"quotas", "invitations", &s.quotas.invitations, "unused ones of an author"});
}

void add_play_settings(LadderSettings& s, std::vector<Setting>& all) {
  const auto add = [&all](Setting setting) { all.push_back(setting); };
  add({"play", "threads", &s.play.threads, "tables at a time; 0: one a core", 0, 1024});
  add({"play", "references", &s.play.references, "bundled bots that play from the beginning"});
  add({"play", "anchor", &s.play.anchor, "one of them, whose rating is 0"});
  add({"play", "validator", &s.play.validator, "the bundled bot against which versions are validated"});
  add({"play", "season_days", &s.play.season_days,
       "after which a season ends by itself and its seed is told; 0: when an admin says so", 0, 10'000});
  add({"play", "allow_unsandboxed", &s.play.allow_unsandboxed, "run strangers' bots though no sandbox can hold them"});
  add({"limits", "start_ms", &s.play.limits.start, "of bots: to the first byte of the greeting", 1, 3'600'000});
  add({"limits", "handshake_ms", &s.play.limits.handshake, "to its last", 1, 3'600'000});
  add({"limits", "decision_ms", &s.play.limits.decision, "each decision", 1, 3'600'000});
  add({"limits", "round_ms", &s.play.limits.round, "all decisions of a seat in a round", 1, 3'600'000});
  add({"limits", "shutdown_ms", &s.play.limits.shutdown, "from the end of its input to its exit", 1, 3'600'000});
  add({"sandbox", "memory_mb", &s.play.sandbox.memory_mb, "of a bot at a seat, all its processes", 16, 1'048'576});
  add({"sandbox", "processes", &s.play.sandbox.processes, "processes and threads", 1, 65'536});
  add({"sandbox", "cores", &s.play.sandbox.cores, "processor seconds a second", 1, 1024});
  add({"sandbox", "temporary_mb", &s.play.sandbox.temporary_mb, "of its /tmp", 1, 65'536});
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
  const auto add = [&all](Setting setting) { all.push_back(setting); };
  add({"analysis", "at_once", &s.analysis.queue.at_once, "boards that readers have analysed at a time; 0: none", 0,
       64});
  add({"analysis", "analyst", &s.analysis.analyst, "the bundled bot that judges"});
  add({"analysis", "simulations", &s.analysis.simulations, "of each decision", 20, 1'000'000});
  add({"analysis", "seconds", &s.analysis.processor, "of a processor that a board may take", 1, 86'400});
  add({"analysis", "waiting", &s.analysis.queue.waiting, "boards", 1, 100'000});
  add({"analysis", "of_one", &s.analysis.queue.of_one, "boards of one person that wait or are analysed", 1, 100'000});
  add({"analysis", "kept", &s.analysis.kept, "boards whose analyses are kept", 1, 1'000'000});
}

std::vector<Setting> settings_of(LadderSettings& settings) {
  std::vector<Setting> all;
  add_submission_settings(settings, all);
  add_quota_settings(settings, all);
  add_play_settings(settings, all);
  add_analysis_settings(settings, all);
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

InputError error_at(const fs::path& file, const toml::source_position& at, std::string key, std::string problem) {
  return {fmt::format("{}:{}:{}", file.string(), at.line, at.column), std::move(key), std::move(problem)};
}

OrInputError<void> take_value(const fs::path& file, const std::vector<Setting>& all, const std::string& name,
                              const toml::node& node) {
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const Setting& setting) { return name_of(setting) == name; });
  if (found == all.end()) {
    std::vector<std::string> names;
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
  return {};
}

}  // namespace

OrInputError<LadderSettings> read_ladder_settings(const fs::path& file) {
  LadderSettings settings;
  const std::vector<Setting> all = settings_of(settings);
  try {
    const toml::table root = toml::parse(read_file_text(file), file.string());
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
      "# ladder is started, and again after SIGHUP (kill -HUP PID); arena/ladder/README.md says more.\n";
  std::string_view table;
  for (const Setting& setting : settings_of(settings)) {
    if (setting.table != table) text += fmt::format("\n[{}]\n", setting.table);
    table = setting.table;
    const std::string line = fmt::format("# {} = {}", setting.key, value_text(setting));
    text += setting.meaning.empty() ? line + "\n" : fmt::format("{:<36}  # {}\n", line, setting.meaning);
  }
  return text;
}

}  // namespace tichu::arena
