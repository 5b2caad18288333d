#pragma once

#include <array>
#include <atomic>
#include <condition_variable>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "arena/service/ladder/account_book.h"
#include "arena/service/ladder/file_store.h"
#include "arena/service/ladder/ladder_database.h"
#include "arena/service/ladder/ladder_service.h"
#include "arena/service/ladder/ladder_watch.h"
#include "arena/service/ladder/rated_play.h"
#include "arena/service/ladder/strike_book.h"
#include "arena/service/ladder/submission_line.h"
#include "arena/service/ladder/unranked_play.h"
#include "arena/tournament/store/tournament_lock.h"

namespace tichu::arena {

/// The ladder behind its door; `LadderService` says what each function does.
class RunningLadder : public LadderService {
 public:
  /// `folder` holds a ladder. Throws std::runtime_error if it cannot be opened.
  RunningLadder(std::filesystem::path folder, LadderSettings settings, LadderOptions options);
  ~RunningLadder() override;

  OrInputError<void> start() override;
  void stop() override;
  const std::filesystem::path& folder() const override { return folder_; }
  const LadderSettings& settings() const override { return settings_; }
  std::vector<std::string> languages() const override;
  std::filesystem::path tournament_folder() const override { return play_.folder(); }

  OrRefusal<Caller> authenticate(std::string_view token) override;
  OrRefusal<NewAccount> register_account(const std::string& name, const std::string& invitation) override;
  OrRefusal<Invitation> invite(const Caller& caller, std::chrono::hours valid) override;
  std::vector<Invitation> invitations(const Caller& caller) override;
  OrRefusal<NewToken> make_token(const Caller& caller, Scopes scopes, std::optional<UnixTime> expires,
                                 const std::string& note) override;
  std::vector<TokenInfo> tokens(const Caller& caller) override;
  OrRefusal<void> revoke_token(const Caller& caller, const std::string& token) override;
  std::vector<QuotaUse> quotas(const Caller& caller) override;

  OrRefusal<std::unique_ptr<Upload>> begin_upload(const Caller& caller, const UploadRequest& request) override;
  OrRefusal<LadderVersion> pause(const Caller& caller, const VersionName& version) override;
  OrRefusal<LadderVersion> resume(const Caller& caller, const VersionName& version) override;
  OrRefusal<LadderVersion> retire(const Caller& caller, const VersionName& version) override;
  OrRefusal<LadderVersion> withdraw(const Caller& caller, const VersionName& version) override;

  std::vector<LadderBot> bots(const Caller* caller, const std::string& after, std::size_t most) override;
  std::vector<LadderBot> own_bots(const Caller& caller) override;
  OrRefusal<LadderBot> bot(const Caller* caller, const std::string& name) override;
  OrRefusal<LadderVersion> version(const Caller* caller, const VersionName& name) override;
  std::optional<LadderVersion> version_of(EntrantId entrant) override;
  OrRefusal<std::vector<VersionStep>> steps(const Caller* caller, const VersionName& name) override;
  OrRefusal<VersionLog> log(const Caller& caller, const VersionName& name, StepKind part) override;
  OrRefusal<std::vector<OwnFault>> faults(const Caller& caller, JobNumber job) override;
  OrRefusal<std::vector<OwnSeat>> own_seats(const Caller& caller, JobNumber job) override;
  std::shared_ptr<const LadderStandings> standings() override;
  LadderStatus status() override;
  std::vector<BoardUnderWay> under_way() override { return play_.under_way(); }
  FairDeals fair_deals() override;
  std::vector<FairDeals> seasons() override;
  std::vector<LadderEvent> events(const Caller* caller, const EventQuery& query) override;
  std::shared_ptr<void> subscribe(std::function<void(const LadderEvent&)> told) override;
  OrRefusal<std::filesystem::path> dump() override;

  OrRefusal<std::vector<std::string>> tags_on(const Caller& caller, JobNumber job) override;
  OrRefusal<std::vector<std::string>> add_tag(const Caller& caller, JobNumber job, const std::string& text) override;
  OrRefusal<std::vector<std::string>> remove_tag(const Caller& caller, JobNumber job, const std::string& text) override;
  OrRefusal<void> drop_tag(const Caller& caller, const std::string& text) override;
  OrRefusal<OwnTags> tags(const Caller& caller) override;
  OrRefusal<std::vector<JobNumber>> boards_with_tag(const Caller& caller, const std::string& text) override;

  OrRefusal<PlayRequest> ask_match(const Caller& caller, const MatchRequest& request) override;
  OrRefusal<PlayRequest> ask_test(const Caller& caller, const TestRequest& request) override;
  std::vector<PlayRequest> play_requests(const Caller& caller, std::size_t most) override;
  OrRefusal<PlayRequest> play_request(const Caller& caller, PlayRequestId id) override;
  OrRefusal<PlayRequest> cancel(const Caller& caller, PlayRequestId id) override;

