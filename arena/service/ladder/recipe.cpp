#include "arena/service/ladder/recipe.h"

#include <elf.h>
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <fstream>
#include <iterator>
#include <sstream>

#include "arena/installation.h"
#include "arena/service/ladder/boxed_work.h"
#include "arena/text/digest.h"
#include "arena/text/sanitized_line.h"

namespace tichu::arena {
namespace {

namespace fs = std::filesystem;

constexpr std::chrono::seconds LongestAsking{20};

/// The first line that a program prints; empty if it is not there.
std::string first_line_of(const std::string& program, const std::string& argument) {
  if (!is_executable(program)) return "";
  BoxedWork work{{program, {argument}, "/"}, std::chrono::steady_clock::now() + LongestAsking};
  const BoxedWorkEnd end = run_boxed(nullptr, work);
  return end.is_good() ? end.log.substr(0, end.log.find('\n')) : "";
}

/// The lines of a file; none if it is missing.
std::vector<std::string> lines_of(const fs::path& file) {
  std::ifstream in(file);
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);) {
    if (!line.empty()) lines.push_back(line);
  }
  return lines;
}

/// What an installation's headers lie in, such as /usr. Between it and the arena's folder lies `lib`, and in Debian's
/// packages a folder of the architecture too. Empty if there are no headers.
fs::path prefix_of_headers() {
  fs::path prefix = arena_folder().parent_path().parent_path();
  while (prefix.has_relative_path() && !fs::exists(prefix / "include/tichu")) prefix = prefix.parent_path();
  return prefix.has_relative_path() ? prefix : fs::path();
}

/// In a build folder the libraries that were built for the arena itself are taken, so that they are not built for each
/// submission; installed there are only those.
void find_package(Toolchain& toolchain) {
  const fs::path built = arena_folder() / "built_sdk";
  if (fs::exists(built / "tichu-config.cmake")) {
    toolchain.cmake_package = built;
    for (const std::string& line : lines_of(built / "visible.txt")) toolchain.visible.emplace_back(line);
    return;
  }
  toolchain.cmake_package = arena_folder() / "cmake";
  const fs::path prefix = prefix_of_headers();
  if (!prefix.empty() && prefix != "/usr") toolchain.visible = {arena_folder().parent_path(), prefix / "include"};
}

/// Makes what CMake leaves, and takes the bots alone.
std::string cmake_script(const Toolchain& toolchain) {
  return "cmake -G Ninja -S . -B build -DCMAKE_BUILD_TYPE=Release -Dtichu_DIR='" + toolchain.cmake_package.string() +
         "' && cmake --build build --parallel 2";
}

std::string python_script() {
  return R"(exec /usr/bin/python3 -I -c '
import os, sys
bad = 0
for folder, folders, files in os.walk("."):
    for name in sorted(files):
        path = os.path.join(folder, name)[2:]
        if not name.endswith(".py"):
            continue
        try:
            with open(path, "rb") as file:
                compile(file.read(), path, "exec", dont_inherit=True)
        except (SyntaxError, ValueError) as error:
            line = getattr(error, "lineno", None) or 1
            print(f"{path}:{line}: {error.__class__.__name__}: {error}")
            bad += 1
print(f"{bad} files cannot be compiled" if bad else "all files can be compiled")
sys.exit(1 if bad else 0)
')";
}

/// The first bytes of a file.
std::string beginning_of(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  std::string bytes(512, '\0');
  in.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  bytes.resize(static_cast<std::size_t>(in.gcount()));
  return bytes;
}

OrStepRefusal<void> check_elf(const std::string& entry, const std::string& bytes, bool is_plugin) {
  if (bytes.size() < sizeof(Elf64_Ehdr)) return refuse_step("entry_bad", entry + ": is too short for a program");
  Elf64_Ehdr header;
  std::memcpy(&header, bytes.data(), sizeof header);
  if (header.e_ident[EI_CLASS] != ELFCLASS64 || header.e_machine != EM_X86_64) {
    return refuse_step("entry_bad", entry + ": is a program for another machine; this ladder runs x86-64 Linux");
  }
  if (is_plugin && header.e_type != ET_DYN) return refuse_step("entry_bad", entry + ": is no shared library");
  if (!is_plugin && header.e_type != ET_DYN && header.e_type != ET_EXEC) {
    return refuse_step("entry_bad", entry + ": is an object file or a core dump; link it to a program");
  }
  return {};
}

/// A script's first line, "#!/usr/bin/python3".
OrStepRefusal<void> check_script(const std::string& entry, const std::string& bytes) {
  const std::string line = bytes.substr(0, bytes.find('\n'));
  if (line.ends_with('\r')) {
    return refuse_step(
        "entry_interpreter",
        entry + ":1: ends its lines as Windows does, so that its interpreter is not found; save it with LF");
  }
  std::istringstream words(line.substr(2));
  std::string interpreter;
  std::string argument;
  words >> interpreter >> argument;
  std::error_code error;
  const bool is_of_system = interpreter.starts_with("/usr/") || interpreter.starts_with("/bin/");
  if (!is_of_system || !is_executable(interpreter)) {
    return refuse_step("entry_interpreter", entry + ":1: \"" + sanitized_line(interpreter) +
                                                "\" is not installed on this ladder; python3 is /usr/bin/python3");
  }
  if (interpreter == "/usr/bin/env" && !is_executable("/usr/bin/" + argument)) {
    return refuse_step("entry_interpreter",
                       entry + ":1: \"" + sanitized_line(argument) + "\" is not installed on this ladder");
  }
  return {};
}

