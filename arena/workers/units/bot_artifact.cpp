#include "arena/workers/units/bot_artifact.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <fstream>
#include <optional>
#include <set>
#include <system_error>

#include "arena/hosting/player/bot_launcher.h"
#include "arena/hosting/sandbox/visible_paths.h"
#include "arena/text/characters.h"
#include "arena/text/digest.h"
#include "arena/text/shell_word.h"
#include "arena/tournament/config/config_json.h"

namespace tichu::arena {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view Magic = "tichu bot 1\n";
constexpr std::size_t LongestPath = 1024;
/// The file by which a program of the system is started.
constexpr const char* LauncherName = "run";

bool is_inside(const fs::path& path, const fs::path& root) {
  const fs::path relative = path.lexically_relative(root);
  return !relative.empty() && *relative.begin() != "..";
}

/// A file of an artifact: its path in there, and where it lies.
struct ArtifactFile {
  std::string path;
  fs::path source;
};

bool is_executable_file(const fs::path& file) {
  std::error_code ignored;
  return (fs::status(file, ignored).permissions() & fs::perms::owner_exec) != fs::perms::none;
}

tl::expected<std::string, std::string> content_of(const fs::path& file, std::uint64_t most) {
  std::error_code error;
  const std::uint64_t size = fs::file_size(file, error);
  if (error) return tl::unexpected(file.string() + " cannot be read: " + error.message());
  if (size > most) {
    return tl::unexpected(fmt::format("the bot's files are more than {} MiB, which is the most that is sent to workers",
                                      MostArtifactBytes >> 20));
  }
  std::string content(size, '\0');
  std::ifstream stream(file, std::ios::binary);
  if (size > 0 && !stream.read(content.data(), static_cast<std::streamsize>(size))) {
    return tl::unexpected(file.string() + " cannot be read");
  }
  return content;
}

/// Adds a folder's regular files, or one file, under a name. What is no regular file is left out; links to files are
/// taken as what they lead to.
void add_files(const fs::path& root, const std::string& name, std::vector<ArtifactFile>& files) {
  std::error_code error;
  if (fs::is_regular_file(root, error)) {
    files.push_back({name + "/" + root.filename().string(), root});
    return;
  }
  fs::recursive_directory_iterator entry(root, fs::directory_options::skip_permission_denied, error);
  for (; !error && entry != fs::recursive_directory_iterator(); entry.increment(error)) {
    if (!entry->is_regular_file(error)) continue;
    files.push_back({name + "/" + entry->path().lexically_relative(root).string(), entry->path()});
    if (files.size() > MostArtifactFiles) return;
  }
}

std::vector<fs::path> roots_of(const BotSpec& bot, const fs::path& bundled) {
  if (bot.path.parent_path() == bundled) return {bot.path};
  const ProgramCommand program = program_of(bot);
  if (bot.kind == BotKind::Plugin) return visible_paths(program.arguments.front(), {}, {}).shown;
  return visible_paths(program.absolute_path(), program.arguments, {}).shown;
}

/// Where a file lies in an artifact of these roots; nullopt if in none of them.
std::optional<std::string> place_of(const fs::path& file, const std::vector<fs::path>& roots) {
  for (std::size_t i = 0; i < roots.size(); ++i) {
    const std::string name = std::to_string(i) + "/";
    if (file == roots[i]) return name + file.filename().string();
    if (is_inside(file, roots[i])) return name + file.lexically_relative(roots[i]).string();
  }
  return std::nullopt;
}

/// One file, as an artifact has it.
std::string packed_file(const std::string& path, bool executable, std::string_view content) {
  return fmt::format("{} {} {}\n", executable ? "exec" : "file", content.size(), path).append(content);
}

tl::expected<BotArtifact, std::string> pack(std::vector<ArtifactFile> files, const std::string& launcher) {
  if (files.size() > MostArtifactFiles) {
    return tl::unexpected(
        fmt::format("the bot's folder holds more than {} files, which is the most that is sent to "
                    "workers; give it a folder of its own",
                    MostArtifactFiles));
  }
  std::sort(files.begin(), files.end(), [](const ArtifactFile& a, const ArtifactFile& b) { return a.path < b.path; });
  BotArtifact artifact;
  artifact.bytes = Magic;
  for (const ArtifactFile& file : files) {
    if (!is_artifact_path(file.path))
      return tl::unexpected("the name of " + file.source.string() + " cannot be sent to workers");
    auto content = content_of(file.source, MostArtifactBytes - artifact.bytes.size());
    if (!content) return tl::unexpected(content.error());
    artifact.bytes += packed_file(file.path, is_executable_file(file.source), *content);
    if (artifact.bytes.size() > MostArtifactBytes)
      return tl::unexpected<std::string>("the bot's files are too large for workers");
  }
  // Its name comes after those of all roots, which are numbers.
  if (!launcher.empty()) artifact.bytes += packed_file(LauncherName, true, launcher);
  artifact.sha256 = sha256_of(artifact.bytes);
  return artifact;
}

/// The next line of `bytes` that says what file follows; it is taken away.
struct FileLine {
  bool executable = false;
  std::size_t size = 0;
  std::string_view path;
};

std::optional<FileLine> take_line(std::string_view& bytes) {
  const std::size_t end = bytes.substr(0, LongestPath + 32).find('\n');
  if (end == std::string_view::npos) return std::nullopt;
  std::string_view line = bytes.substr(0, end);
  bytes.remove_prefix(end + 1);
  FileLine file;
  file.executable = line.starts_with("exec ");
  if (!file.executable && !line.starts_with("file ")) return std::nullopt;
  line.remove_prefix(5);
  const auto [stop, error] = std::from_chars(line.data(), line.data() + line.size(), file.size);
  const auto digits = static_cast<std::size_t>(stop - line.data());
  if (error != std::errc() || digits == line.size() || line[digits] != ' ') return std::nullopt;
  file.path = line.substr(digits + 1);
  if (!is_artifact_path(file.path) || file.size > bytes.size()) return std::nullopt;
  return file;
}

}  // namespace

