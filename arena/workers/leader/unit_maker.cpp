#include "arena/workers/leader/unit_maker.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <stdexcept>
#include <utility>

#include "arena/workers/units/make_unit.h"
#include "arena/workers/units/reference_speed.h"
#include "arena/workers/units/unit_messages.h"

namespace tichu::arena {
namespace {

/// As many bytes of files are kept as the largest bot may have.
constexpr std::uint64_t MostBytesKept = MostArtifactBytes;

}  // namespace

const UnitBot& UnitMaker::unit_bot(BotId id, const TournamentConfig& config) {
  const auto known = bots_.find(id);
  if (known != bots_.end()) return known->second;
  auto packed = pack_bot(id, config.bots.at(static_cast<std::size_t>(id)), bundled_);
  if (!packed) throw std::runtime_error(packed.error().text());
  keep(std::move(packed->artifact));
  return bots_.emplace(id, std::move(packed->bot)).first->second;
}

const std::string& UnitMaker::keep(BotArtifact artifact) {
  artifacts_.push_front(std::move(artifact));
  std::uint64_t bytes = 0;
  for (auto kept = artifacts_.begin(); kept != artifacts_.end();) {
    bytes += kept->bytes.size();
    const bool is_one_too_many = bytes > MostBytesKept && kept != artifacts_.begin();
    kept = is_one_too_many ? artifacts_.erase(kept) : std::next(kept);
  }
  return artifacts_.front().bytes;
}

tl::expected<FilesPiece, std::string> UnitMaker::piece(const FilesRequest& request, const Roster& roster) {
  const auto kept = std::find_if(artifacts_.begin(), artifacts_.end(),
                                 [&](const BotArtifact& one) { return one.sha256 == request.artifact; });
  if (kept != artifacts_.end()) {
    artifacts_.splice(artifacts_.begin(), artifacts_, kept);
  } else {
    const auto bot = std::find_if(bots_.begin(), bots_.end(),
                                  [&](const auto& one) { return one.second.artifact == request.artifact; });
    if (bot == bots_.end()) return tl::unexpected("no bot has the files " + request.artifact);
    auto packed = pack_bot(bot->first, roster.config.bots.at(static_cast<std::size_t>(bot->first)), bundled_);
    if (!packed || packed->artifact.sha256 != request.artifact) {
      return tl::unexpected(fmt::format(
          "the files of bot \"{}\" are not what they were, and workers cannot get them any more", bot->second.name));
    }
    keep(std::move(packed->artifact));
  }
  const std::string_view bytes = artifacts_.front().bytes;
  const std::size_t pieces = std::max<std::size_t>(1, (bytes.size() + MostFilesPiece - 1) / MostFilesPiece);
  if (request.piece >= pieces) return tl::unexpected("no such piece of the files " + request.artifact);
  return FilesPiece{request.artifact, request.piece, static_cast<std::uint32_t>(pieces),
                    std::string(bytes.substr(request.piece * MostFilesPiece, MostFilesPiece))};
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
  unit.keeps_from_guests = std::any_of(bots.begin(), bots.end(), [&](BotId bot) {
    return !roster.config.bots.at(static_cast<std::size_t>(bot)).guest_workers;
  });
  return unit;
}

double UnitMaker::own_speed() {
  if (own_speed_ <= 0) own_speed_ = reference_speed();
  return own_speed_;
}

}  // namespace tichu::arena
