#include "arena/presentation/page_data/page_shell.h"

#include <fmt/format.h>

#include "arena/presentation/page_data/page_assets.h"

namespace tichu::arena {
namespace {

std::string escaped(std::string_view plain) {
  std::string text;
  for (const char c : plain) {
    switch (c) {
      case '<':
        text += "&lt;";
        break;
      case '&':
        text += "&amp;";
        break;
      default:
        text += c;
    }
  }
  return text;
}

/// A page up to its body.
std::string page_head(std::string_view title, std::string_view policy, const PageLook& look) {
  std::string text = fmt::format(
      "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"{}\">\n"
      "<meta name=\"color-scheme\" content=\"light dark\">\n<link rel=\"icon\" href=\"data:,\">\n"
      "<title>{}</title>\n<style>",
      policy, escaped(title));
  text += look.style;
  text += "</style>\n</head>\n<body>\n";
  return text;
}

}  // namespace

PageLook usual_look() { return {PageStyle, PageStyleHash}; }

std::string page_policy(std::string_view script_hash, std::string_view images, std::string_view connections,
                        const PageLook& look) {
  return fmt::format(
      "default-src 'none'; script-src {}; style-src 'sha256-{}'; img-src {}; connect-src {}; base-uri 'none'; "
      "form-action 'none'",
      script_hash.empty() ? "'none'" : fmt::format("'sha256-{}'", script_hash), look.hash, images, connections);
}

std::string page_html(std::string_view title, std::string_view policy, std::string_view script, const std::string& data,
                      const PageLook& look) {
  std::string text = page_head(title, policy, look);
  text += "<div id=\"app\"></div>\n<noscript>This page needs JavaScript.</noscript>\n";
  text += data;
  text += "<script>";
  text += script;
  text += "</script>\n</body>\n</html>\n";
  return text;
}

std::string plain_page_html(std::string_view title, std::string_view policy, std::string_view body) {
  std::string text = page_head(title, policy, usual_look());
  text += body;
  text += "</body>\n</html>\n";
  return text;
}

}  // namespace tichu::arena
