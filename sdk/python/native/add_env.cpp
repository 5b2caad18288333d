#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include <atomic>
#include <set>

#include "engine/notation.h"
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

/// One array of the environment: what it must look like, and where its memory goes.
struct ArrayPlan {
  const char* name;
  char kind;  ///< of the dtype: 'u', 'i', 'f', 'b'
  py::ssize_t item_size;
  std::vector<py::ssize_t> shape;
  bool wanted;
};

py::dtype dtype_of(const ArrayPlan& plan) {
  return py::dtype(std::string(1, plan.kind) + std::to_string(plan.item_size));
}

std::string shape_text(const std::vector<py::ssize_t>& shape) {
  std::string text = "(";
  for (const py::ssize_t size : shape) text += std::to_string(size) + ", ";
  return text + ")";
}

/// Whether numbers of the type have the bytes in the order of this machine, or have a single one.
bool is_native(const py::dtype& type) { return type.byteorder() == '=' || type.byteorder() == '|'; }

bool is_as_planned(const py::array& array, const ArrayPlan& plan) {
  const py::dtype type = array.dtype();
  if (type.kind() != plan.kind || type.itemsize() != plan.item_size || !is_native(type)) return false;
  if (array.ndim() != static_cast<py::ssize_t>(plan.shape.size())) return false;
  for (std::size_t i = 0; i < plan.shape.size(); ++i) {
    if (array.shape(static_cast<py::ssize_t>(i)) != plan.shape[i]) return false;
  }
  return (array.flags() & py::array::c_style) != 0 && array.writeable() &&
         (reinterpret_cast<std::uintptr_t>(array.data()) % static_cast<std::uintptr_t>(plan.item_size)) == 0;
}

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

