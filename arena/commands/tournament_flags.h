#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "arena/commands/time_limit_flags.h"
#include "arena/text/input_error.h"
#include "arena/tournament/config/tournament_config.h"

namespace CLI {  // NOLINT(readability-identifier-naming): the library's name
class App;
}

namespace tichu::arena {

/// The flags of commands that play a tournament, as they were given. A flag that is absent leaves the tournament file's
/// value, or the default.
struct TournamentFlags {
  std::optional<std::string> name;
  std::optional<std::uint64_t> seed;
  std::optional<std::uint64_t> deals;
  std::optional<std::uint64_t> games;
  /// Those of `TournamentSettings` that were given: what they set.
  std::vector<std::function<void(TournamentConfig& config)>> settings;
  std::optional<std::string> schedule;
  std::vector<std::string> candidates;
  std::vector<std::string> opponents;
  std::optional<std::uint64_t> rounds;
  std::optional<std::uint64_t> limit;
  std::optional<std::string> anchor;
  std::optional<std::string> rules;
  std::vector<std::string> rule;
  std::vector<std::string> bots;
  std::vector<std::string> pairs;
  std::vector<std::string> bot_options;
  std::optional<int> concurrency;
  TimeLimitFlags limits;
  std::optional<std::string> results;
  bool allow_unsandboxed = false;
  bool strict = false;
  std::optional<std::string> events;
  bool control_variates = false;
  std::string luck_rounds = "steady";  ///< whose rounds against itself tell the luck: "steady" or "own"
  std::string log_level = "info";
  std::optional<double> minutes;  ///< of this run
  std::string seats;              ///< ADDRESS:PORT; empty: there are no remote bots
  std::string nats;               ///< a broker's URL; empty: play here
  std::string nats_ca;            ///< a file of certificates
  std::string on_end;             ///< a shell command; empty: none
  std::string on_fault;           ///< likewise
};

/// Adds the flags that change no result: concurrency, log, sandbox at need, `--strict`, `--events`,
/// `--control-variates`, `--luck-rounds`, `--minutes`, `--seats`, `--nats`, `--on-end`, `--on-fault`.
void add_running_flags(CLI::App& command, TournamentFlags& flags);

/// Adds `--schedule` and the flags that go with a schedule.
void add_schedule_flags(CLI::App& command, TournamentFlags& flags);

/// For commands that play a single pairing: adds the same flags, each of which is refused with a hint where it belongs.
void refuse_schedule_flags(CLI::App& command);

/// Adds the two bots of a match as positional arguments; `about` says which is which.
void add_match_bots(CLI::App& command, TournamentFlags& flags, const std::string& about);

/// Fails if there are not two of them; the error names `command`.
OrInputError<void> check_match_bots(const TournamentFlags& flags, const std::string& command);

/// Adds all flags but `--bot`, `--pair` and those of schedules. `flags` must live until the command line is parsed.
void add_tournament_flags(CLI::App& command, TournamentFlags& flags);

/// Applies the flags to `config`; bots are added to those that it has. Returns the error of the first bad flag.
OrInputError<void> apply_flags(const TournamentFlags& flags, TournamentConfig& config);

}  // namespace tichu::arena
