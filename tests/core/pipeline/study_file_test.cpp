// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/study_file.h"
#include "tests/support/shared_files.h"

#include <QTemporaryDir>
#include <QtTest>

#include <algorithm>
#include <fstream>
#include <sstream>

using namespace edgewright;
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
        settings.fusion.byHand = {{order[0], order[1]}, {order[4], order[5]}};
        settings.fusion.opsetLimit = 20;
        settings.fusion.leastTraffic = true;
        settings.fusion.patchLimit = 12;
        settings.seed = 0xffffffffffffffffu;
        settings.planner = "greedy_by_size";
        settings.liveness = {256, false};
        settings.accelerator = {16, 64, cost::Dataflow::OutputStationary, 1, 2, 3, 40, 2};
        settings.int8.study.weights = quant::Granularity::PerTensor;
        settings.int8.study.requantize = quant::Requantize::FixedPoint;
        settings.int8.study.overflow = quant::Overflow::Saturate;
        settings.int8.study.accumulatorBits = 24;
        settings.int8.study.inputRange = quant::Range{-1.5f, 0.1f};
        settings.int8.seed = 99;
        settings.int8Layer = order[0];
        return settings;
    }
    static void compare(const Settings& a, const Settings& b) {
        QVERIFY(a.bindings == b.bindings);
        QVERIFY(a.fusion == b.fusion);
        QCOMPARE(a.seed, b.seed);
        QCOMPARE(a.planner, b.planner);
        QCOMPARE(a.liveness.alignment, b.liveness.alignment);
        QCOMPARE(a.liveness.inPlace, b.liveness.inPlace);
        QCOMPARE(a.accelerator.rows, b.accelerator.rows);
        QCOMPARE(a.accelerator.cols, b.accelerator.cols);
        QCOMPARE(a.accelerator.dataflow, b.accelerator.dataflow);
        QCOMPARE(a.accelerator.ifmapKb, b.accelerator.ifmapKb);
        QCOMPARE(a.accelerator.filterKb, b.accelerator.filterKb);
        QCOMPARE(a.accelerator.ofmapKb, b.accelerator.ofmapKb);
        QVERIFY(a.accelerator.bandwidth == b.accelerator.bandwidth);
        QCOMPARE(a.accelerator.wordBytes, b.accelerator.wordBytes);
        QCOMPARE(a.int8.study.weights, b.int8.study.weights);
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
        QCOMPARE(a.int8Layer, b.int8Layer);
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
        settings.fusion.byHand = {{order[0], order[1]}};
        settings.fusion.skipped = {{"fold_pad", {order[2]}}, {"fold_scale", {order[3]}}};
        settings.int8Layer = order[0];
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
        QCOMPARE(study->settings.int8Layer, moved.id);
        QCOMPARE(study->settings.fusion.byHand, (std::vector<std::vector<NodeId>>{{moved.id, order[1]}}));
        QCOMPARE(study->settings.fusion.skipped.size(), std::size_t(1));
        QVERIFY(study->settings.fusion.skipped.begin()->nodes == std::vector<NodeId>{order[3]});
        QCOMPARE(study->notes.size(), std::size_t(3));
    }

    void unknownKeysAreNoted() {
        const auto study = pipeline::readStudy(
            write("d.study", R"({"edgewright_study": 1, "model": {"path": "m.onnx"}, "colour": 3,
                                 "fusion": {"without": ["no_such_rule"], "speed": true},
                                 "memory": {"planner": "no_such_planner"}})"));
        QVERIFY2(study.has_value(), study ? "" : study.error().message.c_str());
        QCOMPARE(study->notes.size(), std::size_t(4));
        const auto noted = [&](const char* text) {
            return std::ranges::any_of(
                study->notes, [&](const std::string& note) { return note.find(text) != std::string::npos; });
        };
        QVERIFY(noted("colour") && noted("fusion.speed") && noted("no_such_rule") && noted("no_such_planner"));
        QVERIFY(study->settings.fusion.without.contains("no_such_rule"));
        QCOMPARE(study->settings.planner, Settings().planner);
    }

    void hostile_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("words");
        const auto row = [](const char* name, const char* text, const char* words) {
            QTest::newRow(name) << QString::fromUtf8(text) << QString::fromUtf8(words);
        };
        row("empty", "", "is no JSON: byte");
        row("cut", "{\"edgewright_study\": 1, ", "is no JSON: byte");
        row("a list", "[]", "the document: expected an object");
        row("a number", "7", "the document: expected an object");
        row("no study", "{}", "expected a study");
        row("later version", "{\"edgewright_study\": 2}",
            "edgewright_study: expected a whole number from 1 to 1");
        row("no model", "{\"edgewright_study\": 1}", "expected \"model\"");
        row("model is a text", "{\"edgewright_study\": 1, \"model\": \"a\"}", "model: expected an object");
        row("no path", "{\"edgewright_study\": 1, \"model\": {}}", "model: expected \"path\"");
        row("path with a zero", "{\"edgewright_study\": 1, \"model\": {\"path\": \"a\\u0000b\"}}",
            "expected \"path\"");
        const auto inside = [&](const char* name, const char* more, const char* words) {
            QTest::newRow(name) << QStringLiteral("{\"edgewright_study\": 1, \"model\": {\"path\": \"m\"}, %1}")
                                       .arg(QString::fromUtf8(more))
                                << QString::fromUtf8(words);
        };
        inside("seed", "\"seed\": -1", "seed: expected a whole number >= 0");
        inside("seed as text", "\"seed\": \"1\"", "seed: expected a whole number >= 0");
        inside("binding", "\"bindings\": {\"n\": -3}", "bindings.n: expected a whole number from 0");
        inside("binding too large", "\"bindings\": {\"n\": 18446744073709551615}", "bindings.n: expected");
        inside("bindings", "\"bindings\": [1]", "bindings: expected an object");
        inside("without", "\"fusion\": {\"without\": [3]}", "fusion.without[0]: expected the name of a rule");
        inside("without no list", "\"fusion\": {\"without\": {}}", "fusion.without: expected a list");
        inside("skipped", "\"fusion\": {\"skipped\": [{\"rule\": \"r\", \"nodes\": [{\"id\": -1}]}]}",
               "fusion.skipped[0].nodes[0].id: expected");
        inside("skipped no object", "\"fusion\": {\"skipped\": [7]}", "fusion.skipped[0]: expected an object");
        inside("by hand", "\"fusion\": {\"by_hand\": [3]}", "fusion.by_hand[0]: expected a list");
        inside("node", "\"fusion\": {\"by_hand\": [[{}]]}", "fusion.by_hand[0][0]: expected a node");
        inside("id", "\"fusion\": {\"by_hand\": [[{\"id\": 4294967295}]]}",
               "id: expected a whole number from 0");
        inside("flag", "\"fusion\": {\"least_traffic\": 1}", "fusion.least_traffic: expected true or false");
        inside("rows", "\"accelerator\": {\"rows\": 0}", "accelerator.rows: expected a whole number from 1");
        inside("dataflow", "\"accelerator\": {\"dataflow\": \"xs\"}",
               "accelerator.dataflow: expected one of os, ws, is");
        inside("bits", "\"int8\": {\"accumulator_bits\": 64}", "int8.accumulator_bits: expected");
        inside("range", "\"int8\": {\"input_range\": [1, 1e999]}", "is no JSON");
        inside("range order", "\"int8\": {\"input_range\": [2, 1]}", "expected two finite numbers");
        inside("range beyond float", "\"int8\": {\"input_range\": [1, 1e300]}", "expected two finite numbers");
        inside("alignment", "\"memory\": {\"alignment\": 0}", "memory.alignment: expected");
        QTest::newRow("deep") << QString(200000, u'[') << QStringLiteral("is no JSON");
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

QTEST_GUILESS_MAIN(StudyFileTest)
#include "study_file_test.moc"
