#include "arena/workers/leader/unit_maker.h"

#include <fmt/format.h>

#include <algorithm>
#include <random>
#include <set>
#include <stdexcept>
#include <utility>

#include "arena/workers/broker/subjects.h"
#include "arena/workers/units/make_unit.h"
#include "arena/workers/units/reference_speed.h"
#include "arena/workers/units/unit_messages.h"

namespace tichu::arena {
namespace {

std::string pieces_of(const BotArtifact& artifact) {
  return std::to_string((artifact.bytes.size() + MostPartBytes - 1) / MostPartBytes);
}

}  // namespace

const UnitBot& UnitMaker::unit_bot(BotId id, const TournamentConfig& config) {
  const auto known = bots_.find(id);
  if (known != bots_.end()) return known->second;
  auto packed = pack_bot(id, config.bots.at(static_cast<std::size_t>(id)), bundled_);
  if (!packed) throw std::runtime_error(packed.error().text());
  new_.push_back(std::move(packed->artifact));
  return bots_.emplace(id, std::move(packed->bot)).first->second;
}

void UnitMaker::put(const BotArtifact& artifact) {
  if (broker_.latest(BrokerStream::Bots, subject_of_bot(artifact.sha256))) return;
  // Ids of their own, for the broker may have had and lost them.
  const std::string id = fmt::format("{}.{}", artifact.sha256, std::random_device{}());
  const std::string_view bytes = artifact.bytes;
  std::size_t piece = 0;
  for (std::size_t begin = 0; begin < bytes.size(); begin += MostPartBytes, ++piece) {
    std::string marked(1, PieceMark);
    marked += bytes.substr(begin, MostPartBytes);
    broker_.put(subject_of_piece(artifact.sha256, piece), marked, fmt::format("{}.{}", id, piece));
  }
  broker_.put(subject_of_bot(artifact.sha256), pieces_of(artifact), id);
}

void UnitMaker::put_new() {
  for (; !new_.empty(); new_.pop_back()) put(new_.back());
}

std::vector<std::string> UnitMaker::put_again(const Roster& roster, const std::set<BotId>& bots) {
  put_new();
  std::vector<std::string> changed;
  for (const auto& [id, bot] : bots_) {
    if (!bots.empty() && !bots.contains(id)) continue;
    if (broker_.latest(BrokerStream::Bots, subject_of_bot(bot.artifact))) continue;
    const auto packed = pack_bot(id, roster.config.bots.at(static_cast<std::size_t>(id)), bundled_);
    if (packed) put(packed->artifact);
    if (!packed || packed->bot.artifact != bot.artifact) {
      changed.push_back(fmt::format(
          "the files of bot \"{}\" are not what they were, and workers cannot get them any more", bot.name));
    }
  }
  return changed;
}

Unit UnitMaker::made(const OpenUnit& open, const Roster& roster, const std::function<bool(BotId bot)>& is_timed) {
  std::vector<Job> jobs;
  std::set<BotId> bots;
  std::size_t deals = UsualDeals;
  for (const WaitingJob& waiting : open.jobs) {
    jobs.push_back(waiting.job);
    deals = std::max(deals, waiting.deals);
    for (const EntrantId entrant : waiting.job.entrants) {
      for (const BotId bot : roster.entrants.at(static_cast<std::size_t>(entrant)).bots.bots) bots.insert(bot);
    }
  }
  std::vector<UnitBot> unit_bots;
  unit_bots.reserve(bots.size());
  for (const BotId bot : bots) unit_bots.push_back(unit_bot(bot, roster.config));
  Unit unit = make_unit(open.booked.id, roster.config, roster.entrants, jobs, open.booked.given_up, unit_bots, deals);
  if (std::any_of(bots.begin(), bots.end(), is_timed)) unit.least_speed = LeastSpeed * own_speed();
  return unit;
}

double UnitMaker::own_speed() {
  if (own_speed_ <= 0) own_speed_ = reference_speed();
  return own_speed_;
}

}  // namespace tichu::arena
