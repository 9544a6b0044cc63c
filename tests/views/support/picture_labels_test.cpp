// SPDX-License-Identifier: GPL-3.0-or-later
// In one picture no two different names read the same: lifetimes, the arena, rooflines, layer bars and graphs
// of real models.
#include "core/pipeline/stage.h"
#include "tests/support/shared_files.h"
#include "tests/support/test_class.h"
#include "tests/views/memory/recorded_painting.h"
#include "views/accelerator/charts/cost_charts.h"
#include "views/graph/picture/scene/graph_scene.h"
#include "views/memory/chart/arena_painter.h"
#include "views/memory/chart/gantt_painter.h"
#include "views/support/short_name.h"
#include "views/support/utf8.h"

#include <QFontMetricsF>
#include <QPainter>
#include <QTest>

#include <cmath>
#include <map>
#include <numeric>
#include <set>

namespace edgewright::picture_labels_test {

using namespace edgewright::views;
using namespace edgewright::test;
using namespace Qt::StringLiterals;

namespace {

// Texts that were met, with the name that each stands for.
class Read {
public:
    // Empty where the text may stand for that name.
    QString fault(const QString& text, const std::string& name) {
        const std::string& known = m_names.emplace(text, name).first->second;
        return known == name ? QString() : u"'%1': %2, %3"_s.arg(text, views::text(name), views::text(known));
    }
    std::size_t count() const { return m_names.size(); }

private:
    std::map<QString, std::string> m_names;
};

std::shared_ptr<pipeline::Analysis> analysisOf(const std::filesystem::path& file) {
    auto opened = pipeline::open(file);
    if (!opened) return nullptr;
    auto analysis = std::make_shared<pipeline::Analysis>();
    analysis->opened = *opened;
    analysis->typed = pipeline::type(*opened, {}, true);
    if (!pipeline::evaluate(*analysis, {}, "cost")) return nullptr;
    auto plan = pipeline::plan(*analysis->typed->graph, analysis->opsets(false), {});
    if (!plan) return nullptr;
    analysis->memoryBefore = *plan;
    return analysis;
}

std::vector<PaintedThing> textsOf(const PlanPainter& painter, const QRectF& area, const PlaneWindow& window) {
    RecordingDevice device(area.size().toSize());
    QPainter paint(&device);
    painter.paintTexts(paint, area, Theme::light(), window, {});
    paint.end();
    std::vector<PaintedThing> texts = device.things();
    std::erase_if(texts, [](const PaintedThing& each) { return each.kind != PaintedThing::Text; });
    return texts;
}

} // namespace

class PictureLabelsTest : public QObject {
    Q_OBJECT

    std::map<QString, std::shared_ptr<pipeline::Analysis>> m_analyses;

    static constexpr const char* Models[] = {
        "exports/mobilenet_v2",      "exports/swin_micro",         "exports/bert_small_op17",
        "exports/unet_b16",          "models/yolox-nano-416",      "models/gtcrn-simplified",
        "models/t5-encoder-random",  "models/blazeface-front-128", "models/mobilenetv2-a050-128-tf2onnx",
        "models/tiny-gpt2-ort-fused"};

    // Quantized by quantizers, of nodes without names.
    static constexpr const char* Graphs[] = {
        "models/residual-block-qdq-excerpt", "models/retinaface-mb025-qdq-vitis",
        "models/shufflenet-v2-int8-qlinear", "models/ultraface-rfb320-raw"};

    void fillModels() {
        QTest::addColumn<QString>("model");
        for (const char* name : Models)
            QTest::newRow(name) << QString::fromLatin1(name);
    }
    static std::filesystem::path fileOf(const QString& model) {
        return shared(model.toStdString() + "/model.onnx");
    }
    std::shared_ptr<pipeline::Analysis> analysis(const QString& model) {
        std::shared_ptr<pipeline::Analysis>& made = m_analyses[model];
        if (const auto file = fileOf(model); !made && !file.empty()) made = analysisOf(file);
        return made;
    }

private slots:
    void lifetimes_data() { fillModels(); }
    void lifetimes() {
        QFETCH(QString, model);
        const auto made = analysis(model);
        if (fileOf(model).empty()) QSKIP(sharedMissing());
        QVERIFY(made != nullptr);
        const auto side = PlanSide::make(made, false);
        QVERIFY(side != nullptr);
        const GanttPainter painter(side, RowOrder::Start, {});
        const QRectF area(0, 0, 900, 500);
        const QRectF plot = painter.plot(area);
        Read read;
        constexpr std::size_t Rows = 16;
        std::size_t rows = 0;
        for (double first = 0; first < painter.extent().y1; first += double(Rows), rows += Rows) { // scrolled
            PlaneWindow window = painter.extent();
            window.y0 = first;
            window.y1 = first + double(Rows);
            for (const PaintedThing& each : textsOf(painter, area, window)) {
                if (each.rect.right() > plot.left() || each.rect.center().y() < plot.top() ||
                    each.rect.center().y() > plot.bottom())
                    continue;
                const auto row = static_cast<std::size_t>(first + (each.rect.center().y() - plot.top()) /
                                                                      plot.height() * double(Rows));
                if (row >= painter.rows().size()) continue;
                const QString fault = read.fault(each.text, side->name(painter.rows()[row]));
                QVERIFY2(fault.isEmpty(), qPrintable(fault));
            }
        }
        QVERIFY2(read.count() * 2 > std::min(rows, painter.rows().size()),
                 qPrintable(u"%1 names on %2 rows"_s.arg(read.count()).arg(painter.rows().size())));
    }

