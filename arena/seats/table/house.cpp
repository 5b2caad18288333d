#include "arena/seats/table/house.h"

#include <array>
#include <exception>
#include <fstream>
#include <memory>
#include <string>
#include <utility>

#include "arena/hosting/match/play_board.h"
#include "arena/hosting/match/table.h"
#include "arena/hosting/player/make_player.h"
#include "arena/record/json_record.h"
#include "engine/deal.h"

namespace tichu::arena {
namespace {

/// The house is being destroyed.
struct HouseStopped {};

/// A bot that is not asked any more once nobody wants its round.
class HousePlayer : public Player {
 public:
  HousePlayer(std::unique_ptr<Player> player, std::function<bool()> is_stopping)
      : player_(std::move(player)), is_stopping_(std::move(is_stopping)) {}

  tl::expected<void, Fault> sit_down(const SeatSetup& setup) override { return player_->sit_down(setup); }
  bool listens() const override { return player_->listens(); }
  void begin_round(const Observation& seen) override { player_->begin_round(seen); }
  void tell(const SeenEvent& event, const Observation& seen) override { player_->tell(event, seen); }
  tl::expected<TimedAnswer, Fault> ask(Question question, const Observation& seen,
                                       std::chrono::milliseconds limit) override {
    if (is_stopping_()) throw HouseStopped();
    return player_->ask(question, seen, limit);
  }
  void end_round(Points own, Points theirs) override { player_->end_round(own, theirs); }
  BotProcess* process() override { return player_->process(); }

 private:
  std::unique_ptr<Player> player_;
  std::function<bool()> is_stopping_;
};

/// Who sits there: the partner's bot also for the person.
const BotSpec& house_at(const Sitting& sitting, Seat seat) {
  return sitting.at(seat == Seat(0) ? seat.partner() : seat);
}

}  // namespace

std::map<std::uint64_t, Record> read_house(const std::filesystem::path& file) {
  std::map<std::uint64_t, Record> rounds;
  std::ifstream lines(file);
  for (std::string line; std::getline(lines, line);) {
    auto read = read_json_record(line);
    // A line that a kill cut off is of a round that is played again.
    if (read && read->record.deal_index) rounds[*read->record.deal_index] = std::move(read->record);
  }
  return rounds;
}

const Record* house_of(const std::map<std::uint64_t, Record>& house, const Record& record) {
  const auto found = record.deal_index ? house.find(*record.deal_index) : house.end();
  if (found == house.end()) return nullptr;
  const std::optional<RecordedResult>& result = found->second.result;
  return result && result->score && result->out ? &found->second : nullptr;
}

House::House(const Sitting& sitting, const Sandbox* sandbox, std::filesystem::path file)
    : sitting_(sitting), sandbox_(sandbox), file_(std::move(file)), played_(read_house(file_)) {}

House::~House() {
  {
    const std::scoped_lock lock(mutex_);
    stopping_ = true;
  }
  changed_.notify_all();
}

void House::start(std::function<void(std::uint64_t)> news) {
  news_ = std::move(news);
  thread_ = std::jthread([this] { run(); });
}

void House::want(std::uint64_t round, PerTeam<Points> totals) {
  const std::scoped_lock lock(mutex_);
  if (played_.contains(round)) return;
  wanted_.push_back({round, totals});
  changed_.notify_all();
}

std::optional<Record> House::find(std::uint64_t round) const {
  const std::scoped_lock lock(mutex_);
  const auto found = played_.find(round);
  return found == played_.end() ? std::nullopt : std::optional(found->second);
}

void House::run() try {
  while (true) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return stopping_ || !wanted_.empty(); });
    if (stopping_) return;
    const Wanted wanted = wanted_.front();
    wanted_.pop_front();
    if (played_.contains(wanted.round)) continue;
    lock.unlock();
    const Record record = play(wanted);
    keep(record);
    news_(wanted.round);
  }
} catch (const HouseStopped&) {
} catch (const std::exception&) {
  // Without the house's result the person's own stands alone.
}

Record House::play(const Wanted& wanted) const {
  const TournamentConfig& config = sitting_.config;
  const auto is_stopping = [this] {
    const std::scoped_lock lock(mutex_);
    return stopping_;
  };
  BoardSpec spec;
  spec.tournament_seed = config.seed;
  spec.board = BoardNumber(sitting_.is_game() ? 0 : wanted.round);
  PerSeat<std::unique_ptr<HousePlayer>> players;
  const Deal cards = deal(config.seed, wanted.round);
  RoundSetup setup{cards, wanted.round, config.rules, wanted.totals};
  setup.limits = config.limits;
  setup.substitute = true;
  std::array<std::string, 4> names;
  for (const Seat seat : AllSeats) {
    const BotSpec& bot = house_at(sitting_, seat);
    names.at(static_cast<std::size_t>(seat.number())) = bot.name;
    players[seat] =
        std::make_unique<HousePlayer>(make_player(bot, config.limits, sandbox_, nullptr, is_stopping), is_stopping);
    setup.players[seat] = players[seat].get();
    auto seated = players[seat]->sit_down({bot_seed(spec, SeatingNumber(0), seat), config.rules, bot.options, false});
    if (!seated) setup.absences.push_back({seat, std::move(seated.error())});
    setup.substituted[seat] = !seated;
  }
  Record record = play_round(setup).record;
  record.bots = names;
  return record;
}

void House::keep(const Record& record) {
  std::ofstream(file_, std::ios::app) << "\n" << write_json_record(record) << std::flush;
  const std::scoped_lock lock(mutex_);
  played_[*record.deal_index] = record;
}

}  // namespace tichu::arena
