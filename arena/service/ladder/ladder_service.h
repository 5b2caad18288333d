#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "arena/service/ladder/account.h"
#include "arena/service/ladder/ladder_figures.h"
#include "arena/service/ladder/ladder_settings.h"
#include "arena/service/ladder/refusal.h"
#include "arena/service/ladder/version.h"
#include "arena/text/input_error.h"
#include "arena/tournament/play/false_work.h"
#include "arena/tournament/play/remote_play.h"
#include "arena/tournament/schedule/schedule.h"
#include "arena/tournament/tournament.h"

namespace tichu::arena {

/// What is told of an upload before its first byte.
struct UploadRequest {
  std::string bot;
  std::string note = {};                              ///< about this version, at most 500 bytes
  std::optional<std::uint64_t> bytes = std::nullopt;  ///< its length, if the client says it
  std::optional<std::string> sha256 = std::nullopt;   ///< that it must have, in hexadecimal
  std::optional<std::string> key = std::nullopt;      ///< idempotency key: 1 to 128 printable ASCII characters
  bool keep_former = false;  ///< do not retire the bot's version that plays when this one takes its place
};

/// What became of an upload.
struct Submitted {
  LadderVersion version;
  bool repeated = false;  ///< the key was used for the same upload before, whose version this is
};

/// An archive that is being received. One thread at a time, which may be another for each call. Unless it is finished,
/// nothing is left of it.
class Upload {
 public:
  virtual ~Upload() = default;
  /// Adds the next bytes to the file on disk. After an error only the destructor may be called.
  virtual OrRefusal<void> write(std::string_view bytes) = 0;
  /// The archive is complete: it is stored for good, and its version with it.
  virtual OrRefusal<Submitted> finish() = 0;
};

/// What is asked of `LadderService::audit`.
struct AuditQuery {
  std::uint64_t after = 0;  ///< the number of the entry after which to go on
  std::size_t most = 100;
  bool latest = false;  ///< the newest first; then `after` is where to go on towards older ones, 0 the newest
};

/// Who asks and what of `LadderService::events`.
struct EventQuery {
  std::uint64_t after = 0;                   ///< a cursor
  std::size_t most = 100;                    ///< at most 1000
  std::string bot = {};                      ///< of this bot alone
  std::optional<int> number = std::nullopt;  ///< and of this version alone
  bool latest = false;                       ///< the latest ones, the newest first, instead of those after a cursor
};

/// An unranked match, as asked for.
struct MatchRequest {
  std::string first;  ///< "fox" or "fox@3": a version of the caller's, or any if a moderator asks
  std::string second;
  std::uint64_t boards = 20;
};

/// A test whether `candidate` is stronger than `base`, as of the command `test`.
struct TestRequest {
  std::string candidate;  ///< a version of the caller's
  std::string base;
  double points0 = 0;
  double points1 = 20;
  /// At most. Over a pool each is played by both against every opponent, and all these together are bounded by
  /// `AuthorQuotas::test_boards`. nullopt: UsualTestBoards, or as many as may be.
  std::optional<std::uint64_t> boards = std::nullopt;
  std::vector<std::string> pool = {};  ///< opponents that both play instead of each other, all different
};
inline constexpr std::uint64_t UsualTestBoards = 5000;

/// What a hook's delivery came to.
struct DeliveryOutcome {
  std::uint64_t delivery = 0;
  bool ok = false;
  std::string problem;
};

/// Who runs the ladder.
struct LadderOptions {
  std::string program;  ///< name, version and revision, for the databases
  int threads = 0;      ///< instead of the settings'; 0: as they say
  bool play = true;     ///< rated boards are played
  /// Plays the rated boards; null: the threads of this process do. What is built, checked, validated or unranked is
  /// played here all the same.
  std::shared_ptr<const RemotePlay> workers = nullptr;
  FalseWorkMaker false_work = {};  ///< PlayOptions::false_work of the rated boards
  /// PlayOptions::before_board of the rated boards
  std::function<void(const Job& job, int attempt)> before_board = {};
  std::function<void(const std::string&)> log = {};  ///< a line for whoever runs it; any thread
  /// What it said last before its settings were read again, from where it goes on counting; null at the first start.
  std::shared_ptr<const LadderStatus> earlier = nullptr;
};

/// A ladder's folder that was made.
struct MadeLadder {
  std::filesystem::path folder;
  NewAccount admin;
};

/// The door to a ladder: accounts, submissions with their steps, boards without end, and all that is kept of them. It
/// knows no network. Its folder holds ladder.toml, ladder.sqlite (the truth about everything but boards), the folder
/// of the tournament of its boards and the store (files by their hash), so that the process can be killed at any time:
/// what was answered is kept, and what was under way is taken up again.
///
/// Several threads may call it at once. Every text that it hands out is UTF-8, and may have been chosen by strangers.
/// Failures of the machine leave as std::runtime_error.
class LadderService {
 public:
  /// Makes a ladder in a folder that is missing or empty, with one account that may do all. Nothing is left if it
  /// fails.
  static OrInputError<MadeLadder> init(const std::filesystem::path& folder, const std::string& admin);
  /// The settings that a service of this folder would start with now.
  static OrInputError<LadderSettings> settings_in(const std::filesystem::path& folder);
  /// Opens a ladder. Nothing runs yet: this also serves for administration beside a running service.
  static OrInputError<std::unique_ptr<LadderService>> open(const std::filesystem::path& folder,
                                                           const LadderOptions& options);
  virtual ~LadderService() = default;

