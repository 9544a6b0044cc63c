// SPDX-License-Identifier: GPL-3.0-or-later
// From a graph to boxes and curves, and from these to marks on paper.
#include <QBuffer>
#include <QImage>
#include <QSvgGenerator>
#include <QTest>

#include "core/ir/builder.h"
#include "tests/support/test_class.h"
#include "tests/views/graph/sample.h"
#include "views/graph/picture/graph_painter.h"
#include "views/graph/picture/scene/graph_scene.h"
#include "views/support/operator_title.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace edgewright::graph_scene_test {

using namespace edgewright::views;
using namespace edgewright::views::test;

namespace {

std::unique_ptr<GraphScene> placed(const ir::Graph& graph) {
    auto scene = std::make_unique<GraphScene>(std::make_shared<const ir::Graph>(graph));
    const auto layout = layout::layoutGraph(scene->request(), {});
    if (layout) scene->place(*layout);
    return scene;
}

// The texts that the painter writes.
std::set<QString> texts(const GraphScene& scene, GraphPaintOptions options) {
    QBuffer buffer;
    QSvgGenerator svg;
    svg.setOutputDevice(&buffer);
    svg.setSize(scene.size().toSize());
    QPainter painter(&svg);
    paintGraph(painter, scene, QRectF(QPointF(), scene.size()), Theme::light(), options);
    painter.end();
    std::set<QString> found;
    const QString document = QString::fromUtf8(buffer.data());
    qsizetype at = 0;
    while ((at = document.indexOf(QStringLiteral("<text"), at)) >= 0) {
        const qsizetype begin = document.indexOf(u'>', at) + 1,
                        end = document.indexOf(QStringLiteral("</text>"), begin);
        found.insert(document.mid(begin, end - begin).trimmed());
        at = end;
    }
    return found;
}

QStringList chipTexts(const GraphScene& scene, NodeId node) {
    QStringList result;
    for (const Chip& chip : scene.boxes()[*scene.boxOf(node)].card.chips)
        result << chip.text;
    return result;
}

} // namespace

class GraphSceneTest final : public QObject {
    Q_OBJECT
private slots:
    void hasABoxForEachNodeAndTerminal() {
        const Sample s = residualSample();
        const auto scene = placed(s.graph);
        QCOMPARE(scene->boxes().size(), s.graph.nodeCount() + 2); // one input, one output; no weights
        // x->conv1, conv1->norm1->relu1, relu1->conv2 and ->add, conv2->norm2->add, add->relu2->pool->output
        QCOMPARE(scene->edges().size(), std::size_t(10));
        for (const SceneEdge& edge : scene->edges())
            QVERIFY(!edge.path.isEmpty());
        QCOMPARE(scene->boxes()[*scene->boxOf(s.conv1)].category, ops::Category::Compute);
        QCOMPARE(scene->sourceOf(s.reluOut), scene->boxOf(s.relu1));
    }

    void showsWeightsAsChips() {
        const Sample s = residualSample();
        const auto scene = placed(s.graph);
        QCOMPARE(chipTexts(*scene, s.conv1),
                 QStringList({QStringLiteral("1×8×16×16"), QStringLiteral("W 8×3×3×3")}));
        QCOMPARE(chipTexts(*scene, s.norm1),
                 QStringList({QStringLiteral("1×8×16×16"), QStringLiteral("4 × (8)")}));
    }

    void chipsLieInsideTheirCard() {
        ir::GraphBuilder b;
        const ValueId x = b.input("x", ir::TensorType(ir::DataType::Float32, ir::Dims{1000000, 1000000, 1, 1}));
        std::vector<ValueId> in{x};
        for (int i = 0; i < 30; ++i)
            in.push_back(
                b.constant("a constant with a very long name " + std::to_string(i), ramp({100 + i, 3}, 0, 1)));
        b.output(b.node("Concat_with_an_unreasonably_long_operator_name_that_no_card_can_hold", in));
        const auto scene = placed(b.graph());
        for (const SceneBox& box : scene->boxes())
            for (const Chip& chip : box.card.chips)
                QVERIFY2(QRectF(QPointF(), box.card.size).contains(chip.rect), qPrintable(chip.text));
        QVERIFY(chipTexts(*scene, NodeId(0)).last().startsWith(u'+'));
    }

    void hidesConstantComputations() {
        ir::GraphBuilder b;
        const ValueId x = b.input("x", ir::TensorType(ir::DataType::Float32, ir::Dims{2, 3}));
        const ValueId shape = b.node("Neg", {b.constant("c", ir::Tensor::of<std::int64_t>({2}, {-3, -2}))});
        const ValueId y = b.node("Reshape", {x, shape});
        b.output(y);
        const auto scene = placed(b.graph());
        QCOMPARE(scene->hiddenNodes(), std::size_t(1));
        QCOMPARE(scene->boxes().size(), std::size_t(3));
        QCOMPARE(scene->boxOf(NodeId(0)), scene->boxOf(NodeId(1))); // found at its reader
    }

