// A ladder without a disk behind the real server, for tests of its API and pages.
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "arena/installation.h"
#include "arena/presentation/page_data/board_analyses.h"
#include "arena/service/api/ladder_site.h"
#include "arena/tournament/tournament.h"
#include "tests/arena/service/api/scripted_ladder.h"

namespace tichu::arena {
namespace {

LadderVersion made_version(const std::string& bot, int number, const std::string& author, VersionState state) {
  LadderVersion version;
  version.bot = bot;
  version.number = number;
  version.author_name = author;
  version.state = state;
  version.language = "cpp";
  version.submitted = 1'700'000'000;
  version.changed = 1'700'000'060;
  version.sha256 = std::string(64, 'a');
  return version;
}

LadderStanding standing_of(const LadderVersion& version, int place, double points, bool reference) {
  LadderStanding row;
  row.bot = version.bot;
  row.number = version.number;
  row.author = version.author_name;
  row.state = version.state;
  row.reference = reference;
  row.entrant = version.entrant.value_or(EntrantId{});
  row.figures.points = points;
  row.figures.points_error = 4.5;
  row.figures.elo = 3 * points;
  row.figures.elo_error = 14;
  row.place = place;
  row.place_low = place > 1 ? place - 1 : 1;
  row.place_high = place + 1;
  if (place > 1) row.above = 0.12;
  row.figures.boards = 512;
  row.figures.opponents = 9;
  row.since = 1'700'000'000;
  return row;
}

std::vector<VersionStep> steps_until(StepKind last, StepOutcome outcome) {
  std::vector<VersionStep> steps;
  for (const StepKind kind : every<StepKind>()) {
    VersionStep step;
    step.kind = kind;
    step.began = 1'700'000'000;
    step.ended = 1'700'000'001.5;
    step.outcome = kind == last ? outcome : StepOutcome::Passed;
    if (step.outcome == StepOutcome::Refused) {
      step.code = "build_failed";
      step.detail = ScriptedLadder::Hostile;
      step.has_log = true;
    }
    steps.push_back(step);
    if (kind == last) break;
  }
  return steps;
}

/// A ladder whose upload is refused when it is built, with its boards in a stored tournament of entrants in the order
/// fox, owl, steady.
class ShownLadder : public ScriptedLadder {
 public:
  explicit ShownLadder(const std::string& boards) {
    stored = boards;
    requested = made_requests();
    settings_.title = "The open ladder";
    settings_.open_accounts = true;
    fox.description = "Counts cards, and never bombs the partner.";
    fox.versions = {made_version("fox", 2, "ada", VersionState::Refused),
                    made_version("fox", 1, "ada", VersionState::Rated)};
    fox.versions[0].code = "build_failed";
    fox.versions[0].detail = Hostile;
    fox.versions[0].failed_step = StepKind::Built;
    fox.versions[1].entrant = EntrantId{0};
    fox.versions[1].note = Hostile;
    taken[{"fox", 2}] = steps_until(StepKind::Built, StepOutcome::Refused);
    taken[{"fox", 1}] = steps_until(StepKind::Validated, StepOutcome::Passed);
    LadderBot owl;
    owl.name = "owl";
    owl.author_name = "a-very-long-author-name-of-32-let";
    owl.versions = {made_version("owl", 1, owl.author_name, VersionState::Provisional)};
    owl.versions[0].entrant = EntrantId{1};
    LadderBot steady;
    steady.name = "steady";
    steady.author_name = "arena";
    steady.reference = true;
    steady.versions = {made_version("steady", 1, "arena", VersionState::Rated)};
    steady.versions[0].entrant = EntrantId{2};
    others = {owl, steady};
    standing.ranked = {standing_of(fox.versions[1], 1, 21.4, false), standing_of(steady.versions[0], 2, 0, true),
                       standing_of(owl.versions[0], 3, -17.2, false)};
    standing.ranked[2].figures.faults = 7;
    standing.figures.assign(3, {});
    for (const LadderStanding& row : standing.ranked) {
      standing.figures[static_cast<std::size_t>(row.entrant)] = row.figures;
    }
    standing.struck = {{"fox@1", "steady@1", 8, 1'700'000'000, {EntrantId{0}, EntrantId{2}}}};
    standing.boards = 1536;
    standing.serial = 1;
    now.playing = true;
    playing = {{JobNumber(1536), {EntrantId{0}, EntrantId{2}}, 75, 2, BoardUnderWay::Place{{}, {}, 41}},
               {JobNumber(1537), {EntrantId{7}, EntrantId{1}}, 0.25, 2, {}}};
    now.accepts_uploads = true;
    now.boards = 1536;
    now.boards_a_minute = 240;
    now.last_board_age_s = 0.2;
    now.bots_playing = 3;
    now.queues = {{StepKind::Built, 2, 1, 31.5}, {StepKind::Checked, 0, 0, 0}};
    now.versions = {{VersionState::Rated, 2}, {VersionState::Provisional, 1}, {VersionState::Refused, 1}};
    LadderEvent refused;
    refused.cursor = 1;
    refused.time = 1'700'000'100;
    refused.kind = "version.state";
    refused.bot = "fox";
    refused.number = 2;
    refused.state = "refused";
    refused.code = "build_failed";
    refused.detail = Hostile;
    happened = {refused};
  }

  /// Ada's, also those that nobody else sees.
  std::vector<LadderBot> own_bots(const Caller& caller) override {
    if (caller.account.name != fox.author_name) return {};
    const std::lock_guard lock(mutex);
    return {fox, newt_};
  }
  OrRefusal<LadderVersion> version(const Caller* caller, const VersionName& name) override {
    const std::lock_guard lock(mutex);
    const bool is_own = caller != nullptr && name.bot == newt_.name && name.number == 1;
    return is_own ? newt_.versions[0] : ScriptedLadder::version(caller, name);
  }
  OrRefusal<LadderVersion> pause(const Caller& caller, const VersionName& name) override {
    return done_by_author(caller, name, VersionState::Paused);
  }
  OrRefusal<LadderVersion> resume(const Caller& caller, const VersionName& name) override {
    return done_by_author(caller, name, VersionState::Rated);
  }
  OrRefusal<LadderVersion> retire(const Caller& caller, const VersionName& name) override {
    if (auto version = this->version(&caller, name); !version) return version;
    return tl::unexpected(Refusal{RefusalKind::Conflict, "state_wrong", Hostile});
  }
  OrRefusal<LadderVersion> withdraw(const Caller& caller, const VersionName& name) override {
    return done_by_author(caller, name, VersionState::Withdrawn);
  }
  /// Ada's: a test over a pool that is done, a match whose boards are kept, a match under way, and one that failed.
  std::vector<PlayRequest> play_requests(const Caller& caller, std::size_t most) override {
    return caller.account.name == fox.author_name ? ScriptedLadder::play_requests(caller, most)
                                                  : std::vector<PlayRequest>{};
  }
  OrRefusal<PlayRequest> play_request(const Caller& caller, PlayRequestId id) override {
    for (PlayRequest& request : play_requests(caller, MostPlayRequests)) {
      if (request.id != id) continue;
      if (!request.folder.empty()) request.pool_names = {"steady@1"};  // whose boards are stored, too
      return request;
    }
    return ScriptedLadder::play_request(caller, id);
  }
  std::vector<QuotaUse> quotas(const Caller&) override { return {{"uploads", 3, 16, std::chrono::seconds(3600)}}; }

  /// What moderators have to look at, with texts that would do harm if they were not taken as texts.
  OrRefusal<ModeratedVersions> moderated(const Caller&, std::size_t) override {
    LadderVersion waiting = made_version("newt", 1, "eve", VersionState::Built);
    waiting.waiting = Waiting{"build slot", 2, 3, {}, {}};
    LadderVersion quarantined = made_version("owl", 1, "a-very-long-author-name-of-32-let", VersionState::Quarantined);
    quarantined.code = "faults_in_row";
    quarantined.detail = "the latest 20 boards had a fault at every table";
    return ModeratedVersions{{waiting}, {fox.versions[0]}, {quarantined}};
  }
  OrRefusal<LadderVersion> quarantine(const Caller& caller, const VersionName& name, const std::string& why) override {
    return noted(caller, "quarantine", name, why, VersionState::Quarantined);
  }
  OrRefusal<LadderVersion> release(const Caller& caller, const VersionName& name, const std::string& why) override {
    return noted(caller, "release", name, why, VersionState::Rated);
  }
  OrRefusal<LadderResiduals> residuals(const Caller& caller, std::size_t most) override {
    auto found = ScriptedLadder::residuals(caller, most);
    const std::lock_guard lock(mutex);
    found->versions[0].struck = struck_;
    return found;
  }
  OrRefusal<JudgedPair> strike_pair(const Caller& caller, const VersionName& first, const VersionName& second,
                                    const std::string& why) override {
    return judged(caller, "strike pair", ScriptedLadder::strike_pair(caller, first, second, why), why, true);
  }
  OrRefusal<JudgedPair> restore_pair(const Caller& caller, const VersionName& first, const VersionName& second,
                                     const std::string& why) override {
    return judged(caller, "restore pair", ScriptedLadder::restore_pair(caller, first, second, why), why, false);
  }
  OrRefusal<std::vector<Account>> accounts(const Caller&, const std::string& after, std::size_t most) override {
    std::vector<Account> all;
    for (int i = 0; i < 60; ++i) {
      Account account;
      account.name = "author-" + std::to_string(100 + i);
      account.banned = i == 1;
      account.role = i == 2 ? Role::Moderator : Role::Author;
      account.created = 1'700'000'000;
      if (account.name > after && all.size() < most) all.push_back(account);
    }
    return all;
  }
  OrRefusal<std::vector<AuditEntry>> audit(const Caller&, const AuditQuery&) override {
    const std::lock_guard lock(mutex);
    return acts_;
  }

  std::vector<FairDeals> seasons() override {
    const std::string hash = "cd2662154e6d76b2b2b92e70c0cac3ccf534f9b74eb5b89819ec509083d00a50";
    FairDeals first{1, hash, 1'690'000'000, 1'690'000'000, JobNumber(0), 1'700'000'000, "00d1ce00d1ce00d1", hash};
    FairDeals second{2, hash, 1'699'999'000, 1'700'000'000, JobNumber(1024), {}, {}, {}};
    return {first, second};
  }

 private:
  OrRefusal<JudgedPair> judged(const Caller& caller, const std::string& act, OrRefusal<JudgedPair> pair,
                               const std::string& why, bool struck) {
    if (!pair) return pair;
    const std::lock_guard lock(mutex);
    acts_.insert(acts_.begin(), {acts_.size() + 1, 1'700'000'000, caller.account.name, act,
                                 pair->first + " and " + pair->second, why});
    struck_ = struck;
    return pair;
  }
  OrRefusal<LadderVersion> noted(const Caller& caller, const std::string& act, const VersionName& name,
                                 const std::string& why, VersionState state) {
    auto version = ScriptedLadder::release(caller, name, why);
    if (!version) return version;
    const std::lock_guard lock(mutex);
    acts_.insert(acts_.begin(), {acts_.size() + 1, 1'700'000'000, caller.account.name, act, version->name(), why});
    if (version->bot == "fox" && version->number == 1) fox.versions[1].state = state;
    version->state = state;
    return version;
  }

  OrRefusal<LadderVersion> done_by_author(const Caller& caller, const VersionName& name, VersionState state) {
    auto version = this->version(&caller, name);
    if (!version) return version;
    const std::lock_guard lock(mutex);
    LadderBot& bot = name.bot == newt_.name ? newt_ : fox;
    for (LadderVersion& own : bot.versions) {
      if (own.number != name.number) continue;
      own.state = state;
      own.waiting.reset();
      return own;
    }
    return version;
  }

  static PlayRequest asked_for(std::uint64_t id, PlayRequestKind kind, PlayRequestState state, std::uint64_t boards,
                               std::uint64_t played) {
    PlayRequest request;
    request.id = PlayRequestId(id);
    request.kind = kind;
    request.state = state;
    request.first_name = "fox@1";
    request.second_name = "owl@1";
    request.boards = boards;
    request.boards_played = played;
    request.asked = 1'700'000'000;
    if (state != PlayRequestState::Running) request.ended = 1'700'000'900;
    return request;
  }
  /// The latest first.
  std::vector<PlayRequest> made_requests() const {
    std::vector<PlayRequest> all{asked_for(9, PlayRequestKind::Test, PlayRequestState::Done, 1000, 66),
                                 asked_for(8, PlayRequestKind::Match, PlayRequestState::Done, 12, 12),
                                 asked_for(7, PlayRequestKind::Match, PlayRequestState::Running, 40, 17),
                                 asked_for(5, PlayRequestKind::Match, PlayRequestState::Failed, 20, 0)};
    all[0].pool_names = {"steady@1", WithdrawnBot};
    all[0].points1 = 20;
    all[0].exit_code = 4;
    all[1].exit_code = 0;
    all[1].folder = stored.string();
    all[3].code = "machine_fault";
    all[3].detail = Hostile;
    return all;
  }

  bool struck_ = false;
  LadderBot newt_ = [] {
    LadderBot newt;
    newt.name = "newt";
    newt.author_name = "ada";
    newt.versions = {made_version("newt", 1, "ada", VersionState::Screened)};
    newt.versions[0].waiting = Waiting{"build slot", 2, 3, std::chrono::seconds(40), std::chrono::seconds(120)};
    return newt;
  }();
  std::vector<AuditEntry> acts_{{1, 1'700'000'000, "ladder", "alarm", "fox@1 and owl@1", Hostile}};
};

/// Boards are analysed by the bundled analyst, in a hurry.
std::unique_ptr<BoardAnalyses> hasty_analyses(const std::filesystem::path& folder) {
  AnalysisOffer offer;
  offer.analyst.name = "sampler";
  offer.analyst.kind = BotKind::Plugin;
  offer.analyst.path = bundled_bots_folder() / "sampler.so";
  offer.analyst.trusted = true;
  offer.simulations = 20;
  const auto rounds_of = [folder](const std::string& key) {
    std::vector<Record> rounds;
    const auto stored = Tournament::open(folder, "the ladder");
    const auto board = stored ? stored->board(JobNumber(std::stoull(key))) : std::nullopt;
    if (!board) throw std::runtime_error("no board " + key);
    for (const StoredRound& round : board->rounds) rounds.push_back(round.record);
    return rounds;
  };
  auto made = BoardAnalyses::make(offer, rounds_of, [](const std::string& line) { std::puts(line.c_str()); });
  return made ? *std::move(made) : nullptr;
}

}  // namespace
}  // namespace tichu::arena

/// scripted_ladder_server EVENT_FOLDER [TROUBLE [PROXY URL]]: serves until a signal, and prints its address.
int main(int argc, char** argv) try {
  if (argc < 2) return 2;
  tichu::arena::ShownLadder ladder(argv[1]);
  if (argc > 2) ladder.now.trouble = argv[2];
  tichu::arena::ServerOptions server;
  tichu::arena::ListeningPort port({"127.0.0.1", 0});
  tichu::arena::LadderSiteOptions site;
  const auto analyses = tichu::arena::hasty_analyses(argv[1]);
  site.analyses = analyses.get();
  if (argc > 4) {
    server.proxy = argv[3];
    site.url = argv[4];
  }
  tichu::arena::serve_ladder(ladder, site, port, server, [](const std::string& url) {
    std::printf("%s\n", url.c_str());
    std::fflush(stdout);
  });
  return 0;
} catch (const std::exception& error) {
  std::fprintf(stderr, "%s\n", error.what());
  return 1;
}
