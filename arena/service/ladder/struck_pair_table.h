#pragma once

#include <array>
#include <vector>

#include "arena/service/ladder/ladder_database.h"
#include "arena/service/ladder/version.h"

namespace tichu::arena {

/// Two versions whose boards against each other are left out of the ratings; the one with the lower number first.
struct StruckVersions {
  std::array<VersionId, 2> versions{};
  double since = 0;  ///< seconds since 1970

  bool operator==(const StruckVersions& other) const = default;
};

/// The struck pairs of a ladder in one transaction. Nothing is committed.
class StruckPairTable {
 public:
  explicit StruckPairTable(LadderDatabase::Work& work) : work_(work) {}

  /// In the order of the versions.
  std::vector<StruckVersions> all();
  /// Does nothing if the pair is struck already.
  void strike(VersionId first, VersionId second);
  /// Does nothing if the pair is not struck.
  void restore(VersionId first, VersionId second);

 private:
  LadderDatabase::Work& work_;
};

}  // namespace tichu::arena
