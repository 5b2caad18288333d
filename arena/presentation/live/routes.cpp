#include "arena/presentation/live/routes.h"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <functional>
#include <stdexcept>
#include <utility>
#include <vector>

#include "arena/presentation/page_data/board_json.h"
#include "arena/presentation/page_data/page.h"
#include "arena/record/json_record.h"
#include "arena/text/number_text.h"

namespace tichu::arena {
namespace {

SharedText shared(std::string text) { return std::make_shared<const std::string>(std::move(text)); }

HttpResponse refusal(unsigned status, std::string_view sentence) {
  HttpResponse answer = sentence_response(status, sentence);
  if (status == 405) answer.headers.emplace_back("Allow", "GET, HEAD");
  return answer;
}

HttpResponse missing() { return refusal(404, "There is nothing here."); }

HttpResponse found(SharedText json) {
  return json ? HttpResponse{200, "application/json", std::move(json), ""} : missing();
}

/// The parts of the path, without the query; "/a/b" has two.
std::vector<std::string> parts_of(std::string_view target) {
  const std::string_view path = target.substr(0, target.find('?'));
  std::vector<std::string> parts;
  std::size_t at = 0;
  while (at < path.size()) {
    const std::size_t end = path.find('/', at + 1);
    parts.emplace_back(path.substr(at + 1, end == std::string_view::npos ? end : end - at - 1));
    at = end == std::string_view::npos ? path.size() : end;
  }
  return parts;
}

std::optional<std::uint64_t> number_of(const std::string& text) {
  const auto value = number_from<std::uint64_t>(text);
  return value && *value <= INT64_MAX ? value : std::nullopt;
}

bool is_board_path(const std::vector<std::string>& parts) { return parts.size() == 5 && parts[3] == "boards"; }

bool is_analysis_path(const std::vector<std::string>& parts) {
  return parts.size() == 6 && parts[0] == "api" && parts[1] == "tournaments" && parts[3] == "boards" &&
         parts[5] == "analysis";
}

double megabytes(std::uint64_t bytes) { return static_cast<double>(bytes) / 1e6; }

bool is_local(std::string_view host) {
  const bool bracketed = !host.empty() && host.front() == '[';
  const std::size_t end = bracketed ? host.find(']') + 1 : std::min(host.find(':'), host.size());
  const std::string_view name = host.substr(0, end);
  // The port, and nothing else that a name could hide behind it.
  const std::string_view rest = host.substr(end);
  const bool has_port =
      rest.size() > 1 && rest.front() == ':' && rest.find_first_not_of("0123456789", 1) == std::string_view::npos;
  if (!rest.empty() && !has_port) return false;
  return name == "localhost" || name == "127.0.0.1" || name == "[::1]";
}

/// The key of a board among those that are analysed: job, what its rounds are, tournament. A tournament that was played
/// again under the same name has other rounds.
std::string analysis_key(const std::string& name, const StoredBoard& board) {
  std::string rounds;
  for (const StoredRound& round : board.rounds) rounds += write_json_record(round.record);
  return fmt::format("{}/{:x}/{}", board.job.number.value(), std::hash<std::string>()(rounds), name);
}

AnalysesOf analyses_made(const std::string& name, BoardAnalyses* analyses) {
  if (analyses == nullptr) return {};
  return [name, analyses](const StoredBoard& board) {
    const AnalysedBoard found = analyses->queue().found(analysis_key(name, board));
    return found ? *found : std::vector<RoundAnalysis>();
  };
}

std::optional<HttpResponse> too_large(const Tournament& tournament, JobNumber job) {
  const std::uint64_t bytes = tournament.board_bytes(job).value_or(0);
  if (bytes <= MostShownBytes) return std::nullopt;
  return refusal(413, fmt::format("Job {} is too large to be shown: {:.1f} MB, and the most are {:.1f}. "
                                  "tichu-arena export prints it.",
                                  job.value(), megabytes(bytes), megabytes(MostShownBytes)));
}

HttpResponse unreadable(const std::runtime_error& error) {
  return refusal(500, std::string("This board cannot be read: ") + error.what());
}

HttpResponse answer_board(const std::string& name, JobNumber job, TournamentLibrary& library, BoardAnalyses* analyses) {
  try {
    const std::optional<Tournament> tournament = library.stored(name);
    if (!tournament) return missing();
    if (auto refused = too_large(*tournament, job)) return std::move(*refused);
    auto board = board_json(*tournament, job, analyses_made(name, analyses));
    return found(board ? shared(std::move(*board)) : nullptr);
  } catch (const std::runtime_error& error) {
    return unreadable(error);
  }
}

HttpResponse refused_analysis(QueueRefusal why) {
  return why == QueueRefusal::Full ? refusal(503, "Too many boards are waiting to be analysed; ask again later.")
                                   : refusal(429, "Your boards in the queue come first; ask again later.");
}

HttpResponse answer_analysis(const HttpRequest& question, const std::string& name, JobNumber job,
                             TournamentLibrary& library, BoardAnalyses& analyses) {
  try {
    const std::optional<Tournament> tournament = library.stored(name);
    if (!tournament) return missing();
    if (auto refused = too_large(*tournament, job)) return std::move(*refused);
    const std::optional<StoredBoard> board = tournament->board(job);
    if (!board) return missing();
    const std::string key = analysis_key(name, *board);
    AnalysisStatus status = analyses.queue().status(key);
    if (question.method == "POST") {
      const auto taken = analyses.queue().ask(key, question.direct ? "" : question.client);
      if (!taken) return refused_analysis(taken.error());
      status = *taken;
    }
    std::string text = analyses.open_json(status);
    if (status.state == AnalysisState::Done) {
      text += ",\"replay\":" + board_json(*tournament, job, analyses_made(name, &analyses)).value();
    }
    return found(shared(text + "}"));
  } catch (const std::runtime_error& error) {
    return unreadable(error);
  }
}

HttpResponse answer_api(const HttpRequest& question, TournamentLibrary& library, BoardAnalyses* analyses) {
  const std::vector<std::string> parts = parts_of(question.target);
  if (parts.size() == 2) return found(shared(library.tournaments()));
  const std::string& name = parts[2];
  if (parts.size() == 3) return found(library.tournament(name));
  if (parts.size() == 4 && parts[3] == "stream") {
    SharedText pulse = library.pulse(name);
    if (!pulse) return missing();
    return {200, "text/event-stream", std::move(pulse), name};
  }
  if (parts.size() == 4 && parts[3] == "tables") return found(library.tables(name));
  if (parts.size() == 4 && parts[3] == "workers") return found(library.workers(name));
  const auto job = is_board_path(parts) || is_analysis_path(parts) ? number_of(parts[4]) : std::nullopt;
  if (!job) return missing();
  if (is_board_path(parts)) return answer_board(name, JobNumber(*job), library, analyses);
  if (analyses == nullptr) return refusal(404, "This server analyses no boards; tichu-arena analyse does.");
  return answer_analysis(question, name, JobNumber(*job), library, *analyses);
}

/// A request that makes this machine work must come from the own page, or from no page at all.
std::optional<HttpResponse> judge_post(const HttpRequest& question) {
  const std::string_view site = question.header("sec-fetch-site").value_or("same-origin");
  if (site != "same-origin" && site != "none") return refusal(403, "Only this server's own pages may ask for that.");
  if (question.has_body) return refusal(400, "Send this request without a body.");
  return std::nullopt;
}

}  // namespace

HttpResponse too_many_watchers() {
  return refusal(503, "Too many watch at this moment; ask again later, or for the tournament itself.");
}

std::optional<HttpResponse> answer_at_once(const HttpRequest& question, bool local_only) {
  if (local_only && !is_local(question.host))
    return refusal(403, "Use localhost or 127.0.0.1 as the name of this machine.");
  const std::vector<std::string> parts = parts_of(question.target);
  if (question.method == "POST" && is_analysis_path(parts)) return judge_post(question);
  if (question.method != "GET" && question.method != "HEAD")
    return refusal(405, "This server only answers GET and HEAD, and POST for the analysis of a board.");
  if (question.target.empty() || question.target.front() != '/') return missing();
  static const SharedText start = shared(live_page());
  if (parts.size() == 1 && parts[0].empty()) return HttpResponse{200, "text/html; charset=utf-8", start, ""};
  if (parts.size() < 2 || parts[0] != "api" || parts[1] != "tournaments") return missing();
  return std::nullopt;
}

bool asks_for_board(const HttpRequest& question) {
  const std::vector<std::string> parts = parts_of(question.target);
  return is_board_path(parts) || is_analysis_path(parts);
}

std::vector<Record> rounds_of_key(const TournamentLibrary& library, const std::string& key) {
  const std::size_t first = key.find('/');
  const std::size_t second = key.find('/', first + 1);
  const std::optional<Tournament> tournament = library.stored(key.substr(second + 1));
  const auto job = number_of(key.substr(0, first));
  const auto board = tournament && job ? tournament->board(JobNumber(*job)) : std::nullopt;
  if (!board) throw std::runtime_error("the board " + key + " cannot be read any more");
  std::vector<Record> rounds;
  for (const StoredRound& round : board->rounds) rounds.push_back(round.record);
  return rounds;
}

HttpResponse answer(const HttpRequest& question, TournamentLibrary& library, bool local_only, BoardAnalyses* analyses) {
  if (auto made = answer_at_once(question, local_only)) return std::move(*made);
  try {
    return answer_api(question, library, analyses);
  } catch (const std::exception& error) {
    return refusal(503, std::string("This tournament cannot be read now: ") + error.what());
  }
}

}  // namespace tichu::arena
