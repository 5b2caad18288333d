// The results of checks as JUnit XML, for CI.
#include <boost/property_tree/ptree.hpp>
#include <boost/property_tree/xml_parser.hpp>
#include <chrono>
#include <sstream>

#include "arena/hosting/check/check_output.h"
#include "arena/text/xml_text.h"

namespace tichu::arena {
namespace {

using Tree = boost::property_tree::ptree;

double in_seconds(std::chrono::nanoseconds time) { return std::chrono::duration<double>(time).count(); }

std::string details(const CheckResult& result) {
  std::string text;
  if (result.place) {
    const CheckPlace& place = *result.place;
    text += "seed " + std::to_string(place.seed) + ", table " + std::to_string(place.table) + ", rules " + place.rules +
            ", round " + std::to_string(place.round) + ", deal " + std::to_string(place.deal_index) + ", seat " +
            std::to_string(place.seat) + ", decision " + std::to_string(place.decision) + "\n";
    text += place.what_it_knew + "\n";
  }
  if (!result.advice.empty()) text += "advice: " + result.advice + "\n";
  return text + result.stderr_tail;
}

Tree test_case(const CheckReport& report, const CheckResult& result) {
  Tree tree;
  tree.put("<xmlattr>.classname", xml_safe("tichu-check." + report.bot.name));
  tree.put("<xmlattr>.name", result.name);
  tree.put("<xmlattr>.time", in_seconds(result.duration));
  if (result.verdict == CheckVerdict::Failed) {
    tree.put("failure", xml_safe(details(result)));
    tree.put("failure.<xmlattr>.message", xml_safe(result.found));
  } else if (result.verdict == CheckVerdict::Skipped) {
    tree.put("skipped.<xmlattr>.message", xml_safe(result.found));
  } else {
    tree.put("system-out", xml_safe(result.found + (result.advice.empty() ? "" : "\nadvice: " + result.advice)));
  }
  return tree;
}

Tree suite(const CheckReport& report) {
  Tree tree;
  std::chrono::nanoseconds time{0};
  for (const CheckResult& result : report.results) time += result.duration;
  tree.put("<xmlattr>.name", xml_safe("tichu-check " + report.bot.name));
  tree.put("<xmlattr>.tests", report.results.size());
  tree.put("<xmlattr>.failures", report.count(CheckVerdict::Failed));
  tree.put("<xmlattr>.errors", 0);
  tree.put("<xmlattr>.skipped", report.count(CheckVerdict::Skipped));
  tree.put("<xmlattr>.time", in_seconds(time));
  for (const CheckResult& result : report.results) tree.add_child("testcase", test_case(report, result));
  return tree;
}

}  // namespace

std::string check_junit(const std::vector<CheckReport>& reports) {
  Tree suites;
  for (const CheckReport& report : reports) suites.add_child("testsuite", suite(report));
  Tree document;
  document.add_child("testsuites", suites);
  std::ostringstream text;
  boost::property_tree::write_xml(text, document, boost::property_tree::xml_writer_settings<std::string>(' ', 1));
  return text.str();
}

}  // namespace tichu::arena
