// SPDX-License-Identifier: GPL-3.0-or-later
// The conformance cases of the ONNX project. Those of operators that we do not have are skipped by name.
#include "tests/core/exec/case_runner.h"
#include "tests/support/shared_files.h"

#include <QtTest>

#include <limits>

using namespace edgewright;

class ConformanceTest : public QObject {
    Q_OBJECT

private slots:
    void agrees_data() {
        QTest::addColumn<QString>("folder");
        bool any = false;
        for (const char* group : {"node", "simple", "pytorch-operator", "pytorch-converted"})
            for (const auto& path : test::sharedCases(std::string("onnx-backend/") + group)) {
                QTest::newRow(path.filename().string().c_str()) << QString::fromStdString(path.string());
                any = true;
            }
        if (!any) QTest::newRow("none") << QString();
    }

    // References that no other program can match: Bernoulli draws come from the generator of the program that wrote the
    // case, so that only type and shape count; JPEG decoders round differently, by at most 2 of 255.
    static double slackOf(const QString& name) {
        if (name.startsWith("test_bernoulli")) return std::numeric_limits<double>::infinity();
        return name.startsWith("test_image_decoder_decode_jpeg_") ? 2.0 : 0.0;
    }

    void agrees() {
        QFETCH(QString, folder);
        if (folder.isEmpty()) QSKIP(test::sharedMissing());
        const test::CaseResult result = test::runCase(folder.toStdString());
        if (!result.missing.empty()) QSKIP(result.missing.c_str());
        QVERIFY2(result.error.empty(), result.error.c_str());
        for (const auto& output : result.outputs) {
            const std::string text = output.name + ": " + output.actual.text() + " for " +
                                     output.expected.text() + ", largest difference " +
                                     std::to_string(output.difference.maxAbs) + " at " +
                                     std::to_string(output.difference.where) + ", relative norm " +
                                     std::to_string(output.difference.relNorm);
            QVERIFY2(output.actual == output.expected, text.c_str());
            const bool close = ir::isFloating(output.expected.dtype)
                                   ? output.difference.maxRel <= 2e-3 || output.difference.relNorm <= 1e-5
                                   : output.difference.maxAbs == 0;
            const double slack = slackOf(QTest::currentDataTag());
            QVERIFY2(close || output.difference.maxAbs <= slack, text.c_str());
        }
        QVERIFY2(result.wrongTypes.empty(), result.wrongTypes.empty() ? "" : result.wrongTypes.front().c_str());
    }
};

QTEST_GUILESS_MAIN(ConformanceTest)
#include "conformance_test.moc"
