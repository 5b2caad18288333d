#pragma once

#include <algorithm>
#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "arena/service/ladder/ladder_service.h"
#include "arena/service/ladder/tag_book.h"

namespace tichu::arena {

/// A ladder without a disk, for tests of what the network sees: it knows five tokens and one bot, "fox" of "ada" with
/// version 1, and counts what it is asked to do. Uploads are thrown away as they come.
class ScriptedLadder : public LadderService {
 public:
  static constexpr const char* Author = "tch_author";  ///< of ada, all scopes
  static constexpr const char* Reader = "tch_reader";  ///< of ada, may only read
  static constexpr const char* Player = "tch_player";
  static constexpr const char* Keeper =
      "tch_keeper";  ///< of ada too: admin alone        ///< of ada, may only ask for boards
  static constexpr const char* Moderator = "tch_moderator";  ///< of mo, a moderator
  static constexpr const char* Admin = "tch_admin";          ///< of root, an admin

  ScriptedLadder() {
    LadderVersion version;
    version.bot = "fox";
    version.number = 1;
    version.author_name = "ada";
    version.state = VersionState::Rated;
    version.note = Hostile;
    version.entrant = EntrantId{0};
    fox.name = "fox";
    fox.author_name = "ada";
    fox.description = Hostile;
    fox.versions = {version};
    LadderStanding row;
    row.bot = "fox";
    row.number = 1;
    row.author = "ada";
    row.figures.points = 12.5;
    row.figures.points_error = 3;
    row.place = row.place_low = row.place_high = 1;
    row.figures.boards = 100;
    standing.ranked = {row};
    standing.figures = {row.figures};
    settings_.title = Hostile;
  }

  /// A text that would do harm where it is not taken as text.
  static constexpr const char* Hostile = "</script><img src=x onerror=alert(1)>'\"; DROP TABLE bot;--&\xe2\x80\xae";

  LadderBot fox;
  std::vector<LadderBot> others;                                          ///< after it by name
  std::map<std::pair<std::string, int>, std::vector<VersionStep>> taken;  ///< the steps of versions
  std::filesystem::path stored{"/nonexistent"};                           ///< where boards are stored
  LadderStandings standing;
  LadderStatus now;
  std::vector<BoardUnderWay> playing;
  std::vector<LadderEvent> happened;   ///< under the mutex while it is served
  std::atomic<int> acts{0};            ///< how often something was changed
  TestRequest asked_test;              ///< the last
  std::vector<PlayRequest> requested;  ///< matches and tests, the latest first
  std::atomic<int> uploads_open{0};    ///< that have begun and neither ended nor were broken off
  std::atomic<std::uint64_t> bytes{0};
  std::atomic<std::uint64_t> most_bytes{std::uint64_t{32} << 20};
  std::atomic<bool> fails{false};  ///< the machine does, at everything
  std::mutex mutex;
  std::vector<UploadRequest> uploads;

  OrInputError<void> start() override { return {}; }
  void stop() override {}
  const std::filesystem::path& folder() const override { return folder_; }
  const LadderSettings& settings() const override { return settings_; }
  std::vector<std::string> languages() const override { return {"python", "program"}; }
  std::filesystem::path tournament_folder() const override { return stored; }

  OrRefusal<Caller> authenticate(std::string_view token) override {
    const auto caller = [](const char* name, std::uint64_t id, Role role, Scopes scopes, const char* token_id) {
      Account account;
      account.id = AccountId(id);
      account.name = name;
      account.role = role;
      return Caller{account, scopes, token_id};
    };
    Scopes read;
    read.add(Scope::Read);
    if (token == Author) return caller("ada", 1, Role::Author, Scopes::all(), "author");
    if (token == Reader) return caller("ada", 1, Role::Author, read, "reader");
    Scopes play;
    play.add(Scope::Play);
    if (token == Player) return caller("ada", 1, Role::Author, play, "player");
    Scopes admin;
    admin.add(Scope::Admin);
    if (token == Keeper) return caller("ada", 1, Role::Author, admin, "keeper");
    if (token == Moderator) return caller("mo", 2, Role::Moderator, Scopes::all(), "moderator");
    if (token == Admin) return caller("root", 3, Role::Admin, Scopes::all(), "admin");
    const char* code = token.empty() ? "token_missing" : "token_bad";
    return tl::unexpected(Refusal{RefusalKind::Unauthenticated, code, "Send a token."});
  }
  OrRefusal<NewAccount> register_account(const std::string& name, const std::string&) override {
    acts += 1;
    NewAccount made;
    made.account.name = name;
    made.token.text = "tch_new";
    return made;
  }
  OrRefusal<Invitation> invite(const Caller&, std::chrono::hours) override {
    return act(Invitation{"inv_1", {}, 0, {}});
  }
  std::vector<Invitation> invitations(const Caller&) override { return {}; }
  OrRefusal<NewToken> make_token(const Caller&, Scopes, std::optional<UnixTime>, const std::string&) override {
    return act(NewToken{{}, "tch_made"});
  }
  std::vector<TokenInfo> tokens(const Caller&) override { return {}; }
  OrRefusal<void> revoke_token(const Caller&, const std::string& token) override {
    if (token != "author") return tl::unexpected(missing("token_unknown"));
    acts += 1;
    return {};
  }
  std::vector<QuotaUse> quotas(const Caller&) override { return {}; }

