#include "arena/service/ladder/committed_seed.h"

#include <fmt/format.h>

#include <stdexcept>

#include "arena/text/digest.h"
#include "arena/text/number_text.h"

namespace tichu::arena {

CommittedSeed CommittedSeed::draw() {
  constexpr std::size_t SaltDigits = 64;
  return {fmt::format("{:016x}", random_number()), random_hexadecimal(SaltDigits)};
}

std::string CommittedSeed::commitment() const { return sha256_of(seed + salt); }

std::uint64_t CommittedSeed::number() const {
  constexpr int Base = 16;
  const auto number = number_from<std::uint64_t>(seed, Base);
  if (!number) throw std::runtime_error("a seed is damaged in ladder.sqlite");
  return *number;
}

}  // namespace tichu::arena
