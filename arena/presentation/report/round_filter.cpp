#include "arena/presentation/report/round_filter.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "arena/hosting/match/board.h"
#include "arena/text/counted.h"

namespace tichu::arena {
namespace {

bool sits_at_table(const Record& record, const std::string& bot) {
  return record.bots && std::find(record.bots->begin(), record.bots->end(), bot) != record.bots->end();
}

bool has_double_victory(const Record& record) {
  return !record.failure && record.result && record.result->out && is_double_victory(*record.result->out);
}

template <typename Is>
bool any_action(const Record& record, Is is) {
  return std::any_of(record.actions.begin(), record.actions.end(),
                     [&](const RecordedAction& recorded) { return is(recorded.action); });
}

const std::string& bot_at(const Record& record, Seat seat) {
  return (*record.bots)[static_cast<std::size_t>(seat.number())];
}

/// Whether the round has this call, of this bot if one is named. Who was first out decides if it was made, so a round
/// that was not played to its end tells of neither.
bool has_call(const Record& record, const WantedCall& wanted, const std::optional<std::string>& caller) {
  return std::any_of(record.actions.begin(), record.actions.end(), [&](const RecordedAction& recorded) {
    if (recorded.action.kind != wanted.kind) return false;
    if (caller && !(record.bots && bot_at(record, recorded.seat) == *caller)) return false;
    if (!wanted.made) return true;
    const bool has_end = !record.failure && record.result && record.result->out && !record.result->out->empty();
    return has_end && (record.result->out->front() == recorded.seat) == *wanted.made;
  });
}

/// A sentence that no bot has this name, and which names there are.
std::string unknown_bot(const std::string& name, const TournamentConfig& config) {
  std::string sentence = "no bot \"" + name + "\" plays in this tournament; its bots are ";
  for (std::size_t i = 0; i < config.bots.size(); ++i) sentence.append(i == 0 ? "" : ", ").append(config.bots[i].name);
  return sentence;
}

/// A sentence that no board has this number, and which numbers there are.
std::string missing_job(JobNumber job, const Tournament& tournament) {
  const std::optional<JobNumber> latest = tournament.latest_job();
  if (!latest) return "no board of this tournament is finished yet";
  return "there is no job " + to_string(job) + "; the tournament has " +
         counted(tournament.board_count(), "finished board") + ", the last of which has the number " +
         to_string(*latest);
}

}  // namespace

OrInputError<void> RoundPicker::check(const RoundFilter& filter, const Tournament& tournament) {
  const TournamentConfig config = tournament.config();
  std::vector<std::pair<const char*, std::string>> named;
  for (const std::string& name : filter.bots) named.emplace_back("--bot", name);
  if (filter.lost_by) named.emplace_back("--lost-by", *filter.lost_by);
  if (filter.caller) named.emplace_back("--caller", *filter.caller);
  for (const auto& [flag, name] : named) {
    const bool is_known = std::any_of(config.bots.begin(), config.bots.end(),
                                      [name = name](const BotSpec& bot) { return bot.name == name; });
    if (!is_known) return tl::unexpected(InputError{"export", flag, unknown_bot(name, config)});
  }
  if (!filter.job) return {};
  if (tournament.has_board(*filter.job)) return {};
  return tl::unexpected(InputError{"export", "--job", missing_job(*filter.job, tournament)});
}

StoredBoard RoundPicker::pick(const StoredBoard& board) const {
  StoredBoard picked{board.job, board.result, {}, board.faults};
  if (!is_wanted(board)) return picked;
  for (const StoredRound& round : board.rounds) {
    if (is_wanted(round)) picked.rounds.push_back(round);
  }
  return picked;
}

bool RoundPicker::is_wanted(const StoredBoard& board) const {
  if (!asks_for(board.job.number)) return false;
  if (filter_.lost_by && !is_lost(board)) return false;
  return !filter_.least_margin || std::abs(board.result.margin) >= *filter_.least_margin;
}

/// Of a pair either bot counts. The bots' seats are told by the records.
bool RoundPicker::is_lost(const StoredBoard& board) const {
  if (board.result.verdict == BoardVerdict::Draw) return false;
  const std::size_t loser = board.result.verdict == BoardVerdict::Loss ? 0 : 1;
  return std::any_of(board.rounds.begin(), board.rounds.end(), [&](const StoredRound& round) {
    const Team team = team_of(static_cast<int>(loser), round.seating);
    return round.record.bots && std::any_of(AllSeats.begin(), AllSeats.end(), [&](Seat seat) {
             return seat.team() == team && bot_at(round.record, seat) == *filter_.lost_by;
           });
  });
}

bool RoundPicker::has_wanted_calls(const Record& record) const {
  if (filter_.calls.empty() && filter_.caller) {
    return has_call(record, {ActionKind::CallTichu}, filter_.caller) ||
           has_call(record, {ActionKind::CallGrandTichu}, filter_.caller);
  }
  return std::all_of(filter_.calls.begin(), filter_.calls.end(),
                     [&](const WantedCall& call) { return has_call(record, call, filter_.caller); });
}

bool RoundPicker::is_wanted(const StoredRound& round) const {
  const Record& record = round.record;
  const auto sits = [&](const std::string& bot) { return sits_at_table(record, bot); };
  const auto is_bomb = [](const Action& action) { return action.kind == ActionKind::Play && action.play.is_bomb(); };
  return std::all_of(filter_.bots.begin(), filter_.bots.end(), sits) &&
         (!filter_.fault || record.failure || !record.faults.empty()) &&
         (!filter_.double_victory || has_double_victory(record)) && has_wanted_calls(record) &&
         (!filter_.bomb || any_action(record, is_bomb));
}

}  // namespace tichu::arena
