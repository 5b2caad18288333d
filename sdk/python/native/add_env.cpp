#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include <atomic>
#include <set>

#include "engine/notation.h"
#include "sdk/python/native/env_arrays.h"
#include "sdk/python/native/python_values.h"
#include "sdk/python/native/round_value.h"
#include "sdk/python/native/table_batch.h"

namespace py = pybind11;

namespace tichu::training {
namespace {

constexpr int MostTables = 1 << 20;  ///< so that the offsets of legal ids fit into 32 bits
constexpr int MostThreads = 256;

constexpr std::array<const char*, AskCount> AskNames{"grand_tichu", "tichu", "push", "push",       "push",
                                                     "play",        "wish",  "bomb", "give_dragon"};

SeatPlan seat_plan(const py::handle& value) {
  if (py::isinstance<py::str>(value)) {
    const auto name = value.cast<std::string>();
    if (name == "learner") return {};
    if (name == "random") return {SeatKind::Random, nullptr, {}};
    if (name == "light") return {SeatKind::Light, nullptr, {}};
    return seat_plan(py::module_::import("tichu.vec_env").attr("plugin_seat")(value));
  }
  const auto parts = value.cast<py::sequence>();
  if (parts.size() != 2) throw py::value_error("a plug-in's seat is a path and a dict of options");
  auto loaded = Plugin::load(parts[0].cast<std::string>());
  if (const auto* fault = std::get_if<std::string>(&loaded)) throw py::value_error(*fault);
  return {SeatKind::Plugin, std::get<std::shared_ptr<const Plugin>>(std::move(loaded)),
          options_of(parts[1].cast<py::dict>())};
}

std::array<bool, AskCount> asked_of(const py::object& decisions) {
  std::array<bool, AskCount> asked{};
  if (decisions.is_none()) {
    asked.fill(true);
    return asked;
  }
  if (py::isinstance<py::str>(decisions))
    throw py::type_error("decisions are several names, such as (\"play\", \"push\")");
  std::set<std::string> names;
  for (const py::handle name : py::iter(decisions)) names.insert(name.cast<std::string>());
  for (std::size_t i = 0; i < asked.size(); ++i) asked[i] = names.count(AskNames[i]) != 0;
  for (const char* name : AskNames) names.erase(name);
  if (!names.empty()) {
    throw py::value_error(
        "\"" + *names.begin() +
        "\" is not a decision; the decisions are grand_tichu, tichu, push, play, wish, bomb, give_dragon");
  }
  if (!asked[static_cast<std::size_t>(Ask::Play)]) throw py::value_error("learners must be asked to play");
  return asked;
}

LegalForms forms_of(const py::object& legal) {
  LegalForms forms;
  py::list names;
  if (py::isinstance<py::str>(legal)) {
    names.append(legal);
  } else if (!legal.is_none()) {
    names = py::list(legal);
  }
  for (const py::handle item : names) {
    const auto name = item.cast<std::string>();
    if (name != "mask" && name != "ids" && name != "features" && name != "bits") {
      throw py::value_error("\"" + name + "\" is not a form of legal actions; the forms are mask, ids, features, bits");
    }
    forms.mask |= name == "mask";
    forms.ids |= name == "ids" || name == "features";
    forms.features |= name == "features";
    forms.bits |= name == "bits";
  }
  return forms;
}

/// Marks the environment as in use, so that a second thread gets an error instead of a race.
class InUse {
 public:
  explicit InUse(std::atomic<bool>& flag) : flag_(flag) {
    if (flag_.exchange(true)) throw std::runtime_error("another thread is using this environment");
  }
  ~InUse() { flag_.store(false); }
  InUse(const InUse&) = delete;
  InUse& operator=(const InUse&) = delete;

 private:
  std::atomic<bool>& flag_;
};

/// The environment as Python sees it: the batch and the arrays that it writes into.
class VecEnv {
 public:
  VecEnv(BatchPlan plan, const LegalForms& forms, const py::object& given, const py::object& block)
      : batch_(std::move(plan)), arrays_(array_plans(batch_.plan(), forms), given, block) {
    batch_.reset(batch_.plan().seed, arrays_.pointers());
  }

