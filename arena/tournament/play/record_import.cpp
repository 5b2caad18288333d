#include "arena/tournament/play/record_import.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <fstream>
#include <functional>
#include <stdexcept>
#include <system_error>
#include <utility>

#include "arena/record/verdict.h"
#include "arena/text/sanitized_line.h"
#include "arena/text/utf8.h"
#include "arena/tournament/play/finish_job.h"
#include "arena/tournament/play/recorded_round.h"
#include "arena/tournament/store/tournament_folder.h"
#include "arena/tournament/store/tournament_lock.h"

namespace tichu::arena {
namespace {

/// Which place of its partnership a seat's bot has: as `seating_of` seats them.
std::size_t place_of(Seat seat, SeatingNumber seating) {
  return static_cast<std::size_t>(seat.number() / 2) ^ (seating.value() >> 1);
}

SeatingNumber seating_number(const Record& record) { return record.seating.value_or(SeatingNumber()); }

std::array<std::array<std::string, 2>, 2> teams_of(const Record& record) {
  std::array<std::array<std::string, 2>, 2> teams;
  for (const Seat seat : AllSeats) {
    const auto side = static_cast<std::size_t>(partnership_of(seat, seating_number(record)));
    teams[side][place_of(seat, seating_number(record))] = (*record.bots)[static_cast<std::size_t>(seat.number())];
  }
  return teams;
}

tl::expected<void, std::string> check_kind(const std::string& kind) {
  if (from_text<FaultKind>(kind)) return {};
  return tl::unexpected("\"" + sanitized_line(kind) + "\" is no fault that a bot commits, such as timeout or crash");
}

/// SQLite's numbers end there, and so do those by which jobs are asked for.
constexpr std::uint64_t LargestNumber = INT64_MAX;

tl::expected<void, std::string> check_record(const ReadRecord& read) {
  const Verdict verdict = judge_record(read);
  if (!verdict.ok()) return tl::unexpected(to_text(verdict));
  const Record& record = read.record;
  if (!record.bots) return tl::unexpected<std::string>("the record does not say who sat where (\"bots\")");
  if (seating_number(record) >= SeatingNumber(MaxTables))
    return tl::unexpected<std::string>("there are only the seatings 0 to 3");
  if (record.job > JobNumber(LargestNumber) || record.board > BoardNumber(LargestNumber)) {
    return tl::unexpected("jobs and boards have numbers up to " + std::to_string(LargestNumber));
  }
  for (const RecordedFault& fault : record.faults) {
    if (auto known = check_kind(fault.kind); !known) return known;
  }
  if (!record.failure) return {};
  if (!record.failure->seat) {
    return tl::unexpected<std::string>("the round did not end, and no seat is to blame: it cannot count");
  }
  return check_kind(record.failure->kind);
}

/// The place of a name in the list, which it gets if it has none.
template <typename List, typename Has, typename Make>
std::size_t place_in(List& list, Has has, Make make) {
  const auto found = std::find_if(list.begin(), list.end(), has);
  if (found != list.end()) return static_cast<std::size_t>(found - list.begin());
  list.push_back(make());
  return list.size() - 1;
}

}  // namespace

RecordImport::RecordImport(std::string name, std::filesystem::path results) {
  config_.name = std::move(name);
  config_.origin.name_given = true;
  config_.results = std::move(results);
  config_.boards = 1;
  config_.seatings = Seatings::Single;
  config_.origin.imported = true;
}

tl::expected<void, std::string> RecordImport::survey(const ReadRecord& read) {
  if (auto sound = check_record(read); !sound) return sound;
  const Record& record = read.record;
  if (has_rules_ && record.rules != config_.rules) {
    return tl::unexpected<std::string>("the rules are others than those of the records before");
  }
  if (has_rules_ && record.seed != known_seed(config_)) {
    return tl::unexpected<std::string>(
        "the seed is another than that of the records before (or told by some alone): import each tournament by "
        "itself");
  }
  if (!has_rules_) {
    config_.rules = record.rules;
    config_.origin.seed_known = record.seed.has_value();
    if (record.seed) config_.seed = *record.seed;
    has_rules_ = true;
  }
  if (record.round > RoundNumber(0)) config_.format = BoardFormat::Games;
  const JobNumber number = record.job.value_or(JobNumber(surveyed_));
  ++surveyed_;
  if (!open_ || open_->number != number) {
    if (auto opened = open_job(record, number); !opened) return opened;
  }
  return add_to_job(record);
}

tl::expected<void, std::string> RecordImport::open_job(const Record& record, JobNumber number) {
  if (auto sound = check_open_job(); !sound) return sound;
  if (!jobs_.insert(number).second) return tl::unexpected("job " + to_string(number) + " stands in two places");
  open_ = OpenJob{number, teams_of(record), {}};
  if (open_->teams[0] == open_->teams[1]) return tl::unexpected<std::string>("the same bots play on both sides");
  note_players(open_->teams);
  for (const Seat seat : record.people) {
    const std::string& name = (*record.bots)[static_cast<std::size_t>(seat.number())];
    config_.bots[bot_of(name)].kind = BotKind::Person;
  }
  return {};
}

tl::expected<void, std::string> RecordImport::add_to_job(const Record& record) {
  if (teams_of(record) != open_->teams)
    return tl::unexpected<std::string>("the job has other players at another of its tables");
  std::vector<SeatingNumber>& seatings = open_->seatings;
  const SeatingNumber seating = seating_number(record);
  if (seatings.empty() || seatings.back() != seating) {
    if (std::find(seatings.begin(), seatings.end(), seating) != seatings.end()) {
      return tl::unexpected("seating " + to_string(seating) + " of the job stands in two places");
    }
    seatings.push_back(seating);
    open_->rounds = 0;
  }
  if (record.round && *record.round != RoundNumber(open_->rounds)) {
    return tl::unexpected("round " + std::to_string(open_->rounds) + " of this table should stand here");
  }
  ++open_->rounds;
  if (seatings.size() == 2 && config_.seatings == Seatings::Single) config_.seatings = Seatings::Swap;
  if (seatings.size() == 4) config_.seatings = Seatings::Rotate;
  return {};
}

tl::expected<void, std::string> RecordImport::check_open_job() const {
  if (!open_ || open_->seatings.size() != 3) return {};
  return tl::unexpected("job " + to_string(open_->number) + " has three seatings; a board has one, two or four");
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
  // Two that begin alike are the same if they are cut.
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

tl::expected<void, std::string> RecordImport::check() {
  if (jobs_.empty()) return tl::unexpected<std::string>("there are no records");
  if (auto sound = check_open_job(); !sound) return sound;
  name_pairs();
  return arena::check(config_, "").map_error([](const InputError& error) {
    return (error.key.empty() ? "" : error.key + ": ") + error.problem;
  });
}

std::optional<FinishedJob> RecordImport::add(const Record& record) {
  if (entrants_.empty()) entrants_ = entrants_of(config_);
  const JobNumber number = record.job.value_or(JobNumber(added_));
  ++added_;
  std::optional<FinishedJob> before;
  if (!board_ || job_.number != number) {
    if (board_) before = take_board();
    const std::array<Names, 2> teams = teams_of(record);
    job_ = {number, record.board.value_or(BoardNumber(number.value())), {entrant_of(teams[0]), entrant_of(teams[1])}};
    board_.emplace();
  }
  const SeatingNumber seating = seating_number(record);
  if (board_->tables.empty() || board_->tables.back().seating != seating) {
    TableOutcome& table = board_->tables.emplace_back();
    table.seating = seating;
    table.bots = seating_of({entrants_[static_cast<std::size_t>(job_.entrants[0])].bots,
                             entrants_[static_cast<std::size_t>(job_.entrants[1])].bots},
                            seating);
  }
  board_->tables.back().rounds.push_back(outcome_of(record));
  return before;
}

std::optional<FinishedJob> RecordImport::finish() {
  if (!board_) return std::nullopt;
  return take_board();
}

FinishedJob RecordImport::take_board() {
  FinishedJob finished = finish_job(config_, job_, std::move(*board_));
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

namespace {

/// What is said of a line that is no record.
std::string unreadable(const RecordError& error, const std::string& line) {
  if (line.find_first_not_of(" \t\r") == std::string::npos || line[line.find_first_not_of(" \t\r")] != '{') {
    return "this is no record in JSON; of a log (arena/record/TCH.md) tichu-arena import LOG -o FILE makes some";
  }
  return (error.place.empty() ? "" : error.place + ": ") + error.message;
}

/// Reads all records in their order, until `take` fails. The error is what it says, and where.
OrInputError<void> each_record(const std::vector<std::string>& files,
                               const std::function<tl::expected<void, std::string>(const ReadRecord&)>& take) {
  for (const std::string& path : files) {
    std::ifstream file(path, std::ios::binary);
    if (!file || std::filesystem::is_directory(path)) {
      throw std::system_error(errno, std::generic_category(), "cannot read " + path);
    }
    if (!std::filesystem::is_regular_file(path)) {
      return tl::unexpected(
          InputError{path, "", "is read twice, which only a file can be: write the records to one first"});
    }
    std::string line;
    for (std::size_t number = 1; std::getline(file, line); ++number) {
      const auto read = read_json_record(line);
      const tl::expected<void, std::string> taken = read ? take(*read) : tl::unexpected(unreadable(read.error(), line));
      if (!taken) return tl::unexpected(InputError{fmt::format("{}:{}", path, number), "", taken.error()});
    }
    if (file.bad()) throw std::system_error(errno, std::generic_category(), "cannot read " + path);
  }
  return {};
}

/// Adds jobs some at a time.
class Batches {
 public:
  explicit Batches(TournamentStore& store) : store_(store) {}

  void add(std::optional<FinishedJob> job) {
    if (!job) return;
    jobs_.push_back(std::move(*job));
    if (jobs_.size() == Most) flush();
  }
  void flush() {
    store_.add(jobs_);
    jobs_.clear();
  }

 private:
  static constexpr std::size_t Most = 1000;
  TournamentStore& store_;
  std::vector<FinishedJob> jobs_;
};

/// Stores what the records tell, in a second pass.
TournamentStore fill_folder(const std::filesystem::path& folder, const std::string& program,
                            const std::vector<std::string>& files, RecordImport& import) {
  return TournamentStore::create_whole(folder, import.config(), program, [&](TournamentStore& store) {
    Batches batches(store);
    const auto again = each_record(files, [&](const ReadRecord& read) -> tl::expected<void, std::string> {
      batches.add(import.add(read.record));
      return {};
    });
    if (!again) throw std::runtime_error("the records have changed meanwhile: " + again.error().text());
    batches.add(import.finish());
    batches.flush();
  });
}

}  // namespace

OrInputError<ImportedRecords> import_records(const std::vector<std::string>& files, const std::filesystem::path& folder,
                                             const std::string& program) {
  const std::filesystem::path place = std::filesystem::absolute(folder).lexically_normal();
  const std::string name = place.filename().string();
  if (!is_tournament_name(name)) {
    return tl::unexpected(InputError{"--tournament", "\"" + folder.string() + "\"", "cannot be a tournament's name"});
  }
  RecordImport import(name, place.parent_path());
  const auto surveyed = each_record(files, [&](const ReadRecord& read) { return import.survey(read); });
  if (!surveyed) return tl::unexpected(surveyed.error());
  if (const auto checked = import.check(); !checked) {
    return tl::unexpected(InputError{"import", "", checked.error()});
  }
  TournamentConfig config = import.config();
  auto made = make_tournament_folder(config);
  if (!made) {
    return tl::unexpected(
        InputError{folder.string(), "", "this folder holds something already; name another (--tournament)"});
  }
  const std::optional<TournamentLock> lock = TournamentLock::take(made.value().path());
  if (!lock) return tl::unexpected(InputError{folder.string(), "", "another arena is using this folder"});
  try {
    TournamentStore store = fill_folder(made.value().path(), program, files, import);
    made.value().keep();
    return ImportedRecords{std::move(store), import.rounds()};
  } catch (const std::length_error& error) {
    return tl::unexpected(InputError{"import", "", error.what()});
  }
}

}  // namespace tichu::arena
