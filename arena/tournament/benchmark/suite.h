#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "arena/text/input_error.h"
#include "arena/tournament/config/tournament_config.h"

namespace tichu::arena {

/// What a bot of the suite reached, measured as every bot is; values are points per round over the pool.
struct KnownValue {
  std::string name;    ///< an opponent of the track of strength, or a partner
  std::string by;      ///< of a partner: who reached it beside that partner; else empty
  double points = 0;   ///< without faults
  double error95 = 0;  ///< half the 95 % interval
  friend bool operator==(const KnownValue&, const KnownValue&) = default;
};

/// A version of the benchmark as its folder holds it: two tournaments that lack the measured bot, and what others
/// reached. The tournaments never change; others have another number.
struct BenchmarkSuite {
  std::string version;  ///< the folder's name
  /// Of the records of `pool_tournament`, as the suite's bots played them when it was made; empty if it does not say.
  std::string pool_sha256;
  std::string baselines_sha256;                ///< of baselines.csv, which may learn of better ones; empty without it
  std::string robustness_sha256;               ///< of robustness.toml; empty without it
  std::string sha256;                          ///< of all but the baselines and robustness
  TournamentConfig strength;                   ///< strength.toml: the pool
  TournamentConfig partners;                   ///< partners.toml: its `opponents`, and partners
  std::optional<TournamentConfig> robustness;  ///< robustness.toml: the family of exploiters, and the boards of a stage
  std::vector<KnownValue> pool;                ///< of each opponent in `strength`; empty if they are not measured yet
  std::vector<KnownValue> beside;              ///< of each partner the best that is known; likewise
};

/// Reads the files strength.toml, partners.toml and, if they are there, robustness.toml, baselines.csv and pool.sha256
/// of a folder.
/// `bundled` has the bundled bots.
OrInputError<BenchmarkSuite> read_suite(const std::filesystem::path& folder, const std::filesystem::path& bundled);

/// How much is played, and with which cards.
struct BenchmarkExtent {
  std::uint64_t part = 1;  ///< the first boards, one in so many, but at least one of each tournament
  /// The seed of evaluation boards, in place of the public one of the suite.
  std::optional<std::uint64_t> secret_seed = std::nullopt;
};

/// The names of the folders of the tournaments.
constexpr const char* PoolFolder = "pool";
constexpr const char* StrengthFolder = "strength";
constexpr const char* PartnersFolder = "partners";

/// All bots of the suite against each other on one board: a build plays the suite if these records have its hash.
TournamentConfig pool_tournament(const BenchmarkSuite& suite);

/// Both are as the suite has them, with substitutes after faults, the bot as the last of the bots, and no remarks.
/// Strength: the bot with itself as partner against each of the pool.
TournamentConfig strength_tournament(const BenchmarkSuite& suite, const BotSpec& bot, const BenchmarkExtent& extent);
/// Partners: the bot with each partner, in their order, against each opponent, at four tables a board, so that it holds
/// each hand once.
TournamentConfig partners_tournament(const BenchmarkSuite& suite, const BotSpec& bot, const BenchmarkExtent& extent);
/// The milliseconds a decision of track D, and its folders: this and "-1" and so on.
constexpr std::array<int, 3> TimesTold{1, 10, 100};
constexpr const char* TimeFolder = "time";

/// Time: a tenth of strength, the bot being told by this option of its own how many milliseconds a decision may take.
TournamentConfig time_tournament(const BenchmarkSuite& suite, const BotSpec& bot, const BenchmarkExtent& extent,
                                 const std::string& option, int milliseconds);

/// Robustness: the bot with itself as partner against each of these opponents.
TournamentConfig robustness_tournament(const BenchmarkSuite& suite, const BotSpec& bot, std::vector<BotSpec> opponents,
                                       const BenchmarkExtent& extent);

/// The SHA-256 of the deals 0 to `boards` - 1 of a seed, each as text (engine/NOTATION.md) and a line's end.
std::string boards_sha256(std::uint64_t seed, std::uint64_t boards);

}  // namespace tichu::arena
