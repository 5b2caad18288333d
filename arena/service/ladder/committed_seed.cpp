#include "arena/service/ladder/committed_seed.h"

#include <fmt/format.h>

#include <charconv>
#include <stdexcept>

#include "arena/text/digest.h"

namespace tichu::arena {

CommittedSeed CommittedSeed::draw() {
  constexpr std::size_t SaltDigits = 64;
  return {fmt::format("{:016x}", random_number()), random_hexadecimal(SaltDigits)};
}

std::string CommittedSeed::commitment() const { return sha256_of(seed + salt); }

std::uint64_t CommittedSeed::number() const {
  constexpr int Base = 16;
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(seed.data(), seed.data() + seed.size(), number, Base);
  if (error != std::errc() || end != seed.data() + seed.size()) {
    throw std::runtime_error("a seed is damaged in ladder.sqlite");
  }
  return number;
}

}  // namespace tichu::arena
