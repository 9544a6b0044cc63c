// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/settings/study_file.h"
#include "tests/support/setting_edits.h"
#include "tests/support/shared_files.h"
#include "tests/support/test_class.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <fstream>
#include <sstream>

namespace edgewright::study_file_test {

using pipeline::Settings;
using pipeline::StudyFile;
namespace fs = std::filesystem;

class StudyFileTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    std::shared_ptr<const pipeline::Typed> m_typed;

    fs::path path(const std::string& name) const { return fs::path(m_folder.path().toStdString()) / name; }
    fs::path write(const std::string& name, const std::string& text) const {
        std::ofstream(path(name), std::ios::binary) << text;
        return path(name);
    }
    static std::string read(const fs::path& file) {
        std::ostringstream text;
        text << std::ifstream(file, std::ios::binary).rdbuf();
        return text.str();
    }
    Settings everything() const {
        const std::vector<NodeId>& order = m_typed->graph->order();
        Settings settings;
        settings.bindings = {{"batch", 4}, {"x#2", 17}};
        settings.fusion.without = {"fold_batch_norm", "fuse_activation"};
        settings.fusion.skipped = {{"fold_pad", {order[1], order[3]}}, {"", {order[2]}}};
        settings.fusion.userGroups = {{order[0], order[1]}, {order[4], order[5]}};
        settings.fusion.opsetLimit = 20;
        settings.fusion.leastTraffic = true;
        settings.fusion.patchLimit = 12;
        settings.seed = 0xffffffffffffffffu;
        settings.planner = "greedy_by_size";
        settings.scheduler = "memory_greedy";
        settings.planSeconds = 2.5;
        settings.liveness = {256, false};
        settings.liveness.inputs = memory::Placement::Outside;
        settings.liveness.outputs = memory::Placement::WholeRun;
        settings.liveness.weights = true;
        // A value of the model, and one that only fusion makes.
        settings.liveness.unshared = {m_typed->graph->node(order[2]).output(0),
                                      ValueId(m_typed->graph->valueCount() + 3)};
        cost::Accelerator& array = settings.accelerator;
        array.rows = 16, array.cols = 64, array.dataflow = cost::Dataflow::OutputStationary;
        array.ifmapKb = 1, array.filterKb = 2, array.ofmapKb = 3;
        array.bandwidth = 40, array.wordBytes = 2, array.lanes = 5, array.clockGhz = 0.4, array.arrays = 2;
        array.nominalGhz = 0.3;
        array.overlapsFolds = array.packsGroups = false;
        array.sramBandwidth = 90, array.objective = cost::Objective::Product, array.energy = "eyeriss-65nm";
        settings.tilings[cost::tiledPart(array)] = {{"conv", {16, 7, 64, 32, cost::LoopOrder::CFP}},
                                                    {"a \"b\"", {1, 2, 3, 4}}};
        settings.tilings[cost::tiledPart({})] = {{"conv", {1, 1, 1, 1, cost::LoopOrder::PFC}}}; // of another
        settings.space = {{"rows=8,16", "sram=48:384:48", "split=1/1/1,2/1/1"}, 100};
        for (const cost::Constraint& each : cost::constraintTable())
            each.field.set(settings.space.constraints, 2.5);
        settings.int8.study.weights = quant::Granularity::PerTensor;
        settings.int8.study.weightScheme = {quant::CodeType::Int16, false, quant::Limits::Full, true};
        settings.int8.study.activationScheme = {quant::CodeType::Int8, true, quant::Limits::Reduced, true};
        settings.int8.study.rounding = quant::Rounding::Stochastic;
        settings.int8.study.roundingSeed = 0xfffffffffffffffeu;
        settings.int8.study.accumulation = quant::Accumulation::SaturatingPairs;
        settings.int8.study.requantize = quant::Requantize::ShortMultiplier;
        settings.int8.study.overflow = quant::Overflow::Saturate;
        settings.int8.study.accumulatorBits = 24;
        settings.int8.study.inputRange = quant::Range{-1.5f, 0.1f};
        settings.int8.seed = 99;
        settings.quantization = {false, "percentile", 99.5, "images/some", "test.npy", 7, 9, true, true, 3};
        settings.captions = {{"roofline", "My \"roof\",\nin two lines."}, {"graph-before", "ü"}};
        settings.viewState = {order[0], 5, true, "fp32"};
        return settings;
    }
    static void compare(const Settings& a, const Settings& b) {
        QVERIFY(a.bindings == b.bindings);
        QVERIFY(a.fusion == b.fusion);
        QCOMPARE(a.seed, b.seed);
        QCOMPARE(a.planner, b.planner);
        QCOMPARE(a.liveness.alignment, b.liveness.alignment);
        QCOMPARE(a.liveness.inPlace, b.liveness.inPlace);
        QVERIFY(a.liveness.inputs == b.liveness.inputs && a.liveness.outputs == b.liveness.outputs);
        QCOMPARE(a.liveness.weights, b.liveness.weights);
        QVERIFY(a.liveness.unshared == b.liveness.unshared);
        QCOMPARE(a.scheduler, b.scheduler);
        QCOMPARE(a.planSeconds, b.planSeconds);
        QVERIFY(a.accelerator == b.accelerator);
        QVERIFY(a.space == b.space);
        QVERIFY(a.tilings == b.tilings);
        QCOMPARE(a.int8.study.weights, b.int8.study.weights);
        QVERIFY(a.int8.study.weightScheme == b.int8.study.weightScheme);
        QVERIFY(a.int8.study.activationScheme == b.int8.study.activationScheme);
        QCOMPARE(a.int8.study.rounding, b.int8.study.rounding);
        QCOMPARE(a.int8.study.roundingSeed, b.int8.study.roundingSeed);
        QCOMPARE(a.int8.study.accumulation, b.int8.study.accumulation);
        QCOMPARE(a.int8.study.requantize, b.int8.study.requantize);
        QCOMPARE(a.int8.study.overflow, b.int8.study.overflow);
        QCOMPARE(a.int8.study.accumulatorBits, b.int8.study.accumulatorBits);
        QCOMPARE(a.int8.study.inputRange.has_value(), b.int8.study.inputRange.has_value());
        if (a.int8.study.inputRange) {
            QCOMPARE(a.int8.study.inputRange->low, b.int8.study.inputRange->low);
            QCOMPARE(a.int8.study.inputRange->high, b.int8.study.inputRange->high);
        }
        QVERIFY(!b.int8.study.outputRange);
        QCOMPARE(a.int8.seed, b.int8.seed);
        QVERIFY(a.quantization == b.quantization);
        QVERIFY(a.captions == b.captions);
        QVERIFY(a.viewState == b.viewState);
    }

private slots:
    void initTestCase() {
        fs::create_directories(path("models"));
        fs::copy_file(test::sample("residual_cnn_2d.onnx"), path("models/net.onnx"));
        const auto opened = pipeline::open(path("models/net.onnx"));
        QVERIFY(opened.has_value());
        m_typed = pipeline::type(*opened, {}, true);
    }

