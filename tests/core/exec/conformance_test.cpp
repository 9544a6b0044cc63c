// SPDX-License-Identifier: GPL-3.0-or-later
// The conformance cases of the ONNX project. Each runs, with its outputs compared, but for those that
// tests/unsupported.txt names.
#include "core/ops/operator.h"
#include "core/pipeline/backend_case.h"
#include "tests/support/shared_files.h"
#include "tests/support/test_class.h"
#include "tests/support/unsupported.h"

#include <QTest>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>

namespace edgewright::conformance_test {

namespace {

// The sources of the tests of single operators, by file; each names the operators that it runs.
std::vector<std::string> unitTests() {
    std::vector<std::string> sources;
    for (const auto& entry :
         std::filesystem::directory_iterator(test::sample("").parent_path().parent_path() / "tests/core/ops")) {
        if (entry.path().extension() != ".cpp" || entry.path().filename() == "catalogue_test.cpp") continue;
        std::ifstream file(entry.path());
        sources.emplace_back(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
    }
    return sources;
}

} // namespace

class ConformanceTest : public QObject {
    Q_OBJECT

    std::set<std::pair<std::string, std::string>> m_passed; // domain, name

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
        // On several threads: ThreadSanitizer sees the loops of every operator here.
        const pipeline::BackendCase result = pipeline::runBackendCase(folder.toStdString(), 3);
        const std::string wrong = test::unlisted(folder.toStdString(), result.missing);
        QVERIFY2(wrong.empty(), wrong.c_str());
        if (!result.missing.empty()) return;
        const std::string fault = pipeline::faultOf(result);
        QVERIFY2(fault.empty(), fault.c_str());
        QVERIFY2(!result.outputs.empty(), "no output was compared");
        m_passed.insert(result.operators.begin(), result.operators.end());
    }

    // By a case above, or by a test in tests/core/ops that names it.
    void everyOperatorIsTested() {
        if (m_passed.empty()) QSKIP(test::sharedMissing());
        const std::vector<std::string> tests = unitTests();
        QVERIFY(tests.size() > 20);
        QStringList untested;
        for (const ops::Operator* op : ops::catalogue()) {
            const std::string name(op->name), domain(op->domain), quoted = '"' + name + '"';
            const bool named = std::ranges::any_of(tests, [&](const std::string& text) {
                return text.find(quoted) != std::string::npos &&
                       (domain.empty() || text.find('"' + domain + '"') != std::string::npos);
            });
            if (!named && !m_passed.contains({domain, name}))
                untested << QString::fromStdString(domain + ' ' + name);
        }
        QVERIFY2(untested.isEmpty(), qPrintable(untested.join(QStringLiteral(", "))));
    }

    // A line of the list that no case stands behind would let a later case of that name pass.
    void listedCasesExist() {
        QVERIFY(!test::unsupported().empty());
        for (const auto& [name, reason] : test::unsupported()) {
            QVERIFY2(!reason.empty(), name.c_str());
            if (test::shared("onnx-backend").empty()) QSKIP(test::sharedMissing());
            QVERIFY2(!test::sharedIfAny(name).empty(), name.c_str());
        }
    }
};

EDGEWRIGHT_TEST(ConformanceTest)

} // namespace edgewright::conformance_test

#include "conformance_test.moc"
