#include "tests/arena/service/ladder/archive_maker.h"

#include <archive.h>
#include <archive_entry.h>
#include <sys/stat.h>

#include <algorithm>
#include <clocale>
#include <memory>
#include <stdexcept>

#include "arena/text/file_text.h"

namespace tichu::arena::tests {
namespace {

namespace fs = std::filesystem;

void expect_good(archive* writer, int result) {
  if (result < ARCHIVE_WARN) throw std::runtime_error(archive_error_string(writer));
}

void set_form(archive* writer, ArchiveForm form) {
  const bool is_zip = form == ArchiveForm::Zip;
  if (is_zip) {
    expect_good(writer, archive_write_set_format_zip(writer));
  } else if (form == ArchiveForm::SevenZip) {
    expect_good(writer, archive_write_set_format_7zip(writer));
  } else {
    expect_good(writer, archive_write_set_format_pax_restricted(writer));
  }
  if (form == ArchiveForm::TarGz || form == ArchiveForm::TarGzGz) archive_write_add_filter_gzip(writer);
  if (form == ArchiveForm::TarGzGz) archive_write_add_filter_gzip(writer);
  if (form == ArchiveForm::TarZst) archive_write_add_filter_zstd(writer);
  if (form == ArchiveForm::TarXz) archive_write_add_filter_xz(writer);
}

unsigned type_of(EntryKind kind) {
  switch (kind) {
    case EntryKind::File:
    case EntryKind::HardLink:
      return AE_IFREG;
    case EntryKind::Folder:
      return AE_IFDIR;
    case EntryKind::SymbolicLink:
      return AE_IFLNK;
    case EntryKind::Pipe:
      return AE_IFIFO;
    case EntryKind::Device:
      return AE_IFCHR;
  }
  return AE_IFREG;
}

void write_entry(archive* writer, const MadeEntry& made) {
  const std::unique_ptr<archive_entry, void (*)(archive_entry*)> entry(archive_entry_new(), archive_entry_free);
  archive_entry_set_pathname(entry.get(), made.path.c_str());
  archive_entry_set_filetype(entry.get(), type_of(made.kind));
  archive_entry_set_perm(entry.get(), made.executable || made.kind == EntryKind::Folder ? 0755 : 0644);
  if (made.kind == EntryKind::SymbolicLink) archive_entry_set_symlink(entry.get(), made.content.c_str());
  if (made.kind == EntryKind::HardLink) archive_entry_set_hardlink(entry.get(), made.content.c_str());
  if (made.kind == EntryKind::File) {
    const std::uint64_t size = made.hole + made.content.size();
    archive_entry_set_size(entry.get(), static_cast<la_int64_t>(size));
    if (made.hole > 0) {
      archive_entry_sparse_add_entry(entry.get(), static_cast<la_int64_t>(made.hole),
                                     static_cast<la_int64_t>(made.content.size()));
    }
  }
  expect_good(writer, archive_write_header(writer, entry.get()));
  if (made.kind != EntryKind::File) return;
  if (made.hole > 0) {
    const std::string zeros(1 << 16, '\0');
    for (std::uint64_t left = made.hole; left > 0;) {
      const std::size_t count = static_cast<std::size_t>(std::min<std::uint64_t>(left, zeros.size()));
      archive_write_data(writer, zeros.data(), count);
      left -= count;
    }
  }
  if (!made.content.empty()) archive_write_data(writer, made.content.data(), made.content.size());
}

}  // namespace

void make_archive(const fs::path& file, ArchiveForm form, const std::vector<MadeEntry>& entries) {
  std::setlocale(LC_CTYPE, "C.UTF-8");
  const std::unique_ptr<archive, int (*)(archive*)> writer(archive_write_new(), archive_write_free);
  set_form(writer.get(), form);
  expect_good(writer.get(), archive_write_open_filename(writer.get(), file.c_str()));
  for (const MadeEntry& entry : entries) write_entry(writer.get(), entry);
  expect_good(writer.get(), archive_write_close(writer.get()));
}

void pack_folder(const fs::path& file, ArchiveForm form, const fs::path& folder) {
  std::vector<MadeEntry> entries;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder)) {
    MadeEntry made;
    made.path = entry.path().lexically_relative(folder).string();
    if (entry.is_directory()) {
      made.kind = EntryKind::Folder;
    } else {
      made.content = read_file_text(entry.path());
      made.executable = (entry.status().permissions() & fs::perms::owner_exec) != fs::perms::none;
    }
    entries.push_back(std::move(made));
  }
  make_archive(file, form, entries);
}

}  // namespace tichu::arena::tests