    void survivesBrokenGraphs() {
        ir::GraphBuilder b;
        const ValueId x = b.input("x", {}), a = b.value("a"), c = b.value("c");
        b.nodeInto("Add", {x, c}, {a});
        b.nodeInto("Relu", {a}, {c}); // a cycle
        b.nodeInto("Relu", {a}, {a}); // a second producer, of its own input
        b.nodeInto("", {ValueId()}, {ValueId()});
        b.output(b.value("nobody writes this"));
        const auto scene = placed(b.graph());
        QVERIFY(scene->placed());
        QCOMPARE(scene->boxes().size(), std::size_t(6));
    }

    void everyBoxIsHitAtItsCentre() {
        const auto scene = placed(residualSample().graph);
        for (std::uint32_t i = 0; i < scene->boxes().size(); ++i)
            QCOMPARE(hitTest(*scene, scene->boxes()[i].rect.center(), 4).box, std::optional(i));
        for (std::uint32_t i = 0; i < scene->edges().size(); ++i) {
            const GraphHit hit = hitTest(*scene, scene->edges()[i].path.pointAtPercent(0.5), 4);
            QVERIFY(!hit.box);
            QVERIFY(hit.edge);
            QCOMPARE(scene->edges()[*hit.edge].value, scene->edges()[i].value);
        }
        QVERIFY(!hitTest(*scene, QPointF(-500, -500), 4).box);
    }

    void writesTitlesNamesAndChips() {
        const auto scene = placed(residualSample().graph);
        const auto found = texts(*scene, {});
        for (const SceneBox& box : scene->boxes()) {
            QVERIFY2(found.count(box.card.title), qPrintable(box.card.title));
            if (!box.card.subtitle.isEmpty())
                QVERIFY2(found.count(box.card.subtitle), qPrintable(box.card.subtitle));
            for (const Chip& chip : box.card.chips)
                QVERIFY2(found.count(chip.text), qPrintable(chip.text));
        }
    }

    void groupsAreTitledByTheirMembers() {
        const auto analysis = analyse(residualSample().graph);
        QVERIFY(analysis->fusion);
        const auto scene = placed(analysis->fusion->graph);
        QStringList titles;
        for (const SceneBox& box : scene->boxes())
            if (box.fused) titles << box.card.title;
        QVERIFY2(titles.contains(QStringLiteral("Conv + Relu")), qPrintable(titles.join(u';')));
    }

    // Also where quantizers name nodes, with long names that end alike, where names are the same or absent.
    void titleAndNameTellNodesApart() {
        ir::GraphBuilder b;
        ValueId x = b.input("x", ir::TensorType(ir::DataType::Float32, ir::Dims{1, 8, 16, 16}));
        const auto add = [&](const char* op, const std::string& name) {
            x = b.node(op, {x});
            b.graph().node(NodeId(static_cast<std::uint32_t>(b.graph().nodeCount() - 1))).name = name;
        };
        for (const char* layer : {"1", "2", "11", "12"})
            for (const char* op : {"QuantizeLinear", "DequantizeLinear"})
                for (const char* part : {"/expand/Relu", "/project/BatchNorm/FusedBatchNormV3"})
                    add(op, "MobilenetEdgeTPU/expanded_conv_" + std::string(layer) + part + "_" + op);
        for (int i = 0; i < 3; ++i) {
            add("QuantizeLinear", "");
            add("DequantizeLinear", "the same");
            add("Relu", std::string(200, 'a') + std::to_string(i) + std::string(200, 'b'));
        }
        b.output(x);
        const auto scene = placed(b.graph());
        const QFontMetricsF metrics(cardFonts().small);
        std::set<std::pair<QString, QString>> labels;
        std::size_t nodes = 0;
        for (const SceneBox& box : scene->boxes()) {
            if (box.kind != SceneBox::Kind::Node) continue;
            ++nodes;
            const NodeCard& card = box.card;
            QVERIFY2(!card.subtitle.isEmpty(), qPrintable(card.title));
            QVERIFY2(labels.emplace(card.title, card.subtitle).second, qPrintable(card.subtitle));
            QVERIFY2(card.subtitleAt.x() + metrics.horizontalAdvance(card.subtitle) < card.size.width(),
                     qPrintable(card.subtitle));
            QVERIFY(box.rect.size() == card.size);
        }
        QCOMPARE(nodes, b.graph().nodeCount());
        QCOMPARE(nodes, std::size_t(16 + 9));
        const auto isShown = [&](const char* title, const QString& name) {
            return labels.contains({QString::fromLatin1(title), name});
        };
        QVERIFY(isShown("QuantizeLinear", QStringLiteral("#16"))); // as it is called in lists
        QVERIFY(isShown("DequantizeLinear", QStringLiteral("the same #17")));
        for (const auto& [title, name] : labels) // the title says it
            QVERIFY2(!name.endsWith(QStringLiteral("quantizeLinear"), Qt::CaseInsensitive), qPrintable(name));
    }

