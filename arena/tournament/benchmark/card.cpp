#include "arena/tournament/benchmark/card.h"

#include <algorithm>
#include <cmath>

#include "arena/statistics/rating/normal_distribution.h"

namespace tichu::arena {
namespace {

CardValues all_of(const MeasuredBoards& measured) {
  return values_of(measured, [](const MeasuredBoard&) { return true; });
}

std::optional<double> joint_error(std::optional<double> one, double other) {
  return one ? std::optional(std::hypot(*one, other)) : std::nullopt;
}

CardValue less(double best, double best_error, const CardValue& value) {
  return {best - value.points, joint_error(value.error95, best_error)};
}

CardValues less(double best, double best_error, const CardValues& values) {
  return {less(best, best_error, values.with_faults), less(best, best_error, values.without_faults)};
}

std::optional<CardPlace> place_of(const CardValue& value, const std::vector<KnownValue>& pool) {
  if (pool.empty() || !value.error95) return std::nullopt;
  CardPlace place;
  place.of = pool.size() + 1;
  place.lowest = place.of;
  for (const KnownValue& bot : pool) {
    const double ahead = value.points - bot.points;
    const double error = std::hypot(*value.error95, bot.error95);
    if (ahead < 0) place.place += 1;
    if (ahead < -error) place.highest += 1;
    if (ahead > error) place.lowest -= 1;
  }
  return place;
}

StrengthTrack strength_track(const TournamentConfig& config, MeasuredBoards measured, const BenchmarkSuite& suite) {
  StrengthTrack track;
  track.boards = config.boards;
  track.points = all_of(measured);
  for (std::size_t i = 0; i + 1 < config.bots.size(); ++i) {
    track.against.push_back({config.bots[i].name, values_against(measured, i)});
  }
  track.place = place_of(track.points.without_faults, suite.pool);
  track.measured = std::move(measured);
  return track;
}

/// What a partner's row is judged by: what is lost if that is known.
double loss_of(const PartnersTrack::Partner& partner) {
  return partner.lost ? partner.lost->without_faults.points : -partner.points.without_faults.points;
}

double spread_of(const std::vector<PartnersTrack::Partner>& partners) {
  const auto count = static_cast<double>(partners.size());
  if (partners.size() < 2) return 0;
  double sum = 0;
  double luck = 0;
  for (const PartnersTrack::Partner& partner : partners) {
    const CardValue& value = partner.lost ? partner.lost->without_faults : partner.points.without_faults;
    const double error = value.error95.value_or(0) / Normal95;
    sum += loss_of(partner);
    luck += error * error;
  }
  double squares = 0;
  for (const PartnersTrack::Partner& partner : partners) {
    squares += (loss_of(partner) - sum / count) * (loss_of(partner) - sum / count);
  }
  return std::sqrt(std::max(0.0, squares / (count - 1) - luck / count));
}

/// The mean of what is lost; nullopt if a partner's best is not known.
std::optional<CardValues> mean_lost(const PartnersTrack& track) {
  double best = 0;
  double squares = 0;
  for (const PartnersTrack::Partner& partner : track.with) {
    if (!partner.best) return std::nullopt;
    best += partner.best->points;
    squares += partner.best->error95 * partner.best->error95;
  }
  const auto count = static_cast<double>(track.with.size());
  return less(best / count, std::sqrt(squares) / count, track.points);
}

PartnersTrack partners_track(const TournamentConfig& config, MeasuredBoards measured, const BenchmarkSuite& suite) {
  PartnersTrack track;
  track.boards = config.boards;
  track.points = all_of(measured);
  const std::size_t bots = config.bots.size();
  for (std::size_t i = 0; i < config.pairs.size(); ++i) {
    const auto is_of_pair = [&](const MeasuredBoard& board) {
      return board.entrant == static_cast<EntrantId>(bots + i);
    };
    PartnersTrack::Partner partner{config.bots[config.pairs[i].bots[1]].name, values_of(measured, is_of_pair), {}, {}};
    const auto best = std::find_if(suite.beside.begin(), suite.beside.end(),
                                   [&](const KnownValue& one) { return one.name == partner.name; });
    if (best != suite.beside.end()) {
      partner.best = *best;
      partner.lost = less(best->points, best->error95, partner.points);
    }
    track.with.push_back(std::move(partner));
  }
  track.lost = mean_lost(track);
  track.spread = spread_of(track.with);
  track.measured = std::move(measured);
  return track;
}

}  // namespace

const PartnersTrack::Partner& PartnersTrack::worst() const {
  return *std::max_element(with.begin(), with.end(),
                           [](const Partner& a, const Partner& b) { return loss_of(a) < loss_of(b); });
}

BenchmarkCard make_card(const BenchmarkSuite& suite, std::uint64_t part, const std::string& pool_sha256,
                        const TournamentConfig& strength, MeasuredBoards strength_boards,
                        const TournamentConfig& partners, MeasuredBoards partners_boards) {
  BenchmarkCard card;
  card.bot = strength.bots.back().name;
  card.options = strength.bots.back().options;
  card.suite = suite.version;
  card.suite_sha256 = suite.sha256;
  card.baselines_sha256 = suite.baselines_sha256;
  card.robustness_sha256 = suite.robustness_sha256;
  card.pool_sha256 = pool_sha256;
  card.part = part;
  card.evaluation = strength.seed != suite.strength.seed;
  card.boards_sha256 = boards_sha256(strength.seed, strength.boards);
  card.strength = strength_track(strength, std::move(strength_boards), suite);
  card.partners = partners_track(partners, std::move(partners_boards), suite);
  return card;
}

}  // namespace tichu::arena
