// SPDX-License-Identifier: GPL-3.0-or-later
// How many operators are left of known models, against the best that was measured of other fusers.
#include "core/exec/executor.h"

#include "core/exec/compare.h"
#include "core/fusion/fuse.h"
#include "core/fusion/traffic.h"
#include "tests/support/macs.h"
#include "tests/support/test_class.h"
#include "tests/support/typed_model.h"
#include "tests/support/unsupported.h"

#include <QFile>
#include <QRegularExpression>
#include <QTest>

namespace edgewright::anchors_test {

namespace fs = std::filesystem;

namespace {

constexpr double Tolerance = 1e-5;            // of the norm, float32
constexpr double HalfTolerance = 2e-3;        // where float16 lies between operators
constexpr std::int64_t MacLimit = 20'000'000; // of a model that is run here; fuse_models_test runs larger ones
constexpr std::size_t ModelsWithAnchor = 80;  // rows of the table, at least

struct Anchor {
    QString model;
    std::size_t most = 0;
};

// | model | opset | MB | ... | **best anchor** | ...
std::vector<Anchor> anchors() {
    std::vector<Anchor> result;
    const fs::path file = edgewright::test::shared("facts/fusion.md");
    QFile table(QString::fromStdString(file.string()));
    if (file.empty() || !table.open(QIODevice::ReadOnly)) return result;
    static const QRegularExpression row(QStringLiteral(R"(^\| ([\w./-]+) \| \d+ \| [\d.]+ \|.*\*\*(\d+)\*\*)"));
    while (!table.atEnd()) {
        const auto found = row.match(QString::fromUtf8(table.readLine()));
        if (found.hasMatch()) result.push_back({found.captured(1), found.captured(2).toULongLong()});
    }
    return result;
}

fs::path fileOf(const QString& model) {
    const std::string name = model.toStdString();
    for (const std::string& path :
         {"models/" + name + "/model.onnx", "exports/" + name + "/model.onnx", "models/" + name + ".onnx"})
        if (fs::path file = edgewright::test::sharedIfAny(path); !file.empty()) return file;
    return {};
}

bool hasHalves(const ir::Graph& graph) {
    for (std::size_t i = 0; i < graph.valueCount(); ++i)
        if (graph.value(ValueId(i)).type.dtype == ir::DataType::Float16) return true;
    return false;
}

// Integer sums instead of rounded ones give other codes; their rule has tests of its own.
fusion::Options withoutIntegers() {
    fusion::Options options;
    for (const fusion::Rule* rule : fusion::rules())
        if (rule->changesQuantizedValues) options.without.insert(std::string(rule->name));
    return options;
}

} // namespace

class AnchorsTest : public QObject {
    Q_OBJECT

private slots:
    void table() {
        if (edgewright::test::shared("facts/fusion.md").empty()) QSKIP(edgewright::test::sharedMissing());
        QVERIFY(anchors().size() >= ModelsWithAnchor);
    }

    void counts_data() {
        QTest::addColumn<QString>("file");
        QTest::addColumn<qulonglong>("most");
        for (const Anchor& anchor : anchors())
            QTest::newRow(qPrintable(anchor.model)) << QString::fromStdString(fileOf(anchor.model).string())
                                                    << static_cast<qulonglong>(anchor.most);
        if (anchors().empty()) QTest::newRow("no table") << QString() << 0ULL;
    }
    void counts() {
        QFETCH(QString, file);
        QFETCH(qulonglong, most);
        if (edgewright::test::shared("facts/fusion.md").empty()) QSKIP(edgewright::test::sharedMissing());
        QVERIFY2(most > 0, "the table has no anchor, or none for this model");
        if (file.isEmpty()) QSKIP("the table has this model, the collection has not");
        const auto model = edgewright::test::typedModel(file.toStdString(), false);
        QVERIFY2(model, "does not import");
        const auto history = fusion::fuse(model->graph, model->opsets);
        QVERIFY2(history, history ? "" : history.error().message.c_str());
        const std::size_t left = fusion::computeNodes(history->graph);
        QVERIFY2(
            left <= most,
            qPrintable(QStringLiteral("%1 operators are left, the best anchor has %2").arg(left).arg(most)));
    }

