#include "arena/commands/benchmark_cards.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>

#include "arena/installation.h"
#include "arena/presentation/report/card_report.h"
#include "arena/text/file_text.h"

namespace tichu::arena {

namespace fs = std::filesystem;

namespace {

/// What a card says; 1 if it says nothing.
std::uint64_t part_of(const std::string& card) {
  const auto json = nlohmann::json::parse(card, nullptr, false);
  const nlohmann::json::json_pointer place("/suite/part");
  if (!json.is_object() || !json.contains(place) || !json.at(place).is_number_unsigned()) return 1;
  return std::max(json.at(place).get<std::uint64_t>(), std::uint64_t{1});
}

}  // namespace

bool holds_card(const fs::path& folder) {
  return fs::exists(folder / CardFileName) && holds_tournament(folder / PoolFolder) &&
         holds_tournament(folder / StrengthFolder) && holds_tournament(folder / PartnersFolder);
}

OrInputError<void> check_card(const fs::path& folder) {
  const auto strength = Tournament::open(folder / StrengthFolder, "verify");
  if (!strength) return tl::unexpected(strength.error());
  const fs::path file = strength->config().origin.file;
  const auto suite = read_suite(fs::exists(file) ? file.parent_path() : bundled_suite_folder(), bundled_bots_folder());
  if (!suite) return tl::unexpected(suite.error());
  const std::string stored = read_file_text(folder / CardFileName);
  const auto card = card_of(*suite, part_of(stored), folder);
  if (!card) return tl::unexpected(card.error());
  if (stored == card_json(*card)) return {};
  return tl::unexpected(InputError{(folder / CardFileName).string(), "",
                                   "is not the card of the boards that are stored beside it and of the suite in " +
                                       (fs::exists(file) ? file.parent_path() : bundled_suite_folder()).string()});
}

}  // namespace tichu::arena
