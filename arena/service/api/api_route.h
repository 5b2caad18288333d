#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <mutex>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "arena/presentation/live/http_handler.h"
#include "arena/presentation/page_data/board_analyses.h"
#include "arena/service/api/request_result.h"
#include "arena/service/api/token_buckets.h"
#include "arena/service/api/web_target.h"
#include "arena/service/ladder/ladder.h"
#include "arena/tournament/store/board_index.h"

namespace tichu::arena {

class MyBoards;

/// For sources only: it holds the JSON library.
using ApiJson = nlohmann::ordered_json;

/// What the acts of the API share. Any thread.
struct ApiContext {
  Ladder& ladder;
  std::string url;  ///< under which everybody knows the server, with a '/' at its end
  std::mutex boards_mutex;
  BoardIndex boards;  ///< guarded by the mutex
  std::chrono::steady_clock::time_point refreshed{};
  std::function<std::string()> metrics = {};         ///< in Prometheus' text format
  std::function<void(const std::string&)> log = {};  ///< a line for whoever runs the ladder
  BoardAnalyses* analyses = nullptr;                 ///< null: none are made
  MyBoards* own_boards = nullptr;                    ///< of guests; null: they are not shown
  TokenBuckets* analysis_turns = nullptr;            ///< of those who have boards analysed; null: they are not counted
  TokenBuckets* template_turns = nullptr;  ///< of addresses that ask for templates; null: they are not counted
  TokenBuckets* table_turns = nullptr;     ///< of addresses that open tables for people; null: they are not counted
  RequestResults results = {};
};

/// A request as an act gets it.
struct ApiCall {
  const HttpRequest& question;
  const WebTarget& target;
  std::vector<std::string> parameters;  ///< what stands in the path for {…}, in order
  const Caller* caller = nullptr;       ///< null if no token was sent
  nlohmann::json body = {};             ///< an object; empty if the route takes none
};

using ApiAct = OrRefusal<HttpResponse> (*)(ApiContext& context, const ApiCall& call);

/// Who may use a route.
enum class Access : std::uint8_t {
  Anybody,    ///< a token is not looked at
  Optional,   ///< a token shows more
  Owner,      ///< any token
  Submit,     ///< a token with this scope
  Play,       ///< likewise
  Admin,      ///< likewise
  Recover,    ///< likewise
  Moderator,  ///< likewise, of a moderator or admin
  Operator,   ///< this machine, or a token of an admin
};

/// What body a route takes.
enum class BodyKind : std::uint8_t { None, Json, Archive };

/// Which threads answer: those that wait for the disk, for one another or for clients hold up nobody else.
enum class ApiPool : std::uint8_t { Figures, Boards, Acts, Uploads, Tables };

/// One method of one address.
struct ApiRoute {
  std::string_view method;
  std::string_view path;   ///< such as "/api/v1/bots/{bot}"
  std::string_view query;  ///< names of the parameters that it takes, separated by blanks
  Access access = Access::Anybody;
  BodyKind body = BodyKind::None;
  ApiPool pool = ApiPool::Figures;
  ApiAct act = nullptr;  ///< null for an upload, which the site takes itself
  bool kept = false;     ///< the answer is the same for all for a second
};

std::span<const ApiRoute> public_routes();
std::span<const ApiRoute> board_routes();
std::span<const ApiRoute> analysis_routes();
std::span<const ApiRoute> author_routes();
std::span<const ApiRoute> request_board_routes();
std::span<const ApiRoute> card_routes();
std::span<const ApiRoute> tag_routes();
std::span<const ApiRoute> remote_routes();
std::span<const ApiRoute> people_routes();
std::span<const ApiRoute> moderator_routes();
std::span<const ApiRoute> operation_routes();
std::span<const ApiRoute> document_routes();

/// A JSON answer.
HttpResponse json_answer(const ApiJson& json, unsigned status = 200);
HttpResponse text_answer(std::string_view type, std::string text);
/// Done, and nothing to say: 204.
HttpResponse empty_answer();
/// 503: a machine's failure that was thrown while something was asked. Its words, which may name paths, are for whoever
/// runs the ladder alone.
Refusal machine_failure(const ApiContext& context, const std::exception& error);
/// A number that stands alone in a path, such as a board's; nullopt if it is none, or has zeros in front: each address
/// is written in one way.
std::optional<std::uint64_t> path_number(std::string_view text);
/// The longest name of anything that a request's body holds; the ladder itself takes shorter ones.
inline constexpr std::size_t MostApiNameBytes = 64;

/// A number of the query: `fallback` if it is not given, a refusal if it is none, has zeros in front, or is not from
/// `least` to `most`.
OrRefusal<std::uint64_t> number_parameter(const ApiCall& call, std::string_view name, std::uint64_t fallback,
                                          std::uint64_t least, std::uint64_t most);

/// "{bot}" and "{number}" of a path.
OrRefusal<VersionName> version_of_path(const ApiCall& call);

/// The fields of a request's body, each read once; what was wrong first is the refusal.
class BodyFields {
 public:
  explicit BodyFields(const nlohmann::json& body) : body_(body) {}

  /// At most so many bytes; one that is required says something.
  std::string text(const char* name, std::size_t most, bool required = true);
  std::optional<std::uint64_t> number(const char* name, std::uint64_t least, std::uint64_t most);
  std::optional<double> real(const char* name, double least, double most);
  bool flag(const char* name);
  std::vector<std::string> texts(const char* name, std::size_t most);
  /// Everything was read, and nothing was wrong.
  OrRefusal<void> end();

 private:
  const nlohmann::json* field(const char* name, bool required);
  void refuse(const char* name, const std::string& right);

  const nlohmann::json& body_;
  std::vector<std::string> known_;
  std::optional<Refusal> refusal_;
};

}  // namespace tichu::arena
