#include "sdk/search/race.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace tichu {
namespace {

constexpr double DoubtSquared = 100.0 * 100.0;

}  // namespace

Lead lead_of(std::span<const float> a, std::span<const float> b) {
  assert(a.size() == b.size());
  if (a.empty()) return {};
  double sum = 0;
  double squares = DoubtSquared;
  double above = 0;
  double below = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const double difference = static_cast<double>(a[i]) - static_cast<double>(b[i]);
    sum += difference;
    squares += difference * difference;
    above += difference > 0 ? 1 : 0;
    below += difference < 0 ? 1 : 0;
  }
  const auto count = static_cast<double>(a.size());
  const double mean = sum / count;
  return {mean, std::sqrt((squares / count - mean * mean) / count), above + below > 0 ? above / (above + below) : 0.5};
}

void Race::start(std::size_t alternatives) {
  runners_.resize(alternatives);
  in_.resize(alternatives);
  for (std::size_t place = 0; place < alternatives; ++place) {
    runners_[place].sum = 0;
    runners_[place].scores.clear();
    in_[place] = place;
  }
  guesses_ = 0;
}

void Race::add(std::span<const float> scores) {
  assert(scores.size() == in_.size());
  for (std::size_t i = 0; i < in_.size(); ++i) {
    Runner& runner = runners_[in_[i]];
    runner.sum += static_cast<double>(scores[i]);
    runner.scores.push_back(scores[i]);
  }
  ++guesses_;
}

void Race::drop_losers() {
  const std::size_t best = leader();
  std::erase_if(in_, [&](std::size_t place) {
    if (place == best || (settings_.keeps_first && place == 0)) return false;
    return lead(best, place).in_errors() > settings_.drop;
  });
}

std::size_t Race::leader() const {
  return *std::max_element(in_.begin(), in_.end(),
                           [&](std::size_t a, std::size_t b) { return runners_[a].sum < runners_[b].sum; });
}

Lead Race::lead(std::size_t place, std::size_t other) const {
  const std::vector<float>& own = runners_[place].scores;
  const std::vector<float>& others = runners_[other].scores;
  const std::size_t both = std::min(own.size(), others.size());
  return lead_of(std::span(own).first(both), std::span(others).first(both));
}

double Race::mean(std::size_t place) const {
  const Runner& runner = runners_[place];
  return runner.scores.empty() ? 0 : runner.sum / static_cast<double>(runner.scores.size());
}

std::vector<double> Race::shares() const {
  std::vector<double> shares(in_.size());
  for (std::size_t guess = 0; guess < guesses_; ++guess) {
    float most = runners_[in_.front()].scores[guess];
    for (const std::size_t place : in_) most = std::max(most, runners_[place].scores[guess]);
    const auto scored_best = [&](std::size_t place) { return runners_[place].scores[guess] == most; };
    const auto winners = static_cast<double>(std::count_if(in_.begin(), in_.end(), scored_best));
    for (std::size_t i = 0; i < in_.size(); ++i) {
      if (scored_best(in_[i])) shares[i] += 1 / (winners * static_cast<double>(guesses_));
    }
  }
  return shares;
}

}  // namespace tichu