  const EnvArrays& arrays() const { return arrays_; }
  const TableBatch& batch() const { return batch_; }
  int tables() const { return batch_.plan().tables; }

  void reset(std::optional<std::uint64_t> seed) {
    const InUse in_use(busy_);
    const BatchArrays arrays = arrays_.pointers();
    const py::gil_scoped_release free;
    batch_.reset(seed.value_or(batch_.plan().seed), arrays);
  }

  void reset_finished() {
    const InUse in_use(busy_);
    const BatchArrays arrays = arrays_.pointers();
    const py::gil_scoped_release free;
    batch_.reset_finished(arrays);
  }

  void step(const py::handle& actions) {
    const InUse in_use(busy_);
    const BatchArrays arrays = arrays_.pointers();
    if (const auto bad = take(actions)) {
      throw py::value_error("table " + std::to_string(bad->table) + ", action " + std::to_string(bad->id) + ": " +
                            bad->reason);
    }
    const py::gil_scoped_release free;
    batch_.step(arrays);
  }

  /// A step of a single table, without an array for its action.
  void step_one(const py::handle& given) {
    const std::int64_t action = number_of(given);
    if (tables() != 1) throw py::value_error("step_one is for one table");
    const InUse in_use(busy_);
    const BatchArrays arrays = arrays_.pointers();
    if (const auto bad = batch_.take(&action))
      throw py::value_error("action " + std::to_string(bad->id) + ": " + bad->reason);
    batch_.step(arrays);
  }

  py::array sample(const py::object& out) {
    const InUse in_use(busy_);
    py::array actions =
        out.is_none() ? py::array(py::dtype("i2"), std::vector<py::ssize_t>{tables()}) : checked_actions(out);
    if (!actions.writeable()) throw py::value_error("the array cannot be written");
    with_ids(actions, [&](auto* ids) { batch_.sample(ids); });
    return actions;
  }

  py::array state(const py::object& out) {
    const InUse in_use(busy_);
    const ArrayPlan plan{"state", "", 'u', 1, {tables(), state_layout().size}, true};
    py::array rows = out.is_none() ? zeros(plan) : checked(out, plan);
    batch_.write_state(static_cast<std::uint8_t*>(rows.mutable_data()));
    return rows;
  }

  py::array observe(int table, int seat, const py::object& out) {
    const InUse in_use(busy_);
    if (batch_.plan().layout == nullptr) throw py::value_error("this environment has no observations");
    const ArrayPlan plan{"observation", "", 'u', 1, {batch_.plan().layout->size}, true};
    py::array row = out.is_none() ? zeros(plan) : checked(out, plan);
    batch_.write_observation(place(table), seat_of(seat), static_cast<std::uint8_t*>(row.mutable_data()));
    return row;
  }

  py::list legal(int table) {
    const InUse in_use(busy_);
    py::list ids;
    batch_.legal(place(table)).each([&](int id) { ids.append(id); });
    return ids;
  }

  std::optional<RoundValue> finished_round(int table) {
    const InUse in_use(busy_);
    const EventLog* log = batch_.finished_log(place(table));
    if (log == nullptr) return std::nullopt;
    return RoundValue(RecordedRound{batch_.finished_deal(table), recorded_actions(*log)}, batch_.plan().rules);
  }

  std::shared_ptr<SeenValue> observation(int table, int seat) {
    const InUse in_use(busy_);
    const Table& at = batch_.table(place(table));
    const Seat viewer = seat_of(seat);
    const Pending open = at.round().pending();
    std::optional<Question> asked;
    if (!batch_.is_over(table) && open.seats.contains(viewer) && viewer == at.seat()) asked = open.question;
    const Totals& totals = batch_.totals(table);
    const bool over = batch_.is_over(table);
    const EventLog& log = over ? *batch_.finished_log(table) : batch_.log(table);
    return std::make_shared<SeenValue>(batch_.plan().rules, totals[viewer.team()], totals[opponent(viewer.team())],
                                       viewer, log, asked);
  }

