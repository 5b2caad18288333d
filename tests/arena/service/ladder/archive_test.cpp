#include "arena/service/ladder/archive.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <iterator>
#include <optional>
#include <string>
#include <vector>

#include "arena/service/ladder/file_tree.h"
#include "tests/arena/service/ladder/archive_maker.h"
#include "tests/arena/temporary_folder.h"

namespace tichu::arena {
namespace {

using tests::ArchiveForm;
using tests::EntryKind;
using tests::MadeEntry;

constexpr ArchiveLimits Limits{{10, 3 << 20}, 100};

/// An archive unpacked into a folder, by way of the stream that leaves a box.
class Unpacked {
 public:
  explicit Unpacked(const std::filesystem::path& archive, const ArchiveLimits& limits = Limits) {
    std::filesystem::create_directory(folder());
    TreeReader reader(folder(), limits.tree);
    TreeWriter writer([&reader](std::string_view bytes) { reader.take(bytes); });
    const auto passed = read_archive(archive, limits, writer);
    if (passed) {
      writer.end();
    } else {
      writer.refuse(passed.error());
    }
    result_ = reader.finish();
  }

  std::filesystem::path folder() const { return around_.path() / "unpacked"; }
  bool is_good() const { return result_.has_value(); }
  StepRefusal refusal() const { return result_ ? StepRefusal{} : result_.error(); }
  /// Whether nothing lies beside the folder.
  bool stayed_inside() const {
    const std::filesystem::directory_iterator all(around_.path());
    return std::distance(begin(all), end(all)) == 1;
  }

 private:
  TemporaryFolder around_;
  OrStepRefusal<void> result_;
};

class Archive : public testing::Test {
 protected:
  std::filesystem::path made(ArchiveForm form, const std::vector<MadeEntry>& entries) const {
    const std::filesystem::path file = folder_.path() / "archive";
    tests::make_archive(file, form, entries);
    return file;
  }
  void expect_refused(const std::filesystem::path& file, const std::string& code, const std::string& part) const {
    const Unpacked unpacked(file);
    EXPECT_EQ(unpacked.refusal().code, code) << unpacked.refusal().detail;
    EXPECT_THAT(unpacked.refusal().detail, testing::HasSubstr(part));
    EXPECT_TRUE(unpacked.stayed_inside());
  }

