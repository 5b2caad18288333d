#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "arena/presentation/live/http_handler.h"
#include "arena/tournament/tournament.h"

namespace tichu::arena {

/// The stored tournaments of a folder, as a server shows them (arena/presentation/page_data/PAGE.md). It only reads,
/// and opens a tournament's database anew for each request, so that it never blocks a running tournament. One thread at
/// a time. The answer is null or nullopt if a tournament does not exist; if a store cannot be read, std::runtime_error
/// says why.
class TournamentLibrary {
 public:
  using TimePoint = std::chrono::steady_clock::time_point;
  using Clock = std::function<TimePoint()>;

  /// `results` holds the tournaments' folders, `bundled` the bots that came with the arena.
  TournamentLibrary(std::filesystem::path results, std::filesystem::path bundled, Clock clock);

  /// All tournaments by name, as a JSON array. For one that cannot be read it says why.
  std::string tournaments();
  /// The figures of a tournament. While it runs they may be some seconds old: they are recomputed only so often that
  /// this takes at most a fiftieth of the time.
  SharedText tournament(const std::string& name);
  /// A stored tournament, to read its boards from. May be called on another thread at the same time as the other
  /// functions.
  std::optional<Tournament> stored(const std::string& name) const;
  /// The rounds in play that take long enough to be watched, as a JSON array; at most a second old.
  SharedText tables(const std::string& name);
  /// Who plays it in place of the arena's threads, as `tichu-workers/1`; null if nobody does. At most a second old.
  SharedText workers(const std::string& name);
  /// How far a tournament has come: one line of JSON, at most a second old. Its `figures` changes when there are new
  /// figures, its `tables` when the tables have changed, its `workers` when there is news of them.
  SharedText pulse(const std::string& name);

 private:
  /// What figures are made from. If the file is another one, the tournament was played again under the same name.
  struct Basis {
    std::uint64_t file = 0;  ///< its inode
    std::chrono::nanoseconds written{0};
    std::uint64_t boards = 0;  ///< finished ones
    std::uint64_t usages = 0;  ///< Tournament::usage_count: some is stored after the last board
    friend bool operator==(const Basis&, const Basis&) = default;
  };

  /// Why a tournament could not be read. Reading is tried again when the file has changed, and now and then.
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
    std::size_t tied = 0;            ///< how many are first
    std::string leader;              ///< empty if it is not one alone
    std::optional<Failure> failure;  ///< of the last attempt to make them
    TimePoint made;
    std::chrono::steady_clock::duration cost{0};
  };

  struct Pulse {
    SharedText json;
    TimePoint taken;
    SharedText tables;
    std::string tables_text;  ///< as read from the file
    std::uint64_t tables_version = 0;
    SharedText workers;
    std::string workers_text;  ///< in words
    std::uint64_t workers_version = 0;
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
  static void take_workers(const std::optional<std::string>& text, Pulse& pulse);
  bool is_due(const std::filesystem::path& folder, const Figures& figures) const;

  std::filesystem::path results_;
  std::filesystem::path bundled_;
  Clock clock_;
  std::map<std::string, Figures> figures_;
  std::map<std::string, Pulse> pulses_;
};

}  // namespace tichu::arena
