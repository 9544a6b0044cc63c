// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/accelerator/accelerator_view.h"
#include "views/memory/memory_view.h"
#include "views/numerics/int8_view.h"
#include "core/cost/roofline.h"
#include <QApplication>
#include <QDir>
#include <QElapsedTimer>
#include <QTest>
using namespace edgewright;
using namespace edgewright::views;

// preview MODEL OUTDIR [layer]
int main(int argc, char** argv) {
    QApplication app(argc, argv);
    app.setStyle(QStringLiteral("Fusion"));
    auto analysis = std::make_shared<pipeline::Analysis>();
    pipeline::Settings defaults;
    auto opened = pipeline::open(argv[1]);
    if (!opened) { qWarning("%s", opened.error().message.c_str()); return 1; }
    analysis->opened = *opened;
    analysis->typed = pipeline::type(*opened, {}, true);
    auto fused = pipeline::fuse(*analysis->typed, {});
    if (fused) analysis->fusion = *fused; else qWarning("fuse: %s", fused.error().message.c_str());
    Selection selection; SettingsModel settings; QThreadPool pool;
    if (argc > 4) settings.change([&](pipeline::Settings& s) { s.planner = argv[4]; });
    const auto plan = [&](const ir::Graph& graph) -> std::shared_ptr<const pipeline::MemoryPlan> {
        auto p = pipeline::plan(graph, {}, settings.get().planner);
        if (!p) { qWarning("plan: %s", p.error().message.c_str()); return nullptr; }
        return *p;
    };
    analysis->memoryBefore = plan(*analysis->typed->graph);
    if (fused) analysis->memoryAfter = plan(analysis->fusion->graph);
    cost::Accelerator accelerator;
    accelerator.bandwidth = 10;
    const ir::Graph& g = fused ? analysis->fusion->graph : *analysis->typed->graph;
    if (auto c = pipeline::costs(g, accelerator)) analysis->costs = *c; else qWarning("cost: %s", c.error().message.c_str());
    if (auto c = pipeline::sweep(g)) analysis->sweep = *c; else qWarning("sweep: %s", c.error().message.c_str());
    std::size_t wanted = argc > 3 ? static_cast<std::size_t>(atoi(argv[3])) : 0, seen = 0;
    NodeId layer;
    for (const NodeId id : analysis->typed->graph->order())
        if (quant::canStudy(*analysis->typed->graph, analysis->typed->graph->node(id)) && seen++ == wanted) layer = id;
    settings.change([&](pipeline::Settings& s) { s.accelerator = accelerator; s.int8Layer = layer; });
    if (layer.valid()) {
        auto s = pipeline::studyLayer(*analysis->typed, layer, {});
        if (s) analysis->int8 = *s; else { qWarning("int8: %s", s.error().message.c_str()); analysis->errors["int8"] = s.error(); }
    }
    ViewContext context{selection, settings, pool, {}};
    QDir().mkpath(QString::fromLocal8Bit(argv[2]));
    for (const bool dark : {false, true}) {
        app.setPalette((dark ? Theme::darkTheme() : Theme::light()).palette());
        for (const ViewEntry* entry : {&memory_view, &accelerator_view, &int8_view}) {
            auto view = entry->make(context);
            view->resize(argc > 5 ? atoi(argv[5]) : 1280, 800);
            view->show();
            view->update(analysis);
            
            selection.select({layer, {}});
            QTest::qWait(100);
            const QString stem = QString::fromLocal8Bit(argv[2]) + QLatin1Char('/') + QString::fromLatin1(entry->id);
            QElapsedTimer t; t.start();
            view->grab().save(stem + (dark ? QStringLiteral("-dark.png") : QStringLiteral("-light.png")));
            qInfo("%s %lld ms", entry->id, static_cast<long long>(t.elapsed()));
            if (!dark) {
                auto pending = std::make_shared<pipeline::Analysis>(*analysis);
                pending->pending = {"memory", "cost", "sweep", "int8"};
                view->update(pending);
                QTest::qWait(1000);
                view->grab().save(stem + QStringLiteral("-pending.png"));
                view->update(analysis);
            }
            if (!dark)
                for (const Figure& figure : view->figures())
                    for (const char* suffix : {".png", ".svg", ".pdf"})
                        if (auto r = exportFigure(figure, stem + QLatin1Char('-') + figure.name + QString::fromLatin1(suffix), 1.5); !r)
                            qWarning("%s", r.error().message.c_str());
        }
    }
}