  /// Starts the threads that do steps, play and look after the ladder. Once. Fails if another process runs this ladder.
  virtual OrInputError<void> start() = 0;
  /// Ends them: boards and steps under way are broken off or finished, and taken up again at the next start.
  virtual void stop() = 0;

  virtual const std::filesystem::path& folder() const = 0;
  virtual const LadderSettings& settings() const = 0;
  /// Words of the languages (`SubmissionLanguage`) that can be built or run on this machine. None before the start.
  virtual std::vector<std::string> languages() const = 0;
  /// Where the rated boards are stored: a tournament's folder, for Tournament::open. It has none before the first
  /// start.
  virtual std::filesystem::path tournament_folder() const = 0;

  // --- accounts and tokens -----------------------------------------------------------------------------------------

  /// Who has this token ("tch_…"). Refused with `token_missing`, `token_bad`, `token_expired`, `token_revoked` or
  /// `account_banned`. Takes the same time for every wrong token.
  virtual OrRefusal<Caller> authenticate(std::string_view token) = 0;
  /// A new account with a first token of all scopes that its role may have. An empty invitation works where accounts
  /// are open.
  virtual OrRefusal<NewAccount> register_account(const std::string& name, const std::string& invitation) = 0;
  virtual OrRefusal<Invitation> invite(const Caller& caller, std::chrono::hours valid) = 0;
  /// The caller's own invitations, without their codes.
  virtual std::vector<Invitation> invitations(const Caller& caller) = 0;
  virtual OrRefusal<NewToken> make_token(const Caller& caller, Scopes scopes, std::optional<UnixTime> expires,
                                         const std::string& note) = 0;
  virtual std::vector<TokenInfo> tokens(const Caller& caller) = 0;
  /// One of the caller's own, or anybody's if the caller is an admin.
  virtual OrRefusal<void> revoke_token(const Caller& caller, const std::string& token) = 0;
  virtual std::vector<QuotaUse> quotas(const Caller& caller) = 0;

  // --- submitting --------------------------------------------------------------------------------------------------

  /// Begins to receive a version of a bot, which is made with its first version. Refused with `bot_name_bad`,
  /// `bot_name_taken`, `bot_name_alike`, `quota_uploads`, `quota_bots`, `quota_at_once`, `too_large`, `disk_full`,
  /// `key_reused`, `stopping` or what `Upload` refuses with: `too_large`, `too_slow`, `digest_wrong`, `empty`.
  virtual OrRefusal<std::unique_ptr<Upload>> begin_upload(const Caller& caller, const UploadRequest& request) = 0;
  virtual OrRefusal<LadderVersion> pause(const Caller& caller, const VersionName& version) = 0;
  virtual OrRefusal<LadderVersion> resume(const Caller& caller, const VersionName& version) = 0;
  virtual OrRefusal<LadderVersion> retire(const Caller& caller, const VersionName& version) = 0;
  virtual OrRefusal<LadderVersion> withdraw(const Caller& caller, const VersionName& version) = 0;

  // --- what there is -----------------------------------------------------------------------------------------------