 private:
  static std::int64_t number_of(const py::handle& given) {
    const Py_ssize_t number = PyNumber_AsSsize_t(given.ptr(), PyExc_OverflowError);
    if (number == -1 && PyErr_Occurred() != nullptr) throw py::error_already_set();
    return number;
  }

  py::array checked_actions(const py::handle& given) const {
    if (!py::isinstance<py::array>(given))
      throw py::type_error("actions must be a numpy array of int16, int32 or int64");
    const auto array = py::reinterpret_borrow<py::array>(given);
    const py::ssize_t size = array.itemsize();
    if (array.dtype().kind() != 'i' || (size != 2 && size != 4 && size != 8) || !is_native(array.dtype())) {
      throw py::type_error("actions must be int16, int32 or int64, not " + std::string(py::str(array.dtype())));
    }
    const bool fits = array.ndim() == 1 && array.shape(0) == tables() && (array.flags() & py::array::c_style) != 0 &&
                      reinterpret_cast<std::uintptr_t>(array.data()) % static_cast<std::uintptr_t>(size) == 0;
    if (!fits) throw py::value_error("actions must be C-contiguous with the shape (" + std::to_string(tables()) + ",)");
    return array;
  }

  template <typename Use>
  static void with_ids(py::array& actions, Use use) {
    void* data = actions.mutable_data();
    if (actions.itemsize() == 2) return use(static_cast<std::int16_t*>(data));
    if (actions.itemsize() == 4) return use(static_cast<std::int32_t*>(data));
    return use(static_cast<std::int64_t*>(data));
  }

  std::optional<BadAction> take(const py::handle& given) {
    const py::array actions = checked_actions(given);
    const void* data = actions.data();
    if (actions.itemsize() == 2) return batch_.take(static_cast<const std::int16_t*>(data));
    if (actions.itemsize() == 4) return batch_.take(static_cast<const std::int32_t*>(data));
    return batch_.take(static_cast<const std::int64_t*>(data));
  }

  int place(int table) const {
    if (table < 0 || table >= tables()) throw py::index_error("there is no such table");
    return table;
  }