    void thereAndBack() {
        for (const bool defaults : {true, false}) {
            const Settings settings = defaults ? Settings() : everything();
            const auto written =
                pipeline::writeStudy(path("a.study"), path("models/net.onnx"), settings, *m_typed->graph);
            QVERIFY2(written.has_value(), written ? "" : written.error().message.c_str());
            QVERIFY(read(path("a.study")).find("\"models/net.onnx\"") != std::string::npos);
            auto study = pipeline::readStudy(path("a.study"));
            QVERIFY2(study.has_value(), study ? "" : study.error().message.c_str());
            QVERIFY2(study->notes.empty(), study->notes.empty() ? "" : study->notes.front().c_str());
            QCOMPARE(study->model, path("models/net.onnx"));
            QCOMPARE(pipeline::whyOtherModel(*study), std::string());
            pipeline::matchTo(*study, *m_typed->graph);
            QVERIFY(study->notes.empty());
            compare(settings, study->settings);
        }
    }

    // A of A | B is a second set of settings, whose nodes are found again as those of the first are.
    void whatIsPinnedIsKept() {
        const Settings pinned = everything();
        QVERIFY(pipeline::writeStudy(path("pinned.study"), path("models/net.onnx"), {}, *m_typed->graph, "[1]",
                                     pinned)
                    .has_value());
        auto study = pipeline::readStudy(path("pinned.study"));
        QVERIFY2(study.has_value(), study ? "" : study.error().message.c_str());
        QVERIFY2(study->notes.empty(), study->notes.empty() ? "" : study->notes.front().c_str());
        QCOMPARE(study->measurements, std::string("[1]"));
        pipeline::matchTo(*study, *m_typed->graph);
        QVERIFY(study->notes.empty());
        compare(Settings(), study->settings);
        QVERIFY(study->pinned);
        Settings wanted = pinned;
        wanted.viewState = {}; // of pages, not of A
        compare(wanted, *study->pinned);

        std::string text = read(path("pinned.study"));
        const std::string label = m_typed->graph->node(m_typed->graph->order()[4]).label();
        for (std::size_t at = 0; (at = text.find('"' + label + '"', at)) != std::string::npos;)
            text.replace(at + 1, label.size(), "not_there");
        study = pipeline::readStudy(write("elsewhere.study", text));
        QVERIFY(study.has_value());
        pipeline::matchTo(*study, *m_typed->graph);
        QVERIFY(study->pinned->fusion.userGroups.size() < pinned.fusion.userGroups.size());
        QVERIFY(!study->notes.empty());

        const auto bad = pipeline::readStudy(
            write("bad.study", R"({"edgewright_study": 1, "model": {"path": "models/net.onnx"},
                                   "pinned": {"accelerator": {"rows": -1}}})"));
        QVERIFY(!bad);
        QVERIFY2(bad.error().message.find("pinned.accelerator.rows") != std::string::npos,
                 bad.error().message.c_str());
    }

