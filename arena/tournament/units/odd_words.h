#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "arena/ids.h"

namespace tichu::arena {

/// The bots at a board that may be why it was played otherwise, and whose each is; empty: it is the tournament's own.
using OddBoard = std::map<BotId, std::string>;

/// Owners that are named in both.
std::set<std::string> in_both(const std::set<std::string>& one, const std::set<std::string>& other);

/// So many owners at most are taken to act together, or to have odd bots by chance, where something is held against a
/// worker: a person may have several names.
inline constexpr std::size_t MostExcused = 3;

/// Whether there are at most `most` owners of whom one is in each of these sets, but for `left_out` of the sets. No
/// owner explains an empty set. Takes some (owners of a set + 1)^(most + left_out) steps.
bool is_explicable(const std::vector<std::set<std::string>>& sets, std::size_t most, std::size_t left_out = 0);

/// All who are in an explanation (`is_explicable`, nothing left out) with as few owners as can be; all owners if none
/// has MostExcused or fewer. Rises.
std::set<std::string> likely_owners(const std::vector<std::set<std::string>>& sets);

/// What workers, or the leader's own machine, said of bots: that they played otherwise than they do elsewhere. Which
/// bots do not repeat themselves, and what is still held against a worker, both follow from this one list.
class OddWords {
 public:
  /// `worker` played these boards otherwise than the leader's own machine does. Said again it says nothing more.
  void add(const std::string& worker, const std::set<OddBoard>& boards);
  /// These bots did not repeat themselves on the leader's own machine, each of them.
  void add_of_home(const OddBoard& bots);
  /// This worker's word tells nothing any more.
  void forget(const std::string& worker);

  /// Whether a bot does not repeat itself, or not on all machines: by the word of the leader's own machine, or of two
  /// workers who have no other bot in common. Of two that sat together it is the one of whom more was said, and neither
  /// if as much was. A word on such a bot tells nothing of those that it met.
  bool is_inconstant(BotId bot) const { return inconstant_.contains(bot); }
  /// Whether somebody else than this worker has played otherwise with an owner's bots.
  bool is_explained(const std::string& owner, const std::string& worker) const;
  /// The owners at each board that this worker played otherwise, of whom nobody is explained.
  std::vector<std::set<std::string>> unexplained(const std::string& worker) const;
  /// Of these owners as few as explain all of that (`likely_owners`).
  bool is_likely(const std::string& owner, const std::string& worker) const;

 private:
  struct Word {
    std::string worker;  ///< empty: the leader's own machine
    OddBoard bots;
    friend bool operator==(const Word&, const Word&) = default;
  };
  /// Whether a bot sat there that is known to be why.
  bool has_inconstant(const Word& word) const;
  /// The next bot that these words make inconstant.
  static std::optional<BotId> most_said_of(const std::vector<Word>& words);
  /// Makes what follows from the words.
  void conclude();

  std::vector<Word> words_;
  std::set<BotId> inconstant_;
  std::map<std::string, std::set<std::string>> likely_;  ///< by worker
};

}  // namespace tichu::arena
