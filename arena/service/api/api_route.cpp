#include "arena/service/api/api_route.h"

#include <algorithm>
#include <cmath>
#include <memory>

#include "arena/service/api/problem.h"
#include "arena/text/nearest_name.h"
#include "arena/text/number_text.h"
#include "arena/text/utf8.h"

namespace tichu::arena {

HttpResponse json_answer(const ApiJson& json, unsigned status) {
  HttpResponse answer =
      text_answer("application/json", json.dump(-1, ' ', false, ApiJson::error_handler_t::replace) + "\n");
  answer.status = status;
  return answer;
}

HttpResponse text_answer(std::string_view type, std::string text) {
  HttpResponse answer;
  answer.type = type;
  answer.body = std::make_shared<const std::string>(std::move(text));
  return answer;
}

HttpResponse empty_answer() {
  HttpResponse answer;
  answer.status = 204;
  return answer;
}

Refusal machine_failure(const ApiContext& context, const std::exception& error) {
  if (context.log) context.log(std::string("a request could not be answered: ") + error.what());
  return {RefusalKind::Unavailable,
          "machine_failed",
          "The ladder's machine failed, which is not your fault; whoever runs it finds the reason in its log.",
          "",
          std::nullopt,
          std::chrono::seconds(10)};
}

std::optional<std::uint64_t> path_number(std::string_view text) {
  const auto number = number_from<std::uint64_t>(text);
  const bool has_leading_zero = text.size() > 1 && text.front() == '0';
  return number && !has_leading_zero && *number <= INT64_MAX ? number : std::nullopt;
}

OrRefusal<std::uint64_t> number_parameter(const ApiCall& call, std::string_view name, std::uint64_t fallback,
                                          std::uint64_t least, std::uint64_t most) {
  const auto text = call.target.parameter(name);
  if (!text) return fallback;
  const auto value = path_number(*text);
  if (!value || *value < least || *value > most) {
    return tl::unexpected(refusal_of("query_bad",
                                     std::string(name) + " must be a whole number from " + std::to_string(least) +
                                         " to " + std::to_string(most) + ", without zeros in front.",
                                     std::string(name)));
  }
  return *value;
}

OrRefusal<VersionName> version_of_path(const ApiCall& call) {
  auto name = version_name(call.parameters.at(0) + "@" + call.parameters.at(1));
  if (name) return std::move(*name);
  return tl::unexpected(refusal_of("not_found",
                                   "A version's address ends with its bot's name, \"versions\" and its "
                                   "number from 1, such as bots/fox/versions/3."));
}

const nlohmann::json* BodyFields::field(const char* name, bool required) {
  known_.emplace_back(name);
  const auto found = body_.find(name);
  if (found != body_.end() && !found->is_null()) return &*found;
  if (required && !refusal_) refusal_ = refusal_of("field_missing", std::string(name) + " is missing.", name);
  return nullptr;
}

void BodyFields::refuse(const char* name, const std::string& right) {
  if (!refusal_) refusal_ = refusal_of("field_bad", std::string(name) + " must be " + right + ".", name);
}

std::string BodyFields::text(const char* name, std::size_t most, bool required) {
  const nlohmann::json* found = field(name, required);
  if (found == nullptr) return {};
  if (found->is_string()) {
    const auto& text = found->get_ref<const std::string&>();
    const bool says_something = text.find_first_not_of(" \t\r\n") != std::string::npos;
    if (text.size() <= most && (says_something || !required)) return text;
  }
  refuse(name, "a text of at most " + std::to_string(most) + " bytes" + (required ? ", and not empty" : ""));
  return {};
}

std::optional<std::uint64_t> BodyFields::number(const char* name, std::uint64_t least, std::uint64_t most) {
  const nlohmann::json* found = field(name, false);
  if (found == nullptr) return std::nullopt;
  if (found->is_number_unsigned()) {
    const auto value = found->get<std::uint64_t>();
    if (value >= least && value <= most) return value;
  }
  refuse(name, "a whole number from " + std::to_string(least) + " to " + std::to_string(most));
  return std::nullopt;
}

std::optional<double> BodyFields::real(const char* name, double least, double most) {
  const nlohmann::json* found = field(name, false);
  if (found == nullptr) return std::nullopt;
  if (found->is_number()) {
    const auto value = found->get<double>();
    if (value >= least && value <= most) return value;
  }
  refuse(name, "a number from " + std::to_string(std::lround(least)) + " to " + std::to_string(std::lround(most)));
  return std::nullopt;
}

bool BodyFields::flag(const char* name) {
  const nlohmann::json* found = field(name, false);
  if (found == nullptr) return false;
  if (!found->is_boolean()) refuse(name, "true or false");
  return found->is_boolean() && found->get<bool>();
}

std::vector<std::string> BodyFields::texts(const char* name, std::size_t most) {
  std::vector<std::string> texts;
  const nlohmann::json* found = field(name, false);
  if (found == nullptr) return texts;
  const bool fits = found->is_array() && found->size() <= most &&
                    std::all_of(found->begin(), found->end(), [](const auto& text) { return text.is_string(); });
  if (fits) return found->get<std::vector<std::string>>();
  refuse(name, "a list of at most " + std::to_string(most) + " texts");
  return texts;
}

OrRefusal<void> BodyFields::end() {
  if (refusal_) return tl::unexpected(*refusal_);
  for (const auto& [name, value] : body_.items()) {
    if (std::find(known_.begin(), known_.end(), name) != known_.end()) continue;
    const auto meant = nearest_name(name, known_);
    std::string names;
    for (const std::string& known : known_) names += (names.empty() ? "" : ", ") + known;
    return tl::unexpected(refusal_of(
        "field_unknown",
        "There is no such field" + (meant ? "; did you mean \"" + *meant + "\"?" : "; there are " + names + "."),
        bounded_utf8(name, 64)));
  }
  return {};
}

}  // namespace tichu::arena
