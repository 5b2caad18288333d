#pragma once

#include <cstdint>
#include <string>

namespace tichu::arena {

/// A secret seed of deals. Its hash is told before a board is played, so that everybody sees later that it stayed.
struct CommittedSeed {
  std::string seed;  ///< 16 hexadecimal digits
  std::string salt;  ///< 64 of them: without it the seed could be guessed from the hash

  /// That nobody can foretell.
  static CommittedSeed draw();
  /// SHA-256 of the digits of both, in hexadecimal.
  std::string commitment() const;
  /// The seed's number. Throws std::runtime_error if it is none, as in a damaged database.
  std::uint64_t number() const;
};

}  // namespace tichu::arena