struct LegalForms {
  bool mask = false;
  bool ids = false;
  bool features = false;
};

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
    if (name != "mask" && name != "ids" && name != "features") {
      throw py::value_error("\"" + name + "\" is not a form of legal actions; the forms are mask, ids, features");
    }
    forms.mask |= name == "mask";
    forms.ids |= name != "mask";
    forms.features |= name == "features";
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
  VecEnv(BatchPlan plan, LegalForms forms, const py::object& given)
      : batch_(std::move(plan)), plans_(array_plans(forms)) {
    py::dict arrays = given.is_none() ? py::dict() : given.cast<py::dict>();
    for (const auto& [name, value] : arrays) check_name(name.cast<std::string>());
    for (const ArrayPlan& array : plans_) {
      const bool is_given = arrays.contains(array.name);
      if (is_given && !array.wanted) throw py::value_error(std::string(array.name) + " is not among what is asked for");
      if (!array.wanted) {
        arrays_.push_back(py::none());
      } else {
        arrays_.push_back(is_given ? py::object(arrays[array.name]) : zeros(array));
      }
    }
    batch_.reset(batch_.plan().seed, pointers());
  }

  py::object array(std::size_t number) const { return arrays_[number]; }
  const TableBatch& batch() const { return batch_; }
  int tables() const { return batch_.plan().tables; }
  std::vector<ArrayPlan> const& plans() const { return plans_; }

  void reset(std::optional<std::uint64_t> seed) {
    const InUse in_use(busy_);
    const BatchArrays arrays = pointers();
    const py::gil_scoped_release free;
    batch_.reset(seed.value_or(batch_.plan().seed), arrays);
  }

  void reset_finished() {
    const InUse in_use(busy_);
    const BatchArrays arrays = pointers();
    const py::gil_scoped_release free;
    batch_.reset_finished(arrays);
  }

  void step(const py::handle& actions) {
    const InUse in_use(busy_);
    const BatchArrays arrays = pointers();
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
    const BatchArrays arrays = pointers();
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
    const ArrayPlan plan{"state", 'u', 1, {tables(), state_layout().size}, true};
    py::array rows = out.is_none() ? zeros(plan) : checked(out, plan);
    batch_.write_state(static_cast<std::uint8_t*>(rows.mutable_data()));
    return rows;
  }

  py::array observe(int table, int seat, const py::object& out) {
    const InUse in_use(busy_);
    if (batch_.plan().layout == nullptr) throw py::value_error("this environment has no observations");
    const ArrayPlan plan{"observation", 'u', 1, {batch_.plan().layout->size}, true};
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
    std::optional<DecisionKind> asked;
    if (!batch_.is_over(table) && open.seats.contains(viewer) && viewer == at.seat()) asked = open.kind;
    const Totals& totals = batch_.totals(table);
    const bool over = batch_.is_over(table);
    const EventLog& log = over ? *batch_.finished_log(table) : batch_.log(table);
    return std::make_shared<SeenValue>(batch_.plan().rules, totals[viewer.team()], totals[opponent(viewer.team())],
                                       viewer, log, asked);
  }

 private:
  std::vector<ArrayPlan> array_plans(const LegalForms& forms) const {
    const py::ssize_t n = tables();
    const Layout* layout = batch_.plan().layout;
    const py::ssize_t most = n * ActionIds::Count;
    return {{"observations", 'u', 1, {n, layout == nullptr ? 0 : layout->size}, layout != nullptr},
            {"mask", 'u', 1, {n, ActionIds::Count}, forms.mask},
            {"legal_offsets", 'i', 4, {n + 1}, forms.ids},
            {"legal_ids", 'i', 2, {most}, forms.ids},
            {"features", 'u', 1, {most, ActionRowSize}, forms.features},
            {"rewards", 'f', 4, {n, 4}, true},
            {"ends", 'b', 1, {n}, true},
            {"round_ends", 'b', 1, {n}, true},
            {"seats", 'u', 1, {n}, true},
            {"asks", 'u', 1, {n}, true},
            {"episodes", 'i', 8, {n}, true}};
  }

  void check_name(const std::string& name) const {
    for (const ArrayPlan& array : plans_) {
      if (array.name == name) return;
    }
    throw py::value_error("the environment has no array \"" + name + "\"");
  }

  static py::array zeros(const ArrayPlan& plan) {
    return py::module_::import("numpy").attr("zeros")(py::cast(plan.shape), dtype_of(plan)).cast<py::array>();
  }

  static py::array checked(const py::object& given, const ArrayPlan& plan) {
    if (!py::isinstance<py::array>(given)) throw py::type_error(std::string(plan.name) + " must be a numpy array");
    const auto array = py::reinterpret_borrow<py::array>(given);
    if (!is_as_planned(array, plan)) {
      throw py::value_error(std::string(plan.name) + " must be a writeable C-contiguous array of " +
                            std::string(py::str(dtype_of(plan))) + " with the shape " + shape_text(plan.shape));
    }
    return array;
  }

  /// Where to write; every array is looked at again, since its owner may have changed it.
  BatchArrays pointers() const {
    BatchArrays to;
    to.observations = data<std::uint8_t>(0);
    to.mask = data<std::uint8_t>(1);
    to.legal_offsets = data<std::int32_t>(2);
    to.legal_ids = data<std::int16_t>(3);
    to.features = data<std::uint8_t>(4);
    to.rewards = data<float>(5);
    to.ends = data<std::uint8_t>(6);
    to.round_ends = data<std::uint8_t>(7);
    to.seats = data<std::uint8_t>(8);
    to.asks = data<std::uint8_t>(9);
    to.episodes = data<std::int64_t>(10);
    return to;
  }

  template <typename T>
  T* data(std::size_t number) const {
    if (!plans_[number].wanted) return nullptr;
    return static_cast<T*>(checked(arrays_[number], plans_[number]).mutable_data());
  }

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
  std::vector<ArrayPlan> plans_;
  std::vector<py::object> arrays_;
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
legal         any of "mask", "ids", "features": how legal actions are written
rules         a Rules or a text such as "standard target=500"
episode       "round", or "game" to the rules' target
auto_reset    whether the next episode begins in the step in which one ends; else the table waits with seat 255
              for `reset_finished`
threads       1 to 256; results do not depend on it
decisions     what learners are asked, of "grand_tichu", "tichu", "push", "play", "wish", "bomb", "give_dragon"; None: all.
              The rest is answered plainly: no call, the push and the gift of "light", no wish, no bomb
arrays        a dict of own arrays to write into, by the names of the attributes; the others are made
first_episode table i plays the episodes first_episode + i, then n further on each time

What happens in an episode depends on the seed, its number and the learners' answers alone. ValueError or TypeError if
an argument is wrong.)";