  TemporaryFolder folder_;
};

TEST_F(Archive, IsUnpackedFromEveryFormThatIsTaken) {
  for (const ArchiveForm form : {ArchiveForm::Tar, ArchiveForm::TarGz, ArchiveForm::TarZst, ArchiveForm::Zip}) {
    const Unpacked unpacked(made(form, {{"sub", "", EntryKind::Folder},
                                        {"sub/run", "#!/bin/sh\n", EntryKind::File, true},
                                        {"sub/deeper/größe", "12", EntryKind::File},
                                        {"empty", ""}}));
    ASSERT_TRUE(unpacked.is_good()) << unpacked.refusal().detail;
    EXPECT_EQ(bytes_of(unpacked.folder() / "sub/run"), "#!/bin/sh\n");
    EXPECT_EQ(bytes_of(unpacked.folder() / "sub/deeper/größe"), "12");
    EXPECT_EQ(bytes_of(unpacked.folder() / "empty"), "");
    const auto modes = std::filesystem::status(unpacked.folder() / "sub/run").permissions();
    EXPECT_NE(modes & std::filesystem::perms::owner_exec, std::filesystem::perms::none);
  }
}

TEST_F(Archive, LeavesOutWhatMacOsAdds) {
  const Unpacked unpacked(
      made(ArchiveForm::Zip, {{"bot.toml", "x"}, {"__MACOSX/._bot.toml", "y"}, {".DS_Store", "z"}}));
  ASSERT_TRUE(unpacked.is_good());
  EXPECT_FALSE(std::filesystem::exists(unpacked.folder() / "__MACOSX"));
  EXPECT_FALSE(std::filesystem::exists(unpacked.folder() / ".DS_Store"));
}

TEST_F(Archive, WithLinksIsRefused) {
  expect_refused(made(ArchiveForm::Tar, {{"a", "/etc/passwd", EntryKind::SymbolicLink}}), "archive_link", "a: ");
  expect_refused(made(ArchiveForm::Tar, {{"b", "x"}, {"c", "b", EntryKind::HardLink}}), "archive_link", "c: ");
  expect_refused(made(ArchiveForm::Zip, {{"d", "../x", EntryKind::SymbolicLink}}), "archive_link", "d: ");
}

TEST_F(Archive, WithPipesAndDevicesIsRefused) {
  expect_refused(made(ArchiveForm::Tar, {{"a", "", EntryKind::Pipe}}), "archive_special", "a: ");
  expect_refused(made(ArchiveForm::Tar, {{"b", "", EntryKind::Device}}), "archive_special", "b: ");
}

TEST_F(Archive, WithNamesThatLeadElsewhereIsRefused) {
  for (const std::string name : {"/etc/passwd", "../x", "a/../../x", "a/./b", "a//b", "a\\b", "a\nb", "a\x1b[2J"}) {
    expect_refused(made(ArchiveForm::Tar, {{name, "x"}}), "name_bad", "");
  }
  std::string deep;
  for (int i = 0; i < 40; ++i) deep += "d/";
  expect_refused(made(ArchiveForm::Tar, {{deep + "x", "x"}}), "name_bad", "deeper");
  expect_refused(made(ArchiveForm::Tar, {{std::string(300, 'n'), "x"}}), "name_bad", "255");
}

TEST_F(Archive, WithNamesThatAreNoUtf8IsRefused) {
  // A tar of the oldest kind, by hand: 512 bytes of header with a sum, and content.
  std::string header(512, '\0');
  header.replace(0, 3,
                 "a\xff"
                 "b");
  header.replace(100, 8, "0000644\0", 8);
  header.replace(124, 12, "00000000001\0", 12);
  header.replace(136, 12, "00000000000\0", 12);
  header.replace(148, 8, "        ");
  header[156] = '0';
  unsigned sum = 0;
  for (const char c : header) sum += static_cast<unsigned char>(c);
  char text[8];
  std::snprintf(text, sizeof text, "%06o", sum);
  header.replace(148, 7, std::string(text, 6) + '\0');
  const auto file = folder_.write("archive", header + "x" + std::string(511 + 1024, '\0'));
  expect_refused(file, "name_bad", "UTF-8");
}

TEST_F(Archive, ThatUnpacksToTooMuchIsRefused) {
  expect_refused(made(ArchiveForm::Tar, {{"big", std::string(4 << 20, 'a')}}), "archive_bomb", "big: more than 3 MiB");
  expect_refused(made(ArchiveForm::TarGz, {{"dense", std::string(2 << 20, 'a')}}), "archive_bomb", "100 times");
  expect_refused(made(ArchiveForm::Tar, {{"hole", "x", EntryKind::File, false, std::uint64_t{1} << 24}}),
                 "archive_bomb", "hole: ");
  std::vector<MadeEntry> many;
  for (int i = 0; i < 12; ++i) many.push_back({"f" + std::to_string(i), "x"});
  expect_refused(made(ArchiveForm::Tar, many), "archive_bomb", "f10: more than 10");
}

TEST_F(Archive, ThatHasANameTwiceIsRefused) {
  expect_refused(made(ArchiveForm::Tar, {{"a", "1"}, {"a", "2"}}), "archive_bad", "a: comes twice");
  expect_refused(made(ArchiveForm::Tar, {{"a", "1"}, {"a/b", "2"}}), "archive_bad", "a/b: ");
  expect_refused(made(ArchiveForm::Tar, {{"a/b", "1"}, {"a", "2"}}), "archive_bad", "a: ");
}

TEST_F(Archive, OfAnotherKindIsRefused) {
  expect_refused(folder_.write("text", "I am no archive"), "archive_bad", "no tar");
  expect_refused(folder_.write("nothing", ""), "archive_bad", "no tar");
  expect_refused(made(ArchiveForm::TarXz, {{"a", "1"}}), "archive_bad", "no tar");
  expect_refused(made(ArchiveForm::SevenZip, {{"a", "1"}}), "archive_bad", "no tar");
  expect_refused(made(ArchiveForm::TarGzGz, {{"a", "1"}}), "archive_bad", "");
}

TEST_F(Archive, WithoutFilesIsRefused) {
  expect_refused(made(ArchiveForm::Tar, {{"only", "", EntryKind::Folder}}), "archive_empty", "");
}

TEST_F(Archive, ThatIsCutOffOrChangedIsRefusedOrWhole) {
  std::string noise(100'000, ' ');
  for (std::size_t i = 0; i < noise.size(); ++i) noise[i] = static_cast<char>((i * 7919 + i * i) >> 3);
  for (const ArchiveForm form : {ArchiveForm::TarGz, ArchiveForm::TarZst, ArchiveForm::Zip}) {
    const std::string whole = bytes_of(made(form, {{"a", noise}, {"b", noise}}));
    for (std::size_t share = 1; share < 8; ++share) {
      const Unpacked unpacked(folder_.write("cut", whole.substr(0, whole.size() * share / 8)));
      EXPECT_EQ(unpacked.refusal().code, "archive_bad") << share;
      std::string changed = whole;
      changed[whole.size() * share / 8] = static_cast<char>(changed[whole.size() * share / 8] ^ 0x55);
      const Unpacked other(folder_.write("changed", changed));
      EXPECT_EQ(other.is_good(), other.refusal().code.empty());
    }
  }
}

TEST(TreeReader, RefusesWhatNoBoxWouldWrite) {
  for (const std::string stream : {"", "X\n", "F x a\n", "F 3 a\nab", "Q\n", "D ../x\nE\n", "F 1 /a\nxE\n", "D a\n"}) {
    const TemporaryFolder folder;
    TreeReader reader(folder.path(), {10, 1000});
    reader.take(stream);
    EXPECT_FALSE(reader.finish()) << stream;
  }
}

TEST(TreeReader, TakesAStreamInPiecesOfAnySize) {
  const std::string stream = "D a\nX 5 a/b\nab\ncdF 0 c\nE\n";
  for (std::size_t size = 1; size < stream.size(); ++size) {
    const TemporaryFolder folder;
    TreeReader reader(folder.path(), {10, 1000});
    for (std::size_t at = 0; at < stream.size(); at += size) reader.take(std::string_view(stream).substr(at, size));
    ASSERT_TRUE(reader.finish());
    EXPECT_EQ(bytes_of(folder.path() / "a/b"), "ab\ncd");
  }
}

TEST(TreeHash, DependsOnNamesContentAndExecutabilityAlone) {
  const TemporaryFolder a;
  const TemporaryFolder b;
  a.write("x/y", "1");
  b.write("x/y", "1");
  EXPECT_EQ(tree_hash(a.path()), tree_hash(b.path()));
  b.write("x/y", "2");
  EXPECT_NE(tree_hash(a.path()), tree_hash(b.path()));
  b.write("x/y", "1", true);
  EXPECT_NE(tree_hash(a.path()), tree_hash(b.path()));
}

}  // namespace
}  // namespace tichu::arena
