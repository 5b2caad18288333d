#pragma once

#include <string>
#include <vector>

#include "arena/ids.h"
#include "arena/service/ladder/account.h"
#include "arena/service/ladder/file_store.h"
#include "arena/service/ladder/ladder_database.h"
#include "arena/service/ladder/ladder_figures.h"
#include "arena/service/ladder/ladder_settings.h"
#include "arena/service/ladder/rated_runner.h"
#include "arena/service/ladder/refusal.h"

namespace tichu::arena {

/// Tags that accounts put on boards. They are for the account alone: nobody else sees them, counts them or finds boards
/// by them, moderators neither. `text` is a tag as somebody wrote it (`tag_of`). Several threads may use it.
class Tags {
 public:
  /// All must outlive this object.
  Tags(LadderDatabase& database, const FileStore& store, const LadderSettings& settings, const RatedRunner& play)
      : database_(database), store_(store), settings_(settings), play_(play) {}

  /// The caller's on a finished board, by alphabet. Refused with `board_unknown`.
  OrRefusal<std::vector<std::string>> tags_on(const Caller& caller, JobNumber job);
  /// Puts one there, unless it is there already. What the board has then. Refused with `tag_bad`, `board_unknown`,
  /// `quota_tags_of_board`, `quota_tagged_boards`, `quota_tags` or `disk_full`.
  OrRefusal<std::vector<std::string>> add_tag(const Caller& caller, JobNumber job, const std::string& text);
  /// What the board has without it. Refused with `tag_unknown`.
  OrRefusal<std::vector<std::string>> remove_tag(const Caller& caller, JobNumber job, const std::string& text);
  /// Takes one from all boards. Refused with `tag_unknown`.
  OrRefusal<void> drop_tag(const Caller& caller, const std::string& text);
  OrRefusal<OwnTags> tags(const Caller& caller);
  /// The boards that have it, in the order of their numbers. Refused with `tag_bad`.
  OrRefusal<std::vector<JobNumber>> boards_with_tag(const Caller& caller, const std::string& text);

 private:
  /// Whether a board is finished. Throws std::runtime_error if there are boards, and they cannot be read.
  bool has_board(JobNumber job) const;

  LadderDatabase& database_;
  const FileStore& store_;
  const LadderSettings& settings_;
  const RatedRunner& play_;
};

}  // namespace tichu::arena