  OrRefusal<Hook> make_hook(const Caller& caller, const std::string& url, std::vector<std::string> kinds) override;
  std::vector<Hook> hooks(const Caller& caller) override;
  OrRefusal<void> delete_hook(const Caller& caller, std::uint64_t hook) override;
  OrRefusal<Hook> switch_on_hook(const Caller& caller, std::uint64_t hook) override;
  std::vector<HookDelivery> due_deliveries(std::size_t most) override;
  void delivered(const DeliveryOutcome& outcome) override;

  OrRefusal<LadderVersion> quarantine(const Caller& caller, const VersionName& version,
                                      const std::string& reason) override;
  OrRefusal<LadderVersion> release(const Caller& caller, const VersionName& version,
                                   const std::string& reason) override;
  OrRefusal<LadderBot> rename(const Caller& caller, const std::string& bot, const std::string& name,
                              const std::string& reason) override;
  OrRefusal<void> ban(const Caller& caller, const std::string& account, const std::string& reason) override;
  OrRefusal<void> unban(const Caller& caller, const std::string& account, const std::string& reason) override;
  OrRefusal<void> set_role(const Caller& caller, const std::string& account, Role role,
                           const std::string& reason) override;
  OrRefusal<void> pause_ladder(const Caller& caller, bool paused, const std::string& reason) override;
  OrRefusal<LadderResiduals> residuals(const Caller& caller, std::size_t most) override;
  OrRefusal<JudgedPair> strike_pair(const Caller& caller, const VersionName& first, const VersionName& second,
                                    const std::string& reason) override;
  OrRefusal<JudgedPair> restore_pair(const Caller& caller, const VersionName& first, const VersionName& second,
                                     const std::string& reason) override;
  OrRefusal<FairDeals> end_season(const Caller& caller, const std::string& reason) override;
  OrRefusal<std::vector<Account>> accounts(const Caller& caller, const std::string& after, std::size_t most) override;
  OrRefusal<std::vector<AuditEntry>> audit(const Caller& caller, const AuditQuery& query) override;
  OrRefusal<ModeratedVersions> moderated(const Caller& caller, std::size_t most) override;
  Caller operator_caller() override;
  OrRefusal<NewAccount> add_account(const Caller& caller, const std::string& name, Role role) override;
  OrRefusal<NewToken> replace_tokens(const Caller& caller, const std::string& account,
                                     const std::string& reason) override;
  OrInputError<void> backup(const std::filesystem::path& to) override;

 private:
  class ReceivedUpload;
  struct Subscribers;

  OrRefusal<LadderVersion> change(const Caller& caller, const VersionName& name, VersionState wanted);
  OrRefusal<VersionRow> own_version(VersionBook& book, const Caller* caller, const VersionName& name);
  OrRefusal<LadderVersion> moderate(const Caller& caller, const VersionName& name, const std::string& act,
                                    const std::string& reason);
  OrRefusal<void> judge_account(const Caller& caller, const std::string& account, const std::string& act,
                                const std::string& reason);
  /// A version that is to play on request, and in which field of the request it is named.
  struct AskedVersion {
    std::string field;
    std::string name;
    bool is_own = false;  ///< it has to be one of the caller's, unless a moderator asks
  };
  OrRefusal<VersionId> version_to_play(VersionBook& book, const Caller& caller, const AskedVersion& asked);
  /// How many boards a test that is asked for may have, as it says or, if it does not, as is usual.
  OrRefusal<std::uint64_t> boards_of_test(const TestRequest& request) const;
  /// `asked` are the first, the second, and the opponents of a pool.
  OrRefusal<PlayRequest> ask(const Caller& caller, PlayRequest request, const std::vector<AskedVersion>& asked,
                             double points0);
  OrRefusal<void> check_upload(LadderDatabase::Work& work, const Caller& caller, const UploadRequest& request);
  OrRefusal<Submitted> keep_upload(const Caller& caller, const UploadRequest& request,
                                   const std::filesystem::path& file, const std::string& sha256, std::uint64_t bytes);
  OrRefusal<NewAccount> new_account(AccountBook& book, const std::string& name, Role role,
                                    std::optional<AccountId> invited_by);
  /// The version with what it waits for.
  LadderVersion shown(VersionBook& book, const VersionRow& version);
  /// With the versions that it replaces.
  LadderVersion shown_alone(VersionBook& book, const VersionRow& version);
  LadderBot with_versions(VersionBook& book, BotRow bot, bool all);
  void delete_files(const VersionRow& version);

