#include "arena/tournament/schedule/matchmaker.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <iterator>

#include "engine/random.h"

namespace tichu::arena {
namespace {

/// Bots differ by a few hundred points per round at most; a swapped board's margin deviates by about a hundred.
constexpr double FirstVariance = 100.0 * 100.0;
/// So many ranks ahead and behind may be confused with an entrant's own.
constexpr std::size_t Reach = 8;
/// The more entrants, the longer the chains of neighbours along which errors add up.
constexpr std::uint64_t SpreadEvery = 4;
constexpr std::uint64_t SpreadEveryOfMany = 2;
constexpr std::size_t Many = 50;
constexpr std::uint64_t NewcomersBoards = 64;
constexpr double NewcomersShare = 0.2;
/// On average an entrant waits for half as many meetings as there are entrants.
constexpr std::uint64_t LongestWait = 4;
/// Quicker boards count as these: to prefer them would only be to prefer the cheap.
constexpr double QuickSeconds = 1.0 / 16;
constexpr double SecondsOfMeeting = 2;
constexpr double MostShare = 0.15;
/// With so few the share that a pair may have depends on their number.
constexpr std::size_t Few = 16;
/// Of a pair's own effect over that of a board, between equals, and the difference of strengths, in deviations of a
/// board, at which it has doubled (RATINGS.md, "The model").
constexpr double EffectShare = 0.08 * 0.08;
constexpr double EffectGrowth = 0.6;

/// The root of a sum of squares, from the roots: within 4 %.
inline double root_of_sum(double a, double b) { return 0.96 * std::max(a, b) + 0.398 * std::min(a, b); }

/// exp(-d² / 2v) is nearly (1 + d² / 64v)^-32.
inline double order_weight(double difference, double variance, double deviation) {
  const double base = (64 * variance + difference * difference) / (64 * variance);
  const double squared = base * base;
  const double to_4 = squared * squared;
  const double to_8 = to_4 * to_4;
  const double to_16 = to_8 * to_8;
  return 1 / (to_16 * to_16 * deviation);
}

/// Where the entry of `opponent` is, or would be.
template <typename List>
auto place_of(List& met, Matchmaker::Index opponent) {
  return std::lower_bound(met.begin(), met.end(), opponent,
                          [](const auto& one, Matchmaker::Index index) { return one.opponent < index; });
}

bool contains(const std::vector<Matchmaker::Index>& list, Matchmaker::Index element) {
  return std::find(list.begin(), list.end(), element) != list.end();
}

}  // namespace

/// The ranks around one, in arrays: what is missing at the ends is infinitely far from everybody.
struct Matchmaker::Window {
  static constexpr std::size_t Middle = 3 * Reach;
  static constexpr std::size_t Size = 64;
  /// Weights are known of these and the next Reach after each.
  static constexpr std::size_t First = Reach;
  static constexpr std::size_t Count = 4 * Reach;
  static constexpr Index Nobody = UINT32_MAX;
  static constexpr double FarAway = 1e9;

  void clear() {
    entrant.fill(Nobody);
    strength.fill(FarAway);
    variance.fill(1);
    deviation.fill(1);
    cost.fill(1);
    risk.fill(0);
  }

  void weigh() {
    for (std::size_t d = 1; d <= Reach; ++d) {
      for (std::size_t k = First; k < First + Count; ++k) {
        const double v = variance[k] + variance[k + d];
        weight[d][k] = order_weight(strength[k] - strength[k + d], v, root_of_sum(deviation[k], deviation[k + d]));
      }
    }
  }
  double sum_of_weights(std::size_t k) const {
    double sum = 0;
    for (std::size_t d = 1; d <= Reach; ++d) sum += weight[d][k] + weight[d][k - d];
    return sum;
  }
  /// How much a meeting of k and the one d behind it is worth.
  double worth(std::size_t k, std::size_t d, double meeting_variance) const {
    const auto weighed = [this](std::size_t at) { return risk[at] * variance[at] * variance[at]; };
    const double gain = weighed(k) + weighed(k + d) + 2 * weight[d][k] * variance[k] * variance[k + d];
    const double of_meeting = variance[k] + variance[k + d] + meeting_variance;
    return gain / (of_meeting * root_of_sum(cost[k], cost[k + d]));
  }

