// SPDX-License-Identifier: GPL-3.0-or-later
// The measure page on a session of its own, without a window.
#pragma once

#include "tests/support/own_settings.h"
#include "tests/support/shared_files.h"
#include "views/measure/measure_view.h"
#include "views/session/session.h"

#include <QDoubleSpinBox>
#include <QTest>

#include <memory>

namespace edgewright::views {
extern const ViewEntry int8_view;
extern const ViewEntry accelerator_view;
} // namespace edgewright::views

namespace edgewright::test {

class MeasureFixture {
public:
    // Opens the page on a sample; false when that did not come to an end. One second is measured.
    bool start(const std::string& sampleName = "tiny_cnn_2d") {
        m_all = std::make_unique<All>();
        m_all->view.resize(1100, 800);
        m_all->view.show();
        m_all->session.open(QString::fromStdString(sample(sampleName + ".onnx").string()));
        find<QDoubleSpinBox>(QStringLiteral("measureSeconds"))->setValue(1);
        return QTest::qWaitForWindowActive(&m_all->view) && QTest::qWaitFor([&] { return settled(); }, 60000);
    }
    void end() { m_all.reset(); }

    views::MeasureView& view() const { return m_all->view; }
    views::Session& session() const { return m_all->session; }
    views::SettingsModel& settings() const { return m_all->settings; }
    views::Selection& selection() const { return m_all->selection; }
    views::Measurements& measurements() const { return m_all->session.measurements(); }
    std::shared_ptr<const pipeline::Analysis> analysis() const { return m_all->session.analysis(); }
    bool settled() const {
        const auto a = analysis();
        return session().idle() && a->fusion && a->memoryBefore && a->memoryAfter;
    }
    bool isIdle() const { return measurements().state() == views::Measurements::State::Idle; }
    template <typename T>
    T* find(const QString& name) const {
        T* found = view().findChild<T*>(name);
        if (!found) qWarning() << "the page has no" << name;
        return found;
    }
    void click(const QString& name) const {
        if (auto* widget = find<QWidget>(name)) QTest::mouseClick(widget, Qt::LeftButton);
    }
    NodeId firstOf(const char* op) const {
        const ir::Graph& graph = *analysis()->before();
        for (const NodeId id : graph.order())
            if (graph.node(id).op == op) return id;
        return {};
    }

private:
    struct All {
        views::JobBoard jobs;
        views::SettingsModel settings;
        views::Selection selection;
        views::Session session{
            settings,
            jobs.pool(),
            &jobs.searches(),
            &jobs.writes(),
            {QStandardPaths::writableLocation(QStandardPaths::AppDataLocation) + QStringLiteral("/devices"),
             remote::hostsFile()}};
        views::ViewContext context{selection,        settings,       jobs.pool(),
                                   &jobs.searches(), &session.pin(), &session.measurements(),
                                   &session.stages()};
        views::MeasureView view{context};

        All() {
            std::set<std::string, std::less<>> ofOtherPages;
            for (const views::ViewEntry* page : {&views::int8_view, &views::accelerator_view})
                ofOtherPages.insert(page->stages.begin(), page->stages.end());
            session.stages().setUnwanted(std::move(ofOtherPages));
            QObject::connect(&session, &views::Session::changed, &view,
                             [this] { view.setAnalysis(session.analysis()); });
        }
    };
    std::unique_ptr<All> m_all;
};

} // namespace edgewright::test
