#include <fmt/format.h>

#include <CLI/App.hpp>
#include <chrono>
#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "arena/commands/play_tournament.h"
#include "arena/service/commands/ladder_answers.h"
#include "arena/service/commands/ladder_commands.h"
#include "arena/service/remote/ladder_client.h"
#include "arena/service/remote/log_excerpt.h"
#include "arena/service/remote/packed_folder.h"
#include "arena/text/counted.h"
#include "arena/text/foreign_bytes.h"
#include "arena/text/owned_folder.h"
#include "arena/text/random_token.h"
#include "arena/text/sanitized_line.h"
#include "arena/tournament/play/stop_signal.h"

namespace tichu::arena {
namespace {

constexpr const char* SubmitHelp =
    R"(Sends a bot to a ladder, waits, and tells each step as it happens. FOLDER holds the bot's bot.toml; a folder that
new-bot made is sent as it is. Left out, and named, is what begins with a dot, and build, target, __pycache__ and
node_modules. The token comes from --token, from TICHU_TOKEN, or from the line "URL" = "tch_..." of
~/.config/tichu-arena/tokens.toml. Once the version plays the bot's former one retires, unless --keep is given; one that is
refused changes nothing. With --unranked it only plays what "ask" asks for, so a CI can test it before it is sent to play.
Exit codes: 0 the bot plays, or is ready to with --unranked; 1 it was refused, and the log says why; 2 wrong flags, or the ladder takes nothing from
this account now; 3 the ladder cannot be reached, or failed itself.
Examples:
  tichu-arena submit fox --to https://ladder.example/
  tichu-arena submit fox --to http://localhost:8080/ --note "counts cards" --no-wait
  tichu-arena submit --remote owl --note "a language model" --to https://ladder.example/)";

constexpr const char* LadderStatusHelp =
    R"(Tells how a ladder is getting on, or a bot of it: "fox" with all its versions, the newest first, or "fox@3" for one
of them with its steps. Of a bot's own versions on their way only its author is told: that needs the token, as for submit.
Exit codes: 0 all is well; 1 the ladder does not play or says what is wrong, or the version (of "fox" the newest) was
refused or is in quarantine; 2 wrong flags, or there is no such bot; 3 the ladder cannot be reached, or failed itself.
Examples:
  tichu-arena status --to https://ladder.example/
  tichu-arena status fox --to https://ladder.example/
  tichu-arena status fox --to https://ladder.example/ --json
  tichu-arena status fox@3 --to https://ladder.example/)";

constexpr std::chrono::milliseconds PollEvery{400};
constexpr int MostAttempts = 5;

struct SubmitFlags : LadderFlags {
  std::string bot;  ///< "fox" or "fox@3"
  std::string folder;
  std::string note;
  std::string part;
  std::string remote;
  bool keep = false;
  bool unranked = false;
  bool no_wait = false;
  bool whole_log = false;
  bool json = false;
};

bool is_on_its_way(const RemoteJson& version) {
  static const std::set<std::string> states{"received", "unpacked", "screened", "built", "checked", "validated"};
  return states.contains(word(version, "state"));
}

std::string path_of(const std::string& bot, const std::string& number) {
  return "api/v1/bots/" + percent_encoded_part(bot) + "/versions/" + number;
}

/// The versions of the bot that retire once this one plays, or have done so; none if the ladder does not say.
std::vector<std::string> replaced_by(const RemoteJson& version) {
  std::vector<std::string> names;
  const RemoteJson none = RemoteJson::array();
  const RemoteJson& listed = version.contains("replaces") ? version["replaces"] : none;
  for (const RemoteJson& name : listed) {
    if (name.is_string()) names.push_back(sanitized_line(name.get<std::string>()));
  }
  return names;
}

/// Prints each step once, when it has ended.
class StepPrinter {
 public:
  void show(const RemoteJson& version) {
    const RemoteJson none = RemoteJson::array();
    const RemoteJson& steps = version.contains("steps") ? version["steps"] : none;
    for (std::size_t i = shown_; i < steps.size(); ++i) {
      const RemoteJson& step = steps[i];
      if (!step.contains("ended") || !step["ended"].is_number()) break;
      const double seconds = step["ended"].get<double>() - step.value("began", 0.0);
      const std::string why = reason(step);
      fmt::print("{:<10} {:<14} {:>6.1f} s{}{}\n", word(step, "step"), word(step, "outcome"), seconds,
                 why.empty() ? "" : "  ", why);
      shown_ = i + 1;
    }
    const std::string waits = waiting(version);
    if (!waits.empty() && waits != waits_) fmt::print("{:<10} {}\n", "", waits);
    waits_ = waits;
    std::fflush(stdout);
  }

