#include "arena/tournament/store/compressed.h"

#include <zstd.h>

#include <memory>
#include <stdexcept>

namespace tichu::arena {
namespace {

/// The fastest of the ordinary levels: further ones save a tenth and cost twice the time.
constexpr int Level = 1;

std::size_t checked(std::size_t result) {
  if (ZSTD_isError(result) != 0) throw std::runtime_error(std::string("stored rounds: ") + ZSTD_getErrorName(result));
  return result;
}

struct FreeContext {
  void operator()(ZSTD_CCtx* context) const { ZSTD_freeCCtx(context); }
  void operator()(ZSTD_DCtx* context) const { ZSTD_freeDCtx(context); }
};

}  // namespace

std::string compressed(std::string_view bytes) {
  // Kept from job to job: making one costs more than compressing a round.
  thread_local const std::unique_ptr<ZSTD_CCtx, FreeContext> context(ZSTD_createCCtx());
  if (!context) throw std::bad_alloc();
  std::string frame(ZSTD_compressBound(bytes.size()), '\0');
  frame.resize(
      checked(ZSTD_compressCCtx(context.get(), frame.data(), frame.size(), bytes.data(), bytes.size(), Level)));
  return frame;
}

std::uint64_t decompressed_size(std::string_view frame) {
  const unsigned long long size = ZSTD_getFrameContentSize(frame.data(), frame.size());
  // Where it is unknown that is a number too, above all others.
  if (size > MostJobBytes) throw std::runtime_error("stored rounds: these bytes are no Zstandard frame of a job");
  return size;
}

std::string decompressed(std::string_view frame) {
  thread_local const std::unique_ptr<ZSTD_DCtx, FreeContext> context(ZSTD_createDCtx());
  if (!context) throw std::bad_alloc();
  const std::uint64_t size = decompressed_size(frame);
  std::string bytes(size, '\0');
  checked(ZSTD_decompressDCtx(context.get(), bytes.data(), bytes.size(), frame.data(), frame.size()));
  return bytes;
}

}  // namespace tichu::arena