    // Files of experiments move with the study; one whose name is no text is found, too.
    void experimentsAreKept() {
        const std::vector<fs::path> files{path("models/one.json"), path("two.json"), path("\xff.json")};
        QVERIFY(pipeline::writeStudy(path("experiments.study"), path("models/net.onnx"), {}, *m_typed->graph,
                                     {}, {}, files)
                    .has_value());
        QVERIFY(read(path("experiments.study")).find("\"models/one.json\"") != std::string::npos);
        const auto study = pipeline::readStudy(path("experiments.study"));
        QVERIFY2(study.has_value(), study ? "" : study.error().message.c_str());
        QVERIFY2(study->notes.empty(), study->notes.empty() ? "" : study->notes.front().c_str());
        QVERIFY(study->experiments == files);

        const auto bad = pipeline::readStudy(
            write("bad.study", R"({"edgewright_study": 1, "model": {"path": "models/net.onnx"},
                                   "experiments": [{"path": "a.json"}, {"path": ""}]})"));
        QVERIFY(!bad);
        QVERIFY2(bad.error().message.find("experiments[1]") != std::string::npos, bad.error().message.c_str());
    }

    // Each by itself, from the tables.
    void everyFieldIsKept() {
        for (const test::SettingEdit& edit : test::settingEdits()) {
            Settings settings;
            edit.apply(settings);
            QVERIFY(pipeline::writeStudy(path("one.study"), path("models/net.onnx"), settings, *m_typed->graph)
                        .has_value());
            const auto study = pipeline::readStudy(path("one.study"));
            QVERIFY2(study.has_value(), study ? "" : study.error().message.c_str());
            QVERIFY2(study->settings == settings && study->notes.empty(), edit.what.c_str());
        }
    }

