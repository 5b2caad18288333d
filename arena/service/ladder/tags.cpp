#include "arena/service/ladder/tags.h"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <vector>

#include "arena/service/ladder/tag_table.h"
#include "arena/tournament/tournament.h"

namespace tichu::arena {
namespace {

tl::unexpected<Refusal> no_tag() { return refused(RefusalKind::Bad, "tag_bad", TagSentence, "tag"); }

/// There is room for one more tag on a board.
OrRefusal<void> judge_room(TagTable& table, const std::vector<std::string>& on_board, const std::string& tag,
                           std::uint64_t most_boards) {
  if (on_board.size() >= MostTagsOfBoard) {
    return refused_at_limit("quota_tags_of_board",
                            "the board has as many tags of yours as it may have: remove one first", MostTagsOfBoard,
                            "tag");
  }
  if (on_board.empty() && table.tagged_boards() >= most_boards) {
    return refused_at_limit("quota_tagged_boards", "as many boards have tags of yours as may: remove a tag first",
                            most_boards);
  }
  const std::vector<TagCount> all = table.all();
  const bool is_new = std::none_of(all.begin(), all.end(), [&](const TagCount& known) { return known.tag == tag; });
  if (is_new && all.size() >= MostTags) {
    return refused_at_limit("quota_tags", "you have as many different tags as may be: use one of them, or remove one",
                            MostTags, "tag");
  }
  return {};
}

}  // namespace

OrRefusal<std::vector<std::string>> Tags::tags_on(const Caller& caller, JobNumber job) {
  if (!caller.may(Scope::Read)) return without_scope(Scope::Read);
  if (!has_board(job)) return refused(RefusalKind::Missing, "board_unknown", "there is no such board");
  LadderDatabase::Work work = database_.begin_looking();
  return TagTable(work, caller.account.id).on(job);
}

OrRefusal<std::vector<std::string>> Tags::add_tag(const Caller& caller, JobNumber job, const std::string& text) {
  if (!caller.may(Scope::Play)) return without_scope(Scope::Play);
  const auto tag = tag_of(text);
  if (!tag) return no_tag();
  if (!has_board(job)) return refused(RefusalKind::Missing, "board_unknown", "there is no such board");
  if (store_.free_bytes() < settings_.care.uploads_stop_mb * Mebibyte) {
    return refused(RefusalKind::Unavailable, "disk_full", "the ladder has no room for tags now");
  }
  LadderDatabase::Work work = database_.begin();
  TagTable table(work, caller.account.id);
  std::vector<std::string> tags = table.on(job);
  if (std::find(tags.begin(), tags.end(), *tag) != tags.end()) return tags;
  if (auto room = judge_room(table, tags, *tag, settings_.quotas.tagged_boards); !room) {
    return tl::unexpected(room.error());
  }
  table.add(job, *tag);
  tags = table.on(job);
  work.commit();
  return tags;
}

OrRefusal<std::vector<std::string>> Tags::remove_tag(const Caller& caller, JobNumber job, const std::string& text) {
  if (!caller.may(Scope::Play)) return without_scope(Scope::Play);
  const auto tag = tag_of(text);
  LadderDatabase::Work work = database_.begin();
  TagTable table(work, caller.account.id);
  if (!tag || !table.remove(job, *tag))
    return refused(RefusalKind::Missing, "tag_unknown", "the board has no such tag of yours");
  std::vector<std::string> left = table.on(job);
  work.commit();
  return left;
}

OrRefusal<void> Tags::drop_tag(const Caller& caller, const std::string& text) {
  if (!caller.may(Scope::Play)) return without_scope(Scope::Play);
  const auto tag = tag_of(text);
  LadderDatabase::Work work = database_.begin();
  if (!tag || !TagTable(work, caller.account.id).remove(*tag)) {
    return refused(RefusalKind::Missing, "tag_unknown", "no board has such a tag of yours");
  }
  work.commit();
  return {};
}

OrRefusal<OwnTags> Tags::tags(const Caller& caller) {
  if (!caller.may(Scope::Read)) return without_scope(Scope::Read);
  LadderDatabase::Work work = database_.begin_looking();
  TagTable table(work, caller.account.id);
  return OwnTags{table.all(), table.tagged_boards()};
}

OrRefusal<std::vector<JobNumber>> Tags::boards_with_tag(const Caller& caller, const std::string& text) {
  if (!caller.may(Scope::Read)) return without_scope(Scope::Read);
  const auto tag = tag_of(text);
  if (!tag) return no_tag();
  LadderDatabase::Work work = database_.begin_looking();
  return TagTable(work, caller.account.id).boards(*tag);
}

bool Tags::has_board(JobNumber job) const {
  if (!play_.is_there()) return false;
  const auto stored = Tournament::open(play_.folder(), "the ladder");
  if (!stored) throw std::runtime_error(stored.error().text());
  return stored->has_board(job);
}

}  // namespace tichu::arena
