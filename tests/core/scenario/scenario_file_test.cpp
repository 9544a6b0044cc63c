// SPDX-License-Identifier: GPL-3.0-or-later
// Scenarios as files: what is read is what was written, and each fault is told with its place.
#include "core/scenario/policy.h"
#include "core/scenario/presets.h"
#include "core/scenario/scenario_file.h"
#include "core/scenario/service_file.h"
#include "tests/support/fields.h"
#include "tests/support/shared_files.h"
#include "tests/support/test_class.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

#include <fstream>

namespace edgewright::scenario_file_test {

using namespace edgewright::scenario;

namespace {

// One model, with `model` and `root` as further members of the objects.
std::string text(const std::string& root,
                 const std::string& model = R"("arrivals": {"kind": "poisson", "rate": 5})") {
    return R"({"edgewright_scenario": 1, "models": [{"name": "a", "file": "a.onnx", )" + model + "}]" +
           (root.empty() ? "" : ", " + root) + "}";
}

std::string faultIn(const std::string& json, std::optional<std::int64_t> cores = 2) {
    const auto scenario = scenarioOf(json, "s.json", "folder", cores);
    return scenario ? "none" : scenario.error().message;
}

// Every kind of arrivals, and every key.
Scenario wholeScenario() {
    Scenario scenario{.coreSets = {{"big", {1, 0}}, {"little", {3}}},
                      .cores = 4,
                      .policy = "edf",
                      .seconds = 12.5,
                      .warmUp = 0.5,
                      .minQueries = 7,
                      .seed = UINT64_MAX};
    for (std::size_t i = 0; i < arrivalKinds().size(); ++i) {
        Model model;
        model.name = "model " + std::to_string(i);
        model.file = "/models/m.onnx";
        model.coreSet = i % 2 == 0 ? "big" : "little";
        model.priority = 3;
        model.deadlineMs = i == 0 ? std::nullopt : std::optional(20.25);
        model.threads = i % 2 == 0 ? 2 : 1;
        model.instances = 2;
        model.arrivals.kind = static_cast<ArrivalKind>(i);
        model.batching = {8, {2, 4}, 1.5, 0, 30, TimeoutAction::Delay};
        scenario.models.push_back(model);
    }
    const auto arrivals = [&](ArrivalKind kind) -> Arrivals& {
        return scenario.models[static_cast<std::size_t>(kind)].arrivals;
    };
    arrivals(ArrivalKind::Periodic) = {.periodMs = 33.3, .phaseMs = 1, .jitterMs = 2};
    arrivals(ArrivalKind::Poisson).rate = 11;
    arrivals(ArrivalKind::Gamma).rate = 12;
    arrivals(ArrivalKind::Gamma).cv = 2.5;
    arrivals(ArrivalKind::ClosedLoop).streams = 3;
    arrivals(ArrivalKind::ClosedLoop).samples = 8;
    arrivals(ArrivalKind::AtOnce).count = 1000;
    arrivals(ArrivalKind::Frames).folder = "/frames";
    arrivals(ArrivalKind::Frames).whenBehind = WhenBehind::Newest;
    arrivals(ArrivalKind::Camera).device = "/dev/video0";
    arrivals(ArrivalKind::Camera).whenBehind = WhenBehind::Queue;
    return scenario;
}

} // namespace

class ScenarioFileTest : public QObject {
    Q_OBJECT
private slots:
    void everyMemberHasAField() {
        const auto check = [](auto fields, std::size_t others) {
            QCOMPARE(QString::fromStdString(test::problemOf(fields, others)), QString());
        };
        check(arrivalFields(), 0);
        check(batchingFields(), 1); // preferred sizes
        check(modelFields(), 3);    // arrivals, batching, times
        check(scenarioFields(), 2); // models, core sets
    }