    // As the first program that wrote studies wrote one: it opens as it did, and what is recorded of runs
    // beside it is still of these settings.
    void aStudyOfTheFirstVersion() {
        const auto study = pipeline::readStudy(write("first.study", R"({
	"edgewright_study": 1,
	"model": {"path": "models/net.onnx", "bytes": -1, "hash": ""},
	"bindings": {"batch": 4},
	"fusion": {"without": ["fold_pad"], "skipped": [], "by_hand": [], "opset_limit": 20, "least_traffic": true,
		"patch_limit": 12},
	"seed": 18446744073709551615,
	"memory": {"planner": "greedy_by_size", "scheduler": "memory_greedy", "seconds": 2.5, "alignment": 256,
		"in_place": false, "parts": true, "inputs": "outside", "outputs": "whole-run", "weights": true,
		"scratch": true, "apart": []},
	"accelerator": {"arrays": 2, "clock_ghz": 0.4, "cols": 64, "dataflow": "os", "objective": "product",
		"rows": 2048, "sram_kb": [1, 2, 3], "word_bytes": 8},
	"design_space": {"axes": ["rows=8,16"], "sample": 100},
	"int8": {"weights": "per-tensor",
		"weight_scheme": {"codes": "int16", "symmetric": false, "limits": "full", "power_of_two": true},
		"activation_scheme": {"codes": "int8", "symmetric": true, "limits": "reduced", "power_of_two": true},
		"rounding": "stochastic", "rounding_seed": 7, "seed": 99, "folds": false, "method": "percentile",
		"percentile": 99.5, "source": "", "evaluation": "test.npy", "samples": 7, "equalize": true, "correct_bias": true,
		"float_layers": 3, "requantize": "short-multiplier", "accumulation": "saturating-pairs",
		"accumulator_bits": 24, "overflow": "saturate", "input_range": [-1.5, 0.5], "output_range": null,
		"sample": 5, "sensitivity": true},
	"costs_compared_with": "fp32"
})"));
        QVERIFY2(study.has_value(), study ? "" : study.error().message.c_str());
        QVERIFY2(study->notes.empty(), study->notes.empty() ? "" : study->notes.front().c_str());
        Settings expected;
        expected.bindings = {{"batch", 4}};
        expected.fusion.without = {"fold_pad"};
        expected.fusion.opsetLimit = 20;
        expected.fusion.leastTraffic = true;
        expected.fusion.patchLimit = 12;
        expected.seed = UINT64_MAX;
        expected.planner = "greedy_by_size";
        expected.scheduler = "memory_greedy";
        expected.planSeconds = 2.5;
        expected.liveness = {256, false};
        expected.liveness.inputs = memory::Placement::Outside;
        expected.liveness.outputs = memory::Placement::WholeRun;
        expected.liveness.weights = expected.scratch = true;
        cost::Accelerator& array = expected.accelerator;
        array.rows = 2048, array.cols = 64, array.dataflow = cost::Dataflow::OutputStationary;
        array.ifmapKb = 1, array.filterKb = 2, array.ofmapKb = 3, array.wordBytes = 8;
        array.clockGhz = array.nominalGhz = 0.4; // there were no others
        array.arrays = 2, array.objective = cost::Objective::Product;
        expected.space = {{"rows=8,16"}, 100};
        quant::StudyOptions& options = expected.int8.study;
        options.weights = quant::Granularity::PerTensor;
        options.weightScheme = {quant::CodeType::Int16, false, quant::Limits::Full, true};
        options.activationScheme = {quant::CodeType::Int8, true, quant::Limits::Reduced, true};
        options.rounding = quant::Rounding::Stochastic;
        options.roundingSeed = 7;
        options.requantize = quant::Requantize::ShortMultiplier;
        options.accumulation = quant::Accumulation::SaturatingPairs;
        options.accumulatorBits = 24;
        options.overflow = quant::Overflow::Saturate;
        options.inputRange = quant::Range{-1.5f, 0.5f};
        expected.int8.seed = 99;
        expected.quantization = {false, "percentile", 99.5, {}, "test.npy", 7, 128, true, true, 3};
        expected.viewState = {NodeId(), 5, true, "fp32"};
        QVERIFY(study->settings == expected);
        const pipeline::VariantSettings texts = pipeline::variantSettings(expected, *m_typed->graph);
        QCOMPARE(
            texts.graph,
            std::string(R"({"bindings":{"batch":4},"fusion":{"without":["fold_pad"],"skipped":[],"by_hand":[],)"
                        R"("opset_limit":20,"least_traffic":true,"patch_limit":12}})"));
        QCOMPARE(texts.memory,
                 std::string(R"({"planner":"greedy_by_size","scheduler":"memory_greedy","seconds":2.5,)"
                             R"("alignment":256,"in_place":false,"parts":true,"inputs":"outside",)"
                             R"("outputs":"whole-run","weights":true,"scratch":true,"apart":[]})"));
        QCOMPARE(
            texts.codes,
            std::string(R"({"weights":"per-tensor","weight_scheme":{"codes":"int16","symmetric":false,)"
                        R"("limits":"full","power_of_two":true},"activation_scheme":{"codes":"int8",)"
                        R"("symmetric":true,"limits":"reduced","power_of_two":true},"rounding":"stochastic",)"
                        R"("rounding_seed":7,"seed":99,"folds":false,"method":"percentile",)"
                        R"("percentile":99.5,"source":"","samples":7,"evaluation":"test.npy",)"
                        R"("evaluation_samples":128,"equalize":true,"correct_bias":true,"float_layers":3})"));
    }

