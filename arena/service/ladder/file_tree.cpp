#include "arena/service/ladder/file_tree.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <system_error>

#include "arena/hosting/sandbox/posix.h"
#include "arena/text/characters.h"
#include "arena/text/digest.h"
#include "arena/text/number_text.h"
#include "arena/text/sanitized_line.h"
#include "arena/text/utf8.h"

namespace tichu::arena {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t LongestFileName = 255;
constexpr std::size_t DeepestPath = 32;
/// Of an entry's line: its path, a kind and a number.
constexpr std::size_t LongestLine = 64 + DeepestPath * (LongestFileName + 1);

// The stream is lines, each but the last two kinds followed by its content:
//   D <path>            a folder
//   F <bytes> <path>    a file
//   X <bytes> <path>    an executable file
//   E                   the end
//   R <code> <detail>   a refusal instead of the end

tl::unexpected<StepRefusal> bad_name(std::string_view path, const std::string& why) {
  return refuse_step("name_bad", "\"" + sanitized_line(path) + "\": " + why);
}

FileDescriptor new_file(const fs::path& path, bool executable) {
  FileDescriptor file(
      ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, executable ? 0755 : 0644));
  if (!file.is_open()) throw std::system_error(errno, std::generic_category(), "cannot make " + path.string());
  return file;
}

void write_all(const FileDescriptor& file, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t count = ::write(file.fd(), bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) throw std::system_error(errno, std::generic_category(), "cannot write a submission's file");
    bytes.remove_prefix(static_cast<std::size_t>(count));
  }
}

}  // namespace

OrStepRefusal<void> check_tree_path(std::string_view path) {
  if (path.empty()) return bad_name(path, "an entry has no name");
  if (path.front() == '/') return bad_name(path, "paths must be relative");
  if (!is_utf8(path)) return bad_name(path, "names must be UTF-8");
  if (std::any_of(path.begin(), path.end(), is_control)) return bad_name(path, "names must have no control characters");
  if (path.find('\\') != std::string_view::npos) return bad_name(path, "names must have no backslashes");
  std::size_t depth = 0;
  for (std::string_view rest = path; !rest.empty() || depth == 0;) {
    const std::size_t slash = std::min(rest.find('/'), rest.size());
    const std::string_view name = rest.substr(0, slash);
    if (name.empty()) return bad_name(path, "an empty name between two '/'");
    if (name == "." || name == "..") return bad_name(path, "paths must not go through \"" + std::string(name) + "\"");
    if (name.size() > LongestFileName) return bad_name(path.substr(0, 80), "a name is longer than 255 bytes");
    if (++depth > DeepestPath) return bad_name(path.substr(0, 80), "folders lie deeper than 32");
    if (slash == rest.size()) break;
    rest.remove_prefix(slash + 1);
    if (rest.empty()) return bad_name(path, "a path must not end with '/'");
  }
  return {};
}

void TreeWriter::begin(const TreeEntry& entry) {
  put_(entry.is_folder ? "D " + entry.path + "\n"
                       : (entry.executable ? "X " : "F ") + std::to_string(entry.bytes) + " " + entry.path + "\n");
}

void TreeWriter::end() { put_("E\n"); }

void TreeWriter::refuse(const StepRefusal& refusal) {
  put_("R " + refusal.code + " " + sanitized_line(refusal.detail) + "\n");
}

struct TreeReader::State {
  fs::path folder;
  TreeLimits limits;
  std::string line;
  FileDescriptor file;
  std::uint64_t left = 0;  ///< of the content of `file`
  std::uint64_t files = 0;
  std::uint64_t bytes = 0;
  std::set<std::string> folders;
  std::set<std::string> names;  ///< of files
  bool whole = false;
  std::optional<StepRefusal> refusal;

  void refuse(std::string code, std::string detail) { refusal = StepRefusal{std::move(code), std::move(detail)}; }

  /// The folders above a path; false if one of them is a file.
  bool make_folders(const std::string& path) {
    for (std::size_t slash = path.find('/'); slash != std::string::npos; slash = path.find('/', slash + 1)) {
      if (!make_folder(path.substr(0, slash))) return false;
    }
    return true;
  }

  bool make_folder(const std::string& path) {
    if (names.contains(path)) return false;
    if (!folders.insert(path).second) return true;
    if (++files > limits.files) return true;  // seen by the caller
    if (::mkdir((folder / path).c_str(), 0755) != 0) {
      throw std::system_error(errno, std::generic_category(), "cannot make " + (folder / path).string());
    }
    return true;
  }