  /// Bots by name, after one of them. `caller` may be null: hidden ones are left out then.
  virtual std::vector<LadderBot> bots(const Caller* caller, const std::string& after, std::size_t most) = 0;
  /// The caller's own bots, hidden ones too.
  virtual std::vector<LadderBot> own_bots(const Caller& caller) = 0;
  virtual OrRefusal<LadderBot> bot(const Caller* caller, const std::string& name) = 0;
  virtual OrRefusal<LadderVersion> version(const Caller* caller, const VersionName& name) = 0;
  virtual std::optional<LadderVersion> version_of(EntrantId entrant) = 0;
  virtual OrRefusal<std::vector<VersionStep>> steps(const Caller* caller, const VersionName& name) = 0;
  /// Author and moderators only.
  virtual OrRefusal<VersionLog> log(const Caller& caller, const VersionName& name, StepKind part) = 0;
  /// The caller's bots' faults at a board; of all bots for moderators.
  virtual OrRefusal<std::vector<OwnFault>> faults(const Caller& caller, JobNumber job) = 0;
  /// The seats of the caller's bots at a board; of all bots for moderators.
  virtual OrRefusal<std::vector<OwnSeat>> own_seats(const Caller& caller, JobNumber job) = 0;

  /// Never null.
  virtual std::shared_ptr<const LadderStandings> standings() = 0;
  virtual LadderStatus status() = 0;
  /// The rated boards that this process is playing, by their numbers; those that workers play are not among them.
  virtual std::vector<BoardUnderWay> under_way() = 0;
  /// Of the season that goes on.
  virtual FairDeals fair_deals() = 0;
  /// Of all seasons in their order; the last ones may be announced only.
  virtual std::vector<FairDeals> seasons() = 0;
  /// What happened, as far as the caller may know; null knows what everybody may.
  virtual std::vector<LadderEvent> events(const Caller* caller, const EventQuery& query) = 0;
  /// Calls `told` after each event, from any thread and with no lock held, until the answer is destroyed. It must not
  /// block.
  virtual std::shared_ptr<void> subscribe(std::function<void(const LadderEvent&)> told) = 0;
  /// A copy of the tournament's database without secret seeds and without what is the authors' alone, for everybody to
  /// download and `verify`; at most an hour old. Refused with `dump_not_ready` while the first is made. The path is
  /// that of a tournament's folder.
  virtual OrRefusal<std::filesystem::path> dump() = 0;

  // --- tags on boards ----------------------------------------------------------------------------------------------

  // An account's tags are for itself alone: nobody else sees them, counts them or finds boards by them, moderators
  // neither. `text` is a tag as somebody wrote it (`tag_of`).

  /// The caller's on a finished board, by alphabet. Refused with `board_unknown`.
  virtual OrRefusal<std::vector<std::string>> tags_on(const Caller& caller, JobNumber job) = 0;
  /// Puts one there, unless it is there already. What the board has then. Refused with `tag_bad`, `board_unknown`,
  /// `quota_tags_of_board`, `quota_tagged_boards`, `quota_tags` or `disk_full`.
  virtual OrRefusal<std::vector<std::string>> add_tag(const Caller& caller, JobNumber job, const std::string& text) = 0;
  /// What the board has without it. Refused with `tag_unknown`.
  virtual OrRefusal<std::vector<std::string>> remove_tag(const Caller& caller, JobNumber job,
                                                         const std::string& text) = 0;
  /// Takes one from all boards. Refused with `tag_unknown`.
  virtual OrRefusal<void> drop_tag(const Caller& caller, const std::string& text) = 0;
  virtual OrRefusal<OwnTags> tags(const Caller& caller) = 0;
  /// The boards that have it, in the order of their numbers. Refused with `tag_bad`.
  virtual OrRefusal<std::vector<JobNumber>> boards_with_tag(const Caller& caller, const std::string& text) = 0;

  // --- unranked play -----------------------------------------------------------------------------------------------

  virtual OrRefusal<PlayRequest> ask_match(const Caller& caller, const MatchRequest& request) = 0;
  /// Refused as a match is, with `points_bad`, `quota_tests`, `quota_tests_at_once`, or with `pool_too_large` if the
  /// pool has more opponents than may be.
  virtual OrRefusal<PlayRequest> ask_test(const Caller& caller, const TestRequest& request) = 0;
  /// The caller's own, the latest first: `most` of them, and never more than MostPlayRequests.
  virtual std::vector<PlayRequest> play_requests(const Caller& caller, std::size_t most) = 0;
  virtual OrRefusal<PlayRequest> play_request(const Caller& caller, PlayRequestId id) = 0;
  virtual OrRefusal<PlayRequest> cancel(const Caller& caller, PlayRequestId id) = 0;

  // --- hooks -------------------------------------------------------------------------------------------------------