bool is_artifact_path(std::string_view path) {
  if (path.find("//") != std::string_view::npos) return false;
  if (path.empty() || path.size() > LongestPath || path.front() == '/' || path.back() == '/') return false;
  if (std::any_of(path.begin(), path.end(), is_control)) return false;
  const fs::path parts(path);
  return std::none_of(parts.begin(), parts.end(),
                      [](const fs::path& part) { return part.empty() || part == "." || part == ".."; });
}

tl::expected<BotArtifact, std::string> pack_file(const std::string& path, const fs::path& file) {
  return pack({{path, file}}, "");
}

tl::expected<BotArtifact, std::string> pack_folder(const fs::path& folder) {
  std::vector<ArtifactFile> files;
  add_files(folder, "", files);
  for (ArtifactFile& file : files) file.path.erase(0, 1);
  return pack(std::move(files), "");
}

OrInputError<PackedBot> pack_bot(BotId id, const BotSpec& bot, const fs::path& bundled) {
  PackedBot packed;
  packed.bot.set_id(static_cast<std::uint32_t>(id));
  const std::vector<fs::path> roots = roots_of(bot, bundled);
  std::vector<ArtifactFile> files;
  for (std::size_t i = 0; i < roots.size(); ++i) add_files(roots[i], std::to_string(i), files);
  BotSpec spec = bot;
  std::string launcher;
  if (const auto entry = place_of(fs::absolute(bot.path).lexically_normal(), roots)) {
    spec.path = *entry;
  } else {
    spec.path = LauncherName;
    launcher = "#!/bin/sh\nexec " + shell_word(bot.path.string()) + " \"$@\"\n";
  }
  for (std::size_t i = 0; i < spec.arguments.size(); ++i) {
    const auto place = place_of(fs::path(spec.arguments[i]), roots);
    if (!place) continue;
    spec.arguments[i] = *place;
    packed.bot.add_paths(static_cast<std::uint32_t>(i));
  }
  packed.bot.set_spec(bot_spec_json(spec));
  auto artifact = pack(std::move(files), launcher);
  if (!artifact) return tl::unexpected(InputError{"--nats", "bot \"" + bot.name + "\"", artifact.error()});
  packed.artifact = std::move(*artifact);
  packed.bot.set_artifact(packed.artifact.sha256);
  return packed;
}

tl::expected<void, std::string> unpack(std::string_view bytes, const fs::path& folder) {
  if (!bytes.starts_with(Magic)) return tl::unexpected<std::string>("these are no files of a bot");
  bytes.remove_prefix(Magic.size());
  std::set<std::string> seen;
  while (!bytes.empty()) {
    const std::optional<FileLine> line = take_line(bytes);
    if (!line || seen.size() == MostArtifactFiles || !seen.emplace(line->path).second) {
      return tl::unexpected("these are no files of a bot: damaged after " + std::to_string(seen.size()) + " files");
    }
    const fs::path file = folder / line->path;
    std::error_code error;
    fs::create_directories(file.parent_path(), error);
    std::ofstream stream(file, std::ios::binary);
    stream.write(bytes.data(), static_cast<std::streamsize>(line->size));
    stream.close();
    if (!stream) return tl::unexpected(file.string() + " cannot be written");
    const fs::perms all_read =
        fs::perms::owner_read | fs::perms::owner_write | fs::perms::group_read | fs::perms::others_read;
    const fs::perms all_run = fs::perms::owner_exec | fs::perms::group_exec | fs::perms::others_exec;
    fs::permissions(file, line->executable ? all_read | all_run : all_read, error);
    bytes.remove_prefix(line->size);
  }
  return {};
}

}  // namespace tichu::arena