    void everyKindNamesItsKeys() {
        for (std::size_t i = 0; i < arrivalKinds().size(); ++i) {
            const KindInfo& info = infoOf(static_cast<ArrivalKind>(i));
            QCOMPARE(info.choice.key, arrivalKinds()[i].key);
            for (const auto& keys : {info.needed, info.possible})
                for (const std::string_view key : keys)
                    QVERIFY(std::ranges::count(arrivalFields(), key, &Field<Arrivals>::key) == 1);
        }
    }

    void readsWhatIsWritten() {
        const QTemporaryDir folder;
        const std::filesystem::path path = folder.path().toStdString();
        std::ofstream(path / "times.txt") << "# seconds\n0.25\n\n0.25 # again\n1e1\n";
        Scenario scenario = wholeScenario();
        Model& recorded = scenario.models[static_cast<std::size_t>(ArrivalKind::Recorded)];
        recorded.arrivals.times = path / "times.txt";
        recorded.times = {0.25, 0.25, 10};
        QVERIFY(!faultOf(scenario));
        const std::string written = scenarioJson(scenario, path);
        QVERIFY(written.find("\"times.txt\"") != std::string::npos);
        std::ofstream(path / "s.json") << written;
        const auto read = readScenario(path / "s.json", 4);
        QVERIFY2(read, read ? "" : read.error().message.c_str());
        QVERIFY(*read == scenario);
    }

    void theExampleIsRead() {
        const auto path = test::sample("").parent_path().parent_path() / "resources/scenarios/README.md";
        QFile file(QString::fromStdString(path.string()));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray all = file.readAll();
        const qsizetype begin = all.indexOf("```json") + 7, end = all.indexOf("```", begin);
        QCOMPARE(faultIn(all.mid(begin, end - begin).toStdString()), std::string("none"));
    }

