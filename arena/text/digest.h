#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

namespace tichu::arena {

/// SHA-256 of bytes that come in pieces.
class Sha256 {
 public:
  Sha256();
  ~Sha256();
  Sha256(const Sha256&) = delete;
  Sha256& operator=(const Sha256&) = delete;
  void add(std::string_view bytes);
  /// The hash in 64 hexadecimal digits. Once.
  std::string hexadecimal();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// Of bytes that are there.
std::string sha256_of(std::string_view bytes);
/// Of a file's content. Throws std::system_error if it cannot be read.
std::string file_sha256(const std::filesystem::path& file);

/// Whether the text could be such a hash: 64 of 0-9 and a-f.
bool is_sha256(std::string_view text);

/// BLAKE2b (RFC 7693) of bytes, in so many bytes.
inline constexpr std::size_t ShortHashBytes = 16;
std::string short_hash(std::string_view bytes);
/// Its first eight bytes as a number.
std::uint64_t hashed_number(std::string_view bytes);

/// A key of a ladder, for hashes that nobody can make without it.
using ServerKey = std::array<unsigned char, 32>;

/// BLAKE2b of a secret under a key, 32 bytes.
std::string keyed_hash(const ServerKey& key, std::string_view secret);
/// Whether two hashes are equal, in a time that does not tell where they differ.
bool are_equal_in_constant_time(std::string_view a, std::string_view b);
/// Random bytes as so many hexadecimal digits. For secrets.
std::string random_hexadecimal(std::size_t digits);
/// A random number. For secrets.
std::uint64_t random_number();
/// Bytes in hexadecimal.
std::string hexadecimal_of(std::string_view bytes);

}  // namespace tichu::arena
