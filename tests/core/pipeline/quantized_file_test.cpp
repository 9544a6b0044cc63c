// SPDX-License-Identifier: GPL-3.0-or-later
// Quantized models as files: read back, run, and not there where that fails.
#include "core/pipeline/quantization/quantized_file.h"

#include "core/pipeline/quantization/quantize.h"
#include "tests/support/shared_files.h"
#include "tests/support/test_class.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

namespace edgewright::quantized_file_test {

namespace fs = std::filesystem;
using namespace edgewright::pipeline;

class QuantizedFileTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    std::shared_ptr<const Typed> m_quantized;
    ir::Feeds m_sample;

    fs::path file(const char* name) const { return fs::path(m_folder.path().toStdString()) / name; }
    static bool has(const Typed& typed, const char* op) {
        const ir::Graph& graph = *typed.graph;
        return std::ranges::any_of(graph.order(), [&](NodeId id) { return graph.node(id).is(op); });
    }

private slots:
    void initTestCase() {
        const auto opened = open(test::sample("tiny_cnn_2d.onnx"));
        QVERIFY(opened);
        const auto typed = type(*opened, {}, true);
        const auto source = dataset::sourceAt(test::sample("tiny_cnn_2d"));
        QVERIFY(source);
        const auto samples = dataset::read(*source, *typed->graph, 4);
        QVERIFY(samples);
        const auto made = quantize(*typed, *samples);
        QVERIFY(made);
        m_quantized = made->typed;
        m_sample = *samples->feeds(0);
    }

    void bothForms() {
        for (const QuantizedForm form : {QuantizedForm::Nodes, QuantizedForm::IntegerOperators}) {
            const fs::path target = file("written.onnx");
            const auto saved = saveQuantized(*m_quantized, form, m_sample, target);
            QVERIFY2(saved, saved ? "" : saved.error().message.c_str());
            const auto opened = open(target);
            QVERIFY(opened);
            const auto read = type(*opened, {}, false);
            const bool isInteger = form == QuantizedForm::IntegerOperators;
            QVERIFY(has(*read, "Conv") != isInteger && !read->graph->inputs.empty());
            QVERIFY(has(*read, "QuantizeLinear"));
            // The batch that was bound for the calibration is open.
            QVERIFY(!read->graph->value(read->graph->inputs.front()).type.shape->front().known());
        }
    }

    // A file that is not what was meant, or does not run, is no file: what lay there stays.
    void nothingIsSavedWithAFault() {
        const fs::path target = file("kept.onnx");
        QVERIFY(saveQuantized(*m_quantized, QuantizedForm::Nodes, m_sample, target));
        const auto size = fs::file_size(target);
        const auto isRefused = [&](const Typed& wrong, const ir::Feeds& sample, const RunContext& run = {}) {
            const auto saved = saveQuantized(wrong, QuantizedForm::Nodes, sample, target, run);
            return !saved && fs::file_size(target) == size;
        };
        Typed wrong = *m_quantized;
        ir::Graph graph = *wrong.graph; // of an output that has another rank than it says
        auto& shape = *graph.value(graph.outputs.front()).type.shape;
        shape.insert(shape.begin(), ir::Dim(1));
        wrong.graph = std::make_shared<const ir::Graph>(std::move(graph));
        QVERIFY(isRefused(wrong, m_sample));
        QVERIFY(isRefused(*m_quantized, {})); // nothing to run it on
        std::stop_source stop;
        stop.request_stop();
        QVERIFY(isRefused(*m_quantized, m_sample, {stop.get_token(), nullptr}));
        const auto left = std::distance(fs::directory_iterator(target.parent_path()), fs::directory_iterator());
        QCOMPARE(left, std::ptrdiff_t(fs::exists(file("written.onnx")) ? 2 : 1));
    }
};

EDGEWRIGHT_TEST(QuantizedFileTest)

} // namespace edgewright::quantized_file_test

#include "quantized_file_test.moc"