    void faults_data() {
        QTest::addColumn<std::string>("json");
        QTest::addColumn<std::string>("fault");
        const auto row = [](const char* name, const std::string& json, const std::string& fault) {
            QTest::newRow(name) << json << fault;
        };
        const auto arrivals = [](const std::string& members) { return R"("arrivals": {)" + members + "}"; };
        const std::string usual = arrivals(R"("kind": "poisson", "rate": 5)");
        row("version", "{}", "s.json: the document: expected \"edgewright_scenario\": 1");
        row("no rate", text("", arrivals(R"("kind": "poisson", "rate": 0)")),
            "s.json, line 1: models[0].arrivals.rate: expected a number from 1e-06 to 1000000");
        row("negative rate", text("", arrivals(R"("kind": "gamma", "cv": 1, "rate": -3)")),
            "s.json, line 1: models[0].arrivals.rate: expected a number from 1e-06 to 1000000");
        row("rate is missing", text("", arrivals(R"("kind": "poisson")")),
            "s.json, line 1: models[0].arrivals: expected a \"rate\"");
        row("period", text("", arrivals(R"("kind": "periodic", "period_ms": 0)")),
            "s.json, line 1: models[0].arrivals.period_ms: expected a number from 0.001 to 1000000000");
        row("tiny period", text("", arrivals(R"("kind": "periodic", "period_ms": 1e-9)")),
            "s.json, line 1: models[0].arrivals.period_ms: expected a number from 0.001 to 1000000000");
        row("huge rate", text("", arrivals(R"("kind": "poisson", "rate": 1e9)")),
            "s.json, line 1: models[0].arrivals.rate: expected a number from 1e-06 to 1000000");
        row("tiny deviation", text("", arrivals(R"("kind": "gamma", "cv": 1e-300, "rate": 3)")),
            "s.json, line 1: models[0].arrivals.cv: expected a number from 0.001 to 100");
        row("tiny duration", text(R"("seconds": 1e-9)"),
            "s.json, line 1: seconds: expected a number from 1e-06 to 1000000");
        row("tiny deadline", text("", usual + R"(, "deadline_ms": 1e-9)"),
            "s.json, line 1: models[0].deadline_ms: expected a number from 0.001 to 1000000000");
        row("tiny time-out", text("", usual + R"(, "batching": {"timeout_ms": 1e-9})"),
            "s.json, line 1: models[0].batching.timeout_ms: expected 0, or a number from 0.001 to 1000000000");
        row("key of another kind", text("", arrivals(R"("kind": "poisson", "rate": 1, "period_ms": 2)")),
            "s.json, line 1: no key is called 'models[0].arrivals.period_ms'");
        row("kind", text("", arrivals(R"("kind": "poison", "rate": 1)")),
            "s.json, line 1: models[0].arrivals.kind: expected one of periodic, poisson, gamma, recorded, "
            "closed_loop, at_once, frames, camera");
        row("jitter", text("", arrivals(R"("kind": "periodic", "period_ms": 2, "jitter_ms": 3)")),
            "s.json, line 1: models[0].arrivals.jitter_ms: expected at most the period");
        row("policy", text(R"("policy": "priorty")"),
            "s.json, line 1: policy: expected a name that is known, not 'priorty'; did you mean 'priority'?");
        row("no such policy", text(R"("policy": "lottery")"),
            "s.json, line 1: policy: expected one of fifo, priority, edf, round_robin, round_robin_operators, "
            "not 'lottery'");
        row("no models", R"({"edgewright_scenario": 1, "models": []})",
            "s.json, line 1: models: expected at least one model");
        row("no list of models", R"({"edgewright_scenario": 1})",
            "s.json: models: expected at least one model");
        row("no file", R"({"edgewright_scenario": 1, "models": [{"name": "a"}]})",
            "s.json, line 1: models[0]: expected a \"file\"");
        row("name twice",
            "{\"edgewright_scenario\": 1, \"models\": [\n{\"name\": \"a\", \"file\": \"f\", " + usual +
                "},\n{\"name\": \"a\", \"file\": \"f\", " + usual + "}]}",
            "s.json, line 3: models[1].name: expected a name of its own; 'a' is there already");
        row("empty set", text(R"("core_sets": [{"name": "x", "cores": []}])"),
            "s.json, line 1: core_sets[0].cores: expected at least one core");
        row("sets that overlap",
            text(R"("core_sets": [{"name": "x", "cores": [0, 1]}, {"name": "y", "cores": [1]}])"),
            "s.json, line 1: core_sets[1].cores: expected cores that are in no other set; 1 is in 'x' already");
        row("core beyond the machine", text(R"("core_sets": [{"name": "x", "cores": [0, 2]}])"),
            "s.json, line 1: core_sets[0].cores: expected cores of this machine, 0 to 1, not 2");
        row("more cores than the machine", text(R"("cores": 3)"),
            "s.json, line 1: cores: expected at most the 2 cores of this machine");
        row("core that is none", text(R"("core_sets": [{"name": "x", "cores": [-1]}])"),
            "s.json, line 1: core_sets[0].cores[0]: expected a whole number from 0 to 63");
        row("unknown set",
            text(R"("core_sets": [{"name": "little", "cores": [0]}])", R"("core_set": "litle", )" + usual),
            "s.json, line 1: models[0].core_set: expected a name that is known, not 'litle'; did you mean "
            "'little'?");
        row("set without sets", text("", R"("core_set": "x", )" + usual),
            "s.json, line 1: models[0].core_set: expected a name in \"core_sets\", which are not there");
        row("set is missing",
            text(R"("core_sets": [{"name": "x", "cores": [0]}, {"name": "y", "cores": [1]}])"),
            "s.json, line 1: models[0]: expected a \"core_set\", as there are several");
        row("threads", text("", R"("threads": 3, )" + usual),
            "s.json, line 1: models[0].threads: expected at most the 2 cores of its set");
        row("deadline", text("", R"("deadline_ms": 0, )" + usual),
            "s.json, line 1: models[0].deadline_ms: expected a number from 0.001 to 1000000000");
        row("preferred",
            text("", R"("batching": {"max_batch_size": 4, "preferred_batch_size": [2, 8]}, )" + usual),
            "s.json, line 1: models[0].batching.preferred_batch_size: expected ascending sizes from 1 to the "
            "largest batch, which is 4");
        row("unknown key", text(R"("polcy": "fifo")"),
            "s.json, line 1: no key is called 'polcy'; did you mean 'policy'?");
        row("closed loop",
            text("", R"("batching": {"max_queue_size": 4}, )" + arrivals(R"("kind": "closed_loop")")),
            "s.json, line 1: models[0].batching.max_queue_size: expected 0 where arrivals are a closed loop");
    }
    void faults() {
        QFETCH(const std::string, json);
        QFETCH(const std::string, fault);
        QCOMPARE(QString::fromStdString(faultIn(json)), QString::fromStdString(fault));
    }

