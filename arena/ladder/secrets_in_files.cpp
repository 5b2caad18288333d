#include "arena/ladder/secrets_in_files.h"

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

/// The length of the secret that begins here; nullopt if none does.
std::optional<std::pair<std::size_t, std::string_view>> secret_at(std::string_view text) {
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
