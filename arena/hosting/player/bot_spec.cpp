#include "arena/hosting/player/bot_spec.h"

#include <boost/uuid/detail/sha1.hpp>
#include <boost/uuid/uuid.hpp>
#include <boost/uuid/uuid_generators.hpp>
#include <boost/uuid/uuid_io.hpp>
#include <fstream>
#include <system_error>

namespace tichu::arena {
namespace {

/// As a UUID of version 5 (RFC 4122, 4.3).
boost::uuids::uuid uuid_of(boost::uuids::detail::sha1& hash) {
  boost::uuids::detail::sha1::digest_type digest;
  hash.get_digest(digest);
  boost::uuids::uuid uuid{};
  for (std::size_t i = 0; i < uuid.size(); ++i) {
    uuid.data[i] = static_cast<std::uint8_t>(digest[i / 4] >> (24 - 8 * (i % 4)));
  }
  uuid.data[6] = static_cast<std::uint8_t>((uuid.data[6] & 0x0fu) | 0x50u);
  uuid.data[8] = static_cast<std::uint8_t>((uuid.data[8] & 0x3fu) | 0x80u);
  return uuid;
}

std::string fingerprint_of_file(const std::filesystem::path& path) {
  std::error_code error;
  // A pipe would keep us waiting, and a device might have no end.
  if (!std::filesystem::is_regular_file(path, error)) return "unreadable";
  std::ifstream file(path, std::ios::binary);
  boost::uuids::detail::sha1 hash;
  const boost::uuids::uuid space = boost::uuids::ns::oid();
  hash.process_bytes(space.begin(), space.size());
  // In pieces: a network of weights, or a stranger's sparse file, can have gigabytes.
  constexpr std::size_t Piece = std::size_t{1} << 18;
  std::vector<char> piece(Piece);
  while (file.read(piece.data(), static_cast<std::streamsize>(Piece)) || file.gcount() > 0) {
    hash.process_bytes(piece.data(), static_cast<std::size_t>(file.gcount()));
  }
  if (!file.is_open() || file.bad()) return "unreadable";
  return boost::uuids::to_string(uuid_of(hash));
}

}  // namespace

std::string fingerprint_of(const BotSpec& bot) {
  if (bot.kind == BotKind::Remote) return std::string(to_text(bot.kind));
  std::string fingerprint = fingerprint_of_file(bot.path);
  for (const std::string& argument : bot.arguments) {
    std::error_code error;
    if (std::filesystem::is_regular_file(argument, error)) fingerprint += " " + fingerprint_of_file(argument);
  }
  return fingerprint;
}

}  // namespace tichu::arena
