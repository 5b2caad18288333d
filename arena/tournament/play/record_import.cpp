#include "arena/tournament/play/record_import.h"

#include <algorithm>
#include <utility>

#include "arena/hosting/match/board_judgement.h"
#include "arena/hosting/match/play_board.h"
#include "arena/record/verdict.h"
#include "arena/text/foreign_line.h"
#include "arena/text/utf8.h"
#include "arena/tournament/play/finish_job.h"
#include "arena/tournament/store/fault_kind_named.h"
#include "engine/follow.h"
#include "engine/record.h"

namespace tichu::arena {
namespace {

/// Which place of its partnership a seat's bot has: as `seating_of` seats them.
std::size_t place_of(Seat seat, int seating) { return static_cast<std::size_t>((seat.number() / 2) ^ (seating >> 1)); }

int seating_number(const Record& record) { return static_cast<int>(record.seating.value_or(0)); }

std::array<std::array<std::string, 2>, 2> teams_of(const Record& record) {
  std::array<std::array<std::string, 2>, 2> teams;
  for (const Seat seat : AllSeats) {
    const auto side = static_cast<std::size_t>(partnership_of(seat, seating_number(record)));
    teams[side][place_of(seat, seating_number(record))] = (*record.bots)[static_cast<std::size_t>(seat.number())];
  }
  return teams;
}

/// The cards that a seat holds after the push; its first fourteen where the round ended before.
CardSet hand_after_push(const Record& record, Seat seat) {
  CardSet hand = record.deal.hand(seat);
  for (const RecordedAction& recorded : record.actions) {
    if (recorded.action.kind != ActionKind::Push) continue;
    for (const Side side : OtherSides) {
      if (recorded.seat == seat) hand.erase(recorded.action.push.to(side));
      if (recorded.seat.at(side) == seat) hand.insert(recorded.action.push.to(side));
    }
  }
  return hand;
}

SeatFault seat_fault(Seat seat, const std::string& kind, const std::string& text, std::size_t actions) {
  SeatFault fault{seat, {fault_kind_named(kind).value_or(FaultKind::Crash), foreign_line(text), {}}};
  fault.actions = actions;
  return fault;
}

RoundOutcome outcome_of(const Record& record) {
  RoundOutcome outcome;
  outcome.deal = record.deal;
  outcome.actions = record.actions;
  outcome.remarks = record.remarks;
  for (const RecordedFault& fault : record.faults) {
    outcome.substituted.push_back(seat_fault(fault.seat, fault.kind, fault.text, fault.after));
  }
  if (record.failure) {
    const RecordFailure& failure = *record.failure;
    outcome.fault = seat_fault(*failure.seat, failure.kind, failure.text, record.actions.size());
    outcome.score = forfeit_score(record.failure->seat->team());
    return outcome;
  }
  outcome.result = replay(record.deal, record.rules, record.actions).result;
  outcome.score = outcome.result->score;
  for (const Seat seat : AllSeats) outcome.bomb_after_push[seat] = holds_bomb(hand_after_push(record, seat), {});
  return outcome;
}

std::optional<std::string> flaw_of_kind(const std::string& kind) {
  if (fault_kind_named(kind)) return std::nullopt;
  return "\"" + foreign_line(kind) + "\" is no fault that a bot commits, such as timeout or crash";
}

/// SQLite's numbers end there, and so do those by which jobs are asked for.
constexpr std::uint64_t LargestNumber = INT64_MAX;

std::optional<std::string> flaw_of(const ReadRecord& read) {
  const Verdict verdict = judge_record(read);
  if (!verdict.ok()) return to_text(verdict);
  const Record& record = read.record;
  if (!record.bots) return "the record does not say who sat where (\"bots\")";
  if (record.seating.value_or(0) >= static_cast<std::uint64_t>(MaxTables)) return "there are only the seatings 0 to 3";
  if (record.job.value_or(0) > LargestNumber || record.board.value_or(0) > LargestNumber) {
    return "jobs and boards have numbers up to " + std::to_string(LargestNumber);
  }
  for (const RecordedFault& fault : record.faults) {
    if (auto flaw = flaw_of_kind(fault.kind)) return flaw;
  }
  if (!record.failure) return std::nullopt;
  if (!record.failure->seat) return "the round did not end, and no seat is to blame: it cannot count";
  return flaw_of_kind(record.failure->kind);
}

/// The place of a name in the list, which it gets where it has none.
template <typename List, typename Has, typename Make>
std::size_t place_in(List& list, Has has, Make make) {
  const auto found = std::find_if(list.begin(), list.end(), has);
  if (found != list.end()) return static_cast<std::size_t>(found - list.begin());
  list.push_back(make());
  return list.size() - 1;
}

}  // namespace

RecordImport::RecordImport(std::string name) {
  config_.name = std::move(name);
  config_.boards = 1;
  config_.seatings = Seatings::Single;
  config_.imported = true;
}

std::optional<std::string> RecordImport::survey(const ReadRecord& read) {
  if (auto flaw = flaw_of(read)) return flaw;
  const Record& record = read.record;
  if (has_rules_ && record.rules != config_.rules) return "the rules are others than those of the records before";
  if (has_rules_ && record.seed != known_seed(config_)) {
    return "the seed is another than that of the records before (or told by some alone): import each tournament by "
           "itself";
  }
  if (!has_rules_) {
    config_.rules = record.rules;
    config_.seed_known = record.seed.has_value();
    if (record.seed) config_.seed = *record.seed;
    has_rules_ = true;
  }
  if (record.round.value_or(0) > 0) config_.format = BoardFormat::Games;
  const std::uint64_t number = record.job.value_or(surveyed_);
  ++surveyed_;
  if (!open_ || open_->number != number) {
    if (auto flaw = open_job(record, number)) return flaw;
  }
  return add_to_job(record);
}

std::optional<std::string> RecordImport::open_job(const Record& record, std::uint64_t number) {
  if (auto flaw = flaw_of_open_job()) return flaw;
  if (!jobs_.insert(number).second) return "job " + std::to_string(number) + " stands in two places";
  open_ = OpenJob{number, teams_of(record), {}};
  if (open_->teams[0] == open_->teams[1]) return "the same bots play on both sides";
  note_players(open_->teams);
  return std::nullopt;
}

std::optional<std::string> RecordImport::add_to_job(const Record& record) {
  if (teams_of(record) != open_->teams) return "the job has other players at another of its tables";
  std::vector<std::uint64_t>& seatings = open_->seatings;
  const std::uint64_t seating = record.seating.value_or(0);
  if (seatings.empty() || seatings.back() != seating) {
    if (std::find(seatings.begin(), seatings.end(), seating) != seatings.end()) {
      return "seating " + std::to_string(seating) + " of the job stands in two places";
    }
    seatings.push_back(seating);
    open_->rounds = 0;
  }
  if (record.round.value_or(open_->rounds) != open_->rounds) {
    return "round " + std::to_string(open_->rounds) + " of this table should stand here";
  }
  ++open_->rounds;
  if (seatings.size() == 2 && config_.seatings == Seatings::Single) config_.seatings = Seatings::Swap;
  if (seatings.size() == 4) config_.seatings = Seatings::Rotate;
  return std::nullopt;
}

std::optional<std::string> RecordImport::flaw_of_open_job() const {
  if (!open_ || open_->seatings.size() != 3) return std::nullopt;
  return "job " + std::to_string(open_->number) + " has three seatings; a board has one, two or four";
}

void RecordImport::note_players(const std::array<Names, 2>& teams) {
  for (const Names& names : teams) {
    std::array<std::size_t, 2> places{};
    for (std::size_t i = 0; i < 2; ++i) {
      places[i] = place_in(
          config_.bots, [&](const BotSpec& bot) { return bot.name == names[i]; },
          [&] {
            BotSpec bot;
            bot.name = names[i];
            bot.kind = BotKind::Program;
            return bot;
          });
    }
    if (places[0] == places[1]) continue;
    place_in(
        config_.pairs, [&](const PairSpec& pair) { return pair.bots == places; },
        [&] {
          return PairSpec{"", places};
        });
  }
}

std::string RecordImport::pair_name(const Names& names) const {
  const auto is_taken = [&](const std::string& name) {
    return std::any_of(config_.bots.begin(), config_.bots.end(),
                       [&](const BotSpec& bot) { return bot.name == name; }) ||
           std::any_of(config_.pairs.begin(), config_.pairs.end(),
                       [&](const PairSpec& pair) { return pair.name == name; });
  };
  const std::string whole = names[0] + "+" + names[1];
  std::string name = bounded_utf8(whole, MaxNameLength);
  // Two that begin alike are the same where they are cut.
  for (int number = 2; is_taken(name); ++number) {
    const std::string suffix = "#" + std::to_string(number);
    name = bounded_utf8(whole, MaxNameLength - suffix.size()) + suffix;
  }
  return name;
}

void RecordImport::name_pairs() {
  // Only now all names of bots are known.
  for (PairSpec& pair : config_.pairs) pair.name.clear();
  for (PairSpec& pair : config_.pairs) {
    pair.name = pair_name({config_.bots[pair.bots[0]].name, config_.bots[pair.bots[1]].name});
  }
}

std::optional<std::string> RecordImport::problem() {
  if (jobs_.empty()) return "there are no records";
  if (auto flaw = flaw_of_open_job()) return flaw;
  name_pairs();
  if (const auto checked = check(config_, ""); !checked) {
    return (checked.error().key.empty() ? "" : checked.error().key + ": ") + checked.error().problem;
  }
  return std::nullopt;
}

std::optional<FinishedJob> RecordImport::add(const Record& record) {
  if (entrants_.empty()) entrants_ = entrants_of(config_);
  const std::uint64_t number = record.job.value_or(added_);
  ++added_;
  std::optional<FinishedJob> before;
  if (!board_ || job_.number != number) {
    if (board_) before = take_board();
    const std::array<Names, 2> teams = teams_of(record);
    job_ = {number, record.board.value_or(number), {entrant_of(teams[0]), entrant_of(teams[1])}};
    board_.emplace();
  }
  const int seating = seating_number(record);
  if (board_->tables.empty() || board_->tables.back().seating != seating) {
    TableOutcome& table = board_->tables.emplace_back();
    table.seating = seating;
    table.bots = seating_of({entrants_[static_cast<std::size_t>(job_.entrants[0])].bots,
                             entrants_[static_cast<std::size_t>(job_.entrants[1])].bots},
                            seating);
  }
  board_->tables.back().rounds.push_back(outcome_of(record));
  deal_indexes_.push_back(record.deal_index);
  return before;
}

std::optional<FinishedJob> RecordImport::finish() {
  if (!board_) return std::nullopt;
  return take_board();
}

FinishedJob RecordImport::take_board() {
  FinishedJob finished = finish_job(config_, job_, *board_);
  // A played round always has one; of these it may be unknown.
  for (std::size_t i = 0; i < deal_indexes_.size(); ++i) finished.rounds[i].deal_index = deal_indexes_[i];
  deal_indexes_.clear();
  board_.reset();
  return finished;
}

EntrantId RecordImport::entrant_of(const Names& names) const {
  const Partnership bots{{static_cast<BotId>(bot_of(names[0])), static_cast<BotId>(bot_of(names[1]))}};
  const auto found =
      std::find_if(entrants_.begin(), entrants_.end(), [&](const Entrant& entrant) { return entrant.bots == bots; });
  return static_cast<EntrantId>(found - entrants_.begin());
}

std::size_t RecordImport::bot_of(const std::string& name) const {
  const auto found =
      std::find_if(config_.bots.begin(), config_.bots.end(), [&](const BotSpec& bot) { return bot.name == name; });
  return static_cast<std::size_t>(found - config_.bots.begin());
}

}  // namespace tichu::arena
