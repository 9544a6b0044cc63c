// SPDX-License-Identifier: GPL-3.0-or-later
// Whole models with convolutions in oneDNN against the program's own kernels.
#include "core/exec/compare.h"
#include "core/exec/executor.h"
#include "core/kernels/backend.h"
#include "core/memory/liveness.h"
#include "core/pipeline/study.h"
#include "tests/support/shared_files.h"
#include "tests/support/test_class.h"

#include <QTest>

namespace edgewright::onednn_models_test {

class OnednnModelsTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
#ifndef EDGEWRIGHT_ONEDNN
        QSKIP("the onednn back end is not part of this build (Debian: libdnnl-dev)");
#endif
    }

    // Both, unfused and fused inside a guarded arena, on the same seeded inputs.
    void modelsAgree_data() {
        QTest::addColumn<QString>("folder");
        for (const auto& folder : test::sharedCases("exports"))
            QTest::newRow(folder.filename().c_str()) << QString::fromStdString(folder.string());
        if (test::sharedCases("exports").empty()) QTest::newRow("none") << QString();
    }
    void modelsAgree() {
        QFETCH(QString, folder);
        if (folder.isEmpty()) QSKIP(test::sharedMissing());
        const auto opened = pipeline::open(folder.toStdString() + "/model.onnx");
        QVERIFY(opened);
        const auto typed = pipeline::type(*opened, {}, true);
        const ir::Graph& graph = *typed->graph;
        const auto ids = graph.order();
        if (std::ranges::none_of(ids, [&](NodeId id) { return graph.node(id).is("Conv"); }))
            QSKIP("no convolution in it");
        const auto feeds = ir::seededFeeds(graph, 3);
        QVERIFY(feeds);
        const ir::Opsets& opsets = (*opened)->model->opsets;
        const auto expected = exec::run(graph, opsets, *feeds, {});
        QVERIFY2(expected, expected ? "" : expected.error().message.c_str());
        const auto fused = pipeline::fuse(*typed, {});
        QVERIFY(fused);
        const auto plan = pipeline::plan((*fused)->graph, opsets, {});
        QVERIFY(plan);
        const ir::ArenaPlan arena = memory::arenaPlan((*plan)->liveness, (*plan)->solution);

        exec::RunOptions options;
        options.backend = "onednn";
        const auto plain = exec::run(graph, opsets, *feeds, options);
        QVERIFY2(plain, plain ? "" : plain.error().message.c_str());
        options.arena = &arena;
        options.guardArena = true;
        const auto packed = exec::run((*plan)->graph(), opsets, *feeds, options);
        QVERIFY2(packed, packed ? "" : packed.error().message.c_str());
        for (std::size_t i = 0; i < expected->outputs.size(); ++i) {
            const double apart = exec::compare(plain->outputs[i], expected->outputs[i]).relNorm;
            QVERIFY2(apart <= 1e-5, std::to_string(apart).c_str());
            QVERIFY(exec::compare(packed->outputs[i], expected->outputs[i]).relNorm <= 1e-5);
        }
    }
};

EDGEWRIGHT_TEST(OnednnModelsTest)

} // namespace edgewright::onednn_models_test

#include "onednn_models_test.moc"
