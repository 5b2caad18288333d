#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "arena/seats/table/table_session.h"
#include "arena/service/ladder/day_boards.h"
#include "arena/service/ladder/file_store.h"
#include "arena/service/ladder/ladder_database.h"
#include "arena/service/ladder/ladder_settings.h"
#include "arena/service/ladder/refusal.h"
#include "arena/service/ladder/version.h"

namespace tichu::arena {

/// What a guest sits down to. Bots are named as `GuestTables::offers` names them.
struct GuestWish {
  std::string client;  ///< the address that it comes from; empty: unknown
  std::string person;  ///< as typed; empty: "guest"
  std::string partner;
  std::string opponents;
  std::uint64_t boards = 1;
  bool game = false;  ///< one to the target of the ladder's rules is played instead
  bool keep = false;  ///< the guest agrees that the boards are kept
  /// Of the board of the day, which alone is played then, with its bots, and is kept.
  std::optional<DaySeat> day = std::nullopt;
};

/// A bot that a guest may choose.
struct OfferedBot {
  std::string name;        ///< "sampler", or of an author's version "fox@3"
  std::string_view level;  ///< of a bundled bot, in words, from the weakest on; else empty
};

/// How many tables there are room for, and how many are played at.
struct GuestPlaces {
  std::uint64_t tables = 0;
  std::uint64_t busy = 0;
  std::chrono::seconds wait{0};  ///< until one is free at the latest, if nobody does anything more; 0: one is
};

/// Tables at which guests sit with three bots (arena/seats/table/TABLE.md), each behind the secret of its link and in a
/// folder of its own. A table at which nothing was done for long is put away: its folder is all that is left of it,
/// from which it goes on where it stood when its guest comes back, and so it is after a restart. A table that is over
/// and put away is deleted. If the guest agreed, its boards are kept as a tournament that rates nobody. Any thread.
class GuestTables {
 public:
  struct Table;

  /// `rests` says that no table is to be begun. All but `program` must outlive this object.
  GuestTables(std::filesystem::path ladder, LadderDatabase& database, const FileStore& store,
              const LadderSettings& settings, std::string program, std::function<bool()> rests,
              std::function<void(const std::string&)> log);
  ~GuestTables();
  GuestTables(const GuestTables&) = delete;
  GuestTables& operator=(const GuestTables&) = delete;

  /// Takes up the tables that a former process left. Before that guests are refused.
  void start();
  /// Tables that are being opened are given up, and none is opened any more.
  void open_no_more();
  /// Puts all tables away, after the same.
  void stop();
  /// Puts away, keeps and deletes what is due.
  void tend();
  /// Draws the secret of the board of the day, once a day.
  void announce_day();

  DayBoards& days() { return days_; }
  std::vector<OfferedBot> offers();
  GuestPlaces places() const;
  /// The secret of a fresh table's link. `admit` is asked once all else is right. Waits until the bots have started.
  /// Whoever sits at the board of the day already gets the secret again. Refused with `people_off`, `people_full`,
  /// `person_bad`, `version_bad`, `not_for_people`, `day_played`, `table_lost`, or by `admit`.
  OrRefusal<std::string> sit(const GuestWish& wish, const std::function<OrRefusal<void>()>& admit);
  /// The table of this secret; null if there is none.
  std::shared_ptr<Table> find(std::string_view secret) const;
  /// Whether boards of the table of this secret are here, also once it is over and they are kept.
  bool has_boards(std::string_view secret) const;
  /// Where the boards of the tables of these secrets, joined by dots, are in the ladder's folder of people. Passes over
  /// what is not here, and whatever is beyond some tables.
  std::vector<std::string> boards_of(std::string_view secrets) const;
  const std::filesystem::path& folder() const { return folder_; }
  /// Has its guest no longer agree that boards are kept: those of a table that is over are deleted, any others once it
  /// is over and put away. False if there are none.
  bool take_away(std::string_view secret);
  /// What is played at the table, for as long as it is held; null if the table is put away. `acts`: its guest does
  /// something.
  std::shared_ptr<TableSession> session(const std::shared_ptr<Table>& table, bool acts);
  /// Calls `changed` once a table that is put away may be open. It is opened if its guest comes back to look, for as
  /// long as a look lasts unless something is done; and unless its guest has only waited for longer than a table may be
  /// idle; the first poll after a start opens it. Refused with `people_full` or `table_lost`.
  OrRefusal<void> wake(const std::shared_ptr<Table>& table, bool looks, std::function<void()> changed);
  /// What is played at the table, which is opened if it was put away. Waits for that.
  OrRefusal<std::shared_ptr<TableSession>> open(const std::shared_ptr<Table>& table);

 private:
  using Lock = std::unique_lock<std::mutex>;

  std::filesystem::path folder_of(std::string_view secret) const;
  OrRefusal<BotSpec> bot_of(const std::string& name);
  /// Whether a person of this name could be taken for a bot of this ladder.
  bool is_name_of_bot(const std::string& name);
  OrRefusal<Sitting> sitting_of(const GuestWish& wish);
  GuestPlaces count() const;
  bool is_idle(const Table& table) const;
  /// With the lock; the table is put away.
  OrRefusal<void> begin_opening(const std::shared_ptr<Table>& table);
  OrRefusal<std::shared_ptr<TableSession>> await_open(Lock& lock, const std::shared_ptr<Table>& table);
  std::shared_ptr<TableSession> visit(const std::shared_ptr<Table>& table);
  void run(const std::shared_ptr<Table>& table);
  std::unique_ptr<TableSession> opened(const std::shared_ptr<Table>& table);
  bool play(TableSession& session);
  /// Of the board of the day.
  void note_result(const Table& table);
  void note_end(Table& table);
  /// Tells who waits, without the lock.
  void release(Lock& lock, Table& table);
  void put_away(Table& table);
  void take_up(const std::filesystem::path& folder);
  void conclude(const Table& table);
  /// Deletes the oldest of those that are kept, beyond the bound.
  void bound_kept() const;

  const std::filesystem::path folder_;
  LadderDatabase& database_;
  DayBoards days_;
  const FileStore& store_;
  const LadderSettings& settings_;
  const std::string program_;
  const std::function<bool()> rests_;
  const std::function<void(const std::string&)> log_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  bool started_ = false;
  std::atomic<bool> ending_ = false;
  std::map<std::string, std::shared_ptr<Table>> tables_;  ///< by the digest of the secret
};

}  // namespace tichu::arena
