#include "arena/workers/leader/unit_maker.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <stdexcept>
#include <utility>

#include "arena/workers/units/make_unit.h"
#include "arena/workers/units/reference_speed.h"

namespace tichu::arena {
namespace {

/// As many bytes of files are kept as the largest bot may have.
constexpr std::uint64_t MostBytesKept = MostArtifactBytes;

}  // namespace

const units::Bot& UnitMaker::unit_bot(BotId id, const TournamentConfig& config) {
  const auto known = bots_.find(id);
  if (known != bots_.end()) return known->second;
  auto packed = pack_bot(id, config.bots.at(static_cast<std::size_t>(id)), bundled_);
  if (!packed) throw std::runtime_error(packed.error().text());
  keep(std::move(packed->artifact));
  return bots_.emplace(id, std::move(packed->bot)).first->second;
}

void UnitMaker::keep(BotArtifact artifact) {
  artifacts_.push_front(std::move(artifact));
  std::uint64_t bytes = 0;
  for (auto kept = artifacts_.begin(); kept != artifacts_.end();) {
    bytes += kept->bytes.size();
    const bool is_one_too_many = bytes > MostBytesKept && kept != artifacts_.begin();
    kept = is_one_too_many ? artifacts_.erase(kept) : std::next(kept);
  }
}

tl::expected<units::FilesPiece, std::string> UnitMaker::piece(const units::FilesRequest& request,
                                                              const Roster& roster) {
  const std::string& sha256 = request.artifact();
  const auto kept = std::ranges::find(artifacts_, sha256, &BotArtifact::sha256);
  if (kept != artifacts_.end()) {
    artifacts_.splice(artifacts_.begin(), artifacts_, kept);
  } else {
    const auto bot = std::ranges::find_if(bots_, [&](const auto& one) { return one.second.artifact() == sha256; });
    if (bot == bots_.end()) return tl::unexpected("no bot has the files " + sha256);
    const BotSpec& spec = roster.config.bots.at(static_cast<std::size_t>(bot->first));
    auto packed = pack_bot(bot->first, spec, bundled_);
    if (!packed || packed->artifact.sha256 != sha256) {
      return tl::unexpected(
          fmt::format("the files of bot \"{}\" are not what they were, and workers cannot get them any more", spec.name));
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

void UnitMaker::make(OpenUnit& open, std::shared_ptr<const Roster> roster,
                     const std::function<bool(BotId bot)>& is_timed) {
  if (roster != roster_) config_ = unit_config(roster->config);
  roster_ = open.roster = std::move(roster);
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
  if (std::any_of(bots.begin(), bots.end(), is_timed)) open.unit->set_least_speed(LeastSpeed * own_speed());
  open.keeps_from_guests = std::any_of(bots.begin(), bots.end(), [&](BotId bot) {
    return !roster_->config.bots.at(static_cast<std::size_t>(bot)).guest_workers;
  });
}

double UnitMaker::own_speed() {
  if (own_speed_ <= 0) own_speed_ = reference_speed();
  return own_speed_;
}

}  // namespace tichu::arena
