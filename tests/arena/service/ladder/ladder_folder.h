#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "arena/service/ladder/ladder.h"
#include "tests/arena/temporary_folder.h"

namespace tichu::arena::tests {

/// A field without bots that think, of whose boards no test wants many.
inline constexpr const char* QuickField = "[play]\nreferences = [\"greedy\", \"lowest\", \"random\"]\n";

/// A ladder in a folder that goes away with this object, and the account that may do all.
class LadderFolder {
 public:
  /// `settings` are those of ladder.toml. A patient ladder also has limits of time that no busy machine meets, in the
  /// tables [steps] and [limits].
  explicit LadderFolder(const std::string& settings = QuickField, bool patient = true);

  const std::filesystem::path& path() const { return path_; }
  /// Opens it; with `start` its threads run. Without `play` no rated boards are played.
  std::unique_ptr<Ladder> open(bool start, bool play = true) const;
  /// Opens and starts it with its rated boards paused, for tests that need none: they would take the processor from
  /// what is tested.
  std::unique_ptr<Ladder> open_at_rest() const;
  const std::string& token() const { return token_; }

 private:
  TemporaryFolder folder_;
  std::filesystem::path path_;
  std::string token_;
};

/// Sends an archive of the folder's files as a version of the bot; the refusal is thrown as std::runtime_error.
LadderVersion submit_folder(Ladder& ladder, const Caller& caller, const std::string& bot,
                            const std::filesystem::path& folder);
/// Sends these bytes.
OrRefusal<Submitted> submit_bytes(Ladder& ladder, const Caller& caller, const UploadRequest& request,
                                  const std::string& bytes);

/// Waits until the condition holds, at most longest_wait(); throws std::runtime_error with what was waited for, and
/// what the ladder says of itself.
void wait_until(Ladder& ladder, const std::string& what, const std::function<bool()>& condition);
/// Waits until so many rated boards are stored.
void wait_for_boards(Ladder& ladder, std::uint64_t boards);

/// Waits until a version has passed its steps or was refused, or until it plays. At most longest_wait().
LadderVersion settled(Ladder& ladder, const Caller& caller, const LadderVersion& version);

/// What the version's steps say, for messages of tests.
std::string story_of(Ladder& ladder, const Caller& caller, const LadderVersion& version);

/// A new bot as `new-bot` makes it.
std::filesystem::path new_bot(const TemporaryFolder& into, const std::string& name, const std::string& language);

}  // namespace tichu::arena::tests