std::unique_ptr<VecEnv> made_env(int n, std::uint64_t seed, const py::sequence& seats, const py::object& obs,
                                 const py::object& legal, const py::object& rules, const std::string& episode,
                                 bool auto_reset, int threads, const py::object& decisions, const py::object& arrays,
                                 std::uint64_t first_episode) {
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
    plan.seats[seat] = seat_plan(seats[static_cast<std::size_t>(seat.number())]);
    if (plan.seats[seat].kind == SeatKind::Plugin) {
      const std::string fault = fault_of_options(plan.seats[seat].plugin, plan.seats[seat].options, plan.rules);
      if (!fault.empty()) throw py::value_error("seat " + std::to_string(seat.number()) + ": " + fault);
    }
    has_learner |= plan.seats[seat].kind == SeatKind::Learner;
  }
  if (!has_learner) throw py::value_error("one seat at least must be a learner's");
  plan.asked = asked_of(decisions);
  plan.whole_games = episode == "game";
  plan.auto_reset = auto_reset;
  plan.threads = threads;
  if (!obs.is_none()) {
    plan.layout = find_layout(obs.cast<std::string>());
    if (plan.layout == nullptr) throw py::value_error("observations are full-v1 or compact-v1");
  }
  return std::make_unique<VecEnv>(std::move(plan), forms_of(legal), arrays);
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
  constexpr std::array<std::pair<const char*, const char*>, 11> Arrays{{
      {"observations",
       "uint8 (n, 301 or 756): what the seat that is asked may know, by the layout `obs`; None if obs is None."},
      {"mask", "uint8 (n, 1589): 1 for each legal action; None unless legal has \"mask\"."},
      {"legal_offsets",
       "int32 (n + 1): table i's legal ids are legal_ids[legal_offsets[i]:legal_offsets[i + 1]]; None unless legal has "
       "\"ids\" or \"features\"."},
      {"legal_ids",
       "int16 (n * 1589): legal ids 0..1588, rising for each table; what is behind legal_offsets[n] means nothing; "
       "None as legal_offsets."},
      {"features",
       "uint8 (n * 1589, 96): for each of legal_ids a row of the layout action-v1; None unless legal has "
       "\"features\"."},
      {"rewards",
       "float32 (n, 4): for each seat its team's margin of the rounds that ended in this step, in points / 100, "
       "-8.25..8.25 a round."},
      {"ends", "bool (n): the episode ended in this step."},
      {"round_ends", "bool (n): a round ended in this step."},
      {"seats", "uint8 (n): the seat 0..3 that is asked; 255 at a table that is over."},
      {"asks", "uint8 (n): what is asked, one of tichu.engine.Ask; 255 at a table that is over."},
      {"episodes", "int64 (n): the number of the episode that is being played, from first_episode on."},
  }};
  for (std::size_t i = 0; i < Arrays.size(); ++i) {
    type.def_property_readonly(
        Arrays[i].first, [i](const VecEnv& self) { return self.array(i); }, Arrays[i].second);
  }
}

}  // namespace

void add_env(py::module_& module) {
  py::class_<VecEnv> type(module, "VecEnv", py::is_final(), Doc);
  const py::str learner("learner");
  type.def(py::init(&made_env), py::arg("n"), py::arg("seed") = 0,
           py::arg("seats") = py::make_tuple(learner, learner, learner, learner), py::kw_only(),
           py::arg("obs") = "compact-v1", py::arg("legal") = py::make_tuple("ids"), py::arg("rules") = "standard",
           py::arg("episode") = "round", py::arg("auto_reset") = true, py::arg("threads") = 1,
           py::arg("decisions") = py::none(), py::arg("arrays") = py::none(), py::arg("first_episode") = 0);
  add_arrays(type);
  type.def("reset", &VecEnv::reset, py::arg("seed") = py::none(),
           "Begins the first episodes again, of this seed (None: the same one), and fills the arrays.")
      .def("reset_finished", &VecEnv::reset_finished, "Begins the next episode at each table that is over.")
      .def("sample", &VecEnv::sample, py::arg("out") = py::none(),
           "A random legal action for each table, by the environment's seed, into `out`, which is (n,) of int16, int32 "
           "or "
           "int64, or into a new int16 array; -1 at a table that is over.")
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
          "How often a plug-in's bot failed and a plain answer took its place.")
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