  OrRefusal<std::unique_ptr<Upload>> begin_upload(const Caller&, const UploadRequest& request) override {
    if (request.bytes.value_or(0) > most_bytes) return tl::unexpected(too_large());
    const std::lock_guard lock(mutex);
    uploads.push_back(request);
    return std::make_unique<Counted>(*this);
  }
  OrRefusal<LadderVersion> pause(const Caller&, const VersionName& name) override { return change(name); }
  OrRefusal<LadderVersion> resume(const Caller&, const VersionName& name) override { return change(name); }
  OrRefusal<LadderVersion> retire(const Caller&, const VersionName& name) override { return change(name); }
  OrRefusal<LadderVersion> withdraw(const Caller&, const VersionName& name) override { return change(name); }

  std::vector<LadderBot> bots(const Caller*, const std::string& after, std::size_t most) override {
    if (fails) throw std::runtime_error("no disk");
    std::vector<LadderBot> found;
    for (const LadderBot* bot : all()) {
      if (bot->name > after && found.size() < most) found.push_back(*bot);
    }
    return found;
  }
  std::vector<LadderBot> own_bots(const Caller&) override { return {fox}; }
  OrRefusal<LadderBot> bot(const Caller*, const std::string& name) override {
    if (fails) throw std::runtime_error("no disk");
    for (const LadderBot* bot : all()) {
      if (bot->name == name) return *bot;
    }
    return tl::unexpected(Refusal{RefusalKind::Missing, "bot_unknown", "There is no such bot."});
  }
  OrRefusal<LadderVersion> version(const Caller*, const VersionName& name) override {
    for (const LadderBot* bot : all()) {
      for (const LadderVersion& version : bot->versions) {
        if (bot->name == name.bot && name.number.value_or(version.number) == version.number) return version;
      }
    }
    return tl::unexpected(Refusal{RefusalKind::Missing, "version_unknown", "There is no such version."});
  }
  std::optional<LadderVersion> version_of(EntrantId entrant) override {
    for (const LadderBot* bot : all()) {
      for (const LadderVersion& version : bot->versions) {
        if (version.entrant == entrant) return version;
      }
    }
    return std::nullopt;
  }
  OrRefusal<std::vector<VersionStep>> steps(const Caller*, const VersionName& name) override {
    return taken[{name.bot, name.number.value_or(1)}];
  }
  OrRefusal<VersionLog> log(const Caller&, const VersionName& name, StepKind part) override {
    return version(nullptr, name).map([part](const LadderVersion&) { return VersionLog{part, Hostile, false}; });
  }
  OrRefusal<std::vector<OwnFault>> faults(const Caller&, JobNumber job) override {
    if (job.value() < 1000) return std::vector<OwnFault>{};
    return tl::unexpected(missing("board_unknown"));
  }
  OrRefusal<std::vector<OwnSeat>> own_seats(const Caller&, JobNumber job) override {
    if (job.value() >= 1000) return tl::unexpected(missing("board_unknown"));
    return std::vector<OwnSeat>{{job, {}, 1, "fox@1", 7, {"{}"}, OwnSeat::Place{{}, "turn", 3, "crash", "ended"}}};
  }
  std::shared_ptr<const LadderStandings> standings() override {
    return std::make_shared<const LadderStandings>(standing);
  }
  LadderStatus status() override { return now; }
  std::vector<BoardUnderWay> under_way() override { return playing; }
  FairDeals fair_deals() override { return {}; }
  std::vector<LadderEvent> events(const Caller*, const EventQuery& query) override {
    const std::lock_guard lock(mutex);
    std::vector<LadderEvent> found;
    for (const LadderEvent& event : happened) {
      if (event.cursor > query.after && found.size() < query.most) found.push_back(event);
    }
    return found;
  }
  std::shared_ptr<void> subscribe(std::function<void(const LadderEvent&)>) override { return nullptr; }
  OrRefusal<std::filesystem::path> dump() override {
    if (stored.empty() || stored == "/nonexistent")
      return tl::unexpected(Refusal{RefusalKind::Unavailable, "dump_not_ready", "It is being made."});
    return stored;
  }