  std::array<Index, Size> entrant{};
  std::array<double, Size> strength{};
  std::array<double, Size> variance{};
  std::array<double, Size> deviation{};
  std::array<double, Size> cost{};
  std::array<double, Size> risk{};
  std::array<std::array<double, Size>, Reach + 1> weight{};  ///< of k and the one d behind it, [d][k]
};

Matchmaker::Matchmaker(std::uint64_t boards, std::size_t usual_entrants)
    : boards_(boards),
      usual_entrants_(usual_entrants),
      variance_(FirstVariance),
      active_of_owner_(1),
      window_(std::make_unique<Window>()) {
  owners_[""] = 0;
}

Matchmaker::~Matchmaker() = default;

Matchmaker::Index Matchmaker::add(double strength, double prior_variance, const std::string& owner, double seconds) {
  const auto index = static_cast<Index>(entrants_.size());
  const auto [place, is_new] = owners_.try_emplace(owner, active_of_owner_.size());
  if (is_new) active_of_owner_.push_back(0);
  Entrant entrant;
  entrant.prior_variance = prior_variance;
  entrant.owner = place->second;
  entrants_.push_back(std::move(entrant));
  judged_.emplace_back().strength = strength;
  risks_.grow(entrants_.size());
  needs_.grow(entrants_.size());
  ranks_.resize(entrants_.size(), order_.end());
  weigh(index, seconds);
  judge(index);
  set_active(index, true);
  return index;
}

void Matchmaker::weigh(Index entrant, double seconds) {
  entrants_[entrant].seconds = seconds;
  judged_[entrant].weight = std::sqrt(std::max(seconds / QuickSeconds, 1.0));
}

void Matchmaker::judge(Index index) {
  const Entrant& entrant = entrants_[index];
  Judged& judged = judged_[index];
  judged.variance = 1 / (1 / entrant.prior_variance + entrant.known / variance_);
  judged.deviation = std::sqrt(judged.variance);
}

bool Matchmaker::is_newcomer(Index entrant) const {
  return entrants_[entrant].active && entrants_[entrant].boards < NewcomersBoards;
}

void Matchmaker::set_active(Index index, bool active) {
  Entrant& entrant = entrants_[index];
  if (entrant.active == active) return;
  entrant.active = active;
  if (active) {
    entrant.place = active_.size();
    active_.push_back(index);
    ++active_of_owner_[entrant.owner];
    if (is_newcomer(index)) newcomers_.emplace(entrant.boards, index);
    entrant.due = next_due(index);
    if (is_built_) enlist(index);
  } else {
    active_[entrant.place] = active_.back();
    entrants_[active_.back()].place = entrant.place;
    active_.pop_back();
    --active_of_owner_[entrant.owner];
    newcomers_.erase({entrant.boards, index});
    if (is_built_) strike(index);
  }
  if (active_.size() <= Few) is_built_ = false;
}

void Matchmaker::enlist(Index index) {
  const Judged& judged = judged_[index];
  ranks_[index] = order_.insert({judged.strength, index}).first;
  needs_.set(index, judged.variance / judged.weight);
  dues_.emplace(entrants_[index].due, index);
  refresh(ranks_[index]);
}

void Matchmaker::strike(Index index) {
  needs_.set(index, MaximumTree::None);
  risks_.set(index, MaximumTree::None);
  dues_.erase({entrants_[index].due, index});
  const auto next = order_.erase(ranks_[index]);
  if (!order_.empty()) refresh(next == order_.end() ? std::prev(next) : next);
}

void Matchmaker::build() {
  is_built_ = true;
  order_.clear();
  dues_.clear();
  for (Index i = 0; i < entrants_.size(); ++i) {
    Entrant& entrant = entrants_[i];
    needs_.set(i, MaximumTree::None);
    risks_.set(i, MaximumTree::None);
    judge(i);
    if (!entrant.active) continue;
    find_frequent(entrant);
    ranks_[i] = order_.insert({judged_[i].strength, i}).first;
    needs_.set(i, judged_[i].variance / judged_[i].weight);
    dues_.emplace(entrant.due, i);
  }
  // First the sums of weights are right everywhere, then what is made of them.
  for (int pass = 0; pass < 2; ++pass) {
    for (auto rank = order_.begin(); rank != order_.end(); ++rank) refresh(rank);
  }
}

void Matchmaker::refresh(Order::const_iterator place) {
  Window& window = *window_;
  window.clear();
  const auto put = [&](std::size_t at, Index index) {
    const Judged& entrant = judged_[index];
    window.entrant[at] = index;
    window.strength[at] = entrant.strength;
    window.variance[at] = entrant.variance;
    window.deviation[at] = entrant.deviation;
    window.cost[at] = entrant.weight;
    window.risk[at] = entrant.risk;
  };
  auto rank = place;
  for (std::size_t at = Window::Middle; rank != order_.end() && at <= 2 * Window::Middle; ++at, ++rank) {
    put(at, rank->entrant);
  }
  rank = place;
  for (std::size_t at = Window::Middle; rank != order_.begin() && at > 0;) put(--at, (--rank)->entrant);
  window.weigh();
  for (std::size_t at = Window::Middle - Reach; at <= Window::Middle + Reach; ++at) {
    if (window.entrant[at] == Window::Nobody) continue;
    window.risk[at] = window.sum_of_weights(at);
    judged_[window.entrant[at]].risk = window.risk[at];
  }
  for (std::size_t at = Window::Middle - 2 * Reach; at <= Window::Middle + Reach; ++at) {
    if (window.entrant[at] != Window::Nobody) set_best(window, at);
  }
}

void Matchmaker::set_best(const Window& window, std::size_t at) {
  const Index index = window.entrant[at];
  std::array<double, Reach + 1> worth{};
  for (std::size_t d = 1; d <= Reach; ++d) {
    const Index other = window.entrant[at + d];
    worth[d] =
        other == Window::Nobody ? MaximumTree::None : window.worth(at, d, meeting_variance(index, other, boards_));
  }
  while (true) {
    const auto best = std::max_element(worth.begin() + 1, worth.end());
    if (*best == MaximumTree::None) return risks_.set(index, MaximumTree::None);
    const Index partner = window.entrant[at + static_cast<std::size_t>(best - worth.begin())];
    if (may_meet(index, partner) && !meet_too_often(index, partner)) {
      entrants_[index].partner = partner;
      return risks_.set(index, *best);
    }
    *best = MaximumTree::None;
  }
}

bool Matchmaker::may_meet(Index a, Index b) const {
  const std::size_t owner = entrants_[a].owner;
  return a != b && (owner == 0 || owner != entrants_[b].owner);
}

bool Matchmaker::meet_too_often(Index a, Index b) const {
  return contains(entrants_[a].frequent, b) || contains(entrants_[b].frequent, a);
}

std::uint64_t Matchmaker::boards_of(Index a, Index b) const {
  const std::vector<Recent>& met = entrants_[a].met;
  const auto place = place_of(met, b);
  return place == met.end() || place->opponent != b ? 0 : place->boards;
}

double Matchmaker::meeting_variance(std::uint64_t met, std::uint64_t boards, double difference) const {
  const double distant = difference * difference / (EffectGrowth * EffectGrowth * variance_);
  const double effect = EffectShare * (1 + distant);
  const auto before = static_cast<double>(met);
  const auto more = static_cast<double>(boards);
  return variance_ * (1 + effect * before) * (1 + effect * (before + more)) / more;
}

void Matchmaker::set_seconds(Index entrant, double seconds) {
  weigh(entrant, seconds);
  if (!is_built_ || !entrants_[entrant].active) return;
  needs_.set(entrant, judged_[entrant].variance / judged_[entrant].weight);
  refresh(ranks_[entrant]);
}

void Matchmaker::set_strength(Index index, double strength) {
  Judged& entrant = judged_[index];
  // What changes nobody's chances need not be looked up again.
  constexpr double Unnoticed = 0.1;
  if (std::abs(strength - entrant.strength) < Unnoticed * entrant.deviation) return;
  entrant.strength = strength;
  if (!is_built_ || !is_active(index)) return;
  auto node = ranks_[index];
  const auto next = std::next(node);
  const Rank rank{strength, index};
  const bool stays = (node == order_.begin() || *std::prev(node) < rank) && (next == order_.end() || rank < *next);
  auto moved = order_.extract(node);
  moved.value() = rank;
  ranks_[index] = stays ? order_.insert(next, std::move(moved)) : order_.insert(std::move(moved)).position;
  if (!stays) refresh(next == order_.end() ? std::prev(next) : next);
  refresh(ranks_[index]);
}

void Matchmaker::set_variance(double variance) {
  variance_ = variance;
  for (Index i = 0; i < entrants_.size(); ++i) judge(i);
  is_built_ = false;
}

/// Somebody whom the entrant may meet, of which there must be one: of some the one that it met least.
Matchmaker::Index Matchmaker::lot(Index entrant) const {
  constexpr std::uint64_t Key = 0x6c6164646572;
  constexpr int Draws = 16;
  Random random(Key, taken_);
  const auto count = static_cast<std::uint32_t>(active_.size());
  Index newest = entrant;
  std::uint64_t least = UINT64_MAX;
  for (int i = 0; i < Draws && least > 0; ++i) {
    const Index drawn = active_[random.below(count)];
    if (!may_meet(entrant, drawn) || meet_too_often(entrant, drawn) || boards_of(entrant, drawn) >= least) continue;
    newest = drawn;
    least = boards_of(entrant, drawn);
  }
  if (newest != entrant) return newest;
  const std::uint32_t from = random.below(count);
  for (const bool mind_shares : {true, false}) {
    for (std::uint32_t i = 0; i < count; ++i) {
      const Index drawn = active_[(from + i) % count];
      if (may_meet(entrant, drawn) && !(mind_shares && meet_too_often(entrant, drawn))) return drawn;
    }
  }
  assert(false);
  return entrant;
}

Matchmaker::Choice Matchmaker::meeting(Index a, Index b, MeetingReason reason) const {
  const double seconds_of_board = seconds(a, b);
  std::uint64_t boards = boards_;
  if (seconds_of_board * static_cast<double>(boards) > SecondsOfMeeting) {
    boards = static_cast<std::uint64_t>(std::max(1.0, SecondsOfMeeting / seconds_of_board));
  }
  return {{std::min(a, b), std::max(a, b)}, boards, reason};
}

double Matchmaker::time_of(const Choice& choice) const {
  return static_cast<double>(choice.boards) * std::max(seconds(choice.entrants[0], choice.entrants[1]), QuickSeconds);
}

std::optional<Matchmaker::Choice> Matchmaker::choose() {
  if (!is_built_) build();
  if (active_.size() < 2) return std::nullopt;
  const std::size_t owner = entrants_[active_[0]].owner;
  if (owner != 0 && active_of_owner_[owner] == active_.size()) return std::nullopt;
  if (!newcomers_.empty()) {
    const Index newcomer = newcomers_.begin()->second;
    const Choice choice = meeting(newcomer, lot(newcomer), MeetingReason::Newcomer);
    if (newcomers_lack_ >= time_of(choice)) return choice;
  }
  if (const auto [due, longest] = *dues_.begin(); due < taken_) {
    return meeting(longest, lot(longest), MeetingReason::Floor);
  }
  const std::uint64_t spread_every = active_.size() < Many ? SpreadEvery : SpreadEveryOfMany;
  if (taken_ % spread_every == 0 || risks_.largest() == MaximumTree::None) {
    const auto least_known = static_cast<Index>(needs_.element_of_largest());
    return meeting(least_known, lot(least_known), MeetingReason::Spread);
  }
  const auto best = static_cast<Index>(risks_.element_of_largest());
  return meeting(best, entrants_[best].partner, MeetingReason::Risk);
}

void Matchmaker::take(const Choice& choice) {
  const auto [a, b] = choice.entrants;
  newcomers_lack_ += NewcomersShare * time_of(choice);
  if (is_newcomer(a) || is_newcomer(b)) newcomers_lack_ = std::max(0.0, newcomers_lack_ - time_of(choice));
  if (newcomers_.empty()) newcomers_lack_ = 0;
  const double told = variance_ / meeting_variance(a, b, choice.boards);
  for (const auto& [index, opponent] : {std::pair(a, b), std::pair(b, a)}) {
    newcomers_.erase({entrants_[index].boards, index});
    entrants_[index].boards += choice.boards;
    entrants_[index].known += told;
    if (is_newcomer(index)) newcomers_.emplace(entrants_[index].boards, index);
    judge(index);
    note_met(index, opponent, choice.boards);
    note_recent(index, opponent, choice.boards);
    if (is_built_) dues_.erase({entrants_[index].due, index});
    entrants_[index].due = next_due(index);
    if (is_built_) dues_.emplace(entrants_[index].due, index);
  }
  ++taken_;
  if (!is_built_) return;
  for (const Index index : choice.entrants) {
    needs_.set(index, judged_[index].variance / judged_[index].weight);
    refresh(ranks_[index]);
  }
}

std::uint64_t Matchmaker::next_due(Index entrant) const {
  const auto wait =
      static_cast<double>(LongestWait * std::max(active_.size(), usual_entrants_)) * judged_[entrant].weight;
  return taken_ + static_cast<std::uint64_t>(wait);
}

void Matchmaker::note_met(Index entrant, Index opponent, std::uint64_t boards) {
  std::vector<Recent>& met = entrants_[entrant].met;
  auto place = place_of(met, opponent);
  if (place == met.end() || place->opponent != opponent) place = met.insert(place, {opponent, 0});
  place->boards += static_cast<std::uint32_t>(boards);
}

void Matchmaker::note_recent(Index index, Index opponent, std::uint64_t boards) {
  Entrant& entrant = entrants_[index];
  const auto share_of = [&](Index other) {
    return std::find_if(entrant.shares.begin(), entrant.shares.end(),
                        [&](const Recent& share) { return share.opponent == other; });
  };
  constexpr std::uint64_t LastBoards = 100;
  constexpr std::uint64_t LeastMeetings = 10;
  const auto count = static_cast<std::uint32_t>(boards);
  entrant.recent.push_back({opponent, count});
  entrant.recent_boards += boards;
  if (const auto share = share_of(opponent); share != entrant.shares.end()) {
    share->boards += count;
  } else {
    entrant.shares.push_back({opponent, count});
  }
  while (entrant.recent_boards > std::max(LastBoards, LeastMeetings * boards_)) {
    const Recent oldest = entrant.recent.front();
    entrant.recent.pop_front();
    entrant.recent_boards -= oldest.boards;
    const auto share = share_of(oldest.opponent);
    share->boards -= oldest.boards;
    if (share->boards == 0) entrant.shares.erase(share);
  }
  find_frequent(entrant);
}

void Matchmaker::find_frequent(Entrant& entrant) const {
  constexpr std::uint64_t LastBoards = 100;
  constexpr std::uint64_t LeastMeetings = 10;
  const auto window = static_cast<double>(std::max(LastBoards, LeastMeetings * boards_));
  // Of a few opponents somebody must have more.
  const double share = std::max(MostShare, 1.5 / static_cast<double>(std::max<std::size_t>(active_.size(), 2) - 1));
  entrant.frequent.clear();
  for (const Recent& recent : entrant.shares) {
    if (static_cast<double>(recent.boards + boards_) > share * window) entrant.frequent.push_back(recent.opponent);
  }
}

}  // namespace tichu::arena
