#include "arena/service/commands/ladder_answers.h"

#include <fmt/format.h>

#include <CLI/App.hpp>
#include <algorithm>
#include <cstdio>
#include <stdexcept>
#include <thread>

#include "arena/commands/play_tournament.h"
#include "arena/text/sanitized_line.h"

namespace tichu::arena {
namespace {

/// Where a token for this ladder would have been found, and how to get one.
InputError no_token(const std::string& ladder) {
  const std::string file = tokens_file().string();
  const std::string or_file =
      file.empty() ? "" : fmt::format(", or write the line \"{}\" = \"tch_...\" into {}", ladder, file);
  return {
      "--token", "",
      fmt::format("is missing, and the ladder must know who asks: set {}=tch_...{}; the page {}{}#submit says how to "
                  "get a token",
                  TokenVariable, or_file, ladder, ladder.ends_with('/') ? "" : "/")};
}

}  // namespace

void add_ladder_flags(CLI::App& command, LadderFlags& flags) {
  command.add_option("--to", flags.ladder, "the ladder's address, such as https://ladder.example/")
      ->envname(LadderVariable)
      ->required();
  add_token_flag(command, flags);
}

OrInputError<LadderClient> client_of(const LadderFlags& flags, bool needs_token) {
  auto token = ladder_token(flags.token, flags.ladder);
  if (!token) return tl::unexpected(token.error());
  if (needs_token && token->empty()) {
    return tl::unexpected(no_token(flags.ladder));
  }
  return LadderClient::connect(flags.ladder, *token);
}

ExitCode refused_by_ladder(const HttpReply& reply) {
  const LadderProblem problem = problem_of(reply);
  std::string wait;
  if (problem.retry_after) wait = fmt::format(" (it can work in {} s)", problem.retry_after->count());
  fmt::print(stderr, "tichu-arena: {}{}{}{}\n", sanitized_line(problem.code), problem.code.empty() ? "" : ": ",
             sanitized_line(problem.detail), wait);
  return problem.status >= 500 ? ExitCode::Environment : ExitCode::Usage;
}

RemoteJson json_of(const HttpReply& reply, const std::string& url) {
  RemoteJson json = RemoteJson::parse(reply.body, nullptr, false);
  if (!json.is_object()) throw std::runtime_error(url + " answers with something else than a ladder's API");
  return json;
}

std::string word(const RemoteJson& json, const char* name) {
  const auto found = json.find(name);
  return found != json.end() && found->is_string() ? sanitized_line(found->get<std::string>()) : std::string();
}

void print_json(const RemoteJson& json) {
  fmt::print("{}\n", json.dump(2, ' ', false, RemoteJson::error_handler_t::replace));
}

ExitCode act_on_version(const LadderFlags& flags, const std::string& bot, const std::string& act,
                        const std::set<std::string>& states) {
  const auto client = client_of(flags, true);
  if (!client) return refuse(client.error());
  const std::size_t at = bot.find('@');
  const std::string path = "api/v1/bots/" + percent_encoded_part(bot.substr(0, at));
  std::string number = at == std::string::npos ? std::string() : bot.substr(at + 1);
  if (number.empty()) {
    const HttpReply reply = client->get(path);
    if (!reply.ok()) return refused_by_ladder(reply);
    for (const RemoteJson& version : json_of(reply, client->url()).value("versions", RemoteJson::array())) {
      if (!states.contains(word(version, "state"))) continue;
      number = std::to_string(version.value("number", 0));
      break;
    }
    if (number.empty()) return refuse({act, "\"" + bot + "\"", "has no version to which that can be done"});
  }
  const HttpReply done = client->post(path + "/versions/" + percent_encoded_part(number) + "/" + act);
  if (!done.ok()) return refused_by_ladder(done);
  const RemoteJson version = json_of(done, client->url());
  fmt::print("{} is {} now\n", word(version, "name"), word(version, "state"));
  return ExitCode::Ok;
}

HttpReply patiently(const LadderClient& client, const std::string& path) {
  while (true) {
    HttpReply reply = client.get(path);
    if (reply.status != 429 && reply.status != 503) return reply;
    std::this_thread::sleep_for(std::min(problem_of(reply).retry_after.value_or(UsualLadderWait), LongestLadderWait));
  }
}

}  // namespace tichu::arena
