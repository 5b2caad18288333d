#include "arena/service/ladder/packed_files.h"

#include <archive.h>
#include <archive_entry.h>
#include <fcntl.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <fstream>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>

#include "arena/hosting/sandbox/posix.h"

namespace tichu::arena {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t PieceBytes = 65'536;

bool is_left_out(const std::string& name) {
  constexpr std::array<std::string_view, 4> Made{"build", "target", "__pycache__", "node_modules"};
  return name.starts_with('.') || std::find(Made.begin(), Made.end(), name) != Made.end();
}

struct ArchiveEnd {
  void operator()(archive* written) const { ::archive_write_free(written); }
  void operator()(archive_entry* entry) const { ::archive_entry_free(entry); }
};
using Writer = std::unique_ptr<archive, ArchiveEnd>;

void require(archive* writer, int code) {
  if (code == ARCHIVE_OK) return;
  const char* why = ::archive_error_string(writer);
  throw std::runtime_error(std::string("the folder cannot be packed: ") + (why == nullptr ? "unknown" : why));
}

void write_file(archive* writer, const fs::path& folder, const fs::path& name, const fs::path& top) {
  std::ifstream in(folder / name, std::ios::binary);
  if (!in) throw std::runtime_error("\"" + (folder / name).string() + "\" cannot be read");
  const bool runs = (fs::status(folder / name).permissions() & fs::perms::owner_exec) != fs::perms::none;
  const std::unique_ptr<archive_entry, ArchiveEnd> entry(::archive_entry_new());
  ::archive_entry_set_pathname(entry.get(), (top / name).c_str());
  ::archive_entry_set_filetype(entry.get(), AE_IFREG);
  ::archive_entry_set_perm(entry.get(), runs ? 0755 : 0644);
  std::uint64_t left = fs::file_size(folder / name);
  ::archive_entry_set_size(entry.get(), static_cast<la_int64_t>(left));
  require(writer, ::archive_write_header(writer, entry.get()));
  std::vector<char> piece(PieceBytes);
  while (left > 0) {
    in.read(piece.data(), static_cast<std::streamsize>(std::min<std::uint64_t>(left, piece.size())));
    const auto got = static_cast<std::size_t>(in.gcount());
    if (got == 0) throw std::runtime_error("\"" + (folder / name).string() + "\" became shorter while it was packed");
    if (::archive_write_data(writer, piece.data(), got) < 0) require(writer, ARCHIVE_FATAL);
    left -= got;
  }
}

}  // namespace

OrInputError<PackingList> files_to_pack(const fs::path& folder) {
  PackingList list;
  for (auto entry = fs::recursive_directory_iterator(folder); entry != fs::recursive_directory_iterator(); ++entry) {
    const std::string name = entry->path().filename().string();
    if (is_left_out(name)) {
      list.left_out.push_back(fs::relative(entry->path(), folder));
      if (entry->is_directory()) entry.disable_recursion_pending();
      continue;
    }
    if (entry->is_symlink() || (!entry->is_regular_file() && !entry->is_directory())) {
      return tl::unexpected(
          InputError{entry->path().string(), "", "is no file or folder, and nothing else can be submitted; remove it"});
    }
    if (entry->is_regular_file()) list.files.push_back(fs::relative(entry->path(), folder));
  }
  std::sort(list.files.begin(), list.files.end());
  std::sort(list.left_out.begin(), list.left_out.end());
  return list;
}

void pack_files(const fs::path& archive, const fs::path& folder, const std::vector<fs::path>& files,
                const fs::path& top) {
  const FileDescriptor file(::open(archive.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
  if (!file.is_open()) throw std::system_error(errno, std::generic_category(), archive.string());
  const Writer writer(::archive_write_new());
  require(writer.get(), ::archive_write_set_format_pax_restricted(writer.get()));
  require(writer.get(), ::archive_write_add_filter_gzip(writer.get()));
  require(writer.get(), ::archive_write_set_options(writer.get(), "gzip:!timestamp"));
  require(writer.get(), ::archive_write_open_fd(writer.get(), file.fd()));
  for (const fs::path& name : files) write_file(writer.get(), folder, name, top);
  require(writer.get(), ::archive_write_close(writer.get()));
}

}  // namespace tichu::arena
