#include "arena/tournament/units/odd_words.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

namespace tichu::arena {
namespace {

using OwnerSets = std::vector<std::set<std::string>>;

/// Those of which this owner is none.
OwnerSets without(const OwnerSets& sets, const std::string& owner) {
  OwnerSets left;
  std::copy_if(sets.begin(), sets.end(), std::back_inserter(left),
               [&](const auto& set) { return !set.contains(owner); });
  return left;
}

/// Adds to `found` all who are in an explanation of the sets with `most` owners; `chosen` are taken already.
void find_explanations(const OwnerSets& sets, std::size_t most, std::vector<std::string>& chosen,
                       std::set<std::string>& found) {
  if (sets.empty()) found.insert(chosen.begin(), chosen.end());
  if (sets.empty() || most == 0) return;
  for (const std::string& owner : sets.front()) {
    chosen.push_back(owner);
    find_explanations(without(sets, owner), most - 1, chosen, found);
    chosen.pop_back();
  }
}

std::set<std::string> owners_of(const OddBoard& bots) {
  std::set<std::string> owners;
  for (const auto& [bot, owner] : bots) owners.insert(owner);
  owners.erase("");
  return owners;
}

/// The only bot that sat at both boards; nullopt if there is none, or another one.
std::optional<BotId> only_in_both(const OddBoard& one, const OddBoard& other) {
  std::optional<BotId> only;
  for (const auto& [bot, owner] : one) {
    if (!other.contains(bot)) continue;
    if (only) return std::nullopt;
    only = bot;
  }
  return only;
}

}  // namespace

std::set<std::string> in_both(const std::set<std::string>& one, const std::set<std::string>& other) {
  std::set<std::string> both;
  std::ranges::set_intersection(one, other, std::inserter(both, both.end()));
  return both;
}

bool is_explicable(const std::vector<std::set<std::string>>& sets, std::size_t most, std::size_t left_out) {
  if (sets.size() <= left_out) return true;
  const std::set<std::string>& first = sets.front();
  if (left_out > 0 && is_explicable({sets.begin() + 1, sets.end()}, most, left_out - 1)) return true;
  return most > 0 && std::any_of(first.begin(), first.end(), [&](const std::string& owner) {
           return is_explicable(without(sets, owner), most - 1, left_out);
         });
}

std::set<std::string> likely_owners(const std::vector<std::set<std::string>>& sets) {
  std::set<std::string> likely;
  for (std::size_t most = 1; most <= MostExcused && likely.empty(); ++most) {
    std::vector<std::string> chosen;
    find_explanations(sets, most, chosen, likely);
  }
  if (!likely.empty()) return likely;
  for (const std::set<std::string>& owners : sets) likely.insert(owners.begin(), owners.end());
  return likely;
}

void OddWords::add(const std::string& worker, const std::set<OddBoard>& boards) {
  for (const OddBoard& bots : boards) {
    const Word word{worker, bots};
    if (std::find(words_.begin(), words_.end(), word) == words_.end()) words_.push_back(word);
  }
  conclude();
}

void OddWords::add_of_home(const OddBoard& bots) {
  std::set<OddBoard> each;
  for (const auto& bot : bots) each.insert({bot});
  add("", each);
}

void OddWords::forget(const std::string& worker) {
  if (std::erase_if(words_, [&](const Word& word) { return word.worker == worker; }) > 0) conclude();
}

std::optional<BotId> OddWords::most_said_of(const std::vector<Word>& words) {
  std::map<BotId, std::size_t> said;  // of those that this may be said of
  for (const Word& one : words) {
    for (const Word& other : words) {
      if (one.worker == other.worker) continue;
      if (const auto bot = only_in_both(one.bots, other.bots)) said.emplace(*bot, 0);
    }
  }
  for (const Word& word : words) {
    for (const auto& [bot, owner] : word.bots) {
      if (const auto found = said.find(bot); found != said.end()) ++found->second;
    }
  }
  const auto is_beaten = [&](const std::pair<const BotId, std::size_t>& one) {
    return std::any_of(words.begin(), words.end(), [&](const Word& word) {
      return word.bots.contains(one.first) && std::any_of(said.begin(), said.end(), [&](const auto& other) {
               return other.first != one.first && word.bots.contains(other.first) && other.second >= one.second;
             });
    });
  };
  const auto first = std::find_if_not(said.begin(), said.end(), is_beaten);
  return first == said.end() ? std::nullopt : std::optional(first->first);
}

void OddWords::conclude() {
  inconstant_.clear();
  std::vector<Word> left = words_;
  const auto take = [&](BotId bot) {
    inconstant_.insert(bot);
    std::erase_if(left, [&](const Word& word) { return word.bots.contains(bot); });
  };
  for (const Word& word : words_) {
    if (word.worker.empty()) take(word.bots.begin()->first);
  }
  while (const auto bot = most_said_of(left)) take(*bot);
  likely_.clear();
  for (const Word& word : words_) {
    if (!word.worker.empty() && !likely_.contains(word.worker)) {
      likely_.emplace(word.worker, likely_owners(unexplained(word.worker)));
    }
  }
}

bool OddWords::has_inconstant(const Word& word) const {
  return std::any_of(word.bots.begin(), word.bots.end(), [this](const auto& bot) { return is_inconstant(bot.first); });
}

bool OddWords::is_explained(const std::string& owner, const std::string& worker) const {
  return std::any_of(words_.begin(), words_.end(), [&](const Word& word) {
    if (word.worker == worker) return false;
    const bool tells_of_all = !has_inconstant(word);
    return std::any_of(word.bots.begin(), word.bots.end(), [&](const auto& bot) {
      return bot.second == owner && (tells_of_all || is_inconstant(bot.first));
    });
  });
}

std::vector<std::set<std::string>> OddWords::unexplained(const std::string& worker) const {
  OwnerSets sets;
  for (const Word& word : words_) {
    if (word.worker != worker || has_inconstant(word)) continue;
    std::set<std::string> owners = owners_of(word.bots);
    const bool is_any_explained = std::any_of(owners.begin(), owners.end(),
                                              [&](const std::string& owner) { return is_explained(owner, worker); });
    if (!is_any_explained && std::find(sets.begin(), sets.end(), owners) == sets.end())
      sets.push_back(std::move(owners));
  }
  return sets;
}

bool OddWords::is_likely(const std::string& owner, const std::string& worker) const {
  const auto likely = likely_.find(worker);
  return likely != likely_.end() && likely->second.contains(owner);
}

}  // namespace tichu::arena
