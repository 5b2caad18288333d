#include "arena/tournament/config/bot_finder.h"

#include <algorithm>
#include <cctype>
#include <set>
#include <system_error>

#include "arena/installation.h"
#include "arena/text/nearest_name.h"
#include "arena/text/required_path.h"

namespace tichu::arena {
namespace {

namespace fs = std::filesystem;

bool is_file(const fs::path& path) {
  std::error_code ignored;
  return fs::is_regular_file(path, ignored);
}

std::string quoted(const fs::path& path) { return "\"" + path.string() + "\""; }

/// Words separated by blanks; ' and " hold together what stands between them. Nullopt if a quote stays open.
std::optional<std::vector<std::string>> split_words(const std::string& text) {
  std::vector<std::string> words;
  std::optional<std::string> word;
  char quote = 0;
  for (const char c : text) {
    if (quote != 0) {
      if (c == quote) {
        quote = 0;
      } else {
        word->push_back(c);
      }
    } else if (c == '\'' || c == '"') {
      quote = c;
      if (!word) word.emplace();
    } else if (c == ' ' || c == '\t') {
      if (word) words.push_back(*word);
      word.reset();
    } else {
      if (!word) word.emplace();
      word->push_back(c);
    }
  }
  if (quote != 0) return std::nullopt;
  if (word) words.push_back(*word);
  return words;
}

/// A word as `split_words` reads it back.
std::string held_together(const std::string& word) {
  if (!word.empty() && word.find_first_of(" \t'\"") == std::string::npos) return word;
  std::string text = "\"";
  for (const char c : word) text += c == '"' ? std::string("\"'\"'\"") : std::string(1, c);
  return text + "\"";
}

bool take_prefix(std::string& text, const std::string& prefix) {
  if (!text.starts_with(prefix)) return false;
  text.erase(0, prefix.size());
  return true;
}

/// A remote bot's program is not here, so there is nothing that a sandbox could hold.
tl::expected<void, std::string> locate_seat(BotSpec& bot, const std::string& name) {
  constexpr std::size_t LongestName = 40;
  const auto is_fit = [](unsigned char c) { return std::isalnum(c) != 0 || c == '-' || c == '_' || c == '.'; };
  if (name.empty() || name.size() > LongestName || !std::all_of(name.begin(), name.end(), is_fit)) {
    return tl::unexpected("\"" + name + "\" is not the name of a seat: 1 to 40 of A-Z, a-z, 0-9, '-', '_' and '.'");
  }
  bot.path = name;
  bot.kind = BotKind::Remote;
  bot.trusted = true;
  return {};
}

}  // namespace

tl::expected<void, std::string> BotFinder::locate(BotSpec& bot, const std::string& text,
                                                  std::optional<BotKind> kind) const {
  if (kind == BotKind::Remote) return locate_seat(bot, text);
  if (kind == BotKind::Person) return tl::unexpected<std::string>("a person plays by tichu-arena sit alone");
  if (text.empty()) return tl::unexpected<std::string>("the path is empty");
  if (text.find('/') == std::string::npos) return locate_bundled(bot, text, kind);
  const fs::path path = fs::absolute(relative_to_ / text).lexically_normal();
  if (auto found = require_file(path); !found) return found;
  if (!is_file(path)) return tl::unexpected(quoted(path) + " is a pipe, a socket or a device; a file is wanted");
  const BotKind found = kind.value_or(path.extension() == ".so" ? BotKind::Plugin : BotKind::Program);
  if (is_program(found) && !is_executable(path)) {
    return tl::unexpected("the file " + quoted(path) +
                          " is not executable (chmod +x), or name its interpreter as the program");
  }
  bot.path = path;
  bot.kind = found;
  return {};
}

tl::expected<void, std::string> BotFinder::locate_bundled(BotSpec& bot, const std::string& text,
                                                          std::optional<BotKind> kind) const {
  const fs::path plugin = bundled_ / (text + ".so");
  const fs::path program = bundled_ / text;
  const bool is_wanted_as_program = kind && is_program(*kind);
  if (!is_wanted_as_program && is_file(plugin)) {
    bot.path = plugin;
    bot.kind = BotKind::Plugin;
    bot.trusted = true;
    return {};
  }
  if ((!kind || kind == BotKind::Program) && is_executable(program)) {
    bot.path = program;
    bot.kind = BotKind::Program;
    bot.trusted = true;
    return {};
  }
  if (is_wanted_as_program) {
    if (const auto found = on_search_path(text)) {
      bot.path = *found;
      bot.kind = *kind;
      return {};
    }
  }
  std::string problem = "there is no bundled bot \"" + text + "\"";
  if (kind == BotKind::Plugin) problem += " as a plug-in";
  if (is_wanted_as_program) problem += " as a program, nor a program of that name on the PATH";
  const std::vector<std::string> names = bundled_names();
  std::string bundled;
  for (const std::string& name : names) bundled += (bundled.empty() ? "" : ", ") + name;
  const auto meant = nearest_name(text, names);
  return tl::unexpected(problem + (meant ? "; did you mean \"" + *meant + "\"?" : "") + "; bundled are " +
                        (names.empty() ? "none" : bundled) +
                        "; a file of your own needs a '/' in its path, as in \"./" + text + "\"");
}

std::string BotFinder::argument(const std::string& text) const {
  const fs::path path = fs::absolute(relative_to_ / text).lexically_normal();
  return is_file(path) ? path.string() : text;
}

std::vector<std::string> BotFinder::bundled_names() const {
  std::set<std::string> names;
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(bundled_, error)) {
    if (entry.path().extension() == ".so" || is_executable(entry.path())) names.insert(entry.path().stem().string());
  }
  return {names.begin(), names.end()};
}