    // The folder moves as a whole; a model elsewhere is another file.
    void theModelIsFoundBesideTheStudy() {
        QVERIFY(pipeline::writeStudy(path("models/b.study"), path("models/net.onnx"), {}, *m_typed->graph)
                    .has_value());
        fs::create_directories(path("moved"));
        fs::rename(path("models/b.study"), path("moved/b.study"));
        fs::copy_file(path("models/net.onnx"), path("moved/net.onnx"));
        auto study = pipeline::readStudy(path("moved/b.study"));
        QCOMPARE(study->model, path("moved/net.onnx"));
        QCOMPARE(pipeline::whyOtherModel(*study), std::string());
        std::fstream file(path("moved/net.onnx"), std::ios::binary | std::ios::in | std::ios::out);
        file.seekp(40);
        file.put('!');
        file.close();
        QVERIFY(pipeline::whyOtherModel(*study).find("has changed") != std::string::npos);
        fs::resize_file(path("moved/net.onnx"), 100);
        QVERIFY(pipeline::whyOtherModel(*study).find("has 100 bytes") != std::string::npos);
        fs::remove(path("moved/net.onnx"));
        QVERIFY(pipeline::whyOtherModel(*study).find("is not there") != std::string::npos);
    }

    void nodesAreFoundByTheirLabels() {
        Settings settings;
        const std::vector<NodeId>& order = m_typed->graph->order();
        settings.fusion.userGroups = {{order[0], order[1]}};
        settings.fusion.skipped = {{"fold_pad", {order[2]}}, {"fold_scale", {order[3]}}};
        settings.viewState.int8Layer = order[0];
        QVERIFY(pipeline::writeStudy(path("c.study"), path("models/net.onnx"), settings, *m_typed->graph)
                    .has_value());
        auto study = pipeline::readStudy(path("c.study"));
        ir::Graph other = *m_typed->graph;
        ir::Node moved = other.node(order[0]); // the same node under another id
        moved.id = other.nextNode();
        other.removeNode(order[0]);
        other.insertNode(moved, 0);
        other.removeNode(order[2]); // and one that is gone
        pipeline::matchTo(*study, other);
        QCOMPARE(study->settings.viewState.int8Layer, moved.id);
        QCOMPARE(study->settings.fusion.userGroups, (std::vector<std::vector<NodeId>>{{moved.id, order[1]}}));
        QCOMPARE(study->settings.fusion.skipped.size(), std::size_t(1));
        QVERIFY(study->settings.fusion.skipped.begin()->nodes == std::vector<NodeId>{order[3]});
        QCOMPARE(study->notes.size(), std::size_t(3));
    }

    void valuesAreFoundByTheirNames() {
        const ir::Graph& graph = *m_typed->graph;
        const ValueId first = graph.node(graph.order()[0]).output(0),
                      second = graph.node(graph.order()[1]).output(0);
        Settings settings;
        settings.liveness.unshared = {first, second};
        QVERIFY(pipeline::writeStudy(path("g.study"), path("models/net.onnx"), settings, graph).has_value());
        auto study = pipeline::readStudy(path("g.study"));
        QVERIFY(study.has_value());
        ir::Graph other = graph;
        std::swap(other.value(first).name, other.value(graph.inputs[0]).name); // the name is elsewhere
        other.value(second).name = "another";                                  // and one is gone
        pipeline::matchTo(*study, other);
        QVERIFY(study->settings.liveness.unshared == std::unordered_set<ValueId>{graph.inputs[0]});
        QCOMPARE(study->notes.size(), std::size_t(2));
    }

