#include "arena/store/packed_records.h"

#include <zstd.h>

#include <memory>
#include <stdexcept>

namespace tichu::arena {
namespace {

/// The fastest of the ordinary levels: further ones save a tenth and cost twice the time.
constexpr int Level = 1;
/// Above the longest job (four games of a thousand rounds of 8 kB each); a damaged header may promise anything.
constexpr unsigned long long MaxLines = 256ULL << 20;

std::size_t checked(std::size_t result) {
  if (ZSTD_isError(result) != 0) throw std::runtime_error(std::string("records: ") + ZSTD_getErrorName(result));
  return result;
}

struct FreeContext {
  void operator()(ZSTD_CCtx* context) const { ZSTD_freeCCtx(context); }
  void operator()(ZSTD_DCtx* context) const { ZSTD_freeDCtx(context); }
};

}  // namespace

std::string pack_records(std::string_view lines) {
  // Kept from job to job: making one costs more than compressing a round.
  thread_local const std::unique_ptr<ZSTD_CCtx, FreeContext> context(ZSTD_createCCtx());
  if (!context) throw std::bad_alloc();
  std::string packed(ZSTD_compressBound(lines.size()), '\0');
  packed.resize(
      checked(ZSTD_compressCCtx(context.get(), packed.data(), packed.size(), lines.data(), lines.size(), Level)));
  return packed;
}

std::string unpack_records(std::string_view packed) {
  thread_local const std::unique_ptr<ZSTD_DCtx, FreeContext> context(ZSTD_createDCtx());
  if (!context) throw std::bad_alloc();
  const unsigned long long size = ZSTD_getFrameContentSize(packed.data(), packed.size());
  if (size > MaxLines) throw std::runtime_error("records: these bytes are no Zstandard frame of a job");
  std::string lines(size, '\0');
  checked(ZSTD_decompressDCtx(context.get(), lines.data(), lines.size(), packed.data(), packed.size()));
  return lines;
}

}  // namespace tichu::arena
