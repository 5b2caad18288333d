#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "arena/hosting/sandbox/sandbox_config.h"
#include "arena/ids.h"
#include "arena/service/ladder/account.h"
#include "arena/text/words.h"

namespace tichu::arena {

/// A submitted version, in the order of arrival over all bots.
using VersionId = NumberOf<struct VersionTag>;

/// How far a version has come. Up to Validated a state is the last step that it has passed.
enum class VersionState : std::uint8_t {
  Received,
  Unpacked,
  Screened,
  Built,
  Checked,
  Validated,    ///< it enters the ladder as soon as that takes it in
  Unranked,     ///< sent so: plays matches and tests alone, and only its author sees it
  Provisional,  ///< plays; its rating is not exact yet
  Rated,
  Paused,         ///< by its author
  Retired,        ///< by its author, or since a newer version has taken its place
  Withdrawn,      ///< as retired; its files are deleted and its bot's name is not shown
  Quarantined,    ///< by a rule or a moderator
  Refused,        ///< a step has failed; `LadderVersion::failed_step` says which
  InternalError,  ///< the ladder's fault, which counts against nobody
};

constexpr std::array<std::string_view, 15> words_of(VersionState) {
  return {"received", "unpacked", "screened", "built",     "checked",     "validated", "unranked",      "provisional",
          "rated",    "paused",   "retired",  "withdrawn", "quarantined", "refused",   "internal_error"};
}

/// What is done with a version until it plays: each step leads to the state of its name.
enum class StepKind : std::uint8_t { Received, Unpacked, Screened, Built, Checked, Validated };

constexpr std::array<std::string_view, 6> words_of(StepKind) {
  return {"received", "unpacked", "screened", "built", "checked", "validated"};
}

/// How an attempt at a step ended.
enum class StepOutcome : std::uint8_t { Running, Passed, Refused, MachineFault, Overdue };

constexpr std::array<std::string_view, 5> words_of(StepOutcome) {
  return {"running", "passed", "refused", "machine_fault", "overdue"};
}

/// One attempt at a step of a version.
struct VersionStep {
  StepKind kind = StepKind::Received;
  int attempt = 1;  ///< 1 or 2
  StepOutcome outcome = StepOutcome::Running;
  double began = 0;  ///< seconds since 1970
  std::optional<double> ended;
  std::string code;    ///< why it was refused or failed; empty if it passed
  std::string detail;  ///< one sentence, likewise
  bool has_log = false;
};

/// What a version waits for that is on its way.
struct Waiting {
  std::string what;                 ///< such as "build slot"; empty while a step of its own is running
  std::uint64_t place = 0;          ///< in the queue, from 1; 0 while the step is running
  std::uint64_t of = 0;             ///< how many wait for the same
  std::chrono::seconds about{0};    ///< until it is its turn, or until the step is done, from recent ones
  std::chrono::seconds longest{0};  ///< limit of the step that is running or comes next
};

/// A submitted version: immutable but for its state.
struct LadderVersion {
  VersionId id;
  std::string bot;
  int number = 0;  ///< of the bot's versions, from 1
  AccountId author;
  std::string author_name;
  VersionState state = VersionState::Received;
  std::optional<StepKind> failed_step;  ///< of Refused and InternalError
  std::string code;                     ///< why it is in this state; empty where that needs no reason
  std::string detail;                   ///< one sentence, likewise
  std::optional<Waiting> waiting;       ///< on its way only
  double submitted = 0;                 ///< seconds since 1970
  double changed = 0;                   ///< when it came into this state, likewise
  std::string sha256;                   ///< of the archive, in hexadecimal
  std::uint64_t bytes = 0;              ///< of the archive
  std::string language;                 ///< as its manifest says; empty before it was read
  BotNeeds needs;                       ///< as its manifest says; 0: as the ladder gives, or not built yet
  std::string toolchain;                ///< id of what built it; empty if nothing did
  std::optional<bool> repeatable;       ///< whether equal questions had equal answers, as far as checked
  std::string note;                     ///< what the author wrote about the version
  std::string licence;                  ///< as its manifest says; empty if it says none, or was not read
  std::string opened;                   ///< SHA-256 of the archive of its files for everybody; empty: they are closed
  bool hidden = false;                  ///< withdrawn, or its bot was renamed by a moderator: the name is not shown
  bool plays_people = false;            ///< guests may choose it for their tables
  std::optional<EntrantId> entrant;     ///< in the tournament, once it has entered
  /// The versions of its bot that retire once it is taken in, as things are ("fox@1"); after that those that did.
  /// Only where one version is asked for.
  std::vector<std::string> replaces;

  /// "fox@3", its name in the tournament.
  std::string name() const { return bot + "@" + std::to_string(number); }
  /// Whether steps are still to be done before it plays.
  bool is_on_its_way() const { return state <= VersionState::Validated; }
  /// Whether it takes part in the rated boards now.
  bool plays() const { return state == VersionState::Provisional || state == VersionState::Rated; }
};

/// The sentence with which a version is retired since this one was taken in. It is stored, and
/// VersionTable::replaced_by finds by it what this one replaced: with other words it finds none that retired before.
std::string replaced_detail(const LadderVersion& by);

/// A bot with its versions.
struct LadderBot {
  std::string name;
  AccountId author;
  std::string author_name;
  std::string description;  ///< of the latest manifest
  bool reference = false;   ///< anchors the scale; nobody's submission
  double created = 0;
  std::vector<LadderVersion> versions;  ///< the latest first
};

/// A part of a version's log: what its step of that name wrote.
struct VersionLog {
  StepKind part = StepKind::Built;
  std::string text;        ///< UTF-8; what looked like a key or token is masked
  bool truncated = false;  ///< its middle was left out
};

/// "fox" or "fox@3".
struct VersionName {
  std::string bot;
  std::optional<int> number;  ///< nullopt: the latest that plays, or else the latest
};

/// Reads "fox" or "fox@3"; nullopt if the text is neither, such as "fox@03".
std::optional<VersionName> version_name(std::string_view text);

}  // namespace tichu::arena