  OrRefusal<std::vector<std::string>> tags_on(const Caller& caller, JobNumber job) override {
    if (job.value() >= 1000) return tl::unexpected(missing("board_unknown"));
    const std::lock_guard lock(mutex);
    const auto& tags = tagged_[{caller.account.name, job}];
    return std::vector<std::string>(tags.begin(), tags.end());
  }
  OrRefusal<std::vector<std::string>> add_tag(const Caller& caller, JobNumber job, const std::string& text) override {
    const auto tag = tag_of(text);
    if (!tag) return tl::unexpected(Refusal{RefusalKind::Bad, "tag_bad", "A tag has small letters.", "tag"});
    if (job.value() >= 1000) return tl::unexpected(missing("board_unknown"));
    {
      const std::lock_guard lock(mutex);
      tagged_[{caller.account.name, job}].insert(*tag);
    }
    acts += 1;
    return tags_on(caller, job);
  }
  OrRefusal<std::vector<std::string>> remove_tag(const Caller& caller, JobNumber job, const std::string& tag) override {
    {
      const std::lock_guard lock(mutex);
      if (tagged_[{caller.account.name, job}].erase(tag) == 0) return tl::unexpected(missing("tag_unknown"));
    }
    acts += 1;
    return tags_on(caller, job);
  }
  OrRefusal<void> drop_tag(const Caller& caller, const std::string& tag) override {
    const std::lock_guard lock(mutex);
    std::size_t dropped = 0;
    for (auto& [where, tags] : tagged_) dropped += where.first == caller.account.name ? tags.erase(tag) : 0;
    if (dropped == 0) return tl::unexpected(missing("tag_unknown"));
    return done();
  }
  OrRefusal<OwnTags> tags(const Caller& caller) override {
    const std::lock_guard lock(mutex);
    OwnTags own;
    std::map<std::string, std::uint64_t> counts;
    for (const auto& [where, tags] : tagged_) {
      if (where.first != caller.account.name) continue;
      own.tagged_boards += tags.empty() ? 0 : 1;
      for (const std::string& tag : tags) counts[tag] += 1;
    }
    for (const auto& [tag, boards] : counts) own.tags.push_back({tag, boards});
    return own;
  }
  OrRefusal<std::vector<JobNumber>> boards_with_tag(const Caller& caller, const std::string& text) override {
    if (!caller.may(Scope::Read))
      return tl::unexpected(Refusal{RefusalKind::Forbidden, "scope_missing", "It needs read.", "scope"});
    const auto tag = tag_of(text);
    if (!tag) return tl::unexpected(Refusal{RefusalKind::Bad, "tag_bad", "A tag has small letters.", "tag"});
    const std::lock_guard lock(mutex);
    std::vector<JobNumber> boards;
    for (const auto& [where, tags] : tagged_) {
      if (where.first == caller.account.name && tags.contains(*tag)) boards.push_back(where.second);
    }
    return boards;
  }

  OrRefusal<PlayRequest> ask_match(const Caller&, const MatchRequest&) override { return act(PlayRequest{}); }
  OrRefusal<PlayRequest> ask_test(const Caller&, const TestRequest& request) override {
    asked_test = request;
    PlayRequest asked;
    asked.kind = PlayRequestKind::Test;
    asked.pool_names = request.pool;
    return act(asked);
  }
  std::vector<PlayRequest> play_requests(const Caller&, std::size_t most) override {
    return {requested.begin(), requested.begin() + static_cast<std::ptrdiff_t>(std::min(most, requested.size()))};
  }
  OrRefusal<PlayRequest> play_request(const Caller&, PlayRequestId id) override {
    if (id.value() == 0) return PlayRequest{};
    return tl::unexpected(missing("request_unknown"));
  }
  OrRefusal<PlayRequest> cancel(const Caller&, PlayRequestId id) override {
    if (id.value() == 0) return act(PlayRequest{});
    return tl::unexpected(missing("request_unknown"));
  }
  OrRefusal<Hook> make_hook(const Caller&, const std::string& url, std::vector<std::string>) override {
    Hook hook;
    hook.url = url;
    return act(hook);
  }
  std::vector<Hook> hooks(const Caller&) override { return {}; }
  OrRefusal<void> delete_hook(const Caller&, std::uint64_t hook) override {
    if (hook == 0) return done();
    return tl::unexpected(missing("hook_unknown"));
  }
  OrRefusal<Hook> switch_on_hook(const Caller&, std::uint64_t hook) override {
    if (hook == 0) return act(Hook{});
    return tl::unexpected(missing("hook_unknown"));
  }
  std::vector<HookDelivery> due_deliveries(std::size_t) override { return {}; }
  void delivered(const DeliveryOutcome&) override {}

