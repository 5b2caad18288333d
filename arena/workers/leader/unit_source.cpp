#include "arena/workers/leader/unit_source.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <stdexcept>
#include <utility>
#include <variant>

#include "arena/workers/units/make_unit.h"
#include "arena/workers/units/reference_speed.h"

namespace tichu::arena {
namespace {

/// What a unit shall take.
constexpr double UnitSeconds = 1;
constexpr double FirstUnitSeconds = 0.25;
/// Of whatever size they are: `UnitDispatch` looks at what the broker takes.
constexpr std::size_t MostJobs = 512;
/// Before anything is measured.
constexpr std::size_t FirstJobs = 8;
/// A unit of so many games with the deals of the longest stays below a megabyte.
constexpr std::size_t MostLongGames = 8;
/// Failures of machines after which the jobs of a unit go out one by one.
constexpr int FailuresOfUnit = 2;
/// As many bytes of files are kept as the largest bot may have.
constexpr std::uint64_t MostBytesKept = MostArtifactBytes;

void sort(std::vector<WaitingJob>& jobs) {
  std::sort(jobs.begin(), jobs.end(),
            [](const WaitingJob& a, const WaitingJob& b) { return a.job.number < b.job.number; });
}

}  // namespace

UnitSource::UnitSource(const ExecutorContext& needs, Leader& leader, const Recheck& recheck,
                       std::filesystem::path bundled)
    : baseline_(needs.baseline),
      boards_left_(needs.boards_left),
      leader_(leader),
      recheck_(recheck),
      most_jobs_(MostJobs),
      bundled_(std::move(bundled)) {}

void UnitSource::take_booked(BookedUnit booked, Time now) {
  for (const JobNumber job : booked.jobs) booked_.emplace(job, booked.id.number);
  // Its worker still has the result of a unit that was checked and not stored.
  if (booked.state == UnitState::Checked) booked.state = UnitState::Out;
  OpenUnit open{std::move(booked)};
  open.given = now;
  leader_.units.add(std::move(open));
}

std::vector<PlayedBoard> UnitSource::take_played() { return std::exchange(played_, {}); }

std::size_t UnitSource::jobs_of_unit() const {
  if (board_seconds_ <= 0) return FirstJobs;
  // All of the first units are played again.
  const bool are_first = recheck_.validator().units() < FirstUnits * leader_.registry.workers();
  const double seconds = are_first ? FirstUnitSeconds : UnitSeconds;
  auto jobs = static_cast<std::size_t>(std::clamp(seconds / board_seconds_, 1.0, static_cast<double>(MostJobs)));
  if (boards_left_) {
    // The last are small, so that all workers end together.
    const std::uint64_t share = *boards_left_ / (UnitsOfCore * std::max<std::size_t>(leader_.registry.cores(), 1));
    jobs = std::min<std::size_t>(jobs, std::max<std::uint64_t>(share, 1));
  }
  // Where only so many are given out before results are in, all cores are to have some of them.
  if (most_under_way_ > 0)
    jobs = std::min(jobs, std::max<std::size_t>(most_under_way_ / units_wanted(leader_.registry.cores()), 1));
  return jobs;
}

void UnitSource::fill(Time now) {
  const std::size_t wanted = units_wanted(leader_.registry.cores());
  // Of those that wait for a faster worker, or for one that is no guest, as many are not counted: others are to have
  // work meanwhile.
  std::array<double, 2> best_speeds{-1, -1};  // of all workers; of those that are no guests
  for (const auto& [name, known] : leader_.registry.all()) {
    if (!leader_.registry.plays(known)) continue;
    best_speeds[0] = std::max(best_speeds[0], known.hello.speed());
    if (!is_guest(name)) best_speeds[1] = std::max(best_speeds[1], known.hello.speed());
  }
  std::size_t complete = 0;
  std::size_t later = 0;
  for (const auto& [number, open] : leader_.units.all()) {
    // Rechecks may wait for one certain worker: they keep nothing from the others.
    if (open.state() == UnitState::Checked || open.rechecked) continue;
    complete += open.is_complete() ? 1 : 0;
    const bool is_made = open.state() == UnitState::Ready && open.unit;
    later += is_made && open.unit->least_speed() > best_speeds[open.keeps_from_guests ? 1 : 0] ? 1 : 0;
  }
  complete -= std::min(later, wanted);
  // Workers wait with what they have of an earlier run until it is asked for, however much comes before it.
  const auto has_enough = [&] { return complete >= (booked_.empty() ? wanted : MostOpenUnits); };
  if (has_enough() || leader_.feed.is_stopped()) return;
  leader_.book.together([&] {
    for (; !has_enough() && !leader_.feed.is_stopped(); ++complete) {
      std::vector<WaitingJob> jobs = take_jobs(jobs_of_unit(), now);
      nothing_given_ = jobs.empty();
      if (jobs.empty()) return;
      open(std::move(jobs), now);
    }
  });
}

/// The next jobs for a unit: those that were given out before first. All look at the clock, or none does: the boards of
/// a unit are compared with another's play, or none of them is.
std::vector<WaitingJob> UnitSource::take_jobs(std::size_t most, Time now) {
  most = std::min(most, most_jobs_);
  std::vector<WaitingJob> jobs = take_waiting(most, now);
  const std::shared_ptr<const Roster> roster = leader_.roster();
  const auto may_have_more = [&] {
    return jobs.empty() ||
           (jobs.size() < most && jobs.front().deals == UsualDeals && jobs.front().failures < FailuresOfUnit);
  };
  for (std::size_t put_by = 0; may_have_more() && put_by < MostJobs;) {
    const std::variant<Job, NoJob> next = leader_.feed.try_next();
    const Job* job = std::get_if<Job>(&next);
    if (job == nullptr) {
      all_given_ = std::get<NoJob>(next) == NoJob::Done;
      if (!all_given_) most_under_way_ = std::max(most_under_way_, under_way_);
      if (jobs.empty()) give_up_booked();
      break;
    }
    if (boards_left_ && *boards_left_ > 0) --*boards_left_;
    ++under_way_;
    if (take_elsewhere(*job)) continue;
    if (jobs.empty() || is_timed(*job, *roster) == is_timed(jobs.front().job, *roster)) {
      jobs.push_back({*job});
    } else {
      waiting_.push_back({*job});
      ++put_by;
    }
  }
  sort(jobs);
  return jobs;
}

/// Those for one unit that were given out before, or put by.
std::vector<WaitingJob> UnitSource::take_waiting(std::size_t most, Time now) {
  std::vector<WaitingJob> jobs;
  const std::shared_ptr<const Roster> roster = leader_.roster();
  for (auto waiting = waiting_.begin(); waiting != waiting_.end() && jobs.size() < most;) {
    const bool is_other_kind = !jobs.empty() && is_timed(waiting->job, *roster) != is_timed(jobs.front().job, *roster);
    if (waiting->not_before > now || is_other_kind) {
      ++waiting;
      continue;
    }
    const bool alone = waiting->failures >= FailuresOfUnit;
    if (waiting->deals > UsualDeals) most = std::min(most, MostLongGames);
    const bool fits = jobs.empty() || (!alone && jobs.back().deals == waiting->deals);
    if (!fits) break;
    jobs.push_back(*waiting);
    waiting = waiting_.erase(waiting);
    if (alone) break;
  }
  return jobs;
}

/// Whether one of a board's bots looks at the clock, or may.
bool UnitSource::is_timed(const Job& job, const Roster& roster) const {
  return std::any_of(job.entrants.begin(), job.entrants.end(), [&](EntrantId entrant) {
    const auto& bots = roster.entrants.at(static_cast<std::size_t>(entrant)).bots.bots;
    return std::any_of(bots.begin(), bots.end(), [&](BotId bot) { return recheck_.is_timed(bot, roster.config); });
  });
}

/// Whether a job is in a unit of an earlier run, or was played in the baseline.
bool UnitSource::take_elsewhere(const Job& job) {
  if (const auto booked = booked_.find(job.number); booked != booked_.end()) {
    OpenUnit& open = leader_.units.all().at(booked->second);
    booked_.erase(booked);
    open.jobs.push_back({job});
    if (open.is_complete()) sort(open.jobs);
    return true;
  }
  if (baseline_ == nullptr || !leader_.feed.given_up(job).empty()) return false;
  auto played = baseline_->find(job);
  if (!played) return false;
  played_.push_back({std::move(*played), {}});
  return true;
}

/// Jobs of units of an earlier run are given out anew if not all of the unit are asked for.
void UnitSource::give_up_booked() {
  for (auto next = leader_.units.all().begin(); next != leader_.units.all().end();) {
    const auto open = next++;
    if (open->second.is_complete()) continue;
    for (const WaitingJob& job : open->second.jobs) waiting_.push_back(job);
    for (const JobNumber job : open->second.booked.jobs) booked_.erase(job);
    leader_.units.close(open->first, UnitState::Dropped);
  }
}

void UnitSource::open(std::vector<WaitingJob> jobs, Time now) {
  std::vector<JobNumber> numbers;
  std::vector<std::vector<BotId>> guesses;
  OpenUnit open;
  for (const WaitingJob& waiting : jobs) {
    numbers.push_back(waiting.job.number);
    guesses.push_back(leader_.feed.given_up(waiting.job));
    open.had.insert(waiting.failed_on.begin(), waiting.failed_on.end());
    for (const auto& [worker, seen] : waiting.faults_seen) open.had.insert(worker);
  }
  open.booked = leader_.book.add(std::move(numbers), std::move(guesses));
  open.jobs = std::move(jobs);
  open.given = now;
  leader_.units.add(std::move(open));
}

void UnitSource::make(OpenUnit& open) {
  open.roster = leader_.roster();
  if (open.roster != roster_) config_ = unit_config(open.roster->config);
  roster_ = open.roster;
  std::set<BotId> bots;
  std::size_t deals = UsualDeals;
  for (const WaitingJob& waiting : open.jobs) {
    deals = std::max(deals, waiting.deals);
    for (const EntrantId entrant : waiting.job.entrants) {
      const auto& partners = roster_->entrants.at(static_cast<std::size_t>(entrant)).bots.bots;
      bots.insert(partners.begin(), partners.end());
    }
  }
  std::vector<units::Bot> unit_bots;
  for (const BotId bot : bots) unit_bots.push_back(unit_bot(bot, roster_->config));
  const std::vector<Job> jobs = open.plain_jobs();
  open.unit = make_unit(open.booked.id, {*roster_, jobs, open.booked.given_up}, config_, unit_bots, deals);
  if (std::any_of(bots.begin(), bots.end(), [&](BotId bot) { return recheck_.is_timed(bot, roster_->config); })) {
    if (own_speed_ <= 0) own_speed_ = reference_speed();
    open.unit->set_least_speed(LeastSpeed * own_speed_);
  }
  open.keeps_from_guests = std::any_of(bots.begin(), bots.end(), [&](BotId bot) {
    return !roster_->config.bots.at(static_cast<std::size_t>(bot)).guest_workers;
  });
}

const units::Bot& UnitSource::unit_bot(BotId id, const TournamentConfig& config) {
  const auto known = bots_.find(id);
  if (known != bots_.end()) return known->second;
  auto packed = pack_bot(id, config.bots.at(static_cast<std::size_t>(id)), bundled_);
  if (!packed) throw std::runtime_error(packed.error().text());
  keep(std::move(packed->artifact));
  return bots_.emplace(id, std::move(packed->bot)).first->second;
}

void UnitSource::keep(BotArtifact artifact) {
  artifacts_.push_front(std::move(artifact));
  std::uint64_t bytes = 0;
  for (auto kept = artifacts_.begin(); kept != artifacts_.end();) {
    bytes += kept->bytes.size();
    const bool is_one_too_many = bytes > MostBytesKept && kept != artifacts_.begin();
    kept = is_one_too_many ? artifacts_.erase(kept) : std::next(kept);
  }
}

tl::expected<units::FilesPiece, std::string> UnitSource::piece(const units::FilesRequest& request) {
  const std::string& sha256 = request.artifact();
  const auto kept = std::ranges::find(artifacts_, sha256, &BotArtifact::sha256);
  if (kept != artifacts_.end()) {
    artifacts_.splice(artifacts_.begin(), artifacts_, kept);
  } else {
    const auto bot = std::ranges::find_if(bots_, [&](const auto& one) { return one.second.artifact() == sha256; });
    if (bot == bots_.end()) return tl::unexpected("no bot has the files " + sha256);
    const BotSpec spec = leader_.roster()->config.bots.at(static_cast<std::size_t>(bot->first));
    auto packed = pack_bot(bot->first, spec, bundled_);
    if (!packed || packed->artifact.sha256 != sha256) {
      return tl::unexpected(fmt::format(
          "the files of bot \"{}\" are not what they were, and workers cannot get them any more", spec.name));
    }
    keep(std::move(packed->artifact));
  }
  const std::string_view bytes = artifacts_.front().bytes;
  const std::size_t pieces = (bytes.size() + MostPieceBytes - 1) / MostPieceBytes;
  if (request.piece() >= pieces) return tl::unexpected("no such piece of the files " + sha256);
  units::FilesPiece piece;
  piece.set_artifact(sha256);
  piece.set_piece(request.piece());
  piece.set_pieces(static_cast<std::uint32_t>(pieces));
  piece.set_bytes(std::string(bytes.substr(request.piece() * MostPieceBytes, MostPieceBytes)));
  return piece;
}

void UnitSource::learn(double seconds) {
  constexpr double Weight = 0.2;
  seconds = std::max(seconds, 1e-6);
  board_seconds_ =
      board_seconds_ <= 0 ? seconds : std::exp((1 - Weight) * std::log(board_seconds_) + Weight * std::log(seconds));
}

}  // namespace tichu::arena