  /// The URL must be https; whether its address may be asked is the sender's to find out, at each delivery.
  virtual OrRefusal<Hook> make_hook(const Caller& caller, const std::string& url, std::vector<std::string> kinds) = 0;
  virtual std::vector<Hook> hooks(const Caller& caller) = 0;
  virtual OrRefusal<void> delete_hook(const Caller& caller, std::uint64_t hook) = 0;
  /// One that is off is told of events again, and has failed at nothing.
  virtual OrRefusal<Hook> switch_on_hook(const Caller& caller, std::uint64_t hook) = 0;
  /// What is due now, the oldest of each account, the oldest first; what is not answered with `delivered` within a
  /// minute is due again.
  virtual std::vector<HookDelivery> due_deliveries(std::size_t most) = 0;
  virtual void delivered(const DeliveryOutcome& outcome) = 0;

  // --- moderation --------------------------------------------------------------------------------------------------

  virtual OrRefusal<LadderVersion> quarantine(const Caller& caller, const VersionName& version,
                                              const std::string& reason) = 0;
  virtual OrRefusal<LadderVersion> release(const Caller& caller, const VersionName& version,
                                           const std::string& reason) = 0;
  virtual OrRefusal<LadderBot> rename(const Caller& caller, const std::string& bot, const std::string& name,
                                      const std::string& reason) = 0;
  /// Ends all tokens of an account and retires its versions.
  virtual OrRefusal<void> ban(const Caller& caller, const std::string& account, const std::string& reason) = 0;
  virtual OrRefusal<void> unban(const Caller& caller, const std::string& account, const std::string& reason) = 0;
  virtual OrRefusal<void> set_role(const Caller& caller, const std::string& account, Role role,
                                   const std::string& reason) = 0;
  /// Rated boards stop after those under way, or go on.
  virtual OrRefusal<void> pause_ladder(const Caller& caller, bool paused, const std::string& reason) = 0;
  /// Announces the next season with its hash; for admins. It begins as soon as those who play take note, and the season
  /// before it has ended, and its seed is told, once all its boards are stored. Versions and their boards count on.
  virtual OrRefusal<FairDeals> end_season(const Caller& caller, const std::string& reason) = 0;
  /// The most surprising pairs with at least LeastBoardsOfPair boards, at most so many of each kind. While the ladder
  /// runs, moderators are told of each that is alarming, once: by an event and in the book of acts.
  virtual OrRefusal<LadderResiduals> residuals(const Caller& caller, std::size_t most) = 0;
  /// The boards of two versions against each other, those to come too, are left out of the ratings, which are made
  /// again at once; everybody can see that. They stay stored, and who meets whom does not change. Two versions that can
  /// never meet, of one author or one version twice, are refused.
  virtual OrRefusal<JudgedPair> strike_pair(const Caller& caller, const VersionName& first, const VersionName& second,
                                            const std::string& reason) = 0;
  /// They count again.
  virtual OrRefusal<JudgedPair> restore_pair(const Caller& caller, const VersionName& first, const VersionName& second,
                                             const std::string& reason) = 0;
  virtual OrRefusal<std::vector<Account>> accounts(const Caller& caller, const std::string& after,
                                                   std::size_t most) = 0;
  virtual OrRefusal<std::vector<AuditEntry>> audit(const Caller& caller, const AuditQuery& query) = 0;
  /// At most so many of each kind.
  virtual OrRefusal<ModeratedVersions> moderated(const Caller& caller, std::size_t most) = 0;

  // --- whoever has the folder --------------------------------------------------------------------------------------

  /// Acts of whoever can write the folder: an account that may do all, for the methods above.
  virtual Caller operator_caller() = 0;
  /// A new account of any role, without an invitation.
  virtual OrRefusal<NewAccount> add_account(const Caller& caller, const std::string& name, Role role) = 0;
  /// Ends all tokens of an account and makes one of all scopes, for somebody who lost theirs; for admins.
  virtual OrRefusal<NewToken> replace_tokens(const Caller& caller, const std::string& account,
                                             const std::string& reason) = 0;
  /// A copy of everything, consistent, while the ladder plays. Files are hard links where possible. `to` must be
  /// missing or empty. Throws std::runtime_error if the disk refuses.
  virtual OrInputError<void> backup(const std::filesystem::path& to) = 0;
};

/// Makes a ladder's folder from a backup, after it has verified hashes, databases and standings.
OrInputError<void> restore_ladder(const std::filesystem::path& backup, const std::filesystem::path& to);

/// What `migrate_ladder` did or, on trial, would do: one line each; empty if there is nothing to do.
OrInputError<std::vector<std::string>> migrate_ladder(const std::filesystem::path& folder, bool on_trial);

}  // namespace tichu::arena
