#pragma once

#include <fmt/format.h>
#include <google/protobuf/arena.h>
#include <google/protobuf/stubs/logging.h>

#include <cstddef>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <utility>

#include "arena/text/input_error.h"
#include "arena/workers/units/message_form.h"
#include "arena/workers/units/message_limits.h"
#include "arena/workers/units/unit_messages.h"

namespace tichu::arena {

// From messages to bytes and back, the same for all kinds. For sources only.

/// The bytes of a message that `parsed` will take. Throws std::length_error if it would not.
template <typename Message>
std::string serialized(const Message& message, const MessageLimits& limits, std::size_t most, std::string_view what) {
  std::string bytes = message.SerializeAsString();
  if (bytes.size() > most) {
    throw std::length_error(fmt::format("{} of {} bytes: at most {} can be sent", what, bytes.size(), most));
  }
  if (const auto wrong = limit_error(bytes, limits)) throw std::length_error(fmt::format("{} {}", what, *wrong));
  return bytes;
}

/// Whether a message of another version is read too: those are by which the two sides find out.
enum class TakenVersions { Own, Any };

/// The value of a message, which `decode` reads. Nothing is parsed that is too large.
template <typename Value, typename Message, typename Decode>
OrInputError<Value> parsed(std::string_view bytes, const MessageLimits& limits, std::size_t most,
                           const std::string& from, const Decode& decode, TakenVersions versions = TakenVersions::Own) {
  const auto refused = [&](std::string problem) { return tl::unexpected(InputError{from, "", std::move(problem)}); };
  if (bytes.size() > most) return refused(fmt::format("has {} bytes, but may have {}", bytes.size(), most));
  if (const auto wrong = limit_error(bytes, limits)) return refused(*wrong);
  // The library would tell the terminal what is wrong with strangers' bytes.
  const google::protobuf::LogSilencer silence;
  google::protobuf::Arena arena;  // one place for the thousands of parts
  auto& message = *google::protobuf::Arena::CreateMessage<Message>(&arena);
  if (!message.ParseFromArray(bytes.data(), static_cast<int>(bytes.size()))) return refused("is no such message");
  if (versions == TakenVersions::Own && message.version() != UnitMessagesVersion) {
    return tl::unexpected(InputError{from, "version",
                                     fmt::format("is {}, but this program speaks {}: use the same version of the arena",
                                                 message.version(), UnitMessagesVersion)});
  }
  MessageForm form(from);
  Value value = decode(message, form);
  if (!form.ok()) return tl::unexpected(form.take_error());
  return value;
}

}  // namespace tichu::arena
