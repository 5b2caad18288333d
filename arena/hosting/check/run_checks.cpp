#include "arena/hosting/check/run_checks.h"

#include <unistd.h>

#include <algorithm>
#include <utility>

#include "arena/hosting/check/check_session.h"
#include "arena/hosting/check/checks.h"
#include "arena/hosting/check/checks_apart.h"
#include "arena/hosting/check/player_process.h"
#include "arena/hosting/match/core_placement.h"
#include "arena/hosting/player/make_player.h"
#include "arena/hosting/player/process_usage.h"
#include "engine/rules.h"

namespace tichu::arena {
namespace {

/// Whether a name in the plan's lists means a check: itself, or the whole of which it is a part.
bool means(const std::string& listed, std::string_view name) {
  return listed == name || (name.size() > listed.size() && name.starts_with(listed) && name[listed.size()] == '.');
}

bool contains(const std::vector<std::string>& list, std::string_view name) {
  return std::any_of(list.begin(), list.end(), [name](const std::string& listed) { return means(listed, name); });
}

constexpr const char* OnlyWithProcess = "only for bots in a process of their own";

/// One run over all checks of a bot.
class CheckRun {
 public:
  CheckRun(const CheckPlan& plan, const CheckClock& now,
           const std::function<void(const CheckReport&, const CheckResult&)>& on_result)
      : session_{plan, now}, on_result_(on_result) {
    report_.bot = plan.bot;
    report_.seed = plan.seed;
  }

  CheckReport run() {
    begin();
    keep(done("start", [](const CheckSession& session,
                          CheckReport& report) { return std::vector<CheckResult>{check_start(session, report)}; }),
         true);
    if (!report_.ok()) {
      skip_rest();
      return std::move(report_);
    }
    do_program_check("versions", check_versions);
    const int failed_before = report_.count(CheckVerdict::Failed);
    do_play();
    play_failed_ = report_.count(CheckVerdict::Failed) > failed_before;
    do_check_of_sound_play("same-seed", check_same_seed);
    if (has_process(plan().bot)) {
      do_check("shutdown", check_shutdown);
    } else {
      skip("shutdown", OnlyWithProcess);
    }
    if (has_failed("shutdown")) {
      skip("garbage", "whether it ends after garbage shows once it ends without: see shutdown");
    } else if (has_failed("deadlines")) {
      skip("garbage", "whether it ends after garbage shows once it answers in time: see deadlines");
    } else {
      do_program_check("garbage", check_garbage);
    }
    if (has_process(plan().bot)) {
      do_check_of_sound_play("idle", check_idle);
    } else {
      skip("idle", OnlyWithProcess);
    }
    do_check_of_sound_play("memory", check_memory);
    session_.repeats_itself = wants("same-seed") && !has_failed("same-seed");
    // Last, since it kills: what a killed bot leaves behind may hinder the next.
    do_check_of_sound_play("restart", check_restart);
    return std::move(report_);
  }

 private:
  const CheckPlan& plan() const { return session_.plan; }

  bool wants(std::string_view name) const {
    return (plan().only.empty() || contains(plan().only, name)) && !contains(plan().skip, name);
  }

  void begin() { began_ = session_.now(); }

  /// Adds results that took from `begin` until now.
  void keep(std::vector<CheckResult> results, bool always = false) {
    const auto took = session_.now() - began_;
    for (CheckResult& result : results) {
      if (!always && !wants(result.name)) continue;
      result.duration = took / static_cast<int>(results.size());
      report_.results.push_back(std::move(result));
      on_result_(report_, report_.results.back());
    }
  }

  void do_check(const std::string& name, CheckResult (*check)(const CheckSession&)) {
    if (!wants(name)) return;
    begin();
    keep(done(name,
              [check](const CheckSession& session, CheckReport&) { return std::vector<CheckResult>{check(session)}; }));
  }

  /// Checks that play ordinary tables would only find again what was found there.
  void do_check_of_sound_play(const std::string& name, CheckResult (*check)(const CheckSession&)) {
    play_failed_ ? skip(name, PlayFirst) : do_check(name, check);
  }

  void skip(const std::string& name, std::string why) {
    begin();
    keep({check_result(name, CheckVerdict::Skipped, std::move(why))});
  }

