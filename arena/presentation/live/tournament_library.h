#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "arena/tournament/tournament.h"

namespace tichu::arena {

/// A text that several answers share.
using SharedText = std::shared_ptr<const std::string>;

/// The stored tournaments of a folder, as a server tells of them (arena/presentation/page/PAGE.md). It only reads, and
/// opens a tournament's database for each question alone, so that a running tournament is never kept from anything. One
/// thread at a time. Questions about what is not there have no answer; a store that cannot be read leaves as
/// std::runtime_error, whose sentence says why.
class TournamentLibrary {
 public:
  using TimePoint = std::chrono::steady_clock::time_point;
  using Clock = std::function<TimePoint()>;

  /// `results` is the folder of the tournaments' folders, `bundled` that of the bots that came with the arena.
  TournamentLibrary(std::filesystem::path results, std::filesystem::path bundled, Clock clock);

  /// All tournaments by name, as a JSON array: of those that cannot be read, why.
  std::string tournaments();
  /// The figures of a tournament. While it runs they may be some seconds old: they are made anew only so often that
  /// making them takes a fiftieth of the time.
  SharedText tournament(const std::string& name);
  /// A tournament as it is stored, to be asked for its boards. This may be called on another thread while the others
  /// are.
  std::optional<Tournament> stored(const std::string& name) const;
  /// The rounds that are being played and take long enough to be watched, as a JSON array; at most a second old.
  SharedText tables(const std::string& name);
  /// How far a tournament has come, one line of JSON, at most a second old. `figures` in it changes when new figures
  /// can be had, `tables` when the tables have gone on.
  SharedText pulse(const std::string& name);

 private:
  /// What figures are made of. Another file: the tournament was played again under the same name.
  struct Basis {
    std::uint64_t file = 0;  ///< its inode
    std::chrono::nanoseconds written{0};
    std::uint64_t boards = 0;  ///< finished ones
    std::uint64_t usages = 0;  ///< Tournament::usage_count: some is stored after the last board
    friend bool operator==(const Basis&, const Basis&) = default;
  };

  /// Why a tournament could not be read. It is tried again when its file is another, and now and then.
  struct Failure {
    std::string problem;
    Basis file;
    TimePoint made;
    std::chrono::steady_clock::duration cost{0};
  };

  struct Figures {
    SharedText json;
    Basis basis;
    std::uint64_t version = 0;             ///< number_of(basis)
    std::optional<std::uint64_t> planned;  ///< nullopt: there is no end
    std::size_t entrants = 0;
    bool complete = false;
    bool imported = false;
    std::string leader;
    std::optional<Failure> failure;  ///< of the last time that they were to be made
    TimePoint made;
    std::chrono::steady_clock::duration cost{0};
  };

  struct Pulse {
    SharedText json;
    TimePoint taken;
    SharedText tables;
    std::string tables_text;  ///< as it was read
    std::uint64_t tables_version = 0;
  };

  std::optional<std::filesystem::path> folder_of(const std::string& name) const;
  const Figures* figures_of(const std::string& name);
  /// `basis` is the file as it was at `begin`.
  void make_figures(const std::filesystem::path& folder, Basis basis, TimePoint begin, Figures& figures);
  static Basis file_of(const std::filesystem::path& folder);
  /// A hash, small enough for JavaScript.
  static std::uint64_t number_of(const Basis& basis);
  std::string_view state_of(const std::string& name, const Figures& figures) const;
  static void take_tables(const std::optional<std::string>& text, Pulse& pulse);
  bool is_due(const std::filesystem::path& folder, const Figures& figures) const;

  std::filesystem::path results_;
  std::filesystem::path bundled_;
  Clock clock_;
  std::map<std::string, Figures> figures_;
  std::map<std::string, Pulse> pulses_;
};

}  // namespace tichu::arena
