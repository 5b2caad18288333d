#pragma once

namespace tichu::tests {

/// Whether a sanitizer watches memory or threads in this build, which reserves terabytes of addresses and keeps what
/// was freed.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool IsSanitized = true;
#elif defined(__has_feature)
inline constexpr bool IsSanitized = __has_feature(address_sanitizer) || __has_feature(thread_sanitizer);
#else
inline constexpr bool IsSanitized = false;
#endif

/// The addresses that a program reserves so, MiB.
inline constexpr int SanitizedMegabytes = 1 << 26;

}  // namespace tichu::tests