    void timesAreInOrder() {
        const QTemporaryDir folder;
        const std::filesystem::path path = folder.path().toStdString();
        std::ofstream(path / "times.txt") << "1\n0.5\n";
        const std::string json = text("", R"("arrivals": {"kind": "recorded", "times": "times.txt"})");
        const auto read = scenarioOf(json, "s.json", path);
        QVERIFY(!read);
        QCOMPARE(read.error().message,
                 "s.json, line 1: models[0].arrivals.times: expected a file of times: " +
                     (path / "times.txt").string() +
                     ", line 2: expected seconds from 0 to 1000000, none before those above");
        std::ofstream(path / "times.txt") << "# none\n";
        QCOMPARE(
            scenarioOf(json, "s.json", path).error().message,
            std::string("s.json, line 1: models[0].arrivals.times: expected a file with at least one time"));
    }

    void servicesAreReadAsTheyAreWritten() {
        Scenario scenario{.models = {Model{.name = "a"}, Model{.name = "b"}}};
        scenario.models[1].batching.maxSize = 2;
        Service service{{{"a",
                          {"x", "y"},
                          {{1, {1500, 2250, 1000, 3000}}},
                          {{1'000'000, {1600, 2500}}, {8'000'000, {1700, 2600}}},
                          {{2'000'000, {1800, 2700}}}},
                         {"b", {"z"}, {{1, {1'000'000}}, {2, {1'500'000, 1'600'000}}}, {}, {}}}};
        service.models[0].inARow = 7;
        service.overheads = {.decision = 0.000003, .notices = {0.00001}, .wakeUps = {0.00004, 0.00005}};
        service.interference = {
            {"DRAM", "FP32"}, {{15.6e9, 20e9}, {370e9}}, {{1e9, 0, 2e9, 5e9}, {}}, {{1, 1.5}, {1.25, 1}}};
        const std::string written = serviceJson(service);
        const auto read = serviceOf(written, "t.json", scenario);
        QVERIFY2(read, read ? "" : read.error().message.c_str());
        QCOMPARE(serviceJson(*read), written);
        QVERIFY(read->models[0].batches[0].times == service.models[0].batches[0].times);
        QVERIFY(read->interference.demands == service.interference.demands);
        QVERIFY(read->interference.beside == service.interference.beside);
        QCOMPARE(read->models[0].pauses.size(), std::size_t(2));
        QCOMPARE(read->models[0].pauses[1].pause, Ticks(8'000'000));
        QVERIFY(read->models[0].pauses[1].times == service.models[0].pauses[1].times);
        QCOMPARE(read->models[0].inARow, std::int64_t(7));
        QCOMPARE(read->models[0].displaced.size(), std::size_t(1));
        QCOMPARE(read->models[0].displaced[0].pause, Ticks(2'000'000));
        QCOMPARE(read->overheads.wakeUps.size(), std::size_t(2));
        QVERIFY(read->overheads.handOvers.empty());
        // In the order of the scenario, and no others.
        std::swap(scenario.models[0], scenario.models[1]);
        QCOMPARE(serviceOf(written, "t.json", scenario)->models[0].model, std::string("b"));
        QCOMPARE(serviceOf(written, "t.json", scenario)->interference.beside[0][1], 1.25);
        scenario.models.pop_back();
        QCOMPARE(serviceOf(written, "t.json", scenario)->models.size(), std::size_t(1));
    }

