// SPDX-License-Identifier: GPL-3.0-or-later
// Operators of com.microsoft that the models of language models consist of, against the outputs that ONNX
// Runtime gave.
#include "core/exec/compare.h"
#include "core/exec/executor.h"
#include "core/onnx/arrays/npz.h"
#include "core/pipeline/study.h"
#include "tests/support/shared_files.h"
#include "tests/support/test_class.h"

#include <QTest>

namespace edgewright::wild_operators_test {

namespace fs = std::filesystem;

class WildOperatorsTest : public QObject {
    Q_OBJECT

private slots:
    void outputsAreThoseOfOnnxRuntime_data() {
        QTest::addColumn<QString>("model");     // below wild/
        QTest::addColumn<QString>("reference"); // beside it: <reference>in.npz and <reference>ref.npz
        const auto row = [](const char* model, const char* reference) {
            QTest::newRow(model) << QString::fromLatin1(model) << QString::fromLatin1(reference);
        };
        row("int4-llm-layer/matmulnbits.onnx", "matmulnbits.");
        row("int4-llm-layer/layer.onnx", "layer.");
        row("gqa-local-window/model.onnx", "");
        row("gqa-sink/sink.onnx", "sink.");
        row("contrib-missing/qdq16.onnx", "qdq16.");
        row("contrib-missing/gather-block-quantized.onnx", "gather-block-quantized.");
    }
    void outputsAreThoseOfOnnxRuntime() {
        QFETCH(QString, model);
        QFETCH(QString, reference);
        const fs::path file = test::shared("wild/" + model.toStdString());
        if (file.empty()) QSKIP(test::sharedMissing());
        const auto opened = pipeline::open(file);
        QVERIFY2(opened, opened ? "" : opened.error().message.c_str());
        const auto typed = pipeline::type(*opened, {}, false);
        const auto read = [&](const char* which) {
            return onnx::readNpz(file.parent_path() / (reference.toStdString() + which));
        };
        const auto inputs = read("in.npz"), outputs = read("ref.npz");
        QVERIFY(inputs && outputs);
        ir::Feeds feeds;
        for (const onnx::NamedTensor& input : *inputs) {
            const auto value = typed->graph->findValue(input.name);
            QVERIFY(value);
            feeds.insert_or_assign(*value, input.tensor);
        }
        const auto ran = exec::run(*typed->graph, (*opened)->model->opsets, feeds, {});
        QVERIFY2(ran, ran ? "" : ran.error().message.c_str());
        QCOMPARE(outputs->size(), ran->outputs.size());
        for (const onnx::NamedTensor& output : *outputs) {
            const auto value = typed->graph->findValue(output.name);
            QVERIFY(value);
            const auto at = std::ranges::find(typed->graph->outputs, *value) - typed->graph->outputs.begin();
            const auto difference = exec::compare(ran->outputs.at(static_cast<std::size_t>(at)), output.tensor);
            QVERIFY2(difference.relNorm <= 1e-5, output.name.c_str());
        }
    }

    void countsAreKnown_data() {
        QTest::addColumn<QString>("model");
        QTest::addColumn<qint64>("macs");
        QTest::addColumn<qint64>("parameters");
        const auto row = [](const char* model, std::int64_t macs, std::int64_t parameters) {
            QTest::newRow(model) << QString::fromLatin1(model) << qint64(macs) << qint64(parameters);
        };
        // Weights count once each, however many share a byte; scales, and zero points as they are stored.
        row("int4-llm-layer/matmulnbits.onnx", 96 * 48, 96 * 48 + 144 + 96);
        row("unknown-operator-counts-zero/qmoe.onnx", 4 * 2 * (512 + 512), 4 * (512 + 512) + 4 * (16 + 32));
        row("int4-llm-layer/layer.onnx", 215552, 211456 + 64000 + 6608 + 4304 + 3 * 128 + 2 * 1024 + 2);
    }
    void countsAreKnown() {
        QFETCH(QString, model);
        QFETCH(qint64, macs);
        QFETCH(qint64, parameters);
        const fs::path file = test::shared("wild/" + model.toStdString());
        if (file.empty()) QSKIP(test::sharedMissing());
        const auto opened = pipeline::open(file);
        QVERIFY(opened);
        const auto typed = pipeline::type(*opened,
                                          {{"batch", 1},
                                           {"seq", 1},
                                           {"batch_size", 1},
                                           {"sequence_length", 1},
                                           {"past_sequence_length", 15},
                                           {"total_sequence_length", 16}},
                                          false);
        QVERIFY(typed->unresolved.empty());
        QCOMPARE(typed->macs, macs);
        QCOMPARE(typed->parameters, parameters);
    }
};

EDGEWRIGHT_TEST(WildOperatorsTest)

} // namespace edgewright::wild_operators_test

#include "wild_operators_test.moc"