    void unknownKeysAreNoted() {
        const auto study = pipeline::readStudy(
            write("d.study", R"({"edgewright_study": 1, "model": {"path": "m.onnx"}, "colour": 3,
                                 "fusion": {"without": ["no_such_rule"], "speed": true},
                                 "memory": {"planner": "no_such_planner", "scheduler": "no_such_order"}})"));
        QVERIFY2(study.has_value(), study ? "" : study.error().message.c_str());
        QCOMPARE(study->notes.size(), std::size_t(5));
        const auto noted = [&](const char* text) {
            return std::ranges::any_of(
                study->notes, [&](const std::string& note) { return note.find(text) != std::string::npos; });
        };
        QVERIFY(noted("colour is not known here and has no effect") && noted("fusion.speed") &&
                noted("no_such_rule") && noted("no_such_planner"));
        QVERIFY(noted("no_such_order"));
        QVERIFY(study->settings.fusion.without.contains("no_such_rule"));
        QCOMPARE(study->settings.planner, Settings().planner);
    }

    void hostile_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("words");
        struct Case {
            const char *name, *text, *words;
        };
        static constexpr Case Documents[] = {
            {"empty", "", "is no JSON"},
            {"cut", "{\"edgewright_study\": 1, ", "is no JSON"},
            {"a list", "[]", "the document: expected an object"},
            {"a number", "7", "the document: expected an object"},
            {"no study", "{}", "expected a study"},
            {"later version", "{\"edgewright_study\": 2}",
             "edgewright_study: expected a whole number from 1 to 1"},
            {"no model", "{\"edgewright_study\": 1}", "expected \"model\""},
            {"model is a text", "{\"edgewright_study\": 1, \"model\": \"a\"}", "model: expected an object"},
            {"no path", "{\"edgewright_study\": 1, \"model\": {}}", "model: expected \"path\""},
            {"path with a zero", "{\"edgewright_study\": 1, \"model\": {\"path\": \"a\\u0000b\"}}",
             "expected \"path\""},
        };
        static constexpr Case Members[] = {
            // of a document that is right otherwise
            {"seed", "\"seed\": -1", "seed: expected a whole number >= 0"},
            {"seed as text", "\"seed\": \"1\"", "seed: expected a whole number >= 0"},
            {"binding", "\"bindings\": {\"n\": -3}", "bindings.n: expected a whole number from 0"},
            {"binding too large", "\"bindings\": {\"n\": 18446744073709551615}", "bindings.n: expected"},
            {"bindings", "\"bindings\": [1]", "bindings: expected an object"},
            {"without", "\"fusion\": {\"without\": [3]}", "fusion.without[0]: expected the name of a rule"},
            {"without no list", "\"fusion\": {\"without\": {}}", "fusion.without: expected a list"},
            {"skipped", "\"fusion\": {\"skipped\": [{\"rule\": \"r\", \"nodes\": [{\"id\": -1}]}]}",
             "fusion.skipped[0].nodes[0].id: expected"},
            {"skipped no object", "\"fusion\": {\"skipped\": [7]}", "fusion.skipped[0]: expected an object"},
            {"by hand", "\"fusion\": {\"by_hand\": [3]}", "fusion.by_hand[0]: expected a list"},
            {"node", "\"fusion\": {\"by_hand\": [[{}]]}", "fusion.by_hand[0][0]: expected a node"},
            {"id", "\"fusion\": {\"by_hand\": [[{\"id\": 4294967295}]]}", "id: expected a whole number from 0"},
            {"flag", "\"fusion\": {\"least_traffic\": 1}", "fusion.least_traffic: expected true or false"},
            {"rows", "\"accelerator\": {\"rows\": 0}", "accelerator.rows: expected a whole number from 1"},
            {"word of three", "\"accelerator\": {\"word_bytes\": 3}",
             "accelerator.word_bytes: expected one of 1, 2, 4, 8"},
            {"word of a half", "\"accelerator\": {\"word_bytes\": 1.5}",
             "accelerator.word_bytes: expected one of 1, 2, 4, 8"},
            {"captions", "\"captions\": {\"roofline\": 3}",
             "captions: expected a text for each figure, not for 'roofline'"},
            {"compared", "\"costs_compared_with\": \"fp33\"", "\"costs_compared_with\": before-fusion, int8"},
            {"axis", R"("design_space": {"axes": ["size=8,many"]})",
             "design_space: expected axes of a design space"},
            {"axes", R"("design_space": {"axes": ["size=8", 3]})", "design_space.axes[1]: expected an axis"},
            {"axis twice", R"("design_space": {"axes": ["size=8", "size=16"]})",
             "the axis size is there twice: size=8 and size=16"},
            {"too large", R"("design_space": {"axes": ["rows=1:100000:1", "cols=1:100000:1"]})",
             "design_space"},
            {"sampled", R"("design_space": {"axes": [], "sample": -1})", "design_space.sample"},
            {"no area", R"("design_space": {"axes": [], "max_area_mm2": 0})", "a \"max_area_mm2\" above 0"},
            {"dataflow", "\"accelerator\": {\"dataflow\": \"xs\"}",
             "accelerator.dataflow: expected one of os, ws, is"},
            {"bits", "\"int8\": {\"accumulator_bits\": 64}", "int8.accumulator_bits: expected"},
            {"range", "\"int8\": {\"input_range\": [1, 1e999]}",
             "int8.input_range[1]: expected a finite number"},
            {"range order", "\"int8\": {\"input_range\": [2, 1]}", "expected two finite numbers"},
            {"range beyond float", "\"int8\": {\"input_range\": [1, 1e300]}", "expected two finite numbers"},
            {"alignment", "\"memory\": {\"alignment\": 0}", "memory.alignment: expected"},
            {"seconds", "\"memory\": {\"seconds\": -1}", "memory.seconds: expected a number from 0 to 86400"},
            {"seconds in words", "\"memory\": {\"seconds\": \"1\"}", "memory.seconds: expected a number"},
            {"residence", "\"memory\": {\"inputs\": \"away\"}",
             "memory.inputs: expected one of outside, while-needed, whole-run"},
            {"tilings of nobody", R"("other_tilings": [{"tilings": []}])",
             "other_tilings[0]: expected \"accelerator\""},
            {"apart", "\"memory\": {\"apart\": [{\"name\": \"x\"}]}", "memory.apart[0]: expected a value"},
        };
        const auto add = [](const Case& each, const QString& document) {
            QTest::newRow(each.name) << document.arg(QString::fromUtf8(each.text))
                                     << QString::fromUtf8(each.words);
        };
        for (const Case& each : Documents)
            add(each, QStringLiteral("%1"));
        for (const Case& each : Members)
            add(each, QStringLiteral("{\"edgewright_study\": 1, \"model\": {\"path\": \"m\"}, %1}"));
        QTest::newRow("deep") << QString(200000, u'[') << QStringLiteral("is nested more than 64 deep");
        QTest::newRow("deep measurements")
            << QStringLiteral("{\"edgewright_study\": 1, \"measurements\": ") + QString(65000, u'[')
            << QStringLiteral("is nested more than 64 deep");
    }
    void hostile() {
        QFETCH(QString, text);
        QFETCH(QString, words);
        const auto study = pipeline::readStudy(write("hostile.study", text.toStdString()));
        QVERIFY(!study.has_value());
        QCOMPARE(study.error().code, ErrorCode::BadInput);
        const QString message = QString::fromStdString(study.error().message);
        QVERIFY2(message.contains(words), qPrintable(message));
        QVERIFY2(message.contains(QStringLiteral("hostile.study")), qPrintable(message));
    }

    // Whatever single byte is damaged: an answer, never a fault of ours.
    void everyByteDamaged() {
        QVERIFY(pipeline::writeStudy(path("e.study"), path("models/net.onnx"), everything(), *m_typed->graph)
                    .has_value());
        const std::string good = read(path("e.study"));
        for (std::size_t i = 0; i < good.size(); i += 13)
            for (const char byte : {'\xff', '"', '9'}) {
                std::string bad = good;
                bad[i] = byte;
                auto study = pipeline::readStudy(write("f.study", bad));
                if (study)
                    pipeline::matchTo(*study, *m_typed->graph);
                else
                    QVERIFY(study.error().code == ErrorCode::BadInput && !study.error().message.empty());
            }
    }

    void noFile() {
        QVERIFY(!pipeline::readStudy(path("absent.study")));
        QVERIFY(!pipeline::readStudy(path("models")));
        QVERIFY(!pipeline::writeStudy(path("no/such/folder/g.study"), path("models/net.onnx"), {},
                                      *m_typed->graph));
    }
};

EDGEWRIGHT_TEST(StudyFileTest)

} // namespace edgewright::study_file_test

#include "study_file_test.moc"
