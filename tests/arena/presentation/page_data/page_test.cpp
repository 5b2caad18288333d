#include "arena/presentation/page_data/page.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "arena/presentation/page_data/board_json.h"
#include "arena/presentation/page_data/packed_text.h"
#include "arena/tournament/tournament.h"
#include "engine/random.h"
#include "tests/arena/temporary_folder.h"
#include "tests/arena/tournament/store/stored_tournament.h"

namespace tichu::arena {
namespace {

/// The page of the tournament that was stored in the folder.
Page page_of(const TemporaryFolder& folder, const TournamentStore& /*stored*/, std::size_t bytes) {
  const auto tournament = Tournament::open(folder.path(), "test");
  return report_page(tournament.value(), tournament.value().report(), bytes, "/b", Seed::Shown);
}

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

nlohmann::json data_of(const std::string& html) {
  const std::string begin = "<script type=\"application/json\" id=\"tournament\">";
  const std::size_t at = html.find(begin) + begin.size();
  return nlohmann::json::parse(html.substr(at, html.find("</script>", at) - at));
}

TEST(Page, HoldsEveryBoardWhereTheyFit) {
  const TemporaryFolder folder;
  const Page page = page_of(folder, stored_tournament(folder.path(), "a", "b", 40), 1'000'000);
  EXPECT_EQ(page.boards, 40u);
  EXPECT_EQ(page.replayed, 40u);
  EXPECT_EQ(count(page.html, "class=\"replays\""), 3u) << "16 boards in an element";
  EXPECT_EQ(data_of(page.html)["boards"].size(), 40u);
}

TEST(Page, ListsOnlyBoardsThatItHolds) {
  const TemporaryFolder folder;
  const Page page = page_of(folder, stored_tournament(folder.path(), "a", "b", 100), 5'000);
  EXPECT_LT(page.replayed, 100u);
  EXPECT_GT(page.replayed, 0u);
  EXPECT_EQ(data_of(page.html)["boards"].size(), page.replayed);
  const TemporaryFolder other;
  EXPECT_EQ(page_of(other, stored_tournament(other.path(), "a", "b", 3), 0).replayed, 0u);
}

/// A tournament of `jobs` boards, of which `talkative` have so many bytes of remarks, of random letters.
TournamentStore tournament_with_remarks(const std::filesystem::path& folder, std::uint64_t jobs,
                                        std::uint64_t talkative, std::size_t bytes) {
  TournamentStore store = stored_tournament(folder, "a", "b", 0);
  std::vector<FinishedJob> added = random_jobs(store.config(), 0, jobs);
  Random random(1);
  for (std::uint64_t i = 0; i < talkative; ++i) {
    std::string note;
    while (note.size() < bytes) note += static_cast<char>('A' + random.below(58));
    added[i].result.faults = {1, 0};  // those come first
    added[i].rounds[0].record.remarks = {{Seat(0), Question::Turn, 4, {note, std::nullopt, {}}}};
  }
  store.add(added);
  return store;
}

std::size_t replay_bytes(const std::string& html) {
  std::size_t bytes = 0;
  const std::string begin = "<script type=\"text/plain\"";
  const std::string end = "</script>\n";
  for (std::size_t at = html.find(begin); at != std::string::npos; at = html.find(begin, at + 1)) {
    bytes += html.find(end, at) + end.size() - at;
  }
  return bytes;
}

TEST(Page, ReplaysNeverExceedTheirRoom) {
  const TemporaryFolder folder;
  const TournamentStore store = tournament_with_remarks(folder.path(), 40, 12, 50'000);
  for (const std::size_t room : {1'000u, 10'000u, 60'000u, 100'000u, 300'000u, 1'000'000u}) {
    const Page page = page_of(folder, store, room);
    EXPECT_LE(replay_bytes(page.html), room);
    EXPECT_EQ(data_of(page.html)["boards"].size(), page.replayed) << room;
  }
  EXPECT_EQ(page_of(folder, store, 1'000'000).replayed, 40u);
}

TEST(Page, LeavesOutBoardsThatAreTooLargeAndKeepsTheOthers) {
  const TemporaryFolder folder;
  const Page page = page_of(folder, tournament_with_remarks(folder.path(), 20, 2, 200'000), 100'000);
  EXPECT_EQ(page.replayed, 18u);
  EXPECT_EQ(page.left_out, 2u);
  EXPECT_EQ(data_of(page.html)["left_out"], (std::vector<int>{0, 1}));
  const TemporaryFolder other;
  EXPECT_EQ(page_of(other, tournament_with_remarks(other.path(), 3, 1, MostShownBytes), 500'000'000).left_out, 1u);
}

TEST(Page, NamesNeverBecomeMarkup) {
  const std::string hostile = "</script><script>alert(1)</script><!-- ' \"; DROP TABLE job; --";
  const TemporaryFolder plain_folder;
  const TemporaryFolder folder;
  const Page plain = page_of(plain_folder, stored_tournament(plain_folder.path(), "a", "b", 2), 1'000'000);
  const Page page = page_of(folder, stored_tournament(folder.path(), hostile, "<b>", 2), 1'000'000);
  EXPECT_EQ(count(page.html, "<script"), count(plain.html, "<script"));
  EXPECT_EQ(count(page.html, "<!--"), 0u);
  EXPECT_EQ(data_of(page.html)["results"]["entrants"][0]["name"], hostile);
}

TEST(Page, ForbidsWhatIsNotItsOwn) {
  EXPECT_NE(content_policy(false).find("default-src 'none'"), std::string::npos);
  EXPECT_NE(content_policy(false).find("connect-src 'none'"), std::string::npos);
  EXPECT_NE(content_policy(true).find("connect-src 'self'"), std::string::npos);
  EXPECT_EQ(content_policy(false).find("unsafe"), std::string::npos);
}

// Vectors of RFC 4648.
TEST(PackedText, IsBase64) {
  EXPECT_EQ(base64(""), "");
  EXPECT_EQ(base64("f"), "Zg==");
  EXPECT_EQ(base64("fo"), "Zm8=");
  EXPECT_EQ(base64("foobar"), "Zm9vYmFy");
  EXPECT_EQ(base64(std::string_view("\xff\0\xfe", 3)), "/wD+");
}

TEST(PackedText, IsShorterThanWhatRepeats) { EXPECT_LT(deflated(std::string(10'000, 'x')).size(), 100u); }

}  // namespace
}  // namespace tichu::arena