  OrRefusal<LadderVersion> quarantine(const Caller&, const VersionName& name, const std::string&) override {
    return change(name);
  }
  OrRefusal<LadderVersion> release(const Caller&, const VersionName& name, const std::string&) override {
    return change(name);
  }
  OrRefusal<LadderBot> rename(const Caller&, const std::string& name, const std::string&, const std::string&) override {
    auto found = bot(nullptr, name);
    if (found) acts += 1;
    return found;
  }
  OrRefusal<void> ban(const Caller&, const std::string& account, const std::string&) override { return judge(account); }
  OrRefusal<void> unban(const Caller&, const std::string& account, const std::string&) override {
    return judge(account);
  }
  OrRefusal<void> set_role(const Caller&, const std::string& account, Role, const std::string&) override {
    return judge(account);
  }
  OrRefusal<void> pause_ladder(const Caller&, bool, const std::string&) override { return done(); }
  OrRefusal<FairDeals> end_season(const Caller& caller, const std::string&) override {
    if (!caller.is_at_least(Role::Admin)) {
      return tl::unexpected(Refusal{RefusalKind::Forbidden, "role_missing", "This is for admins."});
    }
    return act(FairDeals{});
  }
  std::vector<FairDeals> seasons() override { return {FairDeals{}}; }
  OrRefusal<LadderResiduals> residuals(const Caller&, std::size_t) override {
    return LadderResiduals{{{"fox@1", "owl@1", 128, 31.5, 2.25, 6.5, false}}, {}};
  }
  OrRefusal<JudgedPair> strike_pair(const Caller&, const VersionName& first, const VersionName& second,
                                    const std::string&) override {
    return judge_pair(first, second);
  }
  OrRefusal<JudgedPair> restore_pair(const Caller&, const VersionName& first, const VersionName& second,
                                     const std::string&) override {
    return judge_pair(first, second);
  }
  OrRefusal<std::vector<Account>> accounts(const Caller&, const std::string&, std::size_t) override {
    return std::vector<Account>{};
  }
  OrRefusal<std::vector<AuditEntry>> audit(const Caller&, const AuditQuery&) override {
    return std::vector<AuditEntry>{};
  }
  OrRefusal<ModeratedVersions> moderated(const Caller&, std::size_t) override { return ModeratedVersions{}; }
  Caller operator_caller() override { return {}; }
  OrRefusal<NewToken> replace_tokens(const Caller&, const std::string&, const std::string&) override {
    return act(NewToken{});
  }
  OrRefusal<NewAccount> add_account(const Caller&, const std::string&, Role) override { return act(NewAccount{}); }
  OrInputError<void> backup(const std::filesystem::path&) override { return {}; }

 private:
  /// Counts bytes, and keeps none.
  class Counted : public Upload {
   public:
    explicit Counted(ScriptedLadder& ladder) : ladder_(ladder) { ladder_.uploads_open += 1; }
    ~Counted() override { ladder_.uploads_open -= 1; }
    OrRefusal<void> write(std::string_view bytes) override {
      own_ += bytes.size();
      if (own_ > ladder_.most_bytes) return tl::unexpected(too_large());
      ladder_.bytes += bytes.size();
      return {};
    }
    OrRefusal<Submitted> finish() override {
      ladder_.acts += 1;
      return Submitted{ladder_.fox.versions[0], false};
    }

   private:
    ScriptedLadder& ladder_;
    std::uint64_t own_ = 0;
  };

  std::vector<const LadderBot*> all() const {
    std::vector<const LadderBot*> bots{&fox};
    for (const LadderBot& other : others) bots.push_back(&other);
    return bots;
  }
  static Refusal missing(const char* code) { return {RefusalKind::Missing, code, "There is no such thing."}; }
  static Refusal too_large() { return {RefusalKind::TooLarge, "too_large", "An archive may have 32 MiB."}; }
  template <typename T>
  OrRefusal<T> act(T made) {
    acts += 1;
    return made;
  }
  OrRefusal<void> done() {
    acts += 1;
    return {};
  }
  OrRefusal<void> judge(const std::string& account) {
    if (account == "ada") return done();
    return tl::unexpected(missing("account_unknown"));
  }
  OrRefusal<JudgedPair> judge_pair(const VersionName& first, const VersionName& second) {
    const auto one = version(nullptr, first);
    const auto other = version(nullptr, second);
    if (!one || !other) return tl::unexpected((one ? other : one).error());
    return act(JudgedPair{one->name(), other->name()});
  }
  OrRefusal<LadderVersion> change(const VersionName& name) {
    auto found = version(nullptr, name);
    if (found) acts += 1;
    return found;
  }

  std::filesystem::path folder_{"/nonexistent"};
  std::map<std::pair<std::string, JobNumber>, std::set<std::string>> tagged_;  ///< by account and board

 protected:
  LadderSettings settings_;
};

}  // namespace tichu::arena