    void functionsAreTitledByTheirName() {
        ir::GraphBuilder body("Attention");
        const ValueId in = body.input("x", ir::TensorType(ir::DataType::Float32, ir::Dims{2}));
        body.output(body.node("Relu", {body.node("Neg", {in})}));
        ir::Node node;
        node.domain = "our";
        node.op = "Attention";
        node.body = std::make_shared<const ir::Graph>(body.take());
        QCOMPARE(operatorTitle(node), QStringLiteral("Attention · 2 nodes"));
        node.domain = ir::FusedDomain; // a group, with what the rule says it computes
        node.op = "NegRelu";
        for (std::uint32_t i = 0; i < 18; ++i)
            node.origins.push_back(NodeId(i));
        QCOMPARE(operatorTitle(node), QStringLiteral("Attention · 18 nodes"));
        node.op = "Attention"; // nothing but the operators
        QCOMPARE(operatorTitle(node), QStringLiteral("Neg + Relu"));
    }

    void hullsCoverTheirMembers() {
        const Sample s = residualSample();
        const auto scene = placed(s.graph);
        scene->setHulls({{{s.conv1, s.norm1, s.relu1}, {}, HullSpec::Style::Fused, {}},
                         {{s.pool}, {}, HullSpec::Style::Fused, {}}});
        QCOMPARE(scene->hulls().size(), std::size_t(1)); // one node is no group
        for (const NodeId node : {s.conv1, s.norm1, s.relu1})
            QVERIFY(scene->hulls()[0].path.contains(scene->boxes()[*scene->boxOf(node)].rect));
        QVERIFY(!scene->hulls()[0].path.intersects(scene->boxes()[*scene->boxOf(s.conv2)].rect));
        QCOMPARE(scene->hulls()[0].path.toSubpathPolygons().size(), qsizetype(1)); // bridged
    }

    // A tensor with many readers has one trunk: no stretch of it is drawn twice, and nothing of it is missing.
    void trunksAreDrawnOnce() {
        ir::GraphBuilder b;
        const ValueId x = b.input("x", ir::TensorType(ir::DataType::Float32, ir::Dims{2, 3}));
        ValueId y = x;
        for (int i = 0; i < 12; ++i)
            y = b.node("Add", {b.node("Relu", {y}), x});
        b.output(y);
        const auto scene = placed(b.graph());
        struct Stretch {
            double x, top, bottom;
        };
        std::vector<Stretch> drawn;
        for (const SceneEdge& edge : scene->edges()) {
            if (edge.value != x) continue;
            QCOMPARE(edge.ink.size() % 4, qsizetype(0));
            for (qsizetype i = 0; i + 3 < edge.ink.size(); i += 4)
                if (edge.ink[i].x() == edge.ink[i + 3].x() && edge.ink[i].x() == edge.ink[i + 1].x())
                    drawn.push_back({edge.ink[i].x(), std::min(edge.ink[i].y(), edge.ink[i + 3].y()),
                                     std::max(edge.ink[i].y(), edge.ink[i + 3].y())});
        }
        for (std::size_t i = 0; i < drawn.size(); ++i)
            for (std::size_t j = i + 1; j < drawn.size(); ++j)
                if (drawn[i].x == drawn[j].x)
                    QVERIFY(std::min(drawn[i].bottom, drawn[j].bottom) - std::max(drawn[i].top, drawn[j].top) <
                            0.5);
        for (const SceneEdge& edge : scene->edges())
            for (qsizetype i = 0; i + 3 < edge.curve.size() && edge.value == x; i += 3)
                if (edge.curve[i].x() == edge.curve[i + 3].x() && edge.curve[i].x() == edge.curve[i + 1].x()) {
                    const double middle = (edge.curve[i].y() + edge.curve[i + 3].y()) / 2;
                    QVERIFY(std::any_of(drawn.begin(), drawn.end(), [&](const Stretch& s) {
                        return std::abs(s.x - edge.curve[i].x()) < 0.2 && s.top <= middle && middle <= s.bottom;
                    }));
                }
    }

    // The stripe carries the category's colour, the body does not.
    void paintsTheStripe() {
        const Sample s = residualSample();
        const auto scene = placed(s.graph);
        QImage image(scene->size().toSize() + QSize(4, 4), QImage::Format_RGB32);
        image.fill(Theme::light().background);
        QPainter painter(&image);
        paintGraph(painter, *scene, QRectF(image.rect()), Theme::light(), {});
        painter.end();
        const QRectF rect = scene->boxes()[*scene->boxOf(s.relu1)].rect;
        QCOMPARE(image.pixelColor(int(rect.left()) + 2, int(rect.center().y())),
                 Theme::light().category(ops::Category::Activation));
        QCOMPARE(image.pixelColor(int(rect.left()) + 7, int(rect.center().y())), Theme::light().surface);
    }
};

EDGEWRIGHT_TEST(GraphSceneTest)

} // namespace edgewright::graph_scene_test

#include "graph_scene_test.moc"
#include "views/support/operator_title.h"
