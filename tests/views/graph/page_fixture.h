// SPDX-License-Identifier: GPL-3.0-or-later
// The graph page alone, without a window around it, on the residual sample.
#pragma once

#include "tests/views/graph/sample.h"
#include "views/graph/canvas/graph_canvas.h"
#include "views/graph/graph_view.h"

#include <QTest>
#include <QThreadPool>

#include <memory>
#include <utility>

namespace edgewright::views::test {

class PageFixture {
protected:
    QThreadPool m_pool;
    std::unique_ptr<Selection> m_selection;
    std::unique_ptr<SettingsModel> m_settings;
    std::unique_ptr<ViewContext> m_context;
    std::unique_ptr<View> m_view;
    Sample m_sample;
    std::shared_ptr<const pipeline::Analysis> m_analysis; // shown last

    void openPage(const QSize& size) {
        m_selection = std::make_unique<Selection>();
        m_settings = std::make_unique<SettingsModel>();
        m_context = std::make_unique<ViewContext>(ViewContext{*m_selection, *m_settings, m_pool});
        m_view = graph_view.make(*m_context);
        m_view->resize(size);
        m_view->show();
        m_sample = residualSample();
    }
    // The same with the sample shown; whether it is.
    bool openShown(const QSize& size) {
        openPage(size);
        return QTest::qWaitForWindowExposed(m_view.get()) && show(analyse(m_sample.graph));
    }
    void closePage() {
        m_view.reset();
        m_pool.waitForDone();
    }
    template <typename T>
    T* find(const QString& name) const {
        return m_view->findChild<T*>(name);
    }
    GraphCanvas* canvas(bool before) const {
        return find<GraphCanvas>(before ? QStringLiteral("graphCanvasBefore")
                                        : QStringLiteral("graphCanvasAfter"));
    }
    const fusion::History& history() const { return *m_analysis->fusion; }

    // Until both pictures are there and at rest: the original is drawn once more when its groups are known.
    bool show(std::shared_ptr<const pipeline::Analysis> analysis) {
        m_analysis = std::move(analysis);
        m_view->setAnalysis(m_analysis);
        int looks = 0; // in a row at which nothing was under way; a job's result can start the next one
        return QTest::qWaitFor([&] {
            const auto& before = canvas(true)->scene();
            const auto& after = canvas(false)->scene();
            const bool shown = before && &before->graph() == m_analysis->before() && after &&
                               &after->graph() == m_analysis->after();
            const bool resting = m_pool.activeThreadCount() == 0 && !canvas(true)->inTransition() &&
                                 !canvas(false)->inTransition();
            looks = shown && resting ? looks + 1 : 0;
            return looks > 3;
        });
    }
    // The same model with another fusion of it.
    bool showFused(const fusion::Options& options) {
        auto next = std::make_shared<pipeline::Analysis>(*m_analysis);
        const auto fused = analyse(m_sample.graph, options);
        next->fusion = fused->fusion;
        next->benefits = fused->benefits;
        return show(next);
    }
    // As the window does it: the settings changed, so fuse again.
    bool fuseAgain() { return showFused(m_settings->get().fusion); }

    static fusion::Options withoutRules() {
        fusion::Options options;
        for (const fusion::Rule* rule : fusion::rules())
            options.without.emplace(rule->name);
        return options;
    }
};

} // namespace edgewright::views::test