    // A number is a list of it alone.
    void overheadsAsNumbers() {
        const auto read = serviceOf(R"({"edgewright_service": 1, "models": [{"name": "a", "operators": ["x"],
            "batches": [{"size": 1, "runs_us": [[1]]}]}],
            "overheads": {"decision_us": 3, "notice_us": [20, 30], "wake_up_us": 40, "hand_over_us": [6, 5],
                          "give_way_us": 4}})",
                                    "t.json", Scenario{.models = {Model{.name = "a"}}});
        QVERIFY2(read, read ? "" : read.error().message.c_str());
        QCOMPARE(read->overheads.decision, 3e-6);
        QVERIFY(read->overheads.wakeUps == std::vector<double>{40e-6});
        QVERIFY((read->overheads.notices == std::vector<double>{20e-6, 30e-6}));
        QVERIFY((read->overheads.handOvers == std::vector<double>{6e-6, 5e-6}));
        QVERIFY(read->overheads.giveWays == std::vector<double>{4e-6});
    }

    void faultsOfServices_data() {
        QTest::addColumn<std::string>("json");
        QTest::addColumn<std::string>("fault");
        const auto row = [](const char* name, const std::string& members, const std::string& fault) {
            QTest::newRow(name) << R"({"edgewright_service": 1, "models": [{"name": "a", )" + members + "}]}"
                                << fault;
        };
        QTest::newRow("version") << std::string("{}")
                                 << std::string("t.json: the document: expected \"edgewright_service\": 1");
        row("no operators", R"("batches": [])",
            "t.json, line 1: models[0]: expected at least one of \"operators\"");
        row("no batches", R"("operators": ["x"])", "t.json: 'a': no run was measured");
        row("no runs", R"("operators": ["x"], "batches": [{"size": 1}])",
            "t.json, line 1: models[0].batches[0]: expected \"runs_us\": at least one run");
        row("part of a run", R"("operators": ["x", "y"], "batches": [{"size": 1, "runs_us": [[1, 2], [1]]}])",
            "t.json, line 1: models[0].batches[0].runs_us[1]: expected a time for each of the 2 operators");
        row("negative", R"("operators": ["x"], "batches": [{"size": 1, "runs_us": [[-1]]}])",
            "t.json, line 1: models[0].batches[0].runs_us[0][0]: expected a number from 0 to 1000000000000");
        row("other name", R"("operators": ["x"], "batches": [{"size": 1, "runs_us": [[1]]}], "nam": 1)",
            "t.json, line 1: no key is called 'models[0].nam'; did you mean 'name'?");
        row("part of a run after a pause",
            R"("operators": ["x", "y"], "batches": [], "pauses": [{"pause_ms": 1, "runs_us": [[1]]}])",
            "t.json, line 1: models[0].pauses[0].runs_us[0]: expected a time for each of the 2 operators");
        row("pauses that do not ascend",
            R"("operators": ["x"], "batches": [{"size": 1, "runs_us": [[1]]}],
                "pauses": [{"pause_ms": 2, "runs_us": [[1]]}, {"pause_ms": 2, "runs_us": [[1]]}])",
            "t.json: 'a': expected pauses that ascend, above 0 s and 1000000 s at most");
        row("an overhead", R"("operators": ["x"], "batches": [{"size": 1, "runs_us": [[1]]}]}],
            "overheads": {"wake_up_us": [1, "2"]}, "x": [{)",
            "t.json, line 2: overheads.wake_up_us[1]: expected a number from 0 to 1000000000000");
        QTest::newRow("missing") << std::string(R"({"edgewright_service": 1, "models": []})")
                                 << std::string("t.json: the document: expected times of 'a' among \"models\"");
    }
    void faultsOfServices() {
        QFETCH(const std::string, json);
        QFETCH(const std::string, fault);
        const auto read = serviceOf(json, "t.json", Scenario{.models = {Model{.name = "a"}}});
        QVERIFY(!read);
        QCOMPARE(QString::fromStdString(read.error().message), QString::fromStdString(fault));
    }

    // What editors of such files go by.
    void theSchemaSaysTheSame() {
        QFile file(QString::fromStdString(
            (test::sample("").parent_path().parent_path() / "resources/scenarios/schema.json").string()));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QJsonObject schema = QJsonDocument::fromJson(file.readAll()).object(),
                          defs = schema[QStringLiteral("$defs")].toObject();
        const auto compare = [](const QJsonObject& object, auto fields, qsizetype others) {
            const QJsonObject properties = object[QStringLiteral("properties")].toObject();
            QCOMPARE(properties.size(), qsizetype(fields.size()) + others);
            for (const auto& field : fields) {
                const std::string key(field.key);
                const QJsonObject entry = properties[QString::fromStdString(key)].toObject();
                QVERIFY2(!entry.isEmpty(), key.c_str());
                if (field.kind == FieldKind::Count || field.kind == FieldKind::Number) {
                    const QString low =
                        field.isAboveLowest ? QStringLiteral("exclusiveMinimum") : QStringLiteral("minimum");
                    QVERIFY2(entry[low].toDouble(-1) == field.lowest, key.c_str());
                    QVERIFY2(entry[QStringLiteral("maximum")].toInteger(-1) == field.highest, key.c_str());
                }
                if (field.kind != FieldKind::Choice) continue;
                const QJsonArray listed = entry[QStringLiteral("enum")].toArray();
                const std::vector<Choice> choices = field.allChoices();
                QCOMPARE(listed.size(), qsizetype(choices.size()));
                for (std::size_t i = 0; i < choices.size(); ++i)
                    QCOMPARE(listed.at(qsizetype(i)).toString().toStdString(), std::string(choices[i].key));
            }
        };
        compare(schema, scenarioFields(), 3); // version, models, core sets
        compare(defs[QStringLiteral("model")].toObject(), modelFields(), 2);
        compare(defs[QStringLiteral("batching")].toObject(), batchingFields(), 1);
        compare(defs[QStringLiteral("arrivals")].toObject(), arrivalFields(), 0);
        const QJsonArray kinds = defs[QStringLiteral("arrivals")].toObject()[QStringLiteral("oneOf")].toArray();
        QCOMPARE(kinds.size(), qsizetype(arrivalKinds().size()));
        for (qsizetype i = 0; i < kinds.size(); ++i) {
            const KindInfo& info = infoOf(static_cast<ArrivalKind>(i));
            QCOMPARE(kinds[i].toObject()[QStringLiteral("properties")].toObject().size(),
                     qsizetype(1 + info.needed.size() + info.possible.size()));
            QCOMPARE(kinds[i].toObject()[QStringLiteral("required")].toArray().size(),
                     qsizetype(info.needed.size()));
        }
    }

    void mlperfsScenariosAreValid() {
        QCOMPARE(loadScenarios().size(), std::size_t(4));
        for (const LoadScenario& load : loadScenarios()) {
            QVERIFY(findLoadScenario(load.choice.key) == &load);
            Scenario scenario{.models = {Model{.name = "a", .file = "a.onnx"}}};
            apply(load, scenario, 0);
            QVERIFY(!faultOf(scenario));
            QCOMPARE(scenario.seconds, 600.0);
            QVERIFY(scenario.models[0].arrivals == load.arrivals);
        }
        QCOMPARE(findLoadScenario("multi_stream")->arrivals.samples, std::int64_t(8));
        QCOMPARE(findLoadScenario("server")->share, 0.99);
        QVERIFY(findLoadScenario("burst") == nullptr);
    }
};

EDGEWRIGHT_TEST(ScenarioFileTest)

} // namespace edgewright::scenario_file_test

#include "scenario_file_test.moc"
