#include "arena/text/digest.h"

#include <fcntl.h>
#include <sodium.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <stdexcept>
#include <system_error>
#include <vector>

#include "arena/text/characters.h"

namespace tichu::arena {
namespace {

void expect_sodium() {
  if (::sodium_init() < 0) throw std::runtime_error("libsodium cannot be used on this machine");
}

struct CloseFile {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using OpenFile = std::unique_ptr<std::FILE, CloseFile>;

/// A regular file, not what a link leads to.
OpenFile open_file(const std::filesystem::path& path) {
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
  if (descriptor < 0) return nullptr;
  OpenFile file(::fdopen(descriptor, "rb"));
  if (!file) ::close(descriptor);
  return file;
}

const unsigned char* bytes_of(std::string_view text) { return reinterpret_cast<const unsigned char*>(text.data()); }

}  // namespace

struct Sha256::State {
  crypto_hash_sha256_state hash;
};

Sha256::Sha256() : state_(std::make_unique<State>()) { ::crypto_hash_sha256_init(&state_->hash); }
Sha256::~Sha256() = default;

void Sha256::add(std::string_view bytes) { ::crypto_hash_sha256_update(&state_->hash, bytes_of(bytes), bytes.size()); }

std::string Sha256::hexadecimal() {
  std::string hash(crypto_hash_sha256_BYTES, '\0');
  ::crypto_hash_sha256_final(&state_->hash, reinterpret_cast<unsigned char*>(hash.data()));
  return hexadecimal_of(hash);
}

std::string sha256_of(std::string_view bytes) {
  Sha256 hash;
  hash.add(bytes);
  return hash.hexadecimal();
}

std::string file_sha256(const std::filesystem::path& path) {
  const auto refuse = [&path] {
    throw std::system_error(errno, std::generic_category(), "cannot read " + path.string());
  };
  const OpenFile file = open_file(path);
  if (!file) refuse();
  constexpr std::size_t Piece = 1 << 16;
  std::vector<char> piece(Piece);
  Sha256 hash;
  while (const std::size_t count = std::fread(piece.data(), 1, piece.size(), file.get())) {
    hash.add({piece.data(), count});
  }
  if (std::ferror(file.get()) != 0) refuse();
  return hash.hexadecimal();
}

bool is_sha256(std::string_view text) {
  return text.size() == 64 && std::all_of(text.begin(), text.end(), is_hexadecimal);
}

std::string short_hash(std::string_view bytes) {
  std::string hash(ShortHashBytes, '\0');
  ::crypto_generichash(reinterpret_cast<unsigned char*>(hash.data()), hash.size(), bytes_of(bytes), bytes.size(),
                       nullptr, 0);
  return hash;
}

std::uint64_t hashed_number(std::string_view bytes) {
  std::uint64_t number = 0;
  for (const char byte : short_hash(bytes).substr(0, sizeof number)) {
    number = number << 8 | static_cast<unsigned char>(byte);
  }
  return number;
}

std::string keyed_hash(const ServerKey& key, std::string_view secret) {
  expect_sodium();
  std::string hash(crypto_generichash_BYTES, '\0');
  ::crypto_generichash(reinterpret_cast<unsigned char*>(hash.data()), hash.size(), bytes_of(secret), secret.size(),
                       key.data(), key.size());
  return hash;
}

bool are_equal_in_constant_time(std::string_view a, std::string_view b) {
  return a.size() == b.size() && ::sodium_memcmp(a.data(), b.data(), a.size()) == 0;
}

std::string random_hexadecimal(std::size_t digits) {
  expect_sodium();
  std::string bytes((digits + 1) / 2, '\0');
  ::randombytes_buf(bytes.data(), bytes.size());
  return hexadecimal_of(bytes).substr(0, digits);
}

std::uint64_t random_number() {
  expect_sodium();
  std::uint64_t number = 0;
  ::randombytes_buf(&number, sizeof number);
  return number;
}

std::string hexadecimal_of(std::string_view bytes) {
  std::string text(bytes.size() * 2 + 1, '\0');
  ::sodium_bin2hex(text.data(), text.size(), bytes_of(bytes), bytes.size());
  text.pop_back();
  return text;
}

}  // namespace tichu::arena
