// SPDX-License-Identifier: GPL-3.0-or-later
// The conformance cases of the ONNX project. Those of operators that we do not have are skipped by name.
#include "core/pipeline/backend_case.h"
#include "tests/support/shared_files.h"

#include <QtTest>

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

    void agrees() {
        QFETCH(QString, folder);
        if (folder.isEmpty()) QSKIP(test::sharedMissing());
        const pipeline::BackendCase result = pipeline::runBackendCase(folder.toStdString());
        if (!result.missing.empty()) QSKIP(result.missing.c_str());
        const std::string fault = pipeline::faultOf(result);
        QVERIFY2(fault.empty(), fault.c_str());
    }
};

QTEST_GUILESS_MAIN(ConformanceTest)
#include "conformance_test.moc"