  static std::string reason(const RemoteJson& step) {
    const std::string code = word(step, "code");
    return code.empty() ? word(step, "detail") : code + ": " + word(step, "detail");
  }

 private:
  /// What it waits for in a queue; empty while a step of its own is running.
  static std::string waiting(const RemoteJson& version) {
    const auto found = version.find("waiting");
    if (found == version.end() || !found->is_object() || found->value("place", 0) == 0) return {};
    return fmt::format("waits for: {}, number {} of {}", word(*found, "for"), found->value("place", 0),
                       found->value("of", 0));
  }

  std::size_t shown_ = 0;
  std::string waits_;
};

/// What of the log of the step that refused a version tells why, on standard error, and how to see the rest.
void print_log(const LadderClient& client, const RemoteJson& version, const std::string& path, bool whole) {
  constexpr std::size_t MostLines = 30;
  const std::string part = word(version, "failed_step");
  if (part.empty()) return;
  const HttpReply log = client.get(path + "/log?part=" + part);
  if (!log.ok() || log.body.empty()) return;
  if (whole) return fmt::print(stderr, "\nThe log of this step:\n{}", quoted_output(log.body));
  const LogExcerpt telling = log_excerpt(log.body, MostLines);
  if (telling.text.empty()) return;  // it says what the step's sentence has said
  fmt::print(stderr, "\n{}", quoted_output(telling.text));
  if (telling.left_out > 0) {
    fmt::print(stderr, "\nThe whole log ({} more): tichu-arena logs {}@{} --to {} --part {}\n",
               counted(telling.left_out, "line"), word(version, "bot"), version.value("number", 0), client.url(), part);
  }
}

/// Follows a version until it plays or was refused.
ExitCode follow(const LadderClient& client, const std::string& path, bool whole_log) {
  StopSignal stop;
  StepPrinter printer;
  for (;;) {
    const HttpReply reply = patiently(client, path);
    if (!reply.ok()) return refused_by_ladder(reply);
    const RemoteJson version = json_of(reply, client.url());
    printer.show(version);
    if (!is_on_its_way(version)) {
      const std::string state = word(version, "state");
      const bool plays = state == "provisional" || state == "rated";
      const bool is_ready = plays || state == "unranked";
      // Why a step refused it was printed with the step.
      const std::string why = word(version, "failed_step").empty() ? ": " + StepPrinter::reason(version)
                                                                   : " by the step " + word(version, "failed_step");
      const std::string bot = word(version, "bot");
      fmt::print(is_ready ? stdout : stderr, "{}@{} is {}{}\n", bot, version.value("number", 0), state,
                 plays      ? ": it plays"
                 : is_ready ? ": it plays the matches and tests that you ask for"
                            : why);
      for (const std::string& former : replaced_by(version)) {
        if (plays) fmt::print("{} is retired: {}@{} has taken its place\n", former, bot, version.value("number", 0));
      }
      if (is_ready) return ExitCode::Ok;
      print_log(client, version, path, whole_log);
      return state == "internal_error" ? ExitCode::Environment : ExitCode::Bad;
    }
    if (stop.requested()) return ExitCode::Interrupted;
    std::this_thread::sleep_for(PollEvery);
  }
}

/// Sends the archive; asks again with the same key where that can help, so that it arrives once.
HttpReply upload(const LadderClient& client, const SubmitFlags& flags, const PackedFolder& packed,
                 const std::string& key) {
  const std::string bot = flags.bot.empty() ? packed.bot : flags.bot;
  std::string path = "api/v1/bots/" + percent_encoded_part(bot) + "/versions";
  path += flags.unranked ? "?unranked=1" : flags.keep ? "?keep=1" : "?keep=0";
  if (!flags.note.empty()) path += "&note=" + percent_encoded_part(flags.note);
  for (int attempt = 1;; ++attempt) {
    try {
      HttpReply reply = client.put_file(path, packed.archive, key);
      const LadderProblem problem = problem_of(reply);
      const bool may_pass = reply.status == 429 || reply.status == 503 || reply.status == 409;
      if (!may_pass || !problem.retry_after || *problem.retry_after > LongestLadderWait || attempt == MostAttempts)
        return reply;
      fmt::print(stderr, "{}; again in {} s\n", sanitized_line(problem.detail), problem.retry_after->count());
      std::this_thread::sleep_for(*problem.retry_after);
    } catch (const std::runtime_error&) {
      if (attempt == MostAttempts) throw;
      std::this_thread::sleep_for(std::chrono::seconds(attempt));
    }
  }
}

/// Declares a remote bot, and says how its program takes its seat.
ExitCode declare_remote(const LadderClient& client, const SubmitFlags& flags) {
  if (!flags.folder.empty()) return refuse({"submit", "\"" + flags.folder + "\"", "a remote bot has no FOLDER"});
  const HttpReply reply = client.post_json(
      "api/v1/remote", RemoteJson{{"bot", flags.remote}, {"words", flags.note}}.dump(), random_token());
  if (!reply.ok()) return refused_by_ladder(reply);
  const RemoteJson declared = json_of(reply, client.url());
  fmt::print("{}@{} is declared: {}#remote\nseat {}\nTICHU_SEAT_TOKEN={}\n", word(declared, "bot"),
             declared.value("number", 0), client.url(), word(declared, "seat"), word(declared, "token"));
  return ExitCode::Ok;
}

ExitCode run_submit(const SubmitFlags& flags) {
  const auto client = client_of(flags, true);
  if (!client) return refuse(client.error());
  if (!flags.remote.empty()) return declare_remote(*client, flags);
  if (flags.folder.empty()) return refuse({"submit", "FOLDER", "is missing: name the bot's folder, or --remote NAME"});
  const OwnedFolder work = OwnedFolder::temporary("tichu-submit");
  const auto packed = packed_folder(flags.folder, work.path() / "archive");
  if (!packed) return refuse(packed.error());
  fmt::print("{:<10} {} files, {} bytes\n", "packed", packed->list.files.size(),
             std::filesystem::file_size(packed->archive));
  if (!packed->list.left_out.empty()) {
    std::string names;
    for (const std::filesystem::path& path : packed->list.left_out) {
      names += (names.empty() ? "" : ", ") + sanitized_line(path.string());
    }
    fmt::print("{:<10} {}\n", "left out", names);
  }
  std::fflush(stdout);
  const HttpReply reply = upload(*client, flags, *packed, random_token());
  if (!reply.ok()) return refused_by_ladder(reply);
  const RemoteJson version = json_of(reply, client->url());
  const std::string path = path_of(word(version, "bot"), std::to_string(version.value("number", 0)));
  const std::string bot = word(version, "bot");
  const int number = version.value("number", 0);
  fmt::print("{:<10} {}@{}: {}#mine\n", "sent", bot, number, client->url());
  fmt::print("{:<10} version {} of {}: each upload takes the next number, also one that is refused\n", "", number, bot);
  for (const std::string& former : replaced_by(version)) {
    fmt::print("{:<10} {} stays until {}@{} plays, and retires then{}\n", "", former, bot, number,
               flags.keep ? ": the ladder lets no more versions of a bot play" : "; --keep leaves it");
  }
  std::fflush(stdout);
  return flags.no_wait ? ExitCode::Ok : follow(*client, path, flags.whole_log);
}

/// The path of "fox@3", or of the latest version of "fox".
std::optional<std::string> version_path(const LadderClient& client, const std::string& name, HttpReply& reply) {
  const std::size_t at = name.find('@');
  if (at != std::string::npos) return path_of(name.substr(0, at), name.substr(at + 1));
  reply = client.get("api/v1/bots/" + percent_encoded_part(name));
  if (!reply.ok()) return std::nullopt;
  const RemoteJson bot = json_of(reply, client.url());
  if (!bot.contains("versions") || bot["versions"].empty()) return std::nullopt;
  return path_of(name, std::to_string(bot["versions"][0].value("number", 0)));
}

ExitCode show_ladder(const LadderClient& client, bool as_json) {
  const HttpReply reply = client.get("api/v1/status");
  if (!reply.ok()) return refused_by_ladder(reply);
  const RemoteJson status = json_of(reply, client.url());
  const bool is_well = status.value("playing", false) && word(status, "trouble").empty();
  if (as_json) {
    print_json(status);
    return is_well ? ExitCode::Ok : ExitCode::Bad;
  }
  fmt::print("{}\n", status.value("playing", false) ? "plays" : "does not play");
  if (!word(status, "trouble").empty()) fmt::print("trouble: {}\n", word(status, "trouble"));
  fmt::print("{} boards, {:.0f} in the last minute; {} bots play\n", status.value("boards", 0ULL),
             status.value("boards_a_minute", 0.0), status.value("bots_playing", 0ULL));
  for (const RemoteJson& queue : status.value("queues", RemoteJson::array())) {
    fmt::print("{:<10} {} waiting, {} running, longest wait {:.0f} s\n", word(queue, "step"),
               queue.value("waiting", 0ULL), queue.value("running", 0ULL), queue.value("oldest_wait_s", 0.0));
  }
  return is_well ? ExitCode::Ok : ExitCode::Bad;
}

ExitCode by_state(const RemoteJson& version) {
  const std::string state = word(version, "state");
  return state == "refused" || state == "quarantined" ? ExitCode::Bad : ExitCode::Ok;
}

ExitCode show_version(const LadderClient& client, const std::string& path, bool as_json) {
  const HttpReply reply = client.get(path);
  if (!reply.ok()) return refused_by_ladder(reply);
  const RemoteJson version = json_of(reply, client.url());
  if (as_json) {
    print_json(version);
    return by_state(version);
  }
  StepPrinter().show(version);
  const std::string reason = StepPrinter::reason(version);
  fmt::print("{}@{} is {}{}{}\n", word(version, "bot"), version.value("number", 0), word(version, "state"),
             reason.empty() ? "" : ": ", reason);
  return by_state(version);
}

/// A version's row of the standings; null if it has no place.
RemoteJson standing_of(const RemoteJson& ladder, const RemoteJson& version) {
  for (const RemoteJson& row : ladder.value("standings", RemoteJson::array())) {
    if (word(row, "bot") == word(version, "bot") && row.value("number", 0) == version.value("number", 0)) return row;
  }
  return nullptr;
}

/// Where a version stands, in words; empty if it has no place.
std::string standing_text(const RemoteJson& row) {
  if (row.is_null() || row.value("place", RemoteJson()).is_null()) return {};
  return fmt::format("place {}, {:+.1f} +- {:.1f} points per round against the field, {} boards", row.value("place", 0),
                     row.value("points", 0.0), row.value("points_error", 0.0), row.value("boards", 0ULL));
}

/// All versions, the newest first; in JSON each with its place on the ladder, or null, as `standing`.
ExitCode show_bot(const LadderClient& client, const std::string& name, bool as_json) {
  const HttpReply reply = client.get("api/v1/bots/" + percent_encoded_part(name));
  if (!reply.ok()) return refused_by_ladder(reply);
  RemoteJson bot = json_of(reply, client.url());
  const HttpReply standings = client.get("api/v1/ladder");
  if (!standings.ok()) return refused_by_ladder(standings);
  const RemoteJson ladder = json_of(standings, client.url());
  RemoteJson& versions = bot["versions"];
  if (!versions.is_array()) throw std::runtime_error(client.url() + " answers with something else than a ladder's API");
  const ExitCode code = versions.empty() ? ExitCode::Ok : by_state(versions[0]);
  if (as_json) {
    for (RemoteJson& version : versions) version["standing"] = standing_of(ladder, version);
    print_json(bot);
    return code;
  }
  if (versions.empty()) fmt::print("{} has no version that you may see\n", word(bot, "name"));
  for (const RemoteJson& version : versions) {
    const std::string place = standing_text(standing_of(ladder, version));
    const std::string reason = StepPrinter::reason(version);
    fmt::print("{}@{} is {}{}{}{}{}\n", word(version, "bot"), version.value("number", 0), word(version, "state"),
               reason.empty() ? "" : ": ", reason, place.empty() ? "" : "; ", place);
  }
  return code;
}

ExitCode run_status(const SubmitFlags& flags) {
  const auto client = client_of(flags, false);
  if (!client) return refuse(client.error());
  if (flags.bot.empty()) return show_ladder(*client, flags.json);
  const std::size_t at = flags.bot.find('@');
  if (at == std::string::npos) return show_bot(*client, flags.bot, flags.json);
  return show_version(*client, path_of(flags.bot.substr(0, at), flags.bot.substr(at + 1)), flags.json);
}

ExitCode run_logs(const SubmitFlags& flags) {
  const auto client = client_of(flags, true);
  if (!client) return refuse(client.error());
  HttpReply reply;
  const auto path = version_path(*client, flags.bot, reply);
  const std::string part = flags.part.empty() ? "" : "?part=" + percent_encoded_part(flags.part);
  if (path) reply = client->get(*path + "/log" + part);
  if (!path || !reply.ok()) return refused_by_ladder(reply);
  fmt::print("{}", quoted_output(reply.body));
  return ExitCode::Ok;
}

ExitCode run_withdraw(const SubmitFlags& flags) {
  const auto client = client_of(flags, true);
  if (!client) return refuse(client.error());
  if (flags.bot.find('@') == std::string::npos)
    return refuse({"withdraw", "\"" + flags.bot + "\"", "must name one version, such as fox@3"});
  HttpReply reply;
  reply = client->post(*version_path(*client, flags.bot, reply) + "/withdraw");
  if (!reply.ok()) return refused_by_ladder(reply);
  fmt::print("{} is withdrawn: its files are deleted, and its name is not shown any more\n", flags.bot);
  return ExitCode::Ok;
}

}  // namespace

void add_submit_command(CLI::App& command, ExitCode& exit_code) {
  command.footer(SubmitHelp);
  const auto flags = std::make_shared<SubmitFlags>();
  command.add_option("FOLDER", flags->folder, "the bot's folder");
  add_ladder_flags(command, *flags);
  command.add_option("--remote", flags->remote,
                     "declare instead a bot of this name that plays from elsewhere; --note says what it is");
  command.add_option("--bot", flags->bot, "the bot's name there [as bot.toml says]");
  command.add_option("--note", flags->note, "about this version, for everybody");
  CLI::Option* keep = command.add_flag(
      "--keep", flags->keep, "let the version that plays now go on, as far as the ladder lets several of a bot play");
  command.add_flag("--unranked", flags->unranked, "it plays matches and tests alone, and no version retires for it")
      ->excludes(keep);
  command.add_flag("--whole-log", flags->whole_log, "if it is refused, print all that the step wrote");
  command.add_flag("--no-wait", flags->no_wait, "do not wait for what becomes of it");
  command.callback([flags, &exit_code] { exit_code = run_submit(*flags); });
}

void add_status_command(CLI::App& command, ExitCode& exit_code) {
  command.footer(LadderStatusHelp);
  const auto flags = std::make_shared<SubmitFlags>();
  command.add_option("BOT", flags->bot, "fox with all versions, or fox@3 for one; without it the ladder itself");
  add_ladder_flags(command, *flags);
  command.add_flag("--json", flags->json, "as JSON, as the ladder's API has it");
  command.callback([flags, &exit_code] { exit_code = run_status(*flags); });
}

void add_logs_command(CLI::App& command, ExitCode& exit_code) {
  command.footer("Example:\n  tichu-arena logs fox@3 --to https://ladder.example/ --part built");
  const auto flags = std::make_shared<SubmitFlags>();
  command.add_option("BOT", flags->bot, "fox, or fox@3 for one version")->required();
  add_ladder_flags(command, *flags);
  command.add_option("--part", flags->part,
                     "unpacked, screened, built, checked or validated [the step that refused it, else built]");
  command.callback([flags, &exit_code] { exit_code = run_logs(*flags); });
}

void add_withdraw_command(CLI::App& command, ExitCode& exit_code) {
  command.footer("Example:\n  tichu-arena withdraw fox@3 --to https://ladder.example/");
  const auto flags = std::make_shared<SubmitFlags>();
  command.add_option("BOT", flags->bot, "the version, such as fox@3")->required();
  add_ladder_flags(command, *flags);
  command.callback([flags, &exit_code] { exit_code = run_withdraw(*flags); });
}

}  // namespace tichu::arena
