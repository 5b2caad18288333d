#include "arena/commands/ladder_flags.h"

#include <fmt/format.h>

#include <cstdio>
#include <stdexcept>

#include "arena/text/foreign_line.h"

namespace tichu::arena {

void add_ladder_flags(CLI::App& command, LadderFlags& flags) {
  command.add_option("--to", flags.ladder, "the ladder's address, such as https://ladder.example/")
      ->envname("TICHU_LADDER")
      ->required();
  command.add_option("--token", flags.token, "who submits; rather in TICHU_TOKEN, since others see command lines");
}

OrInputError<LadderClient> client_of(const LadderFlags& flags, bool needs_token) {
  auto token = ladder_token(flags.token, flags.ladder);
  if (!token) return tl::unexpected(token.error());
  if (needs_token && token->empty()) {
    return tl::unexpected(InputError{"--token", "", "is missing; a ladder's page says how to get one"});
  }
  return LadderClient::connect(flags.ladder, *token);
}

ExitCode refused_by_ladder(const LadderReply& reply) {
  const LadderProblem problem = problem_of(reply);
  std::string wait;
  if (problem.retry_after) wait = fmt::format(" (it can work in {} s)", problem.retry_after->count());
  fmt::print(stderr, "tichu-arena: {}{}{}{}\n", foreign_line(problem.code), problem.code.empty() ? "" : ": ",
             foreign_line(problem.detail), wait);
  return problem.status >= 500 ? ExitCode::Environment : ExitCode::Usage;
}

RemoteJson json_of(const LadderReply& reply, const std::string& url) {
  RemoteJson json = RemoteJson::parse(reply.body, nullptr, false);
  if (!json.is_object()) throw std::runtime_error(url + " answers with something else than a ladder's API");
  return json;
}

std::string word(const RemoteJson& json, const char* name) {
  const auto found = json.find(name);
  return found != json.end() && found->is_string() ? foreign_line(found->get<std::string>()) : std::string();
}

void print_json(const RemoteJson& json) {
  fmt::print("{}\n", json.dump(2, ' ', false, RemoteJson::error_handler_t::replace));
}

std::string random_key() {
  std::string key(32, '0');
  std::FILE* source = std::fopen("/dev/urandom", "rb");
  if (source == nullptr) throw std::runtime_error("/dev/urandom cannot be read");
  for (char& digit : key) digit = "0123456789abcdef"[std::fgetc(source) & 15];
  std::fclose(source);
  return key;
}

}  // namespace tichu::arena