  TableBatch batch_;
  EnvArrays arrays_;
  std::atomic<bool> busy_{false};
};

constexpr const char* Doc =
    R"(n tables that take a step together. Each step writes into numpy arrays that stay where they are.

n             tables, 1 to 1,048,576
seed          names the deals and all chance, 0..2**64-1
seats         four of "learner", "random", "light", a bundled bot ("steady"), a plug-in's path; a learner's decisions
              are those of `step`, those of the others are made within it. "random" here is uniform over the legal plays
              and compiled in; "light" is the search kit's playout policy, which never calls
obs           "compact-v1" (301 bytes), "full-v1" (756 bytes) or None: `tichu.engine.layout(name)` lists the fields
legal         any of "mask", "ids", "features", "bits": how legal actions are written
rules         a Rules or a text such as "standard target=500"
episode       "round", or "game" to the rules' target
auto_reset    whether the next episode begins in the step in which one ends; else the table waits with seat 255
              for `reset_finished`
threads       1 to 256; results do not depend on it
decisions     what learners are asked, of "grand_tichu", "tichu", "push", "play", "wish", "bomb", "give_dragon"; None: all.
              The rest is answered plainly: no call, the push and the gift of "light", no wish, no bomb
arrays        a dict of own arrays to write into, by the names of the attributes; the others are made
first_episode table i plays the episodes first_episode + i, then n further on each time
labels        a bundled bot or a plug-in's path: what it would answer is written into `labels` at each step
states        whether all hands are written into `states` at each step, for critics
block         True: all arrays are views of one array, `block`; or a callable that makes this array, uint8 of so many
              bytes, for example of memory that a GPU reads by itself. `places` says where each one begins

What happens in an episode depends on the seed, its number and the learners' answers alone. ValueError or TypeError if
an argument is wrong.)";

/// A seat's plan, whose bot can be made; else ValueError, which begins with `place`.
SeatPlan checked_seat(const py::handle& value, const Rules& rules, const std::string& place) {
  SeatPlan plan = seat_plan(value);
  if (plan.kind == SeatKind::Plugin) {
    const std::string fault = fault_of_options(plan.plugin, plan.options, rules);
    if (!fault.empty()) throw py::value_error(place + ": " + fault);
  }
  return plan;
}

std::unique_ptr<VecEnv> made_env(int n, std::uint64_t seed, const py::sequence& seats, const py::object& obs,
                                 const py::object& legal, const py::object& rules, const std::string& episode,
                                 bool auto_reset, int threads, const py::object& decisions, const py::object& arrays,
                                 std::uint64_t first_episode, const py::object& labels, bool states,
                                 const py::object& block) {
  if (n < 1 || n > MostTables) throw py::value_error("n is 1 to " + std::to_string(MostTables));
  if (threads < 1 || threads > MostThreads) throw py::value_error("threads is 1 to " + std::to_string(MostThreads));
  if (episode != "round" && episode != "game") throw py::value_error("an episode is \"round\" or \"game\"");
  if (py::isinstance<py::str>(seats) || seats.size() != 4) throw py::value_error("there are four seats");
  BatchPlan plan;
  plan.tables = n;
  plan.seed = seed;
  plan.first_episode = first_episode;
  plan.rules = rules_of(rules);
  bool has_learner = false;
  for (const Seat seat : AllSeats) {
    const auto number = static_cast<std::size_t>(seat.number());
    plan.seats[seat] = checked_seat(seats[number], plan.rules, "seat " + std::to_string(number));
    has_learner |= plan.seats[seat].kind == SeatKind::Learner;
  }
  if (!has_learner) throw py::value_error("one seat at least must be a learner's");
  if (!labels.is_none()) {
    plan.adviser = checked_seat(labels, plan.rules, "labels");
    if (plan.adviser.kind != SeatKind::Plugin) throw py::value_error("labels are those of a bundled bot or a plug-in");
  }
  plan.has_states = states;
  plan.asked = asked_of(decisions);
  plan.whole_games = episode == "game";
  plan.auto_reset = auto_reset;
  plan.threads = threads;
  if (!obs.is_none()) {
    plan.layout = find_layout(obs.cast<std::string>());
    if (plan.layout == nullptr) throw py::value_error("observations are full-v1 or compact-v1");
  }
  return std::make_unique<VecEnv>(std::move(plan), forms_of(legal), arrays, block);
}

/// A method of one argument as Python itself calls it: what pybind11 puts around a method allocates at each call.
template <auto Method>
PyObject* call_bare(PyObject* self, PyObject* argument) {
  try {
    (py::handle(self).cast<VecEnv&>().*Method)(argument);
    return py::none().release().ptr();
  } catch (py::error_already_set& error) {
    error.restore();
  } catch (const py::builtin_exception& error) {
    error.set_error();
  } catch (const std::exception& error) {
    PyErr_SetString(PyExc_RuntimeError, error.what());
  }
  return nullptr;
}

/// Its description, which lives as long as the program.
template <auto Method>
PyMethodDef* bare_method(const char* name, const char* doc) {
  static PyMethodDef method{name, &call_bare<Method>, METH_O, doc};
  return &method;
}

void add_bare_method(py::class_<VecEnv>& type, PyMethodDef* method) {
  auto* python_type = reinterpret_cast<PyTypeObject*>(type.ptr());
  const auto descriptor = py::reinterpret_steal<py::object>(PyDescr_NewMethod(python_type, method));
  if (!descriptor) throw py::error_already_set();
  type.attr(method->ml_name) = descriptor;
}

void add_arrays(py::class_<VecEnv>& type) {
  const std::vector<ArrayPlan> plans = array_plans({}, {});
  for (std::size_t i = 0; i < plans.size(); ++i) {
    type.def_property_readonly(
        plans[i].name, [i](const VecEnv& self) { return self.arrays().array(i); }, plans[i].doc);
  }
  type.def_property_readonly(
      "block", [](const VecEnv& self) { return self.arrays().block(); },
      "uint8: the one array that all others are views of; None unless `block` was asked for.");
  type.def_property_readonly(
      "places", [](const VecEnv& self) { return self.arrays().places(); },
      "Where each array begins in the block, in bytes, by name; empty without a block.");
}

}  // namespace