  OrInputError<void> check_boxes_see_folder() const;
  void work_in(StepLane lane);
  void work_unranked();
  void care();
  void care_once();
  /// Whether rated boards were begun, so that their tournament must be there.
  bool has_begun();
  void add_references();
  void take_in_validated();
  void enter(const VersionRow& version);
  void settle_field();
  void rate_if_due();
  /// The struck pairs, as they are rated with and as they are told.
  struct Strikes {
    std::vector<StruckVersions> versions;
    std::vector<std::array<EntrantId, 2>> entrants;  ///< those of them that have both entered
    std::vector<StruckPair> told;                    ///< of the same
  };
  Strikes strikes();
  std::vector<StruckVersions> struck_versions();
  OrRefusal<JudgedPair> judge_pair(const Caller& caller, const VersionName& first, const VersionName& second,
                                   const std::string& reason, bool strikes);
  void publish(const RatedPlay::Rating& rating, std::vector<StruckPair> struck);
  void tell_places(const std::vector<LadderStanding>& ranked);
  void apply_rules(const RatedPlay::Rating& rating);
  /// `struck` are the pairs of `Strikes::entrants`.
  LadderResiduals residuals_at(const StrengthTable& points, std::size_t most,
                               const std::vector<std::array<EntrantId, 2>>& struck);
  void raise_alarms(const StrengthTable& points, const std::vector<std::array<EntrantId, 2>>& struck);
  /// The seed of the first season.
  std::uint64_t first_seed();
  /// Writes when tokens were used last, every minute at most.
  void note_used_tokens();
  void tend_seasons();
  FairDeals announce_season(LadderDatabase::Work& work, const std::string& actor, const std::string& reason);
  LadderVitals vitals();
  void watch_over();
  void tell_trouble(const std::string& code, const std::string& trouble);
  void slow_down_if_quiet();
  std::vector<VersionId> versions_to_clear(double now);
  void tidy_if_due();
  void back_up_if_due();
  std::filesystem::path make_dump(const std::filesystem::path& file);
  std::filesystem::path dump_file() const;
  /// The next one is made anew: what it says has changed.
  void forget_dump() const;
  /// Whether the reference bots are not there yet.
  static bool lacks_references(VersionBook& book);
  void wait_a_moment(std::chrono::milliseconds time);
  bool is_moderator(const Caller* caller) const;
  /// Whether a board is finished. Throws std::runtime_error if there are boards, and they cannot be read.
  bool has_board(JobNumber job) const;
  void say(const std::string& line) const;

  std::filesystem::path folder_;
  LadderSettings settings_;
  LadderOptions options_;
  ServerKey key_;
  FileStore store_;
  LadderDatabase database_;
  RatedPlay play_;
  Toolchain toolchain_;
  std::unique_ptr<Sandbox> work_box_;
  std::unique_ptr<Sandbox> bot_box_;
  std::unique_ptr<SubmissionLine> line_;
  std::unique_ptr<UnrankedPlay> unranked_;
  std::optional<TournamentLock> lock_;
  std::vector<std::thread> threads_;
  std::atomic<bool> stopping_ = false;
  std::atomic<bool> field_changed_ = true;
  std::atomic<bool> started_ = false;
  std::mutex used_mutex_;
  std::map<std::string, UnixTime> used_tokens_;  ///< since they were written, by id: to the minute
  double tokens_noted_at_ = 0;
  std::mutex dump_mutex_;
  std::mutex moment_mutex_;
  std::condition_variable moment_;
  std::shared_ptr<Subscribers> subscribers_;
  std::mutex uploads_mutex_;
  std::map<AccountId, std::uint64_t> uploads_;  ///< under way
  std::uint64_t all_uploads_ = 0;
  mutable std::mutex figures_mutex_;
  std::shared_ptr<const LadderStandings> standings_;
  std::shared_ptr<const StrengthTable> points_;  ///< of the latest rating
  double rated_at_ = 0;
  double rating_took_ = 0;
  TimesTaken ratings_;
  std::uint64_t rated_boards_ = 0;
  std::vector<StruckVersions> rated_without_;
  double started_at_ = 0;
  double boards_expected_since_ = 0;  ///< the thread that looks after the ladder alone uses it
  std::string trouble_;
  std::string trouble_code_;
  std::string said_trouble_;  ///< the code that the operator's log was told of last
  std::string told_trouble_;  ///< likewise, everybody
  std::uint64_t store_bytes_ = 0;
  double tidied_at_ = 0;
  /// A place that was told, and when.
  struct ToldPlace {
    int place = 0;
    double time = 0;
  };
  std::map<VersionId, ToldPlace> told_places_;
};

}  // namespace tichu::arena
