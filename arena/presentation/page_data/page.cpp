#include "arena/presentation/page_data/page.h"

#include <fmt/format.h>

#include <span>
#include <stdexcept>

#include "arena/presentation/page_data/board_choice.h"
#include "arena/presentation/page_data/board_json.h"
#include "arena/presentation/page_data/packed_text.h"
#include "arena/presentation/page_data/page_assets.h"
#include "arena/presentation/page_data/page_shell.h"

namespace tichu::arena {
namespace {

/// The number of boards compressed together: their texts are much alike, and a browser unpacks this many in a
/// millisecond.
constexpr std::size_t BoardsInChunk = 16;
/// The page is closed after this many boards that are too large, because finding that out takes time.
constexpr std::size_t MostLeftOut = 100;

/// JSON made safe for an HTML element: it has no "<" that could begin markup.
std::string html_safe(const std::string& json) {
  std::string text;
  text.reserve(json.size());
  for (const char c : json) {
    if (c == '<') {
      text += "\\u003c";
    } else {
      text += c;
    }
  }
  return text;
}

/// What became of a board that the page should hold.
enum class Fate : std::uint8_t { Kept, TooLarge, PageIsFull };

/// Packs replays into the page until it is full; never takes more bytes than there is room for.
class ReplayChunks {
 public:
  ReplayChunks(const Tournament& tournament, std::size_t room) : tournament_(tournament), room_(room) {}

  Fate add(JobNumber job) {
    if (room_ == 0 || unpacked_ > UnpackedShare * room_) return Fate::PageIsFull;
    if (tournament_.board_bytes(job).value_or(0) > MostShownBytes) return Fate::TooLarge;
    const std::string board = board_json(tournament_, job).value_or("");
    unpacked_ += board.size();
    // The open chunk's size is known only when it is packed; packing it may make room.
    if (most_bytes(open_.size() + board.size()) > room_ - html_.size()) close();
    if (most_bytes(board.size()) > room_ - html_.size()) return add_alone(job, board);
    open_ += (open_.empty() ? "[" : ",") + board;
    jobs_ += (jobs_.empty() ? "" : " ") + to_string(job);
    if (++count_ == BoardsInChunk) close();
    return Fate::Kept;
  }
  void close() {
    if (count_ > 0) html_ += element(jobs_, open_ + "]");
    open_.clear();
    jobs_.clear();
    count_ = 0;
  }
  const std::string& html() const { return html_; }

 private:
  /// Text that compresses better than this was made to be large; a page would take too long to unpack it.
  static constexpr std::size_t UnpackedShare = 100;
  /// If a board smaller than this share of the room does not fit, the page is full.
  static constexpr std::size_t LargeShare = 4;
  /// Bytes of a chunk besides its text: the element, and the numbers of its jobs.
  static constexpr std::size_t ElementBytes = 100 + 21 * BoardsInChunk;

  static std::size_t most_bytes(std::size_t text) { return most_packed(text + 2) + ElementBytes; }

  static std::string element(const std::string& jobs, const std::string& text) {
    return fmt::format("<script type=\"text/plain\" class=\"replays\" data-jobs=\"{}\">{}</script>\n", jobs,
                       base64(deflated(text)));
  }

  Fate add_alone(JobNumber job, const std::string& board) {
    const std::string packed = element(to_string(job), "[" + board + "]");
    if (packed.size() > room_ - html_.size()) {
      return packed.size() > room_ / LargeShare ? Fate::TooLarge : Fate::PageIsFull;
    }
    html_ += packed;
    return Fate::Kept;
  }

  const Tournament& tournament_;
  std::size_t room_;
  std::size_t unpacked_ = 0;  ///< bytes of all boards looked at
  std::size_t count_ = 0;     ///< boards in the chunk that is being filled
  std::string open_;          ///< their text, and their jobs
  std::string jobs_;
  std::string html_;
};

/// Puts the chosen boards into the page until it is full.
PageBoards fill(ReplayChunks& chunks, std::span<const Job> jobs, std::span<const BoardChoice> choices) {
  PageBoards shown;
  for (const BoardChoice& choice : choices) {
    const JobNumber job = jobs[choice.index].number;
    try {
      const Fate fate = chunks.add(job);
      if (fate == Fate::PageIsFull) break;
      if (fate == Fate::Kept) shown.listed.push_back(choice);
      if (fate == Fate::TooLarge) shown.left_out.push_back(job);
    } catch (const std::runtime_error& error) {
      shown.damaged.emplace_back(error.what());
    }
    if (shown.left_out.size() == MostLeftOut) break;
  }
  chunks.close();
  return shown;
}

}  // namespace

std::string content_policy(bool live) { return page_policy(PageScriptHash, "data:", live ? "'self'" : "'none'"); }

Page report_page(const Tournament& tournament, const TournamentReport& report, std::size_t replay_bytes,
                 const std::filesystem::path& bundled, Seed seed) {
  ReplayChunks chunks(tournament, replay_bytes);
  const PageBoards shown = fill(chunks, report.results.jobs, boards_by_interest(report.results.boards));
  Page page;
  page.boards = report.results.boards.size();
  page.replayed = shown.listed.size();
  page.left_out = shown.left_out.size();
  const std::string data = "<script type=\"application/json\" id=\"tournament\">" +
                           html_safe(tournament_json(tournament, report, shown, bundled, seed)) + "</script>\n";
  page.damaged = shown.damaged;
  page.html = page_html(report.config.name + " – Tichu arena", content_policy(false), PageScript, data + chunks.html());
  return page;
}

std::string live_page() { return page_html("Tichu arena", content_policy(true), PageScript, ""); }

}  // namespace tichu::arena