    void arena_data() { fillModels(); }
    void arena() {
        QFETCH(QString, model);
        const auto made = analysis(model);
        if (fileOf(model).empty()) QSKIP(sharedMissing());
        QVERIFY(made != nullptr);
        const auto side = PlanSide::make(made, false);
        QVERIFY(side != nullptr);
        const ArenaPainter painter(side, {});
        const QRectF area(0, 0, 1400, 900);
        Read read;
        const PlaneWindow all{0, static_cast<double>(side->steps()), 0,
                              static_cast<double>(side->plan().solution.peak)};
        for (int part = 0; part < 20; ++part) { // a twentieth of the steps each
            PlaneWindow window = all;
            window.x0 = all.x1 * part / 20;
            window.x1 = all.x1 * (part + 1) / 20;
            for (const PaintedThing& each : textsOf(painter, area, window)) {
                const LifeId life = painter.lifeAt(area, window, each.rect.center());
                if (!life.valid() || !each.text.contains(u'…')) continue;
                const BoxId box = side->life(life).box; // has the name of the first one in it that is in sight
                const std::int64_t first =
                    std::max(side->box(box).lower, static_cast<std::int64_t>(std::floor(window.x0)));
                const QString fault = read.fault(each.text, side->name(side->lifeAt(box, first)));
                QVERIFY2(fault.isEmpty(), qPrintable(fault));
            }
        }
    }

    // Titles with names, of the nodes before and after fusion.
    void graphs_data() {
        fillModels();
        for (const char* name : Graphs)
            QTest::newRow(name) << QString::fromLatin1(name);
    }
    void graphs() {
        QFETCH(QString, model);
        const auto file = fileOf(model);
        if (file.empty()) QSKIP(sharedMissing());
        const auto opened = pipeline::open(file);
        QVERIFY(opened);
        pipeline::Analysis analysis;
        analysis.opened = *opened;
        analysis.typed = pipeline::type(*opened, {}, true);
        QVERIFY(pipeline::evaluate(analysis, {}, "fuse"));
        for (const ir::Graph* graph : {analysis.before(), analysis.after()}) {
            const GraphScene scene(std::make_shared<const ir::Graph>(*graph));
            std::set<std::pair<QString, QString>> labels;
            for (const SceneBox& box : scene.boxes())
                if (box.kind == SceneBox::Kind::Node)
                    QVERIFY2(labels.emplace(box.card.title, box.card.subtitle).second,
                             qPrintable(box.card.title + u": "_s + box.card.subtitle));
            QVERIFY(labels.size() > 2);
        }
    }

    // The charts themselves, and the labels of any three layers that stand together.
    void layers_data() { fillModels(); }
    void layers() {
        QFETCH(QString, model);
        const auto made = analysis(model);
        if (fileOf(model).empty()) QSKIP(sharedMissing());
        QVERIFY(made != nullptr);
        QVERIFY(made->costs != nullptr);
        const auto& all = made->costs->report.layers;
        std::vector<std::string> names;
        for (const cost::LayerCost& each : all)
            names.push_back(each.layer.name);
        const ShortLabels labels(names);
        Read read;
        for (const double room : {40.0, 70.0, 110.0, 170.0}) // as left of rows of bars
            for (std::size_t i = 0; i < all.size(); ++i)
                if (const QString label = labelWithin(labels, i, QFontMetricsF(font(TextSize::Small)), room);
                    !label.isEmpty()) {
                    const QString fault = read.fault(label, names[i]);
                    QVERIFY2(fault.isEmpty(), qPrintable(fault));
                }
        for (std::size_t first = 0; first + 3 <= all.size(); ++first) {
            std::vector<std::size_t> ranks(all.size() - first);
            std::iota(ranks.begin(), ranks.end(), first);
            Read together;
            for (const NamedLayer& each : namedLayers(all, ranks, {ranks.back()})) {
                const QString fault = together.fault(each.name, names[each.index]);
                QVERIFY2(each.name.isEmpty() || fault.isEmpty(), qPrintable(fault));
            }
        }
        const pipeline::Settings settings;
        for (const ChartSpec* spec : acceleratorCharts()) {
            const ChartInput input{*made, settings, {}, {}};
            const Figure figure = chartFigure(QString::fromLatin1(spec->name), {}, {658, 400},
                                              [&](const Theme& theme) { return spec->build(input, theme); });
            RecordingDevice device(QSize(658, 400));
            QPainter paint(&device);
            figure.paint(paint, QRectF(0, 0, 658, 400), Theme::light());
            paint.end();
            std::map<QString, int> times;
            for (const PaintedThing& each : device.things())
                if (each.kind == PaintedThing::Text && each.text.contains(u'…')) ++times[each.text];
            for (const auto& [text, count] : times)
                QVERIFY2(count == 1, qPrintable(QString::fromLatin1(spec->name) + u": "_s + text));
        }
    }
};

EDGEWRIGHT_TEST(PictureLabelsTest)

} // namespace edgewright::picture_labels_test

#include "picture_labels_test.moc"
