#include "arena/presentation/live/routes.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <exception>
#include <stdexcept>
#include <vector>

#include "arena/presentation/page/board_json.h"
#include "arena/presentation/page/page.h"

namespace tichu::arena {
namespace {

SharedText shared(std::string text) { return std::make_shared<const std::string>(std::move(text)); }

WebAnswer refusal(unsigned status, std::string_view sentence) {
  WebAnswer answer{status, "text/plain; charset=utf-8", shared(std::string(sentence) + "\n"), ""};
  if (status == 405) answer.headers.emplace_back("Allow", "GET, HEAD");
  return answer;
}

WebAnswer missing() { return refusal(404, "There is nothing here."); }

WebAnswer found(SharedText json) { return json ? WebAnswer{200, "application/json", std::move(json), ""} : missing(); }

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
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size() || value > INT64_MAX) return std::nullopt;
  return value;
}

bool is_board_path(const std::vector<std::string>& parts) { return parts.size() == 5 && parts[3] == "boards"; }

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

WebAnswer answer_board(const std::string& name, JobNumber job, TournamentLibrary& library) {
  try {
    const std::optional<Tournament> tournament = library.stored(name);
    if (!tournament) return missing();
    const std::uint64_t bytes = tournament->board_bytes(job).value_or(0);
    if (bytes > MostShownBytes) {
      return refusal(413, fmt::format("Job {} is too large to be shown: {:.1f} MB, and the most are {:.1f}. "
                                      "tichu-arena export prints it.",
                                      job.value(), megabytes(bytes), megabytes(MostShownBytes)));
    }
    auto board = board_json(*tournament, job);
    return found(board ? shared(std::move(*board)) : nullptr);
  } catch (const std::runtime_error& error) {
    return refusal(500, std::string("This board cannot be read: ") + error.what());
  }
}

WebAnswer answer_api(const std::vector<std::string>& parts, TournamentLibrary& library) {
  if (parts.size() == 2) return found(shared(library.tournaments()));
  const std::string& name = parts[2];
  if (parts.size() == 3) return found(library.tournament(name));
  if (parts.size() == 4 && parts[3] == "stream") {
    SharedText pulse = library.pulse(name);
    if (!pulse) return missing();
    return {200, "text/event-stream", std::move(pulse), name};
  }
  if (parts.size() == 4 && parts[3] == "tables") return found(library.tables(name));
  const auto job = is_board_path(parts) ? number_of(parts[4]) : std::nullopt;
  return job ? answer_board(name, JobNumber(*job), library) : missing();
}

}  // namespace

WebAnswer too_many_watchers() {
  return refusal(503, "Too many watch at this moment; ask again later, or for the tournament itself.");
}

std::optional<WebAnswer> answer_at_once(const WebQuestion& question, bool local_only) {
  if (local_only && !is_local(question.host))
    return refusal(403, "Use localhost or 127.0.0.1 as the name of this machine.");
  if (question.method != "GET" && question.method != "HEAD")
    return refusal(405, "This server only answers GET and HEAD.");
  if (question.target.empty() || question.target.front() != '/') return missing();
  const std::vector<std::string> parts = parts_of(question.target);
  static const SharedText start = shared(live_page());
  if (parts.size() == 1 && parts[0].empty()) return WebAnswer{200, "text/html; charset=utf-8", start, ""};
  if (parts.size() < 2 || parts[0] != "api" || parts[1] != "tournaments") return missing();
  return std::nullopt;
}

bool asks_for_board(const WebQuestion& question) { return is_board_path(parts_of(question.target)); }

WebAnswer answer(const WebQuestion& question, TournamentLibrary& library, bool local_only) {
  if (auto made = answer_at_once(question, local_only)) return std::move(*made);
  try {
    return answer_api(parts_of(question.target), library);
  } catch (const std::exception& error) {
    return refusal(503, std::string("This tournament cannot be read now: ") + error.what());
  }
}

}  // namespace tichu::arena
