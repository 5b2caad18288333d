#include "arena/presentation/report/round_filter.h"

#include <algorithm>
#include <cmath>

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
  for (const std::string& name : filter.bots) {
    const bool is_known =
        std::any_of(config.bots.begin(), config.bots.end(), [&](const BotSpec& bot) { return bot.name == name; });
    if (is_known) continue;
    std::string known;
    for (const BotSpec& bot : config.bots) known.append(known.empty() ? "" : ", ").append(bot.name);
    return tl::unexpected(
        InputError{"export", "--bot", "no bot \"" + name + "\" plays in this tournament; its bots are " + known});
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
  return !filter_.least_margin || std::abs(board.result.margin) >= *filter_.least_margin;
}

bool RoundPicker::is_wanted(const StoredRound& round) const {
  const Record& record = round.record;
  const auto sits = [&](const std::string& bot) { return sits_at_table(record, bot); };
  const auto is_tichu = [](const Action& action) { return action.kind == ActionKind::CallTichu; };
  const auto is_grand = [](const Action& action) { return action.kind == ActionKind::CallGrandTichu; };
  const auto is_bomb = [](const Action& action) { return action.kind == ActionKind::Play && action.play.is_bomb(); };
  return std::all_of(filter_.bots.begin(), filter_.bots.end(), sits) &&
         (!filter_.fault || record.failure || !record.faults.empty()) &&
         (!filter_.double_victory || has_double_victory(record)) && (!filter_.tichu || any_action(record, is_tichu)) &&
         (!filter_.grand_tichu || any_action(record, is_grand)) && (!filter_.bomb || any_action(record, is_bomb));
}

}  // namespace tichu::arena
