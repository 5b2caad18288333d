#pragma once

#include <map>
#include <string>

#include "arena/tournament/config/tournament_config.h"
#include "arena/tournament/store/stored_board.h"

namespace tichu::arena {

/// The boards at which people sat, without what people typed: in place of their names stands "person-N", the same for
/// the same person in one tournament, and the table has no name.
class NamelessPeople {
 public:
  explicit NamelessPeople(const TournamentConfig& config);

  /// The configuration as it may be shown.
  const TournamentConfig& config() const { return config_; }
  /// The rounds at which people sat; none may be left.
  StoredBoard without_names(StoredBoard board) const;

 private:
  TournamentConfig config_;
  std::map<std::string, std::string> names_;  ///< of people, to what stands in their place
};

}  // namespace tichu::arena
