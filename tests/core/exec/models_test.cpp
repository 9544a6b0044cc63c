// SPDX-License-Identifier: GPL-3.0-or-later
// Real models against the outputs that ONNX Runtime gave. Models with operators that we do not have are skipped
// by name.
#include "tests/core/exec/case_runner.h"
#include "tests/support/shared_files.h"

#include <QtTest>

using namespace edgewright;

namespace {

// Relative norm that is allowed.
double toleranceFor(const QString& folder) {
    // float16 results carry 11 bits, and each layer rounds.
    if (folder.endsWith("squeezenet-fp16-caffe2-op7")) return 5e-3;
    // Convolutions in float between QuantizeLinear: a sum that lands on the other side of a tie moves by a
    // whole code.
    if (folder.endsWith("residual-block-qdq-excerpt")) return 1e-2;
    return 1e-3;
}

} // namespace

class ModelsTest : public QObject {
    Q_OBJECT

private slots:
    void agrees_data() {
        QTest::addColumn<QString>("folder");
        bool any = false;
        for (const char* group : {"models", "exports"})
            for (const auto& path : test::sharedCases(group)) {
                if (test::dataSets(path).empty()) continue;
                QTest::newRow(path.filename().string().c_str()) << QString::fromStdString(path.string());
                any = true;
            }
        if (!any) QTest::newRow("none") << QString();
    }

    void agrees() {
        QFETCH(QString, folder);
        if (folder.isEmpty()) QSKIP(test::sharedMissing());
        const test::CaseResult result = test::runCase(folder.toStdString(), 2);
        if (!result.missing.empty()) QSKIP(result.missing.c_str());
        QVERIFY2(result.error.empty(), result.error.c_str());
        QVERIFY(!result.outputs.empty());
        double worst = 0;
        for (const auto& output : result.outputs) {
            const std::string text = output.name + ": " + output.actual.text() + " for " +
                                     output.expected.text() + ", relative norm " +
                                     std::to_string(output.difference.relNorm) + ", largest difference " +
                                     std::to_string(output.difference.maxAbs);
            QVERIFY2(output.actual == output.expected, text.c_str());
            // A detector that sees nothing puts out numbers next to zero, where only the absolute error says
            // anything.
            const bool nothing = ir::isFloating(output.expected.dtype) && output.difference.maxAbs <= 1e-6;
            QVERIFY2(nothing || output.difference.relNorm <= toleranceFor(folder), text.c_str());
            if (output.difference.relNorm <= toleranceFor(folder))
                worst = std::max(worst, output.difference.relNorm);
        }
        QVERIFY2(result.wrongTypes.empty(), result.wrongTypes.empty() ? "" : result.wrongTypes.front().c_str());
        qInfo("relative norm %.2g, %.2f s", worst, result.seconds);
    }
};

QTEST_GUILESS_MAIN(ModelsTest)
#include "models_test.moc"
