#include "arena/service/ladder/remote_bots.h"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include "arena/hosting/match/board.h"
#include "arena/service/ladder/account_table.h"
#include "arena/service/ladder/bot_table.h"
#include "arena/service/ladder/open_record.h"
#include "arena/service/ladder/remote_runner.h"
#include "arena/service/ladder/remote_table.h"
#include "arena/service/ladder/version_table.h"
#include "arena/text/utf8.h"
#include "arena/tournament/tournament.h"

namespace tichu::arena {
namespace {

constexpr std::size_t LongestWords = 500;

bool are_words(const std::string& text) {
  return !text.empty() && text.size() <= LongestWords && is_utf8(text) &&
         std::ranges::none_of(text, [](char c) { return static_cast<unsigned char>(c) < 0x20; });
}

/// The code of a state that a moderator has set; its author cannot end it.
constexpr const char* ByModerator = "moderator";

Refusal held() {
  return {RefusalKind::Conflict, "state_wrong", "a moderator has stopped this bot: ask the moderators"};
}

Refusal no_bot() { return {RefusalKind::Missing, "bot_unknown", "there is no such remote bot"}; }

/// The name of a version for everybody.
std::string shown_name(VersionTable& table, VersionId id) {
  const auto version = table.find(id);
  return version && !version->shown.hidden ? version->shown.name() : WithdrawnBot;
}

/// Names at a table as they are now, by the bots of the meeting's configuration.
std::vector<std::string> names_of(LadderDatabase::Work& work, const RemoteRow& remote, const MeetingRow& meeting) {
  VersionTable table(work);
  std::vector<std::string> names{remote.name + "@" + std::to_string(meeting.number),
                                 shown_name(table, meeting.partner)};
  if (meeting.opponent != meeting.partner) names.push_back(shown_name(table, meeting.opponent));
  return names;
}

/// Which bots sat where, the pair being the last entrant.
PerSeat<BotId> bots_at(const Job& job, SeatingNumber seating, std::size_t bots) {
  std::array<Partnership, 2> teams;
  for (std::size_t side = 0; side < 2; ++side) {
    const auto entrant = static_cast<std::size_t>(job.entrants[side]);
    const auto bot = static_cast<BotId>(entrant);
    teams[side] = entrant == bots ? Partnership{{BotId{0}, BotId{1}}} : Partnership{{bot, bot}};
  }
  return seating_of(teams, seating);
}

void add_boards_of(const std::filesystem::path& folder, const MeetingRow& meeting,
                   const std::vector<std::string>& names, std::optional<JobNumber> before, std::size_t most,
                   std::vector<RemoteBoard>& boards) {
  if (!holds_tournament(folder)) return;
  const auto tournament = Tournament::open(folder, "the ladder");
  if (!tournament) return;
  const auto own = static_cast<EntrantId>(names.size());
  std::vector<RemoteBoard> found;
  tournament->each_board(
      [&](const StoredBoard& board) {
        if (before && board.job.number >= *before) return true;
        const bool is_first = board.job.entrants[0] == own;
        const bool fault = std::ranges::any_of(board.faults, [](const auto& one) { return one.bot == BotId{0}; });
        found.push_back({meeting.id, board.job.number, meeting.number, names[1], names.back(),
                         is_first ? board.result.margin : -board.result.margin, fault, board.stored});
        return true;
      },
      [](const DamagedJob&) {});  // which `verify` names
  std::ranges::reverse(found);
  found.resize(std::min(found.size(), most - boards.size()));
  boards.insert(boards.end(), found.begin(), found.end());
}

}  // namespace

OrRefusal<DeclaredRemote> RemoteBots::declare(const Caller& caller, const std::string& bot, const std::string& words) {
  if (!caller.may(Scope::Submit)) return without_scope(Scope::Submit);
  if (settings_.remote.tables == 0) {
    return refused(RefusalKind::Conflict, "remote_off", "this ladder has no table for remote bots");
  }
  if (!are_words(words)) {
    return refused(RefusalKind::Bad, "words_bad", "say in a line of 1 to 500 bytes of UTF-8 what plays", "words");
  }
  LadderDatabase::Work work = database_.begin();
  RemoteTable table(work);
  AccountTable accounts(work, key_);
  const AccountId author = caller.account.id;
  auto row = own_or_free_bot(BotTable(work), author, bot);
  if (!row) return tl::unexpected(row.error());
  const auto former = *row ? table.find((*row)->id) : std::nullopt;
  if (*row && !former) {
    return refused(RefusalKind::Conflict, "bot_name_taken", "a bot of yours that plays here has this name", "bot");
  }
  if (former && former->code == ByModerator) return tl::unexpected(held());
  if (!former && table.count_of(author) >= settings_.quotas.bots) {
    return refused_at_limit("quota_bots", "an author has at most so many names of remote bots", settings_.quotas.bots);
  }
  if (auto used = accounts.use_quota(author, "uploads", 1, settings_.uploads.a_day); !used) {
    return tl::unexpected(used.error());
  }
  Scopes scopes;
  scopes.add(Scope::Seat);
  const std::optional<TokenInfo> maker = accounts.find_token(caller.token);
  DeclaredRemote declared{bot, 0,
                          accounts.add_token(author, scopes, maker ? maker->expires : std::nullopt, "seat of " + bot)};
  if (former) accounts.revoke(former->token);
  const std::int64_t id = former ? former->bot : BotTable(work).add(bot, author, false).id;
  declared.number = table.declare(id, declared.token.info.id, words);
  work.commit();
  seats_.refresh();
  return declared;
}

OrRefusal<void> RemoteBots::change(const Caller& caller, const std::string& bot, RemoteState wanted) {
  const bool moderates = is_moderator(&caller);
  if (!caller.may(Scope::Submit) && !moderates) return without_scope(Scope::Submit);
  LadderDatabase::Work work = database_.begin();
  RemoteTable table(work);
  const auto remote = table.find(bot);
  if (!remote) return tl::unexpected(no_bot());
  if (remote->author != caller.account.id && !moderates) {
    return refused(RefusalKind::Forbidden, "not_yours", "only its author may do that");
  }
  if (remote->state == RemoteState::Withdrawn && wanted != RemoteState::Withdrawn) {
    return refused(RefusalKind::Conflict, "state_wrong", bot + " is withdrawn; declare it anew");
  }
  const bool is_own = remote->author == caller.account.id;
  const bool is_held = remote->code == ByModerator;
  if (is_held && !moderates && wanted == RemoteState::Active) return tl::unexpected(held());
  if (remote->state == wanted) return {};  // else whoever resumed it again and again would never be paused
  const char* by = is_own && !is_held ? "author" : ByModerator;
  table.set_state(remote->bot, wanted, wanted == RemoteState::Active ? "" : by);
  if (wanted == RemoteState::Withdrawn) AccountTable(work).revoke(remote->token);
  if (moderates) AccountTable(work).note(caller.account.name, "remote " + std::string(to_text(wanted)), bot, "");
  work.commit();
  seats_.refresh();
  return {};
}

std::vector<RemoteVersion> RemoteBots::list() {
  std::vector<RemoteVersion> all;
  std::map<RemoteVersionId, std::vector<RemotePairing>> pairings;
  std::map<std::string, std::shared_ptr<RemoteSeat>> seats;
  const std::vector<LadderSeats::Place> places = seats_.all();
  {
    LadderDatabase::Work work = database_.begin_looking();
    RemoteTable table(work);
    for (const LadderSeats::Place& place : places) {
      if (const auto remote = table.find(place.bot)) seats[remote->name] = place.seat;
    }
    all = table.versions();
    pairings = table.pairings();
  }
  const std::shared_ptr<const FieldRating> field = ratings_.points();
  for (RemoteVersion& version : all) {
    if (field) version.strength = rate_remote(pairings[version.id], *field);
    const auto seat = seats.find(version.bot);
    if (!version.is_latest || seat == seats.end()) continue;
    version.presence = seat->second->presence();
    version.figures = seat->second->figures();
  }
  std::ranges::stable_sort(all, [](const RemoteVersion& a, const RemoteVersion& b) {
    if (a.strength.has_value() != b.strength.has_value()) return a.strength.has_value();
    return a.strength && a.strength->points > b.strength->points;
  });
  return all;
}

OrRefusal<std::vector<RemoteBoard>> RemoteBots::boards(const std::string& bot, std::optional<RemoteBoardName> before,
                                                       std::size_t most) {
  std::vector<std::pair<MeetingRow, std::vector<std::string>>> meetings;
  {
    LadderDatabase::Work work = database_.begin_looking();
    RemoteTable table(work);
    const auto remote = table.find(bot);
    if (!remote || remote->state == RemoteState::Withdrawn) return tl::unexpected(no_bot());
    const auto last = before ? std::optional(RemoteMeetingId(before->meeting.value() + 1)) : std::nullopt;
    for (const MeetingRow& meeting : table.meetings_of(remote->bot, last, most + 1)) {
      meetings.emplace_back(meeting, names_of(work, *remote, meeting));
    }
  }
  std::vector<RemoteBoard> boards;
  for (const auto& [meeting, names] : meetings) {
    if (boards.size() == most) break;
    const auto below = before && before->meeting == meeting.id ? std::optional(before->job) : std::nullopt;
    add_boards_of(remote_folder(ladder_, meeting.id), meeting, names, below, most, boards);
  }
  return boards;
}

OrRefusal<ShownRemoteBoard> RemoteBots::board(const std::string& bot, const RemoteBoardName& name) {
  const auto missing = [] {
    return refused(RefusalKind::Missing, "board_unknown", "this board is not finished, or there is none");
  };
  std::vector<std::string> names;
  {
    LadderDatabase::Work work = database_.begin_looking();
    RemoteTable table(work);
    const auto remote = table.find(bot);
    if (!remote || remote->state == RemoteState::Withdrawn) return missing();
    const auto meeting = table.find_meeting(name.meeting);
    if (!meeting || meeting->bot != remote->bot) return missing();
    names = names_of(work, *remote, *meeting);
  }
  const std::filesystem::path folder = remote_folder(ladder_, name.meeting);
  if (!holds_tournament(folder)) return missing();
  const auto tournament = Tournament::open(folder, "the ladder");
  auto board = tournament ? tournament->board(name.job) : std::nullopt;
  if (!board) return missing();
  for (StoredRound& round : board->rounds) {
    leave_out_words(round.record, [](Seat) { return false; });
    const PerSeat<BotId> bots = bots_at(board->job, round.seating, names.size());
    std::array<std::string, 4>& shown = round.record.bots.emplace();
    for (const Seat seat : AllSeats) {
      shown.at(static_cast<std::size_t>(seat.number())) = names.at(static_cast<std::size_t>(bots[seat]));
    }
  }
  ShownRemoteBoard told{*std::move(board), {}};
  for (std::size_t side = 0; side < 2; ++side) {
    const auto entrant = static_cast<std::size_t>(told.board.job.entrants[side]);
    told.sides[side] = entrant == names.size() ? names[0] + " + " + names[1] : names[entrant];
  }
  return told;
}

}  // namespace tichu::arena
