#include "sdk/python/native/table_batch.h"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <utility>

#include "sdk/python/native/card_row.h"

namespace tichu::training {
namespace {

/// Keys that keep the streams of random numbers of one seed apart.
constexpr std::uint64_t ChanceKey = 0x6368616e6365;
constexpr std::uint64_t BotKey = 0x626f7473;
constexpr std::uint64_t GameKey = 0x67616d65;

void write_mask(const IdSet& legal, std::uint8_t* row) {
  static_assert(ActionIds::Count % 64 != 0);
  constexpr int Whole = ActionIds::Count / 64;
  for (int word = 0; word <= Whole; ++word) {
    const std::uint64_t bits = legal.words()[static_cast<std::size_t>(word)];
    const int size = word < Whole ? 64 : ActionIds::Count % 64;
    std::array<std::uint64_t, 8> bytes{};
    if (bits != 0) {
      for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = SpreadBits[(bits >> (8 * i)) & 0xff];
    }
    if (size == 64) {
      std::memcpy(row + 64 * word, bytes.data(), 64);
    } else {
      std::memcpy(row + 64 * word, bytes.data(), static_cast<std::size_t>(size));
    }
  }
}

}  // namespace

TableBatch::TableBatch(BatchPlan plan)
    : plan_(std::move(plan)),
      places_(place(plan_.tables)),
      legal_(place(plan_.tables)),
      legal_counts_(place(plan_.tables)),
      answers_(place(plan_.tables)),
      logs_(place(plan_.tables)),
      crew_(std::min(plan_.threads, plan_.tables)) {
  for (int i = 0; i < crew_.size(); ++i) rooms_.push_back(std::make_unique<Workroom>());
}

template <typename Work>
void TableBatch::for_each_part(const Work& work) {
  const int parts = crew_.size();
  crew_.run([&](int part) {
    const auto bound = [&](int number) {
      return static_cast<int>(static_cast<std::int64_t>(plan_.tables) * number / parts);
    };
    work(bound(part), bound(part + 1), *rooms_[place(part)]);
  });
}

void TableBatch::begin_episode(int index, std::uint64_t episode) {
  Place& here = at(index);
  here.episode = episode;
  here.totals = {};
  here.rounds = 0;
  here.over = false;
  here.chance = Random(plan_.seed ^ ChanceKey, episode);
  begin_round(index);
}

void TableBatch::begin_round(int index) {
  Place& here = at(index);
  const std::uint64_t game_seed = Random(plan_.seed ^ GameKey, here.episode).next();
  here.deal = plan_.whole_games ? tichu::deal(game_seed, here.rounds) : tichu::deal(plan_.seed, here.episode);
  here.bot_key = Random(plan_.seed ^ BotKey, here.episode).next() + here.rounds;
  here.bot_turns = 0;
  for (const Seat seat : AllSeats) {
    const SeatPlan& plan = plan_.seats[seat].kind == SeatKind::Learner ? plan_.adviser : plan_.seats[seat];
    if (plan.kind != SeatKind::Plugin) continue;
    const std::uint64_t seed = Random(here.bot_key, static_cast<std::uint64_t>(seat.number())).next();
    here.bots[place(seat.number())] = std::make_unique<SeatedBot>(plan, seed, plan_.rules, seat, here.totals);
  }
  here.table.begin(here.deal, plan_.rules, current_log(here, index));
}

void TableBatch::end_round(int index) {
  Place& here = at(index);
  const Round& round = here.table.round();
  const PerTeam<Points> score = round.result().score;
  for (const Seat seat : AllSeats) {
    const Points margin = score[seat.team()] - score[opponent(seat.team())];
    here.rewards[seat] += static_cast<float>(margin.value()) / 100.0f;
    const Call call = round.call(seat);
    const int made = call == Call::None ? 0 : call == Call::Tichu ? 1 : 2;
    here.calls[seat] = static_cast<std::int8_t>(round.result().out[0] == seat ? made : -made);
  }
  here.double_victory = 0;
  if (round.result().double_victory) here.double_victory = round.result().out[0].team() == Team::A ? 1 : -1;
  here.round_ended = true;
  here.has_finished = true;
  here.finished_deal = here.deal;
  here.current_log ^= 1;
  ++here.rounds;
  if (plan_.whole_games) {
    for (const Team team : {Team::A, Team::B}) here.totals[team] += score[team];
    const Points best = std::max(here.totals[Team::A], here.totals[Team::B]);
    const bool tie = here.totals[Team::A] == here.totals[Team::B];
    if (best < plan_.rules.target || (tie && plan_.rules.tie == TieRule::PlayOn)) return begin_round(index);
  }
  here.ended = true;
  if (plan_.auto_reset) {
    begin_episode(index, here.episode + static_cast<std::uint64_t>(plan_.tables));
  } else {
    here.over = true;
  }
}

void TableBatch::answer_plainly(int index, Workroom& room) {
  Place& here = at(index);
  EventLog& log = current_log(here, index);
  const Seat seat = here.table.seat();
  switch (here.table.ask()) {
    case Ask::GrandTichu:
      return here.table.act(Action::no_grand_tichu(), log);
    case Ask::Tichu:
      return here.table.answer_tichu(false, log);
    case Ask::Wish:
      return here.table.answer(ActionIds::Wish, log);
    case Ask::Bomb:
      return here.table.act(Action::no_bomb(), log);
    default:
      here.table.act(room.light.action(here.table.round(), seat, here.table.question()), log);
  }
}

void TableBatch::play_policy(int index, Workroom& room) {
  Place& here = at(index);
  if (here.table.ask() == Ask::Tichu) return here.table.answer_tichu(false, current_log(here, index));
  const Seat seat = here.table.seat();
  const Question question = here.table.question();
  Action action;
  if (plan_.seats[seat].kind == SeatKind::Light) {
    action = room.light.action(here.table.round(), seat, question);
  } else {
    room.random.restart(Random(here.bot_key, ++here.bot_turns));
    action = room.random.action(here.table.round(), seat, question);
  }
  here.table.act(action, current_log(here, index));
}

void TableBatch::play_bot(int index, Workroom& room) {
  Place& here = at(index);
  const Seat seat = here.table.seat();
  if (plan_.seats[seat].kind != SeatKind::Plugin) return play_policy(index, room);
  SeatedBot& bot = *here.bots[place(seat.number())];
  if (!bot.answer(here.table, current_log(here, index), room.plays)) ++here.faults;
}

void TableBatch::play_on(int index, Workroom& room) {
  Place& here = at(index);
  while (!here.over) {
    if (here.table.is_over()) {
      end_round(index);
    } else if (plan_.seats[here.table.seat()].kind != SeatKind::Learner) {
      play_bot(index, room);
    } else if (!plan_.asked[static_cast<std::size_t>(here.table.ask())]) {
      answer_plainly(index, room);
    } else {
      return ask_learner(index, room);
    }
  }
}

void TableBatch::ask_learner(int index, Workroom& room) {
  Place& here = at(index);
  here.table.list_legal(legal_[place(index)], room.plays);
  if (plan_.adviser.kind == SeatKind::Plugin) here.label = advice(index);
}

std::int16_t TableBatch::advice(int index) {
  Place& here = at(index);
  const auto id = here.bots[place(here.table.seat().number())]->advice(here.table, current_log(here, index));
  if (!id) ++here.faults;
  return static_cast<std::int16_t>(id && legal_[place(index)].contains(*id) ? *id : NoAnswer);
}

void TableBatch::write_table(int index, const BatchArrays& arrays) {
  Place& here = at(index);
  IdSet& legal = legal_[place(index)];
  if (here.over) {
    legal.clear();
  } else {
    here.viewer = here.table.seat();
  }
  legal_counts_[place(index)] = legal.size();
  const std::size_t i = place(index);
  if (arrays.observations != nullptr) {
    const std::size_t size = place(plan_.layout->size);
    plan_.layout->write(here.table, here.totals, here.viewer, arrays.observations + i * size);
  }
  if (arrays.mask != nullptr) write_mask(legal, arrays.mask + i * ActionIds::Count);
  if (arrays.legal_bits != nullptr) {
    std::memcpy(arrays.legal_bits + i * place(LegalBitsSize), legal.words().data(), place(LegalBitsSize));
  }
  if (arrays.states != nullptr) {
    const Layout& layout = state_layout();
    layout.write(here.table, here.totals, here.viewer, arrays.states + i * place(layout.size));
  }
  if (arrays.labels != nullptr) arrays.labels[i] = here.over ? std::int16_t{NoAnswer} : here.label;
  if (arrays.rewards != nullptr) std::copy_n(here.rewards.values.data(), 4, arrays.rewards + 4 * i);
  if (arrays.calls != nullptr) std::copy_n(here.calls.values.data(), 4, arrays.calls + 4 * i);
  if (arrays.double_victories != nullptr) arrays.double_victories[i] = here.double_victory;
  if (arrays.ends != nullptr) arrays.ends[i] = here.ended ? 1 : 0;
  if (arrays.round_ends != nullptr) arrays.round_ends[i] = here.round_ended ? 1 : 0;
  if (arrays.seats != nullptr) {
    arrays.seats[i] = here.over ? NoSeat : static_cast<std::uint8_t>(here.table.seat().number());
  }
  if (arrays.asks != nullptr) arrays.asks[i] = here.over ? NoSeat : static_cast<std::uint8_t>(here.table.ask());
  if (arrays.episodes != nullptr) arrays.episodes[i] = static_cast<std::int64_t>(here.episode);
}

void TableBatch::write_legal(int first, int last, std::int32_t offset, const BatchArrays& arrays) {
  for (int index = first; index < last; ++index) {
    arrays.legal_offsets[index] = offset;
    const Table& table = at(index).table;
    legal_[place(index)].each([&](int id) {
      arrays.legal_ids[offset] = static_cast<std::int16_t>(id);
      if (arrays.features != nullptr) write_action(table, id, arrays.features + place(offset) * ActionRowSize);
      ++offset;
    });
  }
  if (last == plan_.tables) arrays.legal_offsets[last] = offset;
}

void TableBatch::write_all(const BatchArrays& arrays) {
  if (arrays.legal_offsets == nullptr || arrays.legal_ids == nullptr) return;
  if (crew_.size() == 1) return write_legal(0, plan_.tables, 0, arrays);
  for_each_part([&](int first, int last, Workroom&) {
    std::int32_t offset = 0;
    for (int index = 0; index < first; ++index) offset += legal_counts_[place(index)];
    write_legal(first, last, offset, arrays);
  });
}

void TableBatch::clear_step(Place& here) {
  here.rewards = {};
  here.calls = {};
  here.double_victory = 0;
  here.ended = false;
  here.round_ended = false;
}

void TableBatch::answer_table(int index, Workroom& room) {
  Place& here = at(index);
  clear_step(here);
  if (here.over) return;
  here.table.answer(answers_[place(index)], current_log(here, index));
  play_on(index, room);
}

template <typename Id>
int TableBatch::take_part(const Id* ids, int first, int last) {
  int bad = plan_.tables;
  for (int index = last - 1; index >= first; --index) {
    const auto id = static_cast<std::int64_t>(ids[index]);
    answers_[place(index)] = static_cast<std::int16_t>(id);
    const bool fits = at(index).over ? id == NoAnswer : legal_[place(index)].contains(id);
    if (!fits) bad = index;
  }
  return bad;
}

template <typename Id>
std::optional<BadAction> TableBatch::take(const Id* ids) {
  std::atomic<int> first_bad = plan_.tables;
  // Each thread looks at what it will change: else the cores would send each other every table's memory.
  for_each_part([&](int first, int last, Workroom&) {
    const int bad = take_part(ids, first, last);
    for (int known = first_bad.load(); bad < known && !first_bad.compare_exchange_weak(known, bad);) {
    }
  });
  const int index = first_bad.load();
  if (index == plan_.tables) return std::nullopt;
  const auto id = static_cast<std::int64_t>(ids[index]);
  BadAction bad{index, id, "its episode is over: the answer must be -1, or reset_finished() called first"};
  if (!at(index).over) {
    bad.reason = id < 0 || id >= ActionIds::Count
                     ? "there is no such action: ids are 0 to " + std::to_string(ActionIds::Count - 1)
                     : "\"" + name_of(static_cast<int>(id)) + "\" is not legal here";
  }
  return bad;
}

void TableBatch::step(const BatchArrays& arrays) {
  for_each_part([&](int first, int last, Workroom& room) {
    for (int index = first; index < last; ++index) {
      answer_table(index, room);
      write_table(index, arrays);
    }
  });
  write_all(arrays);
}

template <typename Id>
void TableBatch::sample(Id* ids) {
  for_each_part([&](int first, int last, Workroom&) {
    for (int index = first; index < last; ++index) {
      const int count = legal_counts_[place(index)];
      const int choice = count == 0 ? 0 : static_cast<int>(at(index).chance.below(static_cast<std::uint32_t>(count)));
      ids[index] = count == 0 ? static_cast<Id>(NoAnswer) : static_cast<Id>(legal_[place(index)].nth(choice));
    }
  });
}

template std::optional<BadAction> TableBatch::take(const std::int16_t*);
template std::optional<BadAction> TableBatch::take(const std::int32_t*);
template std::optional<BadAction> TableBatch::take(const std::int64_t*);
template void TableBatch::sample(std::int16_t*);
template void TableBatch::sample(std::int32_t*);
template void TableBatch::sample(std::int64_t*);

void TableBatch::restart(int index, Workroom& room) {
  Place& here = at(index);
  clear_step(here);
  if (here.over) begin_episode(index, here.episode + static_cast<std::uint64_t>(plan_.tables));
  play_on(index, room);
  clear_step(here);  // of rounds in which no learner was asked anything
}

void TableBatch::reset(std::uint64_t seed, const BatchArrays& arrays) {
  plan_.seed = seed;
  for_each_part([&](int first, int last, Workroom& room) {
    for (int index = first; index < last; ++index) {
      at(index).has_finished = false;
      begin_episode(index, plan_.first_episode + static_cast<std::uint64_t>(index));
      restart(index, room);
      write_table(index, arrays);
    }
  });
  write_all(arrays);
}

void TableBatch::reset_finished(const BatchArrays& arrays) {
  for_each_part([&](int first, int last, Workroom& room) {
    for (int index = first; index < last; ++index) {
      if (at(index).over) restart(index, room);
      write_table(index, arrays);
    }
  });
  write_all(arrays);
}

const EventLog* TableBatch::finished_log(int index) const {
  const Place& here = at(index);
  return here.has_finished ? &logs_[place(index)][here.current_log ^ 1] : nullptr;
}

std::uint64_t TableBatch::bot_faults() const {
  std::uint64_t sum = 0;
  for (const Place& here : places_) sum += here.faults;
  return sum;
}

void TableBatch::write_state(std::uint8_t* rows) const {
  const Layout& layout = state_layout();
  for (int index = 0; index < plan_.tables; ++index) {
    const Place& here = at(index);
    layout.write(here.table, here.totals, here.viewer, rows + place(index) * place(layout.size));
  }
}

void TableBatch::write_observation(int index, Seat viewer, std::uint8_t* row) const {
  plan_.layout->write(at(index).table, at(index).totals, viewer, row);
}

}  // namespace tichu::training