  bool has_failed(std::string_view name) const {
    return std::any_of(report_.results.begin(), report_.results.end(), [name](const CheckResult& result) {
      return result.name == name && result.verdict == CheckVerdict::Failed;
    });
  }

  void do_program_check(const std::string& name, CheckResult (*check)(const CheckSession&)) {
    if (!wants(name)) return;
    if (is_program(plan().bot.kind)) return do_check(name, check);
    skip(name, "only for programs");
  }

  /// The results of the play come together: the rounds are played if one of the results is wanted.
  void do_play() {
    std::vector<std::string> names{"alive", "messages", "deadlines", "decisions"};
    for (const Preset& preset : presets()) names.push_back("legality." + std::string(preset.name));
    if (std::none_of(names.begin(), names.end(), [this](const auto& name) { return wants(name); })) return;
    begin();
    std::vector<CheckResult> results =
        done("alive", [](const CheckSession& session, CheckReport&) { return check_play(session); });
    const bool has_crashed = results.size() == 1;
    keep(std::move(results), has_crashed);
    if (!has_crashed) return;
    for (const std::string& name : names) {
      if (name != "alive" && wants(name)) skip(name, "the play ended with a crash: see alive");
    }
  }

  /// The results of a check. What a plug-in would do to this process, it does to a child.
  std::vector<CheckResult> done(const std::string& name, const Check& check) {
    return has_process(plan().bot) ? check(session_, report_) : check_apart(name, check, session_, report_);
  }

  void skip_rest() {
    for (const CheckName& check : all_checks()) {
      if (check.name != "start") skip(std::string(check.name), "the bot did not start");
    }
  }

  CheckSession session_;
  const std::function<void(const CheckReport&, const CheckResult&)>& on_result_;
  CheckReport report_;
  bool play_failed_ = false;
  std::chrono::steady_clock::time_point began_;
};

}  // namespace

const std::vector<CheckName>& all_checks() {
  static const std::vector<CheckName> checks{
      {"start", "starts and greets, or loads, in time"},
      {"versions", "greets the arenas that it can talk to, and no others (programs)"},
      {"alive", "does not crash, end or fall silent while it plays"},
      {"messages", "answers in the form that each question asks for"},
      {"legality", "answers within the rules, by every preset: wishes, bombs, the Dragon, both Tichus"},
      {"deadlines", "answers in time"},
      {"decisions", "every kind of decision came up"},
      {"same-seed", "plays the same again with the same seed"},
      {"shutdown", "ends by itself when it is told to (bots in a process of their own)"},
      {"garbage", "ends after input that makes no sense (programs)"},
      {"idle", "leaves the processor alone while nothing is asked (bots in a process of their own)"},
      {"memory", "does not grow with every round"},
      {"restart", "plays on after it was left in a round, or killed"},
  };
  return checks;
}

bool is_check_name(std::string_view name) {
  if (name.starts_with("legality.")) return preset(name.substr(name.find('.') + 1)).has_value();
  return std::any_of(all_checks().begin(), all_checks().end(),
                     [name](const CheckName& check) { return check.name == name; });
}

CheckReport run_checks(const CheckPlan& plan, const CheckClock& now,
                       const std::function<void(const CheckReport&, const CheckResult&)>& on_result) {
  // As at a tournament's table.
  const CorePlacement placement(current_core());
  return CheckRun(plan, now, on_result).run();
}

TrialOutcome replay_table(const CheckPlan& plan, std::uint64_t table, const OnStart& on_start) {
  TrialBots bots(plan);
  if (!on_start) return play_trial(trial_setup(plan.seed, table), bots);
  return play_trial(trial_setup(plan.seed, table), bots, {1, [&](Player&) {
                                                            std::vector<pid_t> processes;
                                                            for (const Player* player : bots.players()) {
                                                              // Of a bot in a box the innermost process; what made the
                                                              // box is around it.
                                                              if (const auto process = process_of(*player)) {
                                                                processes.push_back(with_descendants(*process).back());
                                                              }
                                                            }
                                                            if (processes.empty()) processes.push_back(::getpid());
                                                            on_start(processes);
                                                          }});
}

}  // namespace tichu::arena
