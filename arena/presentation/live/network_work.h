#pragma once

#include <fmt/format.h>

#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <chrono>
#include <cstdio>
#include <ctime>
#include <new>
#include <string>
#include <thread>

#include "arena/text/moment_text.h"
#include "arena/text/sanitized_line.h"

namespace tichu::arena {

/// Tells whoever runs the server of what must not happen, with the time.
inline void log_failure(const std::string& what) {
  fmt::print(stderr, "{} tichu-arena: {}\n", utc_text(std::time(nullptr)), sanitized_line(what));
}

/// Posts what must not be lost: without memory for it, it is tried again until there is some.
template <typename Work>
void post_surely(boost::asio::io_context& network, const Work& work) {
  for (;;) {
    try {
      boost::asio::post(network, work);
      return;
    } catch (const std::bad_alloc&) {
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
  }
}

}  // namespace tichu::arena
