#include "arena/service/ladder/archive.h"

#include <archive.h>
#include <archive_entry.h>
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "arena/hosting/sandbox/posix.h"
#include "arena/text/sanitized_line.h"

namespace tichu::arena {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t AlwaysAllowed = std::uint64_t{1} << 20;
constexpr std::size_t Piece = 1 << 16;
/// Several compressions one around the other would multiply what a bomb unpacks to.
constexpr int MostFilters = 2;

struct FreeArchive {
  void operator()(archive* reader) const { ::archive_read_free(reader); }
};
using Reader = std::unique_ptr<archive, FreeArchive>;

std::string trouble_of(archive* reader) {
  const char* said = ::archive_error_string(reader);
  return said == nullptr ? "it is damaged" : sanitized_line(said);
}

Reader open_archive(const fs::path& path, int& result) {
  Reader reader(::archive_read_new());
  if (!reader) throw std::bad_alloc();
  ::archive_read_support_format_tar(reader.get());
  ::archive_read_support_format_zip(reader.get());
  ::archive_read_support_filter_gzip(reader.get());
  ::archive_read_support_filter_zstd(reader.get());
  result = ::archive_read_open_filename(reader.get(), path.c_str(), Piece);
  return reader;
}

/// The path as it is in the archive, without a "./" before and a '/' behind.
std::string path_of(archive_entry* entry) {
  const char* text = ::archive_entry_pathname_utf8(entry);
  if (text == nullptr) text = ::archive_entry_pathname(entry);
  std::string path = text == nullptr ? "" : text;
  while (path.starts_with("./")) path.erase(0, 2);
  while (path.size() > 1 && path.ends_with('/')) path.pop_back();
  return path == "." ? "" : path;
}

/// What Finder puts beside the files of an archive.
bool is_of_macos(std::string_view path) {
  const std::string_view name = path.substr(path.rfind('/') + 1);
  return path == "__MACOSX" || path.starts_with("__MACOSX/") || name == ".DS_Store" || name.starts_with("._");
}

/// One pass over an archive.
class ArchivePass {
 public:
  ArchivePass(const fs::path& path, const ArchiveLimits& limits, TreeWriter& writer)
      : packed_(fs::file_size(path)), limits_(limits), writer_(writer) {
    reader_ = open_archive(path, opened_);
  }

  OrStepRefusal<void> run() {
    if (opened_ != ARCHIVE_OK) return not_an_archive();
    while (true) {
      archive_entry* entry = nullptr;
      const int result = ::archive_read_next_header(reader_.get(), &entry);
      if (result == ARCHIVE_EOF) break;
      if (result < ARCHIVE_WARN) return entries_ == 0 ? not_an_archive() : damaged();
      if (::archive_filter_count(reader_.get()) > MostFilters) {
        return refuse_step("archive_bad", "it is compressed several times over; compress it once");
      }
      ++entries_;
      if (const auto taken = take(entry); !taken) return taken;
    }
    if (files_ == 0) return refuse_step("archive_empty", "there are no files in it");
    return {};
  }

 private:
  tl::unexpected<StepRefusal> not_an_archive() {
    return refuse_step("archive_bad", "it is no tar, tar.gz, tar.zst or zip file: " + trouble_of(reader_.get()));
  }
  tl::unexpected<StepRefusal> damaged() {
    return refuse_step("archive_bad", "after \"" + last_ + "\": " + trouble_of(reader_.get()));
  }

  OrStepRefusal<void> check_kind(archive_entry* entry, const std::string& path) {
    if (::archive_entry_is_encrypted(entry) > 0) return refuse_step("archive_bad", path + ": it is encrypted");
    if (::archive_entry_hardlink(entry) != nullptr || ::archive_entry_filetype(entry) == AE_IFLNK) {
      return refuse_step("archive_link", path + ": is a link; put the file itself there");
    }
    const auto type = ::archive_entry_filetype(entry);
    if (type == AE_IFREG || type == AE_IFDIR) return {};
    return refuse_step("archive_special", path + ": is neither a file nor a folder");
  }

  OrStepRefusal<void> take(archive_entry* entry) {
    const std::string path = path_of(entry);
    const bool is_folder = ::archive_entry_filetype(entry) == AE_IFDIR;
    if ((path.empty() && is_folder) || is_of_macos(path)) return {};
    if (const auto checked = check_tree_path(path); !checked) return checked;
    last_ = path;
    if (const auto checked = check_kind(entry, path); !checked) return checked;
    if (++files_and_folders_ > limits_.tree.files) {
      return refuse_step("archive_bomb",
                         path + ": more than " + std::to_string(limits_.tree.files) + " files and folders");
    }
    if (is_folder) {
      writer_.begin({path, true});
      return {};
    }
    ++files_;
    return take_file(entry, path);
  }

