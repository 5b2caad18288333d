#pragma once

#include <memory>
#include <string>

#include "arena/service/api/api_route.h"

namespace tichu::arena {

/// Takes an archive for a new version of a bot, by the request's head: `note` and `keep` of its query, its length,
/// Content-Digest (RFC 9530, sha-256) and Idempotency-Key.
OrRefusal<std::unique_ptr<BodySink>> make_upload_sink(ApiContext& context, const HttpRequest& question,
                                                      const WebTarget& target, const std::string& bot,
                                                      const Caller& caller);

/// The SHA-256 of a Content-Digest in hexadecimal; nullopt if it holds none.
std::optional<std::string> sha256_of_digest(std::string_view header);

}  // namespace tichu::arena
