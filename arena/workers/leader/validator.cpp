#include "arena/workers/leader/validator.h"

#include <algorithm>
#include <set>

#include "arena/text/digest.h"

namespace tichu::arena {

double recheck_share(std::uint64_t units, std::uint64_t valid_in_a_row) {
  constexpr double LeastShare = 0.01;
  if (units < FirstUnits) return 1;
  return std::max(LeastShare, 1 / static_cast<double>(std::max<std::uint64_t>(1, valid_in_a_row)));
}

double recheck_draw(const std::string& secret, UnitNumber unit) {
  constexpr double Steps = 9007199254740992.0;  // 2^53: what a double tells apart
  return static_cast<double>(hashed_number(secret + " " + std::to_string(unit.value())) >> 11) / Steps;
}

Validator::Validator(UnitStore& book)
    : book_(book), workers_(book.workers()), differences_(book.differences_of_bots()) {
  for (const auto& [name, worker] : workers_) {
    units_ += worker.units;
    if (!worker.stopped.empty()) stopped_.emplace(name, worker.stopped);
  }
}

Validator::Second Validator::take_stored(UnitNumber unit, const std::string& worker, bool is_comparable) {
  BookedWorker& player = workers_[worker];
  const double share = recheck_share(player.units, player.valid_in_a_row);
  const bool is_first = player.units == 0;
  ++player.units;
  ++units_;
  book_.set_worker(worker, player);
  if (!is_comparable || recheck_draw(book_.secret(), unit) >= share) return Second::None;
  book_.set_recheck(unit, RecheckState::Open);
  return is_first ? Second::Leader : Second::Worker;
}

void Validator::add_valid(const std::string& worker) {
  BookedWorker& player = workers_[worker];
  ++player.valid_in_a_row;
  book_.set_worker(worker, player);
}

void Validator::take_valid(UnitNumber unit, const std::string& worker, const std::string& checked_by) {
  book_.together([&] {
    book_.set_recheck(unit, RecheckState::Valid, checked_by);
    add_valid(worker);
    if (!checked_by.empty()) add_valid(checked_by);
  });
}

void Validator::close(UnitNumber unit) { book_.set_recheck(unit, RecheckState::None); }

void Validator::invalidate(const std::vector<UnitNumber>& units, const std::string& worker, const std::string& reason) {
  std::set<JobNumber> jobs;
  for (const UnitNumber unit : units) {
    const BookedUnit booked = book_.unit(unit);
    jobs.insert(booked.jobs.begin(), booked.jobs.end());
    book_.set_recheck(unit, RecheckState::Invalid);
  }
  if (!jobs.empty()) book_.add(Invalidation{worker, reason, {jobs.begin(), jobs.end()}});
}

void Validator::invalidate(UnitNumber unit, const std::string& worker, const std::string& reason) {
  book_.together([&] { invalidate(std::vector<UnitNumber>{unit}, worker, reason); });
}

void Validator::stop(const std::string& worker, const std::string& reason) {
  if (is_stopped(worker)) return;
  BookedWorker& player = workers_[worker];
  player.valid_in_a_row = 0;
  player.stopped = reason;
  stopped_.emplace(worker, reason);
  book_.together([&] {
    book_.set_worker(worker, player);
    invalidate(book_.unconfirmed(worker), worker, reason);
  });
}

void Validator::add_difference(BotId bot) {
  int& differences = differences_[bot];
  differences = std::min(differences + 1, DifferencesOfBot);
  book_.set_differences(bot, differences);
}

void Validator::set_nondeterministic(BotId bot) {
  differences_[bot] = DifferencesOfBot;
  book_.set_differences(bot, DifferencesOfBot);
}

bool Validator::is_nondeterministic(BotId bot) const {
  const auto found = differences_.find(bot);
  return found != differences_.end() && found->second >= DifferencesOfBot;
}

}  // namespace tichu::arena