void add_env(py::module_& module) {
  module.def(
      "action_rows",
      [] {
        py::array_t<std::uint8_t> rows({ActionIds::Count, ActionRowSize});
        for (int id = 0; id < ActionIds::Count; ++id) write_action(id, rows.mutable_data(id, 0));
        return rows;
      },
      "uint8 (1589, 96): for each action id what it does, by the layout action-v1; what depends on the hand, the wish "
      "or the question (goes_out, fulfils, breaks_flush, push_to) is 0.");
  py::class_<VecEnv> type(module, "VecEnv", py::is_final(), Doc);
  const py::str learner("learner");
  type.def(py::init(&made_env), py::arg("n"), py::arg("seed") = 0,
           py::arg("seats") = py::make_tuple(learner, learner, learner, learner), py::kw_only(),
           py::arg("obs") = "compact-v1", py::arg("legal") = py::make_tuple("ids"), py::arg("rules") = "standard",
           py::arg("episode") = "round", py::arg("auto_reset") = true, py::arg("threads") = 1,
           py::arg("decisions") = py::none(), py::arg("arrays") = py::none(), py::arg("first_episode") = 0,
           py::arg("labels") = py::none(), py::arg("states") = false, py::arg("block") = py::none());
  add_arrays(type);
  type.def("reset", &VecEnv::reset, py::arg("seed") = py::none(),
           "Begins the first episodes again, of this seed (None: the same one), and fills the arrays.")
      .def("reset_finished", &VecEnv::reset_finished, "Begins the next episode at each table that is over.")
      .def("sample", &VecEnv::sample, py::arg("out") = py::none(),
           "A random legal action for each table, by the environment's seed, into `out`, which is (n,) of int16, int32 "
           "or int64, or into a new int16 array; -1 at a table that is over.")
      .def("state", &VecEnv::state, py::arg("out") = py::none(),
           "uint8 (n, 224): all four hands from the asked seat on, layout state-v1; for critics, not for players.")
      .def("observe", &VecEnv::observe, py::arg("table"), py::arg("seat"), py::arg("out") = py::none(),
           "uint8 (size of the layout): what any seat of a table may know.")
      .def("observation", &VecEnv::observation, py::arg("table"), py::arg("seat"), "The same as an Observation.")
      .def("legal", &VecEnv::legal, py::arg("table"), "The legal ids of a table, a rising list.")
      .def("finished_round", &VecEnv::finished_round, py::arg("table"),
           "The Round that ended last at a table since the reset; None if none has.")
      .def_property_readonly("n", &VecEnv::tables, "The number of tables, 1..1,048,576.")
      .def_property_readonly(
          "threads", [](const VecEnv& self) { return self.batch().plan().threads; }, "As it was asked for, 1..256.")
      .def_property_readonly(
          "seed", [](const VecEnv& self) { return self.batch().plan().seed; },
          "The seed of the episodes, 0..2**64-1: the constructor's, or that of the last reset that had one.")
      .def_property_readonly(
          "rules", [](const VecEnv& self) { return self.batch().plan().rules; }, "The Rules that are played by.")
      .def_property_readonly(
          "bot_faults", [](const VecEnv& self) { return self.batch().bot_faults(); },
          "How often a plug-in's bot failed and a plain answer, or no label, took its place.")
      .def("__len__", &VecEnv::tables);
  add_bare_method(type,
                  bare_method<&VecEnv::step>(
                      "step",
                      "step(actions)\n\nAnswers each table's question: an array (n,) of int16, int32 or int64, -1 at a "
                      "table that is over. TypeError or ValueError if it is wrong, with the table; then nothing has "
                      "changed."));
  add_bare_method(
      type, bare_method<&VecEnv::step_one>("step_one", "step_one(action)\n\nThe step of a single table: one id."));
  make_unpicklable(type, "a VecEnv cannot be pickled: make one with the same arguments, and use first_episode");
}

}  // namespace tichu::training
