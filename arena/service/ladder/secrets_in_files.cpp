#include "arena/service/ladder/secrets_in_files.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <tuple>
#include <utility>

#include "arena/text/file_text.h"

namespace tichu::arena {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t MostFindings = 100;
constexpr std::uint64_t LargestFile = std::uint64_t{4} << 20;

/// How a kind of secret begins, and of how many letters and digits it goes on at least.
struct SecretShape {
  std::string_view begins;
  std::size_t letters;
  std::string_view what;
};

constexpr std::array<SecretShape, 11> Shapes{{{"tch_", 20, "a token of a ladder"},
                                              {"-----BEGIN RSA PRIVATE KEY", 0, "a private key"},
                                              {"-----BEGIN OPENSSH PRIVATE KEY", 0, "a private key"},
                                              {"-----BEGIN EC PRIVATE KEY", 0, "a private key"},
                                              {"-----BEGIN PRIVATE KEY", 0, "a private key"},
                                              {"AKIA", 16, "a key of Amazon's"},
                                              {"ghp_", 36, "a token of GitHub's"},
                                              {"github_pat_", 40, "a token of GitHub's"},
                                              {"glpat-", 20, "a token of GitLab's"},
                                              {"xoxb-", 20, "a token of Slack's"},
                                              {"sk-", 40, "a key of an API"}}};

bool is_letter(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '-'; }

/// A secret that is known by its name alone: NAME=value, NAME: "value" and the like.
struct SecretName {
  std::string_view name;  ///< in small letters
  std::size_t letters;    ///< of its value at least
  std::string_view what;
};

constexpr std::array<SecretName, 2> Names{
    {{"aws_secret_access_key", 40, "a secret key of Amazon's"}, {"aws_session_token", 40, "a token of Amazon's"}}};

std::optional<std::pair<std::size_t, std::string_view>> named_secret_at(std::string_view text) {
  constexpr std::string_view Between = " \t\"'=:";
  for (const SecretName& secret : Names) {
    const bool is_named = text.size() > secret.name.size() &&
                          std::equal(secret.name.begin(), secret.name.end(), text.begin(), [](char small, char c) {
                            return std::tolower(static_cast<unsigned char>(c)) == static_cast<unsigned char>(small);
                          });
    if (!is_named) continue;
    const std::size_t begin = text.find_first_not_of(Between, secret.name.size());
    if (begin == std::string_view::npos || begin == secret.name.size()) continue;
    std::size_t end = begin;
    while (end < text.size() && (is_letter(text[end]) || text[end] == '/' || text[end] == '+')) ++end;
    if (end - begin >= secret.letters) return std::pair(end, secret.what);
  }
  return std::nullopt;
}

/// The length of the secret that begins here; nullopt if none does.
std::optional<std::pair<std::size_t, std::string_view>> secret_at(std::string_view text) {
  if (const auto named = named_secret_at(text)) return named;
  for (const SecretShape& shape : Shapes) {
    if (!text.starts_with(shape.begins)) continue;
    std::size_t end = shape.begins.size();
    while (end < text.size() && is_letter(text[end])) ++end;
    if (end - shape.begins.size() >= shape.letters) return std::pair(end, shape.what);
  }
  return std::nullopt;
}

void look_through(const std::string& file, std::string_view text, std::vector<FoundSecret>& found) {
  std::uint64_t line = 1;
  for (std::size_t at = 0; at < text.size() && found.size() < MostFindings; ++at) {
    if (text[at] == '\n') ++line;
    if (at > 0 && is_letter(text[at - 1]) && text[at] != '-') continue;
    const auto secret = secret_at(text.substr(at));
    if (!secret) continue;
    found.push_back({file, line, std::string(secret->second)});
    at += secret->first - 1;
  }
}

}  // namespace

std::vector<FoundSecret> secrets_in(const fs::path& folder) {
  std::vector<FoundSecret> found;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder)) {
    if (!entry.is_regular_file() || entry.is_symlink() || entry.file_size() > LargestFile) continue;
    const std::string text = read_file_text(entry.path());
    const bool is_binary = std::string_view(text).substr(0, 4096).find('\0') != std::string_view::npos;
    if (!is_binary) look_through(entry.path().lexically_relative(folder).string(), text, found);
  }
  std::sort(found.begin(), found.end(), [](const FoundSecret& a, const FoundSecret& b) {
    return std::tie(a.file, a.line) < std::tie(b.file, b.line);
  });
  return found;
}

std::string without_secrets(std::string_view text) {
  std::string masked;
  while (!text.empty()) {
    const auto secret = secret_at(text);
    const std::size_t length = secret ? secret->first : 1;
    if (secret) {
      masked += "********";
    } else {
      masked += text.front();
    }
    text.remove_prefix(length);
  }
  return masked;
}

}  // namespace tichu::arena
