#include "arena/service/ladder/manifest.h"

#include <fmt/ranges.h>
#include <toml++/toml.h>

#include <algorithm>

#include "arena/service/ladder/bot_name.h"
#include "arena/service/ladder/file_tree.h"
#include "arena/text/digest.h"
#include "arena/text/file_text.h"
#include "arena/text/nearest_name.h"
#include "arena/text/sanitized_line.h"
#include "arena/text/utf8.h"

namespace tichu::arena {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t MostBytes = 65536;
constexpr std::size_t MostDescription = 500;
constexpr std::size_t MostLicence = 100;
constexpr std::size_t MostArguments = 32;
constexpr std::size_t LongestArgument = 256;

tl::unexpected<StepRefusal> refusal_at(const toml::node& node, std::string code, const std::string& detail) {
  return refuse_step(std::move(code),
                     std::string(ManifestName) + ":" + std::to_string(node.source().begin.line) + ": " + detail);
}

bool is_plain_text(std::string_view text) {
  return is_utf8(text) && std::none_of(text.begin(), text.end(),
                                       [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; });
}

/// Reads the tables of one manifest.
class ManifestReader {
 public:
  explicit ManifestReader(const toml::table& root) : root_(root) {}

  OrStepRefusal<Manifest> read() {
    if (const auto known = check_keys(); !known) return tl::unexpected(known.error());
    if (const auto name = take_name(); !name) return tl::unexpected(name.error());
    if (const auto language = take_language(); !language) return tl::unexpected(language.error());
    if (const auto protocol = take_protocol(); !protocol) return tl::unexpected(protocol.error());
    if (const auto entry = take_entry(); !entry) return tl::unexpected(entry.error());
    if (const auto more = take_arguments(); !more) return tl::unexpected(more.error());
    if (const auto text = take_text("description", MostDescription, manifest_.description); !text) {
      return tl::unexpected(text.error());
    }
    if (const auto text = take_text("licence", MostLicence, manifest_.licence); !text) {
      return tl::unexpected(text.error());
    }
    if (const auto needs = take_needs(); !needs) return tl::unexpected(needs.error());
    if (const auto guests = take_guest_workers(); !guests) return tl::unexpected(guests.error());
    return manifest_;
  }

 private:
  OrStepRefusal<void> check_keys() {
    std::vector<std::string> known{"name",      "language",    "protocol", "entry",
                                   "arguments", "description", "licence",  "guest_workers"};
    for (const auto& need : BotNeedSettings) known.emplace_back(need.key);
    for (const auto& [key, node] : root_) {
      const std::string name(key.str());
      if (std::find(known.begin(), known.end(), name) != known.end()) continue;
      const auto meant = nearest_name(name, known);
      return refusal_at(node, "manifest_key",
                        "unknown key \"" + sanitized_line(name) + "\"" +
                            (meant ? "; did you mean \"" + *meant + "\"?"
                                   : "; known are " + fmt::format("{}", fmt::join(known, ", "))));
    }
    return {};
  }

  /// The text of a key; nullptr if it is not there.
  OrStepRefusal<const toml::node*> text_of(std::string_view key, bool needed, std::string& text) {
    const toml::node* node = root_.get(key);
    if (node == nullptr) {
      if (!needed) return nullptr;
      return refuse_step("manifest_key",
                         std::string(ManifestName) + ": the key \"" + std::string(key) + "\" is missing");
    }
    const auto value = node->value_exact<std::string>();
    if (!value) return refusal_at(*node, "manifest_value", std::string(key) + " must be a text in quotation marks");
    if (!is_plain_text(*value)) {
      return refusal_at(*node, "manifest_value", std::string(key) + " must have no control characters");
    }
    text = *value;
    return node;
  }

  OrStepRefusal<void> take_name() {
    const auto node = text_of("name", true, manifest_.name);
    if (!node) return tl::unexpected(node.error());
    if (const auto checked = check_ladder_name(manifest_.name); !checked) {
      return refusal_at(**node, "manifest_value", "name: " + checked.error());
    }
    return {};
  }

  OrStepRefusal<void> take_language() {
    std::string text;
    const auto node = text_of("language", true, text);
    if (!node) return tl::unexpected(node.error());
    const auto language = from_text<SubmissionLanguage>(text);
    if (!language) {
      return refusal_at(
          **node, "manifest_value",
          "language is one of " + choices<SubmissionLanguage>() + "; found \"" + sanitized_line(text) + "\"");
    }
    manifest_.language = *language;
    return {};
  }

  OrStepRefusal<void> take_protocol() {
    std::string text(to_text(manifest_.protocol));
    const auto node = text_of("protocol", false, text);
    if (!node) return tl::unexpected(node.error());
    const auto coding = from_text<protocol::Coding>(text);
    if (!coding) {
      return refusal_at(
          **node, "manifest_value",
          "protocol is one of " + choices<protocol::Coding>() + "; found \"" + sanitized_line(text) + "\"");
    }
    manifest_.protocol = *coding;
    return {};
  }