bool uses_cmake(SubmissionLanguage language) {
  return language == SubmissionLanguage::Cpp || language == SubmissionLanguage::C;
}

}  // namespace

Toolchain find_toolchain() {
  Toolchain toolchain;
  find_package(toolchain);
  const auto ask = [&toolchain](const std::string& program, const std::string& argument) {
    const std::string line = first_line_of(program, argument);
    if (!line.empty()) toolchain.versions.push_back(line);
    return !line.empty();
  };
  const bool has_compiler = ask("/usr/bin/g++", "--version");
  const bool has_cmake = ask("/usr/bin/cmake", "--version");
  const bool has_ninja = ask("/usr/bin/ninja", "--version");
  toolchain.has_cmake = has_compiler && has_cmake && has_ninja;
  ask("/usr/bin/python3", "--version");
  toolchain.has_go = ask("/usr/bin/go", "version");
  toolchain.has_rust = ask("/usr/bin/cargo", "--version");
  std::string all = toolchain.cmake_package.string() + "\n";
  for (const std::string& line : toolchain.versions) all += line + "\n";
  toolchain.id = sha256_of(all).substr(0, 16);
  return toolchain;
}

OrStepRefusal<std::string> recipe_for(const Manifest& manifest, const Toolchain& toolchain) {
  const auto unavailable = [&](const std::string& what) {
    return refuse_step("language_unavailable", "this ladder has no " + what + "; build the bot yourself and send the " +
                                                   "program, with language = \"program\"");
  };
  const std::string collect = " && mkdir -p build/bots";
  switch (manifest.language) {
    case SubmissionLanguage::Cpp:
    case SubmissionLanguage::C:
      if (!toolchain.has_cmake) return unavailable("compiler for C++ with CMake and Ninja");
      return cmake_script(toolchain);
    case SubmissionLanguage::Python:
      return python_script();
    case SubmissionLanguage::Go:
      if (!toolchain.has_go) return unavailable("compiler for Go");
      return "mkdir -p build/bots && GOFLAGS=-mod=mod GOPROXY=off GOCACHE=/tmp/go-cache GOPATH=/tmp/go "
             "go build -trimpath -o build/bots/" +
             manifest.name + " .";
    case SubmissionLanguage::Rust:
      if (!toolchain.has_rust) return unavailable("compiler for Rust");
      return "CARGO_HOME=/tmp/cargo cargo build --release --offline --target-dir /tmp/target" + collect +
             " && find /tmp/target/release -maxdepth 1 -type f -perm /100 -exec cp {} build/bots/ ';'";
    case SubmissionLanguage::Program:
    case SubmissionLanguage::Plugin:
      break;
  }
  return std::string();
}

void make_entry_executable(const Manifest& manifest, const fs::path& tree) {
  const fs::path entry = tree / manifest.entry;
  std::error_code error;
  if (!fs::is_regular_file(fs::symlink_status(entry, error))) return;
  fs::permissions(entry, fs::perms::owner_exec | fs::perms::group_exec | fs::perms::others_exec, fs::perm_options::add,
                  error);
}

bool is_compiled(SubmissionLanguage language) {
  return uses_cmake(language) || language == SubmissionLanguage::Go || language == SubmissionLanguage::Rust;
}

std::string build_file_of(SubmissionLanguage language) {
  if (uses_cmake(language)) return "CMakeLists.txt";
  if (language == SubmissionLanguage::Go) return "go.mod";
  return language == SubmissionLanguage::Rust ? "Cargo.toml" : "";
}

OrStepRefusal<BotSpec> runnable_bot(const Manifest& manifest, const fs::path& tree) {
  const fs::path entry = tree / manifest.entry;
  std::error_code error;
  if (!fs::is_regular_file(fs::symlink_status(entry, error))) {
    std::string where = "\"" + sanitized_line(manifest.entry) + "\": the entry of bot.toml is not there";
    if (uses_cmake(manifest.language)) where += " after the build; tichu_add_bot(NAME ...) leaves build/bots/NAME";
    return refuse_step("entry_missing", where);
  }
  const std::string bytes = beginning_of(entry);
  const bool is_elf = bytes.starts_with(ELFMAG);
  const bool is_plugin = manifest.language == SubmissionLanguage::Plugin || entry.extension() == ".so";
  const std::string name = sanitized_line(manifest.entry);
  if (is_elf) {
    if (const auto checked = check_elf(name, bytes, is_plugin); !checked) return tl::unexpected(checked.error());
  } else if (is_plugin) {
    return refuse_step("entry_bad", name + ": is no shared library");
  } else if (bytes.starts_with("#!")) {
    if (const auto checked = check_script(name, bytes); !checked) return tl::unexpected(checked.error());
  } else {
    return refuse_step("entry_bad",
                       name + ": is neither a program nor a script that begins with #! and its interpreter");
  }
  BotSpec bot;
  bot.name = manifest.name;
  const bool speaks_json = manifest.protocol == protocol::Coding::Json;
  if (is_plugin && speaks_json)
    return refuse_step("manifest_value", "protocol = \"json\" is for programs; a plug-in speaks none");
  bot.kind = is_plugin ? BotKind::Plugin : speaks_json ? BotKind::Json : BotKind::Program;
  bot.path = entry;
  if (!is_plugin) bot.arguments = manifest.arguments;
  bot.needs = manifest.needs;
  bot.guest_workers = manifest.guest_workers;
  return bot;
}

}  // namespace tichu::arena
