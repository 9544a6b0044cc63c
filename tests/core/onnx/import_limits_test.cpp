// SPDX-License-Identifier: GPL-3.0-or-later
// The byte budget of opening: what exceeds it is one error that says how much was needed, or is left as it is.
#include "core/ir/footprint.h"
#include "core/pipeline/study.h"
#include "tests/core/onnx/bombs.h"
#include "tests/core/onnx/crafted_model.h"
#include "tests/support/sanitizers.h"
#include "tests/support/test_class.h"

#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <fstream>
#include <sys/resource.h>
#include <unistd.h>

namespace edgewright::import_limits_test {

using namespace edgewright::test;
namespace fs = std::filesystem;

namespace {

constexpr std::int64_t MiB = std::int64_t(1) << 20;

const Bomb& bomb(const std::string& name) { return *std::ranges::find(bombs(), name, &Bomb::name); }

// ": N bytes needed, limit M bytes" with N > M, at the end.
bool saysHowMuch(const std::string& message) {
    const QRegularExpression pattern(QStringLiteral(": (more than )?(\\d+) bytes needed, limit (\\d+) bytes$"));
    return pattern.match(QString::fromStdString(message)).hasMatch();
}

std::int64_t addressSpace() {
    std::ifstream stream("/proc/self/statm");
    std::int64_t pages = 0;
    stream >> pages;
    return pages * ::sysconf(_SC_PAGESIZE);
}

} // namespace

class ImportLimitsTest : public QObject {
    Q_OBJECT

private slots:
    void refused_data();
    void refused();
    void notFolded();
    void foldedInParts();
    void bodiesThatStayUntyped();
    void everythingFits();
    void obeysTheCaller();
    void machineLimit();
};

void ImportLimitsTest::refused_data() {
    QTest::addColumn<QString>("error");
    QTest::newRow("sparse") << "initializer 'w0': the dense form of a sparse tensor: 268435";
    QTest::newRow("misaligned")
        << "initializer 'w0': a copy of its external data, whose offset 1 suits no float32: "
           "268435";
}

void ImportLimitsTest::refused() {
    QFETCH(QString, error);
    const QTemporaryDir folder;
    const auto opened = pipeline::open(bomb(QTest::currentDataTag()).write(folder.path().toStdString()));
    QVERIFY(!opened);
    const std::string& message = opened.error().message;
    QVERIFY(opened.error().code == ErrorCode::OutOfMemory);
    QVERIFY2(contains(message, error.toStdString()) && contains(message, "model.onnx") && saysHowMuch(message),
             message.c_str());
}

// Strings that would grow beyond the limit of one fold stay nodes.
void ImportLimitsTest::notFolded() {
    const QTemporaryDir folder;
    const auto opened = pipeline::open(bomb("strings").write(folder.path().toStdString()));
    QVERIFY(opened.has_value());
    const auto typed = pipeline::type(*opened, {}, true);
    std::size_t folded = 0;
    std::int64_t bytes = 0;
    for (std::size_t i = 0; i < typed->graph->valueCount(); ++i)
        if (const auto& known = typed->graph->value(ValueId(i)).folded) {
            ++folded;
            bytes += ir::elementBytes(*known);
        }
    QVERIFY(folded > 10);
    QVERIFY2(bytes < 64 * MiB, std::to_string(bytes).c_str());
    QVERIFY(typed->graph->value(*typed->graph->findValue("c0")).type.text() == "string[1]");
}

// Many large forms of one weight: some become constants, those beyond the limit stay nodes.
void ImportLimitsTest::foldedInParts() {
    const QTemporaryDir folder;
    const auto opened = pipeline::open(bomb("transposed-sparse").write(folder.path().toStdString()));
    QVERIFY(opened.has_value());
    const auto history = pipeline::fuse(*pipeline::type(*opened, {}, true), {});
    QVERIFY(history.has_value());
    const auto isTranspose = [&](NodeId id) { return (*history)->graph.node(id).is("Transpose"); };
    const auto left = std::ranges::count_if((*history)->graph.order(), isTranspose);
    QVERIFY2(left > 0 && left < 60, std::to_string(left).c_str()); // equal ones are one
    QVERIFY(ir::deepConstantBytes((*history)->graph) < 200 * MiB);
}

void ImportLimitsTest::bodiesThatStayUntyped() {
    const QTemporaryDir folder;
    const auto opened = pipeline::open(bomb("fewer-calls").write(folder.path().toStdString()));
    QVERIFY(opened.has_value());
    const auto typed = pipeline::type(*opened, {}, true);
    const Diagnostic* found = find(typed->diagnostics, "inference-limit");
    QVERIFY(found && found->severity == Severity::Warning && saysHowMuch(found->message));
    QVERIFY(ir::deepFootprint(*typed->graph) < 48 * MiB);
    // The model's own values have types all the same.
    QCOMPARE(typed->graph->value(typed->graph->outputs.front()).type.text(), std::string("float32[2]"));
}

// A long file has a large limit.
void ImportLimitsTest::everythingFits() {
    const QTemporaryDir folder;
    constexpr int Nodes = 50'000;
    const auto opened = pipeline::open(writeChain(folder.path().toStdString(), Nodes));
    QVERIFY2(opened.has_value(), opened ? "" : opened.error().message.c_str());
    QCOMPARE((*opened)->model->graph.nodeCount(), std::size_t(Nodes));
    const auto typed = pipeline::type(*opened, {}, true);
    QCOMPARE(count(typed->diagnostics, "inference-limit"), std::size_t(0));
    QVERIFY(typed->unresolved.empty());
    // What is counted is what a copy takes.
    QVERIFY((*opened)->memoryLeft > 0);
}

void ImportLimitsTest::obeysTheCaller() {
    const QTemporaryDir folder;
    const fs::path file = writeChain(folder.path().toStdString(), 5000);
    const auto refused = pipeline::open(file, {}, MiB);
    QVERIFY(!refused && refused.error().code == ErrorCode::OutOfMemory);
    QVERIFY2(contains(refused.error().message, "model.onnx: its graph: ") &&
                 saysHowMuch(refused.error().message) &&
                 contains(refused.error().message, "limit 1048576 bytes"),
             refused.error().message.c_str());
    QVERIFY(pipeline::open(file, {}, 32 * MiB).has_value());
    // Enough for a graph as it was read, not for a second one with types.
    const auto read = edgewright::onnx::importModel(file);
    QVERIFY(read.has_value());
    const auto half = pipeline::open(file, {}, read->memory.used() + 1000);
    QVERIFY(!half && half.error().code == ErrorCode::OutOfMemory);
}

// As under `ulimit -v`.
void ImportLimitsTest::machineLimit() {
    if (UnderAddressSanitizer) QSKIP("the sanitizer needs the whole address space");
    const QTemporaryDir folder;
    const fs::path file = writeChain(folder.path().toStdString(), 300'000);
    struct rlimit before {};
    QVERIFY(::getrlimit(RLIMIT_AS, &before) == 0);
    struct rlimit limited = before;
    limited.rlim_cur = static_cast<rlim_t>(addressSpace() + 100 * MiB);
    QVERIFY(::setrlimit(RLIMIT_AS, &limited) == 0);
    const auto opened = pipeline::open(file);
    QVERIFY(::setrlimit(RLIMIT_AS, &before) == 0);
    QVERIFY(!opened);
    QVERIFY2(opened.error().code == ErrorCode::OutOfMemory && contains(opened.error().message, "model.onnx") &&
                 saysHowMuch(opened.error().message),
             opened.error().message.c_str());
}

EDGEWRIGHT_TEST(ImportLimitsTest)

} // namespace edgewright::import_limits_test

#include "import_limits_test.moc"
