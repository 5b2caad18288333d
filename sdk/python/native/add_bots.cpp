// Bundled bots and plug-ins in Python: load_bot.
#include <pybind11/stl.h>

#include "sdk/python/native/plugin_player.h"
#include "sdk/python/native/python_values.h"

namespace py = pybind11;

namespace tichu::training {
namespace {

std::unique_ptr<PluginPlayer> made(const std::string& path, std::uint64_t seed, const py::dict& options) {
  auto loaded = Plugin::load(path);
  if (const auto* fault = std::get_if<std::string>(&loaded)) throw py::value_error(*fault);
  auto plugin = std::get<std::shared_ptr<const Plugin>>(std::move(loaded));
  const BotOptions chosen = options_of(options);
  const std::string fault = fault_of_options(plugin, chosen, Rules{});
  if (!fault.empty()) throw py::value_error(fault);
  return std::make_unique<PluginPlayer>(std::move(plugin), chosen, seed);
}

BotAnswer asked(PluginPlayer& self, tichu_question question, const SeenValue& seen) {
  if (seen.observation().event_count == 0) throw py::value_error("nothing has been dealt yet");
  const std::optional<BotAnswer> answer = self.ask(question, seen.observation());
  if (!answer) throw std::runtime_error("the bot failed, or gave an answer that does not fit the question");
  return *answer;
}

Action decide(PluginPlayer& self, const SeenValue& seen) {
  if (!seen.asked()) throw py::value_error("nothing is asked of the seat in this observation");
  const BotAnswer answer = asked(self, static_cast<tichu_question>(*seen.asked()), seen);
  return answer.calls_first && seen.observation().may_call_tichu() ? Action::call_tichu() : answer.action;
}

bool calls_tichu(PluginPlayer& self, const SeenValue& seen) {
  return asked(self, TICHU_ASK_TICHU, seen).action.kind == ActionKind::CallTichu;
}

}  // namespace

void add_bots(py::module_& module) {
  py::class_<PluginPlayer> type(
      module, "PluginPlayer", py::is_final(),
      "A bot of a plug-in as a callable: an Observation in, an Action out. It runs in this process, "
      "so load only what you trust. tichu.load_bot(name) finds the bundled ones.");
  type.def(py::init(&made), py::arg("path"), py::arg("seed") = 0, py::arg("options") = py::dict(),
           "Loads a plug-in library. ValueError if it is none, or if it makes no bot with these options.")
      .def_property_readonly(
          "name", [](const PluginPlayer& self) { return std::string(self.plugin().table().name); },
          "The bot's name, as its plug-in tells it.")
      .def_property_readonly(
          "version", [](const PluginPlayer& self) { return std::string(self.plugin().table().version); },
          "The bot's version, as its plug-in tells it.")
      .def("__call__", &decide, py::arg("seen"),
           "The bot's Action where its seat is asked; on a turn it may be the call of Tichu, after which it is asked "
           "again. "
           "RuntimeError if the bot fails.")
      .def("calls_tichu", &calls_tichu, py::arg("seen"), "Whether the bot calls Tichu before or after the push.");
  make_unpicklable(type, "a bot of a plug-in cannot be pickled: load it again");
}

}  // namespace tichu::training
