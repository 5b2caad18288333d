#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "arena/service/ladder/account.h"
#include "arena/service/ladder/ladder_database.h"
#include "arena/service/ladder/ladder_figures.h"

namespace tichu::arena {

/// Tags of one board that an account may have.
inline constexpr std::uint64_t MostTagsOfBoard = 8;
/// Different tags that an account may have.
inline constexpr std::uint64_t MostTags = 200;

/// What is right, for whoever wrote something else.
inline constexpr const char* TagSentence =
    "a tag has 1 to 24 of the characters a-z, 0-9 and '-'; capitals are taken as small letters, and blanks as '-'";

/// The tag that somebody means who writes `text`: capitals are small letters, blanks inside are a '-' each, and those
/// around it are nothing. Nullopt if that is no tag: it has 1 to 24 of a-z, 0-9 and '-'.
std::optional<std::string> tag_of(std::string_view text);

/// The tags that one account has put on boards, in one transaction. Nothing is committed, and nothing judges a tag or
/// a board.
class TagTable {
 public:
  TagTable(LadderDatabase::Work& work, AccountId account) : work_(work), account_(account) {}

  /// By alphabet.
  std::vector<std::string> on(JobNumber job);
  /// By alphabet; those of no board are none.
  std::vector<TagCount> all();
  /// The boards with a tag, in the order of their numbers.
  std::vector<JobNumber> boards(const std::string& tag);
  /// Boards with at least one tag.
  std::uint64_t tagged_boards();
  /// Does nothing if it is there already.
  void add(JobNumber job, const std::string& tag);
  /// Whether it was there.
  bool remove(JobNumber job, const std::string& tag);
  /// From all boards. Whether it was on one.
  bool remove(const std::string& tag);

 private:
  LadderDatabase::Work& work_;
  AccountId account_;
};

}  // namespace tichu::arena