  /// The length that a header promises may be missing or wrong (zip), and what follows may have holes (tar): the
  /// content is collected first.
  OrStepRefusal<void> take_file(archive_entry* entry, const std::string& path) {
    std::string content;
    while (true) {
      const void* block = nullptr;
      std::size_t size = 0;
      la_int64_t offset = 0;
      const int result = ::archive_read_data_block(reader_.get(), &block, &size, &offset);
      if (result == ARCHIVE_EOF) break;
      if (result < ARCHIVE_WARN) return refuse_step("archive_bad", path + ": " + trouble_of(reader_.get()));
      if (offset < 0) return refuse_step("archive_bad", path + ": it is damaged");
      const std::uint64_t end = static_cast<std::uint64_t>(offset) + size;
      if (const auto bounded = check_size(path, std::max<std::uint64_t>(end, content.size())); !bounded) return bounded;
      if (end > content.size()) content.resize(end);
      std::copy_n(static_cast<const char*>(block), size, content.begin() + offset);
    }
    const auto promised = ::archive_entry_size_is_set(entry) != 0 ? ::archive_entry_size(entry) : 0;
    if (std::cmp_greater(promised, content.size())) {
      const auto whole = static_cast<std::uint64_t>(promised);
      if (const auto bounded = check_size(path, whole); !bounded) return bounded;
      content.resize(whole);  // it ends in a hole
    }
    bytes_ += content.size();
    writer_.begin({path, false, (::archive_entry_perm(entry) & 0111) != 0, content.size()});
    writer_.content(content);
    return {};
  }

  OrStepRefusal<void> check_size(const std::string& path, std::uint64_t of_file) {
    const std::uint64_t bytes = bytes_ + of_file;
    if (bytes > limits_.tree.bytes) {
      return refuse_step("archive_bomb",
                         path + ": more than " + std::to_string(limits_.tree.bytes >> 20) + " MiB unpacked");
    }
    if (bytes > AlwaysAllowed && bytes / limits_.ratio > packed_) {
      return refuse_step("archive_bomb",
                         path + ": unpacks to more than " + std::to_string(limits_.ratio) + " times its size");
    }
    return {};
  }

  std::uint64_t packed_;
  ArchiveLimits limits_;
  TreeWriter& writer_;
  int opened_ = ARCHIVE_OK;
  Reader reader_;
  std::string last_ = "the beginning";
  std::uint64_t entries_ = 0;
  std::uint64_t files_ = 0;
  std::uint64_t files_and_folders_ = 0;
  std::uint64_t bytes_ = 0;
};

/// Passes one file of a folder on, which may have changed since it was looked at.
OrStepRefusal<void> pass_file(const fs::path& file, const std::string& path, std::uint64_t& bytes,
                              const TreeLimits& limits, TreeWriter& writer) {
  const FileDescriptor open_file(::open(file.c_str(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC));
  if (!open_file.is_open()) return refuse_step("tree_broken", path + ": cannot be read");
  std::string content;
  std::vector<char> piece(Piece);
  while (true) {
    const ssize_t count = ::read(open_file.fd(), piece.data(), piece.size());
    if (count < 0) return refuse_step("tree_broken", path + ": cannot be read");
    if (count == 0) break;
    content.append(piece.data(), static_cast<std::size_t>(count));
    if (bytes + content.size() > limits.bytes) {
      return refuse_step("tree_bytes", path + ": more than " + std::to_string(limits.bytes >> 20) + " MiB in all");
    }
  }
  bytes += content.size();
  writer.begin({path, false, ::access(file.c_str(), X_OK) == 0, content.size()});
  writer.content(content);
  return {};
}

}  // namespace

OrStepRefusal<void> read_archive(const fs::path& path, const ArchiveLimits& limits, TreeWriter& writer) {
  return ArchivePass(path, limits, writer).run();
}

OrStepRefusal<void> read_folder(const fs::path& folder, const TreeLimits& limits, TreeWriter& writer) {
  std::vector<fs::directory_entry> entries;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder)) {
    if (entries.size() >= limits.files) {
      return refuse_step("tree_files", "more than " + std::to_string(limits.files) + " files and folders");
    }
    entries.push_back(entry);
  }
  std::sort(entries.begin(), entries.end());
  std::uint64_t bytes = 0;
  for (const fs::directory_entry& entry : entries) {
    const std::string path = entry.path().lexically_relative(folder).string();
    if (entry.is_symlink() || (!entry.is_regular_file() && !entry.is_directory())) continue;
    if (const auto checked = check_tree_path(path); !checked) return checked;
    if (entry.is_directory()) {
      writer.begin({path, true});
    } else if (const auto passed = pass_file(entry.path(), path, bytes, limits, writer); !passed) {
      return passed;
    }
  }
  return {};
}

}  // namespace tichu::arena