  OrStepRefusal<void> take_entry() {
    const auto node = text_of("entry", true, manifest_.entry);
    if (!node) return tl::unexpected(node.error());
    while (manifest_.entry.starts_with("./")) manifest_.entry.erase(0, 2);
    if (const auto checked = check_tree_path(manifest_.entry); !checked) {
      return refusal_at(**node, "manifest_value", "entry: " + checked.error().detail);
    }
    return {};
  }

  OrStepRefusal<void> take_arguments() {
    const toml::node* node = root_.get("arguments");
    if (node == nullptr) return {};
    const toml::array* array = node->as_array();
    const auto wrong = [&] {
      return refusal_at(*node, "manifest_value", "arguments is an array of at most 32 texts of at most 256 bytes");
    };
    if (array == nullptr || array->size() > MostArguments) return wrong();
    for (const toml::node& element : *array) {
      const auto text = element.value_exact<std::string>();
      if (!text || text->size() > LongestArgument || !is_plain_text(*text)) return wrong();
      // The box shows what a command names.
      if (text->starts_with('/')) {
        return refusal_at(element, "manifest_value",
                          "arguments must not begin with '/'; files are those beside the entry");
      }
      manifest_.arguments.push_back(*text);
    }
    return {};
  }

  OrStepRefusal<void> take_text(std::string_view key, std::size_t most, std::string& text) {
    const auto node = text_of(key, false, text);
    if (!node) return tl::unexpected(node.error());
    if (text.size() <= most) return {};
    return refusal_at(
        **node, "manifest_value",
        std::string(key) + " has at most " + std::to_string(most) + " bytes, found " + std::to_string(text.size()));
  }

  OrStepRefusal<void> take_needs() {
    for (const auto& need : BotNeedSettings) {
      const toml::node* node = root_.get(need.key);
      if (node == nullptr) continue;
      const auto value = node->value_exact<std::int64_t>();
      const auto& limit = limit_of(need);
      if (!value || *value < limit.least || *value > limit.most) {
        return refusal_at(*node, "manifest_value",
                          std::string(need.key) + " must be a whole number from " + std::to_string(limit.least) +
                              " to " + std::to_string(limit.most));
      }
      need.set(manifest_.needs, *value);
    }
    return {};
  }

  OrStepRefusal<void> take_guest_workers() {
    const toml::node* node = root_.get("guest_workers");
    if (node == nullptr) return {};
    const auto value = node->value_exact<bool>();
    if (!value) return refusal_at(*node, "manifest_value", "guest_workers must be true or false");
    manifest_.guest_workers = *value;
    return {};
  }

  const toml::table& root_;
  Manifest manifest_;
};

}  // namespace

OrStepRefusal<Manifest> read_manifest(const fs::path& folder) {
  const fs::path file = folder / ManifestName;
  std::error_code error;
  if (!fs::is_regular_file(file, error)) {
    return refuse_step("manifest_missing", "there is no bot.toml at the top of the submission; new-bot makes one");
  }
  if (fs::file_size(file) > MostBytes) return refuse_step("manifest_syntax", "bot.toml: is longer than 64 KiB");
  const std::string text = read_file_text(file);
  if (!is_utf8(text)) return refuse_step("manifest_syntax", "bot.toml: is not UTF-8");
  try {
    // toml++ would allocate a path where it cannot let std::bad_alloc pass.
    const toml::table root = toml::parse(text);
    return ManifestReader(root).read();
  } catch (const toml::parse_error& wrong) {
    return refuse_step("manifest_syntax", "bot.toml:" + std::to_string(wrong.source().begin.line) + ": " +
                                              sanitized_line(wrong.description()));
  }
}

std::string content_hash(const Manifest& manifest, const fs::path& folder) {
  std::string text = tree_hash(folder, ManifestName);
  text += "\n" + std::string(to_text(manifest.language)) + "\n" + manifest.entry;
  if (manifest.protocol != protocol::Coding::Protobuf) text += "\n" + std::string(to_text(manifest.protocol));
  for (const auto& need : BotNeedSettings) text += "\n" + std::to_string(need.number(manifest.needs));
  for (const std::string& argument : manifest.arguments) text += "\n" + argument;
  if (!manifest.guest_workers) text += "\nguest_workers = false";
  return sha256_of(text);
}

OrStepRefusal<void> check_needs(const Manifest& manifest, const SandboxConfig& sandbox) {
  for (const auto& need : BotNeedSettings) {
    const std::int64_t asked = need.number(manifest.needs);
    const std::int64_t most = limit_of(need).number(sandbox);
    if (asked <= most) continue;
    return refuse_step("manifest_limit", fmt::format("{}: {} is {}, but this ladder gives a bot {}", ManifestName,
                                                     need.key, asked, most));
  }
  return {};
}

}  // namespace tichu::arena