  void take_entry(const TreeEntry& entry) {
    if (const auto checked = check_tree_path(entry.path); !checked) {
      refusal = checked.error();
      return;
    }
    const bool is_new = !names.contains(entry.path) && (entry.is_folder || !folders.contains(entry.path));
    if (!is_new || !make_folders(entry.path) || (entry.is_folder && !make_folder(entry.path))) {
      return refuse("archive_bad", entry.path + ": comes twice, or once as a file and once as a folder");
    }
    bytes += entry.bytes;
    if (!entry.is_folder) ++files;
    if (files > limits.files) {
      return refuse("tree_files", entry.path + ": more than " + std::to_string(limits.files) + " files and folders");
    }
    if (bytes > limits.bytes) {
      return refuse("tree_bytes", entry.path + ": more than " + std::to_string(limits.bytes >> 20) + " MiB in all");
    }
    if (entry.is_folder) return;
    names.insert(entry.path);
    file = new_file(folder / entry.path, entry.executable);
    left = entry.bytes;
    if (left == 0) file.close();
  }

  void take_line() {
    const std::string text = std::move(line);
    line.clear();
    const char kind = text.empty() ? ' ' : text.front();
    const std::string rest = text.size() > 2 ? text.substr(2) : "";
    const std::size_t blank = rest.find(' ');
    if (kind == 'E' && text.size() == 1) {
      whole = true;
    } else if (kind == 'D') {
      take_entry({rest, true});
    } else if (kind == 'R' && blank != std::string::npos) {
      refuse(sanitized_line(rest.substr(0, std::min<std::size_t>(blank, 40))), sanitized_line(rest.substr(blank + 1)));
    } else if ((kind == 'F' || kind == 'X') && blank != std::string::npos) {
      const auto size = number_from<std::uint64_t>(std::string_view(rest).substr(0, blank));
      if (!size) return refuse("tree_broken", "a file without a length");
      take_entry({rest.substr(blank + 1), false, kind == 'X', *size});
    } else {
      refuse("tree_broken", "the files could not be passed on");
    }
  }
};

TreeReader::TreeReader(fs::path folder, const TreeLimits& limits) : state_(std::make_unique<State>()) {
  state_->folder = std::move(folder);
  state_->limits = limits;
}

TreeReader::~TreeReader() = default;

void TreeReader::take(std::string_view bytes) {
  State& state = *state_;
  while (!bytes.empty() && !state.refusal && !state.whole) {
    if (state.left > 0) {
      const std::size_t count = static_cast<std::size_t>(std::min<std::uint64_t>(state.left, bytes.size()));
      write_all(state.file, bytes.substr(0, count));
      bytes.remove_prefix(count);
      state.left -= count;
      if (state.left == 0) state.file.close();
      continue;
    }
    const std::size_t end = bytes.find('\n');
    state.line += bytes.substr(0, end);
    if (state.line.size() > LongestLine) return state.refuse("tree_broken", "the files could not be passed on");
    if (end == std::string_view::npos) return;
    bytes.remove_prefix(end + 1);
    state.take_line();
  }
}

OrStepRefusal<void> TreeReader::finish() {
  state_->file.close();
  if (state_->refusal) return tl::unexpected(*state_->refusal);
  if (!state_->whole) return refuse_step("tree_broken", "not all files were passed on");
  return {};
}

std::string tree_hash(const fs::path& folder, std::string_view except) {
  std::map<std::string, std::string> lines;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder)) {
    if (!entry.is_regular_file() || entry.is_symlink()) continue;
    const std::string path = entry.path().lexically_relative(folder).string();
    if (path == except) continue;
    const bool executable = (entry.status().permissions() & fs::perms::owner_exec) != fs::perms::none;
    lines[path] = (executable ? "x " : "f ") + file_sha256(entry.path());
  }
  Sha256 hash;
  for (const auto& [path, line] : lines) {
    hash.add(line);
    hash.add(" ");
    hash.add(path);
    hash.add("\n");
  }
  return hash.hexadecimal();
}

std::uint64_t tree_bytes(const fs::path& folder) {
  std::error_code error;
  std::uint64_t bytes = 0;
  for (fs::recursive_directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
    if (entry->is_regular_file(error) && !entry->is_symlink(error)) bytes += entry->file_size(error);
  }
  return bytes;
}

void settle_modes(const fs::path& folder) {
  ::chmod(folder.c_str(), 0755);
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.is_symlink()) continue;
    const bool executable =
        entry.is_directory() || (entry.status().permissions() & fs::perms::owner_exec) != fs::perms::none;
    ::chmod(entry.path().c_str(), executable ? 0755 : 0644);
  }
}

}  // namespace tichu::arena