    // What needs a newer opset may not keep other operators from joining in: raising it never costs nodes.
    void raised_data() {
        QTest::addColumn<QString>("file");
        for (const fs::path& file : edgewright::test::sharedModels())
            QTest::newRow(file.parent_path().filename().c_str()) << QString::fromStdString(file.string());
        if (edgewright::test::sharedModels().empty()) QTest::newRow("no models") << QString();
    }
    void raised() {
        QFETCH(QString, file);
        if (file.isEmpty()) QSKIP(edgewright::test::sharedMissing());
        const auto model = edgewright::test::typedModel(file.toStdString(), false);
        QVERIFY2(model, "does not import");
        const auto history = fusion::fuse(model->graph, model->opsets);
        QVERIFY2(history, history ? "" : history.error().message.c_str());
        const std::size_t most = fusion::computeNodes(history->graph);
        for (const std::int64_t limit : {20, 24}) {
            fusion::Options options;
            options.opsetLimit = limit;
            const auto higher = fusion::fuse(model->graph, model->opsets, options);
            QVERIFY2(higher, higher ? "" : higher.error().message.c_str());
            const std::size_t left = fusion::computeNodes(higher->graph);
            QVERIFY2(left <= most, qPrintable(QStringLiteral("%1 operators are left at opset %2, %3 without it")
                                                  .arg(left)
                                                  .arg(limit)
                                                  .arg(most)));
        }
    }

    void numbers_data() {
        QTest::addColumn<QString>("file");
        bool any = false;
        for (const Anchor& anchor : anchors())
            if (const fs::path file = fileOf(anchor.model); !file.empty()) {
                QTest::newRow(qPrintable(anchor.model)) << QString::fromStdString(file.string());
                any = true;
            }
        if (!any) QTest::newRow("no models") << QString();
    }
    void numbers() {
        QFETCH(QString, file);
        if (file.isEmpty()) QSKIP(edgewright::test::sharedMissing());
        const auto model = edgewright::test::typedModel(file.toStdString(), true);
        QVERIFY2(model, "does not import");
        if (edgewright::test::macsOf(model->graph) > MacLimit) QSKIP("takes too long here");
        const auto history = fusion::fuse(model->graph, model->opsets, withoutIntegers());
        QVERIFY2(history, history ? "" : history.error().message.c_str());
        const auto feeds = ir::seededFeeds(history->base, 5);
        QVERIFY2(feeds, feeds ? "" : feeds.error().message.c_str());
        const auto before = exec::run(history->base, history->opsets, *feeds, {});
        const std::string wrong =
            edgewright::test::unlisted(file.toStdString(), before ? "" : before.error().message);
        QVERIFY2(wrong.empty(), wrong.c_str());
        if (!before) return;
        const auto after = exec::run(history->graph, history->opsets, *feeds, {});
        QVERIFY2(after, after ? "" : after.error().message.c_str());
        QCOMPARE(after->outputs.size(), before->outputs.size());
        const double tolerance = hasHalves(model->graph) ? HalfTolerance : Tolerance;
        for (std::size_t i = 0; i < before->outputs.size(); ++i) {
            if (before->outputs[i].dtype() == ir::DataType::String) continue;
            const exec::Difference difference = exec::compare(after->outputs[i], before->outputs[i]);
            QVERIFY2(difference.sameShape && difference.relNorm <= tolerance,
                     qPrintable(QStringLiteral("output %1: %2 of the norm").arg(i).arg(difference.relNorm)));
        }
    }
};

EDGEWRIGHT_TEST(AnchorsTest)

} // namespace edgewright::anchors_test

#include "anchors_test.moc"
