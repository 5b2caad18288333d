#include "arena/service/commands/ladder_admin.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <utility>

#include "arena/commands/number_flags.h"
#include "arena/commands/play_tournament.h"
#include "arena/commands/version.h"
#include "arena/service/ladder/ladder.h"
#include "arena/text/sanitized_line.h"
#include "arena/text/shell_word.h"

namespace tichu::arena {
namespace {

constexpr const char* AdminHelp =
    R"(Administers a ladder by its folder, while it is served or not. What is decided takes effect within a second, and
stands with its reason in the table of such acts (`audit`).
Examples:
  tichu-arena ladder admin my-ladder invite
  tichu-arena ladder admin my-ladder quarantine fox@3 --reason "plays at random"
  tichu-arena ladder admin my-ladder season end --reason "the end of the month")";

/// What the commands are told.
struct AdminFlags {
  std::string folder;
  std::string name;   ///< an account, a bot, a version or a token
  std::string other;  ///< a bot's new name, or the second version of a pair
  std::string role = "author";
  std::string reason;
  int days = 7;
  std::size_t most = 20;
};

ExitCode refused(const Refusal& refusal) { return refuse({"ladder admin", refusal.code, refusal.detail}); }

/// An act: gets the ladder and who acts, and prints what came of it.
using Act = std::function<OrRefusal<void>(Ladder& ladder, const Caller& caller, const AdminFlags& flags)>;

ExitCode run_act(const AdminFlags& flags, const Act& act) {
  LadderOptions options;
  options.program = program_and_version();
  const auto ladder = Ladder::open(flags.folder, options);
  if (!ladder) return refuse(ladder.error());
  const auto done = act(**ladder, Accounts::operator_caller(), flags);
  return done ? ExitCode::Ok : refused(done.error());
}

OrRefusal<void> invite(Ladder& ladder, const Caller& caller, const AdminFlags& flags) {
  return ladder.accounts().invite(caller, std::chrono::hours(24) * flags.days).map([](const Invitation& made) {
    fmt::print("{}\n", made.code);
  });
}

tl::unexpected<Refusal> role_unknown(const std::string& word) {
  return tl::unexpected(
      Refusal{RefusalKind::Bad, "role_bad", "\"" + word + "\" is no role; it must be one of " + choices<Role>()});
}

OrRefusal<void> add_account(Ladder& ladder, const Caller& caller, const AdminFlags& flags) {
  const auto role = from_text<Role>(flags.role);
  if (!role) return role_unknown(flags.role);
  return ladder.accounts().add_account(caller, flags.name, *role).map([](const NewAccount& made) {
    fmt::print("{}\n", made.token.text);
  });
}

OrRefusal<void> replace_tokens(Ladder& ladder, const Caller& caller, const AdminFlags& flags) {
  return ladder.accounts().replace_tokens(caller, flags.name, flags.reason).map([](const NewToken& made) {
    fmt::print("{}\n", made.text);
  });
}

OrRefusal<void> set_role(Ladder& ladder, const Caller& caller, const AdminFlags& flags) {
  const auto role = from_text<Role>(flags.role);
  if (!role) return role_unknown(flags.role);
  return ladder.accounts().set_role(caller, flags.name, *role, flags.reason).map([&] {
    fmt::print("{} is {} now\n", flags.name, flags.role);
  });
}

OrRefusal<void> ban(Ladder& ladder, const Caller& caller, const AdminFlags& flags) {
  return ladder.accounts().ban(caller, flags.name, flags.reason).map([&] { fmt::print("{} is banned\n", flags.name); });
}

OrRefusal<void> unban(Ladder& ladder, const Caller& caller, const AdminFlags& flags) {
  return ladder.accounts().unban(caller, flags.name, flags.reason).map([&] {
    fmt::print(
        "{} may act again; its tokens stay revoked. A new one: tichu-arena ladder admin {} token {} --reason ...\n",
        flags.name, shell_word(flags.folder), flags.name);
  });
}

OrRefusal<void> delete_account(Ladder& ladder, const Caller& caller, const AdminFlags& flags) {
  return ladder.delete_account(caller, flags.name, flags.reason).map([&] {
    fmt::print("{} is deleted; its boards stay, without a name\n", flags.name);
  });
}

OrRefusal<void> revoke(Ladder& ladder, const Caller& caller, const AdminFlags& flags) {
  // Somebody may have the whole token at hand: its second part names it.
  std::string id = flags.name;
  if (id.starts_with("tch_")) id = id.substr(4, id.find('_', 4) - 4);
  return ladder.accounts().revoke_token(caller, id).map([&] { fmt::print("the token {} is revoked\n", id); });
}

template <OrRefusal<LadderVersion> (Versions::*Judge)(const Caller&, const VersionName&, const std::string&)>
OrRefusal<void> judge_version(Ladder& ladder, const Caller& caller, const AdminFlags& flags) {
  const auto name = version_name(flags.name);
  if (!name) {
    return tl::unexpected(
        Refusal{RefusalKind::Bad, "version_bad", "\"" + flags.name + "\" is no version, such as fox@3"});
  }
  return (ladder.versions().*Judge)(caller, *name, flags.reason).map([](const LadderVersion& version) {
    fmt::print("{} is {} now\n", version.name(), to_text(version.state));
  });
}

template <bool Strikes>
OrRefusal<void> judge_pair(Ladder& ladder, const Caller& caller, const AdminFlags& flags) {
  const auto first = version_name(flags.name);
  const auto second = version_name(flags.other);
  if (!first || !second) {
    return tl::unexpected(Refusal{RefusalKind::Bad, "version_bad",
                                  "\"" + (first ? flags.other : flags.name) + "\" is no version, such as fox@3"});
  }
  const auto judged = Strikes ? ladder.ratings().strike_pair(caller, *first, *second, flags.reason)
                              : ladder.ratings().restore_pair(caller, *first, *second, flags.reason);
  return judged.map([](const JudgedPair& pair) {
    fmt::print("boards of {} against {} {}\n", pair.first, pair.second,
               Strikes ? "are left out of the ratings from now on" : "count again");
  });
}

OrRefusal<void> rename_bot(Ladder& ladder, const Caller& caller, const AdminFlags& flags) {
  return ladder.versions().rename(caller, flags.name, flags.other, flags.reason).map([&](const LadderBot& bot) {
    fmt::print("{} is called {} now\n", flags.name, bot.name);
  });
}

template <bool Paused>
OrRefusal<void> pause_ladder(Ladder& ladder, const Caller& caller, const AdminFlags& flags) {
  return ladder.pause(caller, Paused, flags.reason).map([] {
    fmt::print("{}\n", Paused ? "no more rated boards begin; those under way are finished" : "rated boards go on");
  });
}

std::string day_and_time(double time) {
  return fmt::format("{:%Y-%m-%d %H:%M}Z", fmt::gmtime(static_cast<std::time_t>(time)));
}

OrRefusal<void> show_accounts(Ladder& ladder, const Caller& caller, const AdminFlags&) {
  constexpr std::size_t Piece = 500;
  std::string after;
  while (true) {
    const auto accounts = ladder.accounts().accounts(caller, after, Piece);
    if (!accounts) return tl::unexpected(accounts.error());
    for (const Account& account : *accounts) {
      fmt::print("{:<32}  {:<9}  {}{}\n", account.name, to_text(account.role),
                 day_and_time(static_cast<double>(account.created)), account.banned ? "  banned" : "");
    }
    if (accounts->size() < Piece) return {};
    after = accounts->back().name;
  }
}

OrRefusal<void> show_audit(Ladder& ladder, const Caller& caller, const AdminFlags&) {
  constexpr std::size_t Piece = 500;
  std::uint64_t after = 0;
  while (true) {
    const auto entries = ladder.accounts().audit(caller, {after, Piece});
    if (!entries) return tl::unexpected(entries.error());
    for (const AuditEntry& entry : *entries) {
      fmt::print("{}  {}: {}{}{}{}{}\n", day_and_time(static_cast<double>(entry.time)), entry.actor, entry.act,
                 entry.target.empty() ? "" : " ", sanitized_line(entry.target), entry.reason.empty() ? "" : " - ",
                 sanitized_line(entry.reason));
    }
    if (entries->size() < Piece) return {};
    after = entries->back().number;
  }
}

void print_residuals(const char* heading, const std::vector<LadderResidual>& rows) {
  fmt::print("{}\n", heading);
  if (rows.empty()) fmt::print("  none has 64 boards yet\n");
  for (const LadderResidual& row : rows) {
    fmt::print("  {:<70} {:>7} boards  {:>+7.1f} instead of {:>+7.1f} points  {:>+5.1f}  extremes {:>4.1f}{}{}\n",
               row.first + " against " + row.second, row.boards, row.margin, row.expected, row.surprise, row.extremes,
               row.is_alarming() ? "  look at it" : "", row.struck ? "  left out of the ratings" : "");
  }
}

OrRefusal<void> show_residuals(Ladder& ladder, const Caller& caller, const AdminFlags& flags) {
  return ladder.residuals().list(caller, flags.most).map([](const LadderResiduals& residuals) {
    fmt::print(
        "Boards that came out otherwise than strengths let expect, by standard deviations. More than 5 is rare\n"
        "by chance; styles that do not suit each other look like boards that were thrown.\n");
    print_residuals("Versions", residuals.versions);
    print_residuals("Authors", residuals.authors);
  });
}

void print_versions(const char* heading, const std::vector<LadderVersion>& versions) {
  fmt::print("{}\n", heading);
  if (versions.empty()) fmt::print("  none\n");
  for (const LadderVersion& version : versions) {
    const std::string reason = version.code.empty() ? "" : ": " + version.code + ", " + sanitized_line(version.detail);
    fmt::print("  {}  {:<35}  {:<32}  {}{}\n", day_and_time(version.changed), version.name(), version.author_name,
               to_text(version.state), reason);
  }
}

OrRefusal<void> show_queue(Ladder& ladder, const Caller& caller, const AdminFlags& flags) {
  return ladder.versions().moderated(caller, flags.most).map([](const ModeratedVersions& versions) {
    print_versions("On their way", versions.waiting);
    print_versions("Failed, the latest first", versions.failed);
    print_versions("Quarantined, the latest first", versions.quarantined);
  });
}

std::string season_text(const FairDeals& season) {
  std::string text = fmt::format("season {}: ", season.season);
  if (!season.began) return text + "is announced; hash " + season.commitment;
  text += fmt::format("from board {}, {}", season.first_board->value(), day_and_time(*season.began));
  if (!season.ended) return text + ", goes on; hash " + season.commitment;
  return text + fmt::format(" to {}; hash {}, seed {}, salt {}", day_and_time(*season.ended), season.commitment,
                            *season.seed, *season.salt);
}

OrRefusal<void> end_season(Ladder& ladder, const Caller& caller, const AdminFlags& flags) {
  return ladder.seasons().end_season(caller, flags.reason).map([](const FairDeals& next) {
    fmt::print(
        "season {} is announced; the hash of its seed is\n{}\nSeason {} ends, and its seed is told, once its "
        "boards under way are stored; if the ladder is stopped, soon after its next start.\n",
        next.season, next.commitment, next.season - 1);
  });
}

OrRefusal<void> show_seasons(Ladder& ladder, const Caller&, const AdminFlags&) {
  for (const FairDeals& season : ladder.seasons().all()) fmt::print("{}\n", season_text(season));
  return {};
}

/// Adds acts as commands, in one group of --help.
class ActAdder {
 public:
  ActAdder(CLI::App& app, std::string group, std::shared_ptr<AdminFlags> flags, ExitCode& exit_code)
      : app_(app), group_(std::move(group)), flags_(std::move(flags)), exit_code_(exit_code) {}

