#include "arena/page/page.h"

#include <fmt/format.h>

#include <stdexcept>
#include <vector>

#include "arena/page/board_choice.h"
#include "arena/page/board_json.h"
#include "arena/page/packed_text.h"
#include "arena/page/page_assets.h"

namespace tichu::arena {
namespace {

/// Boards that are compressed together: their words are much alike, and a browser unpacks so many in a millisecond.
constexpr std::size_t BoardsInChunk = 16;

/// JSON that may stand in an HTML element: no "<" begins anything there.
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

std::string escaped(std::string_view plain) {
  std::string text;
  for (const char c : plain) {
    switch (c) {
      case '<':
        text += "&lt;";
        break;
      case '&':
        text += "&amp;";
        break;
      default:
        text += c;
    }
  }
  return text;
}

std::string html(std::string_view title, bool live, const std::string& data) {
  std::string text = fmt::format(
      "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"{}\">\n"
      "<meta name=\"color-scheme\" content=\"light dark\">\n<link rel=\"icon\" href=\"data:,\">\n"
      "<title>{}</title>\n<style>",
      content_policy(live), escaped(title));
  text += PageStyle;
  text += "</style>\n</head>\n<body>\n<div id=\"app\"></div>\n<noscript>This page needs JavaScript.</noscript>\n";
  text += data;
  text += "<script>";
  text += PageScript;
  text += "</script>\n</body>\n</html>\n";
  return text;
}

/// Replays as they are packed into the page, until it is full.
class ReplayChunks {
 public:
  ReplayChunks(const EventStore& store, std::size_t room) : store_(store), room_(room) {}

  void add(std::uint64_t job) {
    const auto board = board_json(store_, job);
    if (!board) return;
    open_ += (open_.empty() ? "[" : ",") + *board;
    jobs_ += (jobs_.empty() ? "" : " ") + std::to_string(job);
    if (++count_ % BoardsInChunk == 0) close();
  }
  void close() {
    if (open_.empty()) return;
    html_ += fmt::format("<script type=\"text/plain\" class=\"replays\" data-jobs=\"{}\">{}</script>\n", jobs_,
                         base64(deflated(open_ + "]")));
    open_.clear();
    jobs_.clear();
  }
  bool full() const { return html_.size() >= room_; }
  const std::string& html() const { return html_; }

 private:
  const EventStore& store_;
  std::size_t room_;
  std::size_t count_ = 0;
  std::string open_;  ///< the chunk that is being filled, and its jobs
  std::string jobs_;
  std::string html_;
};

}  // namespace

std::string content_policy(bool live) {
  return fmt::format(
      "default-src 'none'; script-src 'sha256-{}'; style-src 'sha256-{}'; img-src data:; connect-src {}; base-uri "
      "'none'; "
      "form-action 'none'",
      PageScriptHash, PageStyleHash, live ? "'self'" : "'none'");
}

Page report_page(const EventStore& store, const EventReport& report, std::size_t replay_bytes,
                 const std::filesystem::path& bundled, Seed seed) {
  const std::vector<Job> jobs = store.jobs();
  std::vector<BoardChoice> choices = boards_by_interest(store.rated_boards());
  if (choices.size() > jobs.size()) choices.resize(jobs.size());
  ReplayChunks chunks(store, replay_bytes);
  Page page;
  page.boards = jobs.size();
  std::vector<BoardChoice> replayed;
  for (const BoardChoice& choice : choices) {
    if (chunks.full()) break;
    try {
      chunks.add(jobs[choice.index].number);
      replayed.push_back(choice);
    } catch (const std::runtime_error& error) {
      page.damaged.emplace_back(error.what());
    }
  }
  chunks.close();
  page.replayed = replayed.size();
  const std::string data = "<script type=\"application/json\" id=\"event\">" +
                           html_safe(event_json(store, report, replayed, bundled, seed)) + "</script>\n";
  page.html = html(report.config.name + " – Tichu arena", false, data + chunks.html());
  return page;
}

std::string live_page() { return html("Tichu arena", true, ""); }

}  // namespace tichu::arena
