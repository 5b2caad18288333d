#pragma once

#include <cstddef>
#include <vector>

namespace tichu::arena {

/// Of one group of entrants: those against whom numbers are told, at least two, and the rest.
struct RatedField {
  std::vector<std::size_t> members;
  std::vector<std::size_t> guests;
};

/// Log odds by entrant, and how they change with each entrant's mean score against the field.
struct FieldOdds {
  std::vector<double> log_odds;
  std::vector<double> by_score;  ///< by rows: [of the log odds * entrants + of the score]
};

/// The log odds with which each entrant, if strengths added up, would have its mean score against the other members of
/// its field, each counted once: what a round robin of as many boards for all converges to. Their mean over each
/// field's members is 0. `excess` is each entrant's mean score less a half, between -0.5 and 0.5; those of members add
/// up to 0 in each field. `near` are log odds to begin with. Entrants of no field have 0.
FieldOdds field_odds(const std::vector<RatedField>& fields, const std::vector<double>& excess,
                     const std::vector<double>& near);

}  // namespace tichu::arena