  /// `example`: what follows the folder.
  CLI::App& add(const std::string& name, const std::string& what, const std::string& example, const Act& act) {
    CLI::App* command = app_.add_subcommand(name, what);
    command->group(group_);
    command->footer("Example:\n  tichu-arena ladder admin my-ladder " + example);
    command->callback([flags = flags_, act, &exit_code = exit_code_] { exit_code = run_act(*flags, act); });
    return *command;
  }
  /// One on something that has a name, `target`, with a reason.
  CLI::App& judge(const std::string& name, const std::string& what, const std::string& example,
                  const std::pair<const char*, const char*>& target, const Act& act) {
    CLI::App& command = add(name, what, example, act);
    command.add_option(target.first, flags_->name, target.second)->required();
    add_reason(command);
    return command;
  }
  void add_reason(CLI::App& command) {
    command.add_option("--reason", flags_->reason, "why; kept in the audit log")->required();
  }
  void add_most(CLI::App& command) {
    command.add_option("--most", flags_->most, "so many of each kind [20]")->transform(whole_number(1, 10'000));
  }
  AdminFlags& flags() { return *flags_; }

 private:
  CLI::App& app_;
  std::string group_;
  std::shared_ptr<AdminFlags> flags_;
  ExitCode& exit_code_;
};

constexpr std::pair AccountName{"NAME", "the account"};
constexpr std::pair VersionNamed{"VERSION", "such as fox@3"};

void add_account_acts(ActAdder acts) {
  acts.add("invite", "prints a code with which somebody can make an account", "invite --days 30", invite)
      .add_option("--days", acts.flags().days, "for so many days [7]")
      ->transform(whole_number(1, 90));
  CLI::App& add = acts.add("add", "makes an account and prints its token", "add ada --role moderator", add_account);
  add.add_option("NAME", acts.flags().name, "its name")->required();
  add.add_option("--role", acts.flags().role, "author, moderator or admin [author]");
  acts.judge("role", "gives an account another role", "role ada --role moderator --reason \"helps from now on\"",
             AccountName, set_role)
      .add_option("--role", acts.flags().role, "author, moderator or admin")
      ->required();
  acts.judge("token", "prints a new token for who lost theirs, and ends the account's others",
             "token ada --reason \"lost, asked by mail\"", AccountName, replace_tokens);
  acts.judge("ban", "ends an account's tokens and retires its versions", "ban ada --reason \"attacks the sandbox\"",
             AccountName, ban);
  acts.judge("unban", "lets an account act again", "unban ada --reason \"a mistake\"", AccountName, unban);
  acts.judge("delete", "withdraws an account's versions and forgets it, its name too",
             "delete ada --reason \"asked by mail\"", AccountName, delete_account);
  acts.add("revoke", "ends a token", "revoke 4f1c9a2b", revoke)
      .add_option("TOKEN", acts.flags().name, "it, or its id")
      ->required();
  acts.add("accounts", "lists all accounts", "accounts", show_accounts);
  acts.add("audit", "prints the audit log", "audit", show_audit);
}

void add_bot_acts(ActAdder acts) {
  acts.judge("quarantine", "takes a version out until it is released", "quarantine fox@3 --reason \"plays at random\"",
             VersionNamed, judge_version<&Versions::quarantine>);
  acts.judge("release", "lets a version play again that a rule or a moderator took out",
             "release fox@3 --reason \"the disk was full\"", VersionNamed, judge_version<&Versions::release>);
  acts.judge("rename", "gives a bot another name", "rename fox vixen --reason \"its author asked\"", {"BOT", "the bot"},
             rename_bot)
      .add_option("NEW", acts.flags().other, "its new name")
      ->required();
  acts.add_most(acts.add("queue", "lists versions that wait, failed or are quarantined", "queue", show_queue));
  acts.add_most(acts.add("residuals", "shows pairs whose boards came out otherwise than expected", "residuals --most 5",
                         show_residuals));
  acts.judge("strike", "leaves the boards of two versions against each other out of the ratings",
             "strike fox@3 owl@1 --reason \"boards were thrown\"", VersionNamed, judge_pair<true>)
      .add_option("OTHER", acts.flags().other, "such as owl@1")
      ->required();
  acts.judge("restore", "lets the boards of such a pair count again", "restore fox@3 owl@1 --reason \"a mistake\"",
             VersionNamed, judge_pair<false>)
      .add_option("OTHER", acts.flags().other, "such as owl@1")
      ->required();
}

void add_season_acts(CLI::App& admin, const std::shared_ptr<AdminFlags>& flags, ExitCode& exit_code) {
  CLI::App* season = admin.add_subcommand("season", "shows the seasons, or ends one");
  season->group("The ladder");
  season->footer("Example:\n  tichu-arena ladder admin my-ladder season");
  season->require_subcommand(0, 1);
  season->callback([season, flags, &exit_code] {
    if (season->get_subcommands().empty()) exit_code = run_act(*flags, show_seasons);
  });
  ActAdder acts(*season, "Subcommands", flags, exit_code);
  acts.add_reason(acts.add("end", "ends the season: the next begins, and the seed is told",
                           "season end --reason \"the end of the month\"", end_season));
  acts.add("list", "prints all seasons with their hashes, and the seeds that are told", "season list", show_seasons);
}

void add_ladder_acts(ActAdder acts) {
  acts.add_reason(
      acts.add("pause", "begins no more rated boards", "pause --reason \"the machine is moved\"", pause_ladder<true>));
  acts.add_reason(
      acts.add("resume", "goes on with rated boards", "resume --reason \"it is there again\"", pause_ladder<false>));
}

}  // namespace

void add_ladder_admin_command(CLI::App& ladder, ExitCode& exit_code) {
  CLI::App* admin = ladder.add_subcommand("admin", "accounts, bots and seasons, for whoever has the folder");
  admin->footer(AdminHelp);
  admin->require_subcommand(1);
  const auto flags = std::make_shared<AdminFlags>();
  admin->add_option("DIR", flags->folder, "the ladder's folder")->required();
  add_account_acts({*admin, "Accounts", flags, exit_code});
  add_bot_acts({*admin, "Bots", flags, exit_code});
  add_ladder_acts({*admin, "The ladder", flags, exit_code});
  add_season_acts(*admin, flags, exit_code);
}

}  // namespace tichu::arena