OrInputError<BotSpec> bot_from_argument(const std::string& text, const BotFinder& finder) {
  BotSpec bot;
  const std::size_t equals = text.find('=');
  bot.name = text.substr(0, equals);
  std::string place = equals == std::string::npos ? text : text.substr(equals + 1);
  const auto wrong = [&](const std::string& problem) {
    return tl::unexpected(InputError{"bot", "\"" + text + "\"", problem});
  };

  std::optional<bool> trusted;
  if (take_prefix(place, "trusted:")) trusted = true;
  if (take_prefix(place, "untrusted:")) trusted = false;
  bot.timed = take_prefix(place, "timed:");
  std::optional<BotKind> kind;
  const std::string word = place.substr(0, place.find(':'));
  if (word == "program" || word == "json") {
    kind = from_text<BotKind>(word);
    place.erase(0, word.size() + 1);
    const auto words = split_words(place);
    if (!words) return wrong("a quote is not closed");
    if (words->empty()) return wrong("a program is missing after \"" + word + ":\"");
    place = words->front();
    for (std::size_t i = 1; i < words->size(); ++i) bot.arguments.push_back(finder.argument((*words)[i]));
  } else if (take_prefix(place, "plugin:")) {
    kind = BotKind::Plugin;
  } else if (take_prefix(place, "remote:")) {
    kind = BotKind::Remote;
  }
  if (equals == std::string::npos && place.find('/') != std::string::npos) {
    return wrong("a bot of your own needs a name before its path, as in \"mine=" + place + "\"");
  }
  if (const auto located = finder.locate(bot, place, kind); !located) return wrong(located.error());
  bot.trusted = trusted.value_or(bot.trusted);
  return bot;
}

OrInputError<BotSpec> local_bot_from_argument(const std::string& text, const BotFinder& finder) {
  OrInputError<BotSpec> bot = bot_from_argument(text, finder);
  if (!bot || bot->kind != BotKind::Remote) return bot;
  return tl::unexpected(InputError{"bot", "\"" + text + "\"",
                                   "is a remote bot, which only play, test, tournament and resume have seats for"});
}

std::string place_argument(BotKind kind, const std::string& path, const std::vector<std::string>& arguments) {
  if (!is_program(kind)) return std::string(to_text(kind)) + ":" + path;
  std::string text = std::string(to_text(kind)) + ":" + held_together(path);
  for (const std::string& argument : arguments) text += " " + held_together(argument);
  return text;
}

}  // namespace tichu::arena
