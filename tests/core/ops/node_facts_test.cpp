// SPDX-License-Identifier: GPL-3.0-or-later
// What entries of the catalogue say of their operators, and what follows from it for nodes.
#include "core/base/catalogue.h"
#include "core/ir/builder.h"
#include "core/ops/operator.h"
#include "operators.def"
#include "tests/support/paths/paths.h"
#include "tests/support/test_class.h"

#include <QDirIterator>
#include <QFile>
#include <QTest>

#ifndef Q_MOC_RUN // which does not know __VA_OPT__
namespace edgewright::ops {
EDGEWRIGHT_OPERATORS(EDGEWRIGHT_DECLARE_ENTRY, Operator, )
} // namespace edgewright::ops
#endif

namespace edgewright::node_facts_test {

namespace {

struct NamedEntry {
    const char* file; // without folder and suffix
    const ops::Operator* op;
};
#ifndef Q_MOC_RUN
const std::vector<NamedEntry> Entries{
#define EDGEWRIGHT_NAMED_OPERATOR(name) {#name, &ops::name::entry},
    EDGEWRIGHT_OPERATORS(EDGEWRIGHT_NAMED_OPERATOR)};
#endif

QString lettersOf(QString name) { return name.remove(QLatin1Char('_')).toLower(); }

// A graph of one Dropout whose training_mode is absent, known, or an input; Ratio0: true, and nothing is
// dropped.
enum class Training { Absent, Off, On, Open, Ratio0 };
ir::Graph dropout(Training training) {
    ir::GraphBuilder b;
    const ir::TensorType floats(ir::DataType::Float32, ir::Dims{4});
    std::vector<ValueId> inputs{b.input("x", floats)};
    if (training != Training::Absent) {
        inputs.push_back(
            b.constant("ratio", ir::Tensor::of<float>({}, {training == Training::Ratio0 ? 0.0F : 0.5F})));
        inputs.push_back(training == Training::Open
                             ? b.input("training", {ir::DataType::Bool, ir::Dims{}})
                             : b.constant("training", ir::Tensor::of<bool>({}, {training != Training::Off})));
    }
    b.output(b.node("Dropout", inputs));
    return b.take();
}
const ir::Node& onlyNode(const ir::Graph& graph) { return graph.node(graph.order().front()); }

} // namespace

class NodeFactsTest : public QObject {
    Q_OBJECT
private slots:
    // mat_mul.cpp holds MatMul. Prefixes tell apart what another domain or the language has
    // too.
    void filesAreNamedAfterTheirOperators() {
        QVERIFY(Entries.size() > 100);
        for (const auto& [file, op] : Entries) {
            const QString name = QString::fromUtf8(op->name.data(), qsizetype(op->name.size())).toLower();
            QStringList allowed{name, QStringLiteral("op") + name};
            if (op->domain == "com.microsoft") allowed.push_back(QStringLiteral("microsoft") + name);
            QVERIFY2(allowed.contains(lettersOf(QString::fromLatin1(file))),
                     qPrintable(QStringLiteral("%1.cpp holds %2").arg(QString::fromLatin1(file), name)));
        }
    }

    // What draws says so, and nothing else does.
    void drawingEntriesSaySo() {
        QDirIterator sources(QString::fromStdString(test::sourceFolder() / "core/ops"),
                             {QStringLiteral("*.cpp")}, QDir::Files, QDirIterator::Subdirectories);
        int drawing = 0;
        while (sources.hasNext()) {
            QFile file(sources.next());
            QVERIFY(file.open(QIODevice::ReadOnly));
            const QByteArray text = file.readAll();
            if (!text.contains(".run = ")) continue;
            const bool draws = text.contains("randomOf(") || text.contains("fillRandom(");
            QVERIFY2(draws == text.contains(".randomness = "), qPrintable(file.fileName()));
            drawing += draws ? 1 : 0;
        }
        QVERIFY(drawing >= 3);
    }

    void randomNodes() {
        QStringList always;
        for (const ops::Operator* op : ops::catalogue()) {
            ir::Node node;
            node.domain = std::string(op->domain);
            node.op = std::string(op->name);
            if (ops::isRandom(node)) always << QString::fromStdString(node.op);
            node.domain = "elsewhere";
            QVERIFY2(!ops::isRandom(node), op->name.data());
        }
        QCOMPARE(always.join(u' '), QStringLiteral("Bernoulli Multinomial RandomNormal RandomNormalLike "
                                                   "RandomUniform RandomUniformLike"));
        const auto isRandom = [](Training training, bool knowsGraph) {
            const ir::Graph graph = dropout(training);
            return ops::isRandom(onlyNode(graph), knowsGraph ? &graph : nullptr);
        };
        QVERIFY(!isRandom(Training::Absent, false));
        QVERIFY(!isRandom(Training::Off, true));
        QVERIFY(isRandom(Training::Off, false));
        QVERIFY(isRandom(Training::On, true));
        QVERIFY(isRandom(Training::Open, true));
        QVERIFY(!isRandom(Training::Ratio0, true));
        QVERIFY(isRandom(Training::Ratio0, false));
    }

    void randomNodesInside() {
        for (const Training training : {Training::Off, Training::On}) {
            const auto inner = std::make_shared<const ir::Graph>(dropout(training));
            ir::Node group;
            group.domain = std::string(ir::FusedDomain);
            group.op = "Group";
            group.body = inner;
            QCOMPARE(ops::isRandom(group), training == Training::On);

            ir::Node branch;
            branch.op = "If";
            branch.set("then_branch", inner);
            QCOMPARE(ops::isRandom(branch), training == Training::On);

            ir::GraphBuilder outer; // an If within the body of a function
            outer.node("If", {outer.input("condition", {ir::DataType::Bool, ir::Dims{}})},
                       {{"then_branch", inner}});
            ir::Node call;
            call.op = "Function";
            call.body = std::make_shared<const ir::Graph>(outer.take());
            QCOMPARE(ops::isRandom(call), training == Training::On);
        }
    }

    void views() {
        for (const Training training : {Training::Absent, Training::Off, Training::Open})
            QCOMPARE(ops::isView(onlyNode(dropout(training))), training == Training::Absent);
        ir::Node node;
        node.inputs = {ValueId(0)};
        for (const char* op : {"Identity", "Reshape", "Flatten", "Squeeze", "Unsqueeze"}) {
            node.op = op;
            QVERIFY2(ops::isView(node), op);
        }
        node.op = "Transpose";
        QVERIFY(!ops::isView(node));
        node.op = "Identity";
        node.inputs = {ValueId()};
        QVERIFY(!ops::isView(node));
    }

    // Loops over several operators need the pattern of one element after the other.
    void loopBodiesAreElementWise() {
        int loops = 0;
        for (const ops::Operator* op : ops::catalogue()) {
            const bool one = op->loop.unary.has_value(), two = op->loop.binary.has_value();
            if (!one && !two) continue;
            ++loops;
            QVERIFY2(!(one && two) && op->pattern <= ops::Pattern::Broadcast, op->name.data());
        }
        QVERIFY(loops > 25);
    }
};

EDGEWRIGHT_TEST(NodeFactsTest)

} // namespace edgewright::node_facts_test

#include "node_facts_test.moc"
