#include "arena/service/api/upload_sink.h"

#include <sodium.h>

#include <array>
#include <utility>

#include "arena/service/api/idempotency.h"
#include "arena/service/api/ladder_json.h"
#include "arena/service/api/problem.h"
#include "arena/text/digest.h"

namespace tichu::arena {
namespace {

class UploadSink : public BodySink {
 public:
  UploadSink(const ApiContext& context, std::unique_ptr<Upload> upload)
      : context_(context), upload_(std::move(upload)) {}

  std::optional<HttpResponse> take(std::string_view bytes) override {
    try {
      if (auto written = upload_->write(bytes); !written) return problem_answer(written.error());
      return std::nullopt;
    } catch (const std::exception& error) {
      return problem_answer(machine_failure(context_, error));
    }
  }

  HttpResponse end() override {
    try {
      const auto submitted = upload_->finish();
      if (!submitted) return problem_answer(submitted.error());
      const LadderVersion& version = submitted->version;
      ApiJson json = json_of(version);
      json["replaces"] = version.replaces;
      HttpResponse answer = json_answer(json, 202);
      answer.headers.emplace_back(
          "Location", "/api/v1/bots/" + percent_encoded(version.bot) + "/versions/" + std::to_string(version.number));
      if (submitted->repeated) answer.headers.emplace_back("Idempotent-Replayed", "true");
      return answer;
    } catch (const std::exception& error) {
      return problem_answer(machine_failure(context_, error));
    }
  }

 private:
  const ApiContext& context_;
  std::unique_ptr<Upload> upload_;
};

}  // namespace

std::optional<std::string> sha256_of_digest(std::string_view header) {
  constexpr std::string_view Key = "sha-256=:";
  const std::size_t begin = header.find(Key);
  if (begin == std::string_view::npos) return std::nullopt;
  header.remove_prefix(begin + Key.size());
  std::size_t end = header.find(':');
  if (end == std::string_view::npos) return std::nullopt;
  while (end > 0 && header[end - 1] == '=') --end;
  std::array<unsigned char, 32> hash{};
  std::size_t bytes = 0;
  const bool is_base64 = ::sodium_base642bin(hash.data(), hash.size(), header.data(), end, nullptr, &bytes, nullptr,
                                             sodium_base64_VARIANT_ORIGINAL_NO_PADDING) == 0;
  if (!is_base64 || bytes != hash.size()) return std::nullopt;
  return hexadecimal_of({reinterpret_cast<const char*>(hash.data()), hash.size()});
}

OrRefusal<std::unique_ptr<BodySink>> make_upload_sink(ApiContext& context, const HttpRequest& question,
                                                      const WebTarget& target, const std::string& bot,
                                                      const Caller& caller) {
  UploadRequest request;
  request.bot = bot;
  request.note = std::string(target.parameter("note").value_or(""));
  request.bytes = question.body_bytes;
  for (auto [name, flag] : {std::pair{"keep", &request.keep_former}, std::pair{"unranked", &request.unranked}}) {
    const std::string_view value = target.parameter(name).value_or("0");
    if (value != "0" && value != "1") {
      return tl::unexpected(refusal_of("query_bad", std::string(name) + " must be 0 or 1.", name));
    }
    *flag = value == "1";
  }
  if (const auto digest = question.header("content-digest")) {
    request.sha256 = sha256_of_digest(*digest);
    if (!request.sha256) {
      return tl::unexpected(Refusal{RefusalKind::Bad, "digest_bad",
                                    "Content-Digest must be sha-256=:, 44 letters of base64, and a colon.",
                                    "Content-Digest"});
    }
  }
  if (const auto key = question.header("idempotency-key")) {
    if (!is_idempotency_key(*key)) {
      return tl::unexpected(Refusal{RefusalKind::Bad, "key_bad",
                                    "An idempotency key has 1 to 128 printable ASCII characters.", "Idempotency-Key"});
    }
    request.key = std::string(*key);
  }
  try {
    auto upload = context.ladder.submissions().begin_upload(caller, request);
    if (!upload) return tl::unexpected(upload.error());
    return std::make_unique<UploadSink>(context, std::move(*upload));
  } catch (const std::exception& error) {
    return tl::unexpected(machine_failure(context, error));
  }
}

}  // namespace tichu::arena
