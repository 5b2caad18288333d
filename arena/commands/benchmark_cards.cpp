#include "arena/commands/benchmark_cards.h"

#include <fstream>
#include <sstream>
#include <utility>
#include <vector>

#include "arena/installation.h"
#include "arena/presentation/report/card_report.h"

namespace tichu::arena {

namespace fs = std::filesystem;

namespace {

MeasuredBoards measured(const Tournament& tournament) {
  MeasuredBoardsReader reader(tournament.config());
  tournament.each_board(
      [&reader](const StoredBoard& board) {
        reader.add(board);
        return true;
      },
      refuse_damage);
  return reader.finish();
}

}  // namespace

fs::path bundled_suite_folder() { return arena_folder() / "benchmark" / "1"; }

std::string records_sha256(const Tournament& tournament) { return measured(tournament).sha256; }

OrInputError<BenchmarkCard> card_of(const BenchmarkSuite& suite, const fs::path& folder) {
  std::vector<Tournament> tracks;
  for (const char* name : {PoolFolder, StrengthFolder, PartnersFolder}) {
    auto opened = Tournament::open(folder / name, "benchmark");
    if (!opened) return tl::unexpected(opened.error());
    if (!opened->progress().complete) {
      return tl::unexpected(InputError{"benchmark", "\"" + (folder / name).string() + "\"",
                                       "is not played to its end; the same command again continues it"});
    }
    tracks.push_back(std::move(*opened));
  }
  return make_card(suite, records_sha256(tracks[0]), tracks[1].config(), measured(tracks[1]), tracks[2].config(),
                   measured(tracks[2]));
}

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
  const auto card = card_of(*suite, folder);
  if (!card) return tl::unexpected(card.error());
  std::ostringstream stored;
  stored << std::ifstream(folder / CardFileName, std::ios::binary).rdbuf();
  if (stored.str() == card_json(*card)) return {};
  return tl::unexpected(InputError{(folder / CardFileName).string(), "",
                                   "is not the card of the boards that are stored beside it and of the suite in " +
                                       (fs::exists(file) ? file.parent_path() : bundled_suite_folder()).string()});
}

}  // namespace tichu::arena
