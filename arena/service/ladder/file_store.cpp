#include "arena/service/ladder/file_store.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zstd.h>

#include <cerrno>
#include <stdexcept>
#include <system_error>

#include "arena/hosting/sandbox/posix.h"
#include "arena/service/ladder/file_tree.h"
#include "arena/text/digest.h"
#include "arena/text/file_text.h"

namespace tichu::arena {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t LargestLogText = std::uint64_t{64} << 20;
constexpr const char* Folders[] = {"store", "trees", "incoming", "work"};

[[noreturn]] void fail_at(const std::string& what) { throw std::system_error(errno, std::generic_category(), what); }

void sync(const fs::path& path, int flags) {
  const FileDescriptor file(::open(path.c_str(), flags | O_CLOEXEC));
  if (!file.is_open() || ::fsync(file.fd()) != 0) fail_at("cannot sync " + path.string());
}

void sync_folder(const fs::path& folder) { sync(folder, O_RDONLY | O_DIRECTORY); }

void write_file(const fs::path& path, std::string_view bytes) {
  const FileDescriptor file(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
  if (!file.is_open()) fail_at("cannot make " + path.string());
  while (!bytes.empty()) {
    const ssize_t count = ::write(file.fd(), bytes.data(), bytes.size());
    if (count < 0) fail_at("cannot write " + path.string());
    bytes.remove_prefix(static_cast<std::size_t>(count));
  }
}

}  // namespace

FileStore::FileStore(fs::path ladder) : ladder_(std::move(ladder)) {
  for (const char* folder : Folders) {
    fs::create_directories(ladder_ / folder);
    // Boxes are shown parts of trees and work, and must get there.
    const bool is_shown = std::string_view(folder) == "trees" || std::string_view(folder) == "work";
    ::chmod((ladder_ / folder).c_str(), is_shown ? 0711 : 0700);
  }
}

fs::path FileStore::fresh_path(const char* folder) const { return ladder_ / folder / random_hexadecimal(24); }

fs::path FileStore::file(const std::string& hash) const { return ladder_ / "store" / hash.substr(0, 2) / hash; }
bool FileStore::has_file(const std::string& hash) const { return is_sha256(hash) && fs::exists(file(hash)); }
fs::path FileStore::tree(const std::string& hash) const { return ladder_ / "trees" / hash; }

bool FileStore::has_tree(const std::string& hash) const { return is_sha256(hash) && fs::exists(tree(hash)); }

std::string FileStore::keep_file(const fs::path& from, const std::string& sha256) const {
  const fs::path to = file(sha256);
  fs::create_directories(to.parent_path());
  sync(from, O_RDONLY);
  if (::rename(from.c_str(), to.c_str()) != 0) fail_at("cannot keep " + to.string());
  sync_folder(to.parent_path());
  return sha256;
}

std::string FileStore::keep_text(std::string_view text) const {
  std::string frame(ZSTD_compressBound(text.size()), '\0');
  const std::size_t size = ZSTD_compress(frame.data(), frame.size(), text.data(), text.size(), 3);
  if (ZSTD_isError(size) != 0) throw std::runtime_error("cannot compress a log");
  frame.resize(size);
  const std::string hash = sha256_of(frame);
  if (has_file(hash)) return hash;
  const fs::path fresh = fresh_path("incoming");
  write_file(fresh, frame);
  return keep_file(fresh, hash);
}

std::string FileStore::text(const std::string& hash) const {
  const std::string frame = read_file_text(file(hash));
  const unsigned long long size = ZSTD_getFrameContentSize(frame.data(), frame.size());
  if (size > LargestLogText) throw std::runtime_error(file(hash).string() + " is damaged");
  std::string bytes(size, '\0');
  const std::size_t got = ZSTD_decompress(bytes.data(), bytes.size(), frame.data(), frame.size());
  if (ZSTD_isError(got) != 0 || got != size) throw std::runtime_error(file(hash).string() + " is damaged");
  return bytes;
}

void FileStore::remove_file(const std::string& hash) const {
  std::error_code error;
  if (is_sha256(hash)) fs::remove(file(hash), error);
}

std::string FileStore::keep_tree(const fs::path& folder) const {
  settle_modes(folder);
  const std::string hash = tree_hash(folder);
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.is_regular_file()) sync(entry.path(), O_RDONLY);
  }
  const fs::path to = tree(hash);
  // The same tree may be there already, or come at this moment from somebody else.
  if (::rename(folder.c_str(), to.c_str()) != 0) {
    if (errno != EEXIST && errno != ENOTEMPTY) fail_at("cannot keep " + to.string());
    fs::remove_all(folder);
  }
  sync_folder(to.parent_path());
  return hash;
}

void FileStore::remove_tree(const std::string& hash) const {
  std::error_code error;
  if (is_sha256(hash)) fs::remove_all(tree(hash), error);
}

std::uint64_t FileStore::bytes() const { return tree_bytes(ladder_ / "store") + tree_bytes(ladder_ / "trees"); }

std::uint64_t FileStore::free_bytes() const {
  std::error_code error;
  const fs::space_info space = fs::space(ladder_, error);
  return error ? 0 : space.available;
}

void FileStore::clear_leftovers() const {
  std::error_code error;
  for (const char* folder : {"incoming", "work"}) {
    for (const fs::directory_entry& entry : fs::directory_iterator(ladder_ / folder)) {
      fs::remove_all(entry.path(), error);
    }
  }
}

}  // namespace tichu::arena
