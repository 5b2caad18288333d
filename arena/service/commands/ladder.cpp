#include "arena/service/ladder/ladder.h"

#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <CLI/App.hpp>
#include <cstdio>
#include <ctime>
#include <filesystem>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "arena/commands/number_flags.h"
#include "arena/commands/other_machines.h"
#include "arena/commands/play_tournament.h"
#include "arena/commands/version.h"
#include "arena/installation.h"
#include "arena/presentation/page_data/board_analyses.h"
#include "arena/seats/table/my_boards.h"
#include "arena/service/api/hook_sender.h"
#include "arena/service/api/ladder_site.h"
#include "arena/service/commands/hangup_signal.h"
#include "arena/service/commands/ladder_admin.h"
#include "arena/service/commands/ladder_commands.h"
#include "arena/service/ladder/ladder_folder.h"
#include "arena/text/moment_text.h"
#include "arena/tournament/config/bot_finder.h"
#include "arena/tournament/tournament.h"

namespace tichu::arena {
namespace {

constexpr const char* LadderHelp =
    R"(Runs a ladder: strangers submit bots over the network, which play without end. arena/README.md says how
(Running a ladder service), arena/service/api/API.md what the network sees.
Examples:
  tichu-arena ladder init my-ladder
  tichu-arena ladder serve my-ladder --port 8080
  tichu-arena ladder backup my-ladder /backups/today
  tichu-arena ladder admin my-ladder invite)";

constexpr const char* ServeLadderHelp =
    R"(Serves a ladder until SIGTERM or Ctrl-C; boards and steps under way are then taken up again at the next start.
SIGHUP has it read its settings again, after which it goes on with them.
It listens for this machine alone unless --address says otherwise. Tokens are taken only from this machine, or through
a proxy that encrypts: --behind-proxy, with --url for the address that people use.
Examples:
  tichu-arena ladder serve my-ladder
  tichu-arena ladder serve my-ladder --behind-proxy --url https://ladder.example/
  tichu-arena ladder serve my-ladder --nats nats://127.0.0.1:4222)";

struct ServeLadderFlags {
  std::string folder;
  std::string nats;
  std::string nats_ca;
  ServerAddress address;
  ServerOptions server;
  LadderSiteOptions site;
  std::string proxy;
  int threads = 0;
  bool paused = false;
};

void raise_open_files() {
  rlimit files{};
  if (::getrlimit(RLIMIT_NOFILE, &files) != 0) return;
  files.rlim_cur = files.rlim_max;
  ::setrlimit(RLIMIT_NOFILE, &files);
}

/// The rounds of a rated board.
std::vector<Record> rounds_of(const std::filesystem::path& tournament, const std::string& key) {
  std::vector<Record> rounds;
  const auto stored = Tournament::open(tournament, "the ladder");
  const auto board = stored ? stored->board(JobNumber(std::stoull(key))) : std::nullopt;
  if (!board) throw std::runtime_error("board " + key + " cannot be read");
  for (const StoredRound& round : board->rounds) rounds.push_back(round.record);
  return rounds;
}

/// What analyses boards for readers; null if nothing does, which is said if it should.
std::unique_ptr<BoardAnalyses> analyses_of(const Ladder& ladder, const std::function<void(const std::string&)>& log) {
  const AnalysisRules& rules = ladder.settings().analysis;
  if (rules.queue.at_once == 0) return nullptr;
  const auto none = [&](const std::string& why) {
    log("no boards are analysed for readers: " + why + " (analysis.analyst in " + LadderSettingsName + ")");
    return nullptr;
  };
  const auto analyst =
      bot_from_argument(rules.analyst, BotFinder(bundled_bots_folder(), std::filesystem::current_path()));
  if (!analyst) return none(analyst.error().problem);
  const AnalysisOffer offer{*analyst,
                            rules.simulations,
                            rules.processor,
                            rules.queue,
                            rules.kept,
                            ladder.folder() / "analyses",
                            ladder.settings().care.uploads_stop_mb << 20};
  auto made = BoardAnalyses::make(
      offer, [tournament = ladder.tournament_folder()](const std::string& key) { return rounds_of(tournament, key); },
      log);
  if (!made) return none(made.error());
  return *std::move(made);
}

/// The page My boards of guests; null if nothing is analysed.
std::unique_ptr<MyBoards> own_boards_of(Ladder& ladder, const std::function<void(const std::string&)>& log) {
  const AnalysisRules& rules = ladder.settings().analysis;
  if (rules.queue.at_once == 0) return nullptr;
  AnalysisSettings settings;
  settings.simulations = static_cast<std::int64_t>(rules.simulations);
  auto made = MyBoards::make(ladder.guests().folder(), settings);
  if (made) return *std::move(made);
  log("guests are not shown what their boards tell: " + made.error().text());
  return nullptr;
}

OrInputError<std::unique_ptr<Ladder>> opened(const std::string& folder) {
  LadderOptions options;
  options.program = program_and_version();
  return Ladder::open(folder, options);
}

/// Whether a server is to end because of SIGHUP; `reloads` says whether another is to follow with the settings that
/// stand in the file now. If these are wrong those in force stay.
bool is_ended_by(HangupSignal& hangups, const std::string& folder, const LadderOptions& options, bool& reloads) {
  const HangupSignal::Meaning meaning = hangups.take();
  if (meaning == HangupSignal::Meaning::None) return false;
  if (meaning == HangupSignal::Meaning::TerminalGone) return true;
  if (const auto settings = settings_of_ladder(folder); !settings) {
    options.log(settings.error().text() + "; the settings in force stay");
    return false;
  }
  options.log(std::string("SIGHUP: the ladder goes on with ") + LadderSettingsName + " as it is now");
  reloads = true;
  return true;
}

/// From a start to an end; whether another start is to follow.
/// In `options` it leaves what the next one goes on from.
OrInputError<bool> serve_once(const ServeLadderFlags& flags, LadderOptions& options, HangupSignal& hangups,
                              ListeningPort& port, const std::function<void(const std::string& url)>& listening) {
  auto ladder = Ladder::open(flags.folder, options);
  if (!ladder) return tl::unexpected(ladder.error());
  if (auto started = (*ladder)->start(); !started) return tl::unexpected(started.error());
  LadderSiteOptions site = flags.site;
  site.log = options.log;
  const auto analyses = analyses_of(**ladder, options.log);
  site.analyses = analyses.get();
  const auto own_boards = own_boards_of(**ladder, options.log);
  site.own_boards = own_boards.get();
  const HookSender hooks((*ladder)->hooks(), (*ladder)->settings().hook_networks, options.log);
  bool reloads = false;
  ServerOptions server = flags.server;
  if (!flags.proxy.empty()) server.proxy = flags.proxy;
  server.ends = [&] { return is_ended_by(hangups, flags.folder, options, reloads); };
  const ServerEnd end = serve_ladder(**ladder, site, port, server, listening);
  (*ladder)->stop();
  options.earlier = std::make_shared<const LadderStatus>((*ladder)->status());
  return end == ServerEnd::Asked && reloads;
}

ExitCode run_serve_ladder(ServeLadderFlags flags, const OtherMachines& machines) {
  raise_open_files();
  flags.site.metrics = std::make_shared<ApiMetrics>();  // one for all starts, as LadderOptions::earlier is
  HangupSignal hangups;
  LadderOptions options;
  options.program = program_and_version();
  options.threads = flags.threads;
  options.play = !flags.paused;
  if (!flags.nats.empty()) options.workers = machines.workers(flags.nats, flags.nats_ca);
  options.invalidations = machines.invalidations;
  options.log = [](const std::string& line) {
    fmt::print(stderr, "{} {}\n", utc_text(std::time(nullptr)), line);
    std::fflush(stderr);
  };
  bool is_first = true;
  const auto listening = [&](const std::string& url) {
    if (!std::exchange(is_first, false)) return;
    fmt::print("{}\nserves the ladder in {}; Ctrl-C ends this, kill -HUP {} has it read its settings again\n",
               flags.site.url.empty() ? url : flags.site.url, flags.folder, ::getpid());
    std::fflush(stdout);
  };
  ListeningPort port(flags.address);
  while (true) {
    const OrInputError<bool> again = serve_once(flags, options, hangups, port, listening);
    if (!again) return refuse(again.error());
    if (!*again) return ExitCode::Ok;
  }
}

ExitCode run_init(const std::string& folder, const std::string& admin) {
  const auto made = make_ladder(folder, admin);
  if (!made) return refuse(made.error());
  fmt::print(
      "{}\nis a ladder now; its settings are in {}. The account \"{}\" may do all; its token is shown once:\n{}\n",
      folder, LadderSettingsName, made->admin.account.name, made->admin.token.text);
  return ExitCode::Ok;
}

ExitCode run_backup(const std::string& folder, const std::string& to) {
  const auto ladder = opened(folder);
  if (!ladder) return refuse(ladder.error());
  if (auto done = (*ladder)->backup(to); !done) return refuse(done.error());
  fmt::print("{} is a backup of {}\n", to, folder);
  return ExitCode::Ok;
}

ExitCode run_restore(const std::string& backup, const std::string& to) {
  if (auto done = restore_ladder(backup, to); !done) return refuse(done.error());
  fmt::print(
      "{} is the ladder of {}; all hashes and all boards are right\n"
      "What was played since the backup is lost, so a season ends: its cards may have been seen.\n",
      to, backup);
  return ExitCode::Ok;
}

ExitCode run_migrate(const std::string& folder, bool on_trial) {
  const auto steps = migrate_ladder(folder, on_trial);
  if (!steps) return refuse(steps.error());
  for (const std::string& step : *steps) fmt::print("{}\n", step);
  if (steps->empty()) fmt::print("{} is up to date\n", folder);
  return ExitCode::Ok;
}

void add_serve(CLI::App& ladder, ExitCode& exit_code, const OtherMachines& machines) {
  CLI::App* command = ladder.add_subcommand("serve", "runs a ladder and shows it");
  command->footer(ServeLadderHelp);
  const auto flags = std::make_shared<ServeLadderFlags>();
  command->add_option("DIR", flags->folder, "the ladder's folder")->required();
  command->add_option("--port", flags->address.port, "TCP port; 0: any that is free [8080]")
      ->transform(whole_number(0, 65535));
  command->add_option("--address", flags->address.address, "address to listen on [127.0.0.1]");
  command
      ->add_option("--behind-proxy", flags->proxy,
                   "believe this address (127.0.0.1 if none is given) what it says of its clients")
      ->expected(0, 1)
      ->default_str("127.0.0.1")
      ->default_val("127.0.0.1");
  flags->proxy.clear();
  command->add_option("--url", flags->site.url, "the address that people use, such as https://ladder.example/");
  command->add_option("-j,--threads", flags->threads, "tables at a time; 0: as the settings say [0]")
      ->transform(whole_number(0, 1024));
  command->add_option("--nats", flags->nats, "let workers play the rated boards: the URL of a NATS server");
  command->add_option("--nats-ca", flags->nats_ca, "certificates that the NATS server's must come from (PEM file)")
      ->check(CLI::ExistingFile);
  command->add_flag("--paused", flags->paused, "play no rated boards");
  command->callback([flags, machines, &exit_code] { exit_code = run_serve_ladder(*flags, machines); });
}

void add_folder_commands(CLI::App& ladder, ExitCode& exit_code) {
  const auto folder = std::make_shared<std::string>();
  const auto from = std::make_shared<std::string>();
  const auto to = std::make_shared<std::string>();
  CLI::App* init = ladder.add_subcommand("init", "makes a ladder's folder");
  init->add_option("DIR", *folder, "a folder that is missing or empty")->required();
  init->add_option("--admin", *to, "the name of the account that may do all [keeper]");
  init->callback([=, &exit_code] { exit_code = run_init(*folder, to->empty() ? "keeper" : *to); });
  CLI::App* backup = ladder.add_subcommand("backup", "copies a ladder while it plays");
  backup->add_option("DIR", *from, "the ladder's folder")->required();
  backup->add_option("TO", *to, "a folder that is missing or empty")->required();
  backup->callback([=, &exit_code] { exit_code = run_backup(*from, *to); });
  CLI::App* restore = ladder.add_subcommand("restore", "makes a ladder of a backup, and proves that it is right");
  restore->add_option("BACKUP", *from, "the backup")->required();
  restore->add_option("TO", *to, "a folder that is missing or empty")->required();
  restore->callback([=, &exit_code] { exit_code = run_restore(*from, *to); });
  const auto on_trial = std::make_shared<bool>(false);
  CLI::App* migrate = ladder.add_subcommand("migrate", "brings a ladder of an older version up to date");
  migrate->add_option("DIR", *folder, "the ladder's folder")->required();
  migrate->add_flag("--dry-run", *on_trial, "only say what would be done");
  migrate->callback([=, &exit_code] { exit_code = run_migrate(*folder, *on_trial); });
}

}  // namespace

void add_ladder_command(CLI::App& command, ExitCode& exit_code, const OtherMachines& machines) {
  command.footer(LadderHelp);
  command.require_subcommand(1);
  add_serve(command, exit_code, machines);
  add_folder_commands(command, exit_code);
  add_ladder_admin_command(command, exit_code);
}

}  // namespace tichu::arena
