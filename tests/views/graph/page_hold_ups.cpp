// SPDX-License-Identifier: GPL-3.0-or-later
// edgewright-hold-ups MODEL.onnx: the longest time that one event keeps the Graph page busy, for what people
// do; CPU milliseconds of the GUI thread.
#include <QApplication>
#include <QComboBox>
#include <QLineEdit>
#include <QTest>

#include "core/pipeline/study.h"
#include "tests/support/cpu_time.h"
#include "views/graph/canvas/graph_canvas.h"
#include "views/graph/graph_view.h"
#include "views/graph/panels/history_bar.h"

#include <algorithm>
#include <cstdio>
#include <functional>

using namespace edgewright;
using namespace edgewright::views;
using namespace Qt::StringLiterals;
using test::threadMilliseconds;

namespace {

// Times every event that is not inside of another.
class Timed final : public QApplication {
public:
    using QApplication::QApplication;
    double longest = 0;
    bool notify(QObject* receiver, QEvent* event) override {
        if (m_depth > 0) return QApplication::notify(receiver, event);
        ++m_depth;
        const double start = threadMilliseconds();
        const bool done = QApplication::notify(receiver, event);
        longest = std::max(longest, threadMilliseconds() - start);
        --m_depth;
        return done;
    }

private:
    int m_depth = 0;
};

// The longest event while `what` happens and all it starts comes to an end.
void watch(Timed& application, const char* name, QThreadPool& pool, const std::function<void()>& what) {
    const double start = threadMilliseconds();
    what();
    const double direct = threadMilliseconds() - start;
    application.longest = 0;
    for (int quiet = 0; quiet < 10; quiet = pool.activeThreadCount() == 0 ? quiet + 1 : 0)
        QTest::qWait(30);
    std::printf("%-34s at once %7.1f ms   longest event %7.1f ms\n", name, direct, application.longest);
}

} // namespace

int main(int argc, char** argv) {
    qputenv("QT_QPA_PLATFORM", "offscreen");
    Timed application(argc, argv);
    const QStringList words = QApplication::arguments();
    if (words.size() != 2) return 2;
    const auto opened = pipeline::open(words[1].toStdString());
    if (!opened) {
        std::fprintf(stderr, "%s\n", opened.error().message.c_str());
        return 1;
    }
    auto analysis = std::make_shared<pipeline::Analysis>();
    analysis->opened = *opened;
    analysis->typed = pipeline::type(*opened, {}, true);
    auto history = pipeline::fuse(*analysis->typed, {});
    if (!history) return 1;

    QThreadPool pool;
    Selection selection;
    SettingsModel settings;
    ViewContext context{selection, settings, pool};
    const auto view = graph_view.make(context);
    view->resize(1500, 950);
    view->show();
    auto* left = view->findChild<GraphCanvas*>(u"graphCanvasBefore"_s);
    watch(application, "the graph appears", pool,
          [&] { view->setAnalysis(std::make_shared<pipeline::Analysis>(*analysis)); });
    analysis->fusion = *history;
    watch(application, "it is fused", pool,
          [&] { view->setAnalysis(std::make_shared<pipeline::Analysis>(*analysis)); });
    const ir::Graph& graph = *analysis->typed->graph;
    const NodeId middle = graph.order()[graph.nodeCount() / 2];
    watch(application, "a node is selected", pool, [&] { selection.select({middle, {}}); });
    watch(application, "fit all", pool, [&] { QTest::keyClick(left, Qt::Key_0); });
    auto* colours = view->findChild<QComboBox*>(u"legendSwitch"_s);
    for (const char* key : {"macs", "bytes", "dtype", "group", "kind"})
        watch(application, ("coloured by " + std::string(key)).c_str(), pool,
              [&] { colours->setCurrentIndex(colours->findData(QString::fromLatin1(key))); });
    auto* line = view->findChild<QLineEdit*>(u"graphSearch"_s);
    watch(application, "op:Add is searched", pool, [&] { line->setText(u"op:Add"_s); });
    watch(application, "the next hit", pool, [&] { QTest::keyClick(line, Qt::Key_Return); });
    watch(application, "no search", pool, [&] { line->clear(); });
    watch(application, "difference", pool, [&] { QTest::keyClick(left, Qt::Key_D); });
    watch(application, "no difference", pool, [&] { QTest::keyClick(left, Qt::Key_D); });
    auto* bar = view->findChild<HistoryBar*>(u"historyBar"_s);
    watch(application, "one step back", pool, [&] { bar->setStep(bar->step() - 1); });
    watch(application, "to the first step", pool, [&] { bar->setStep(0); });
    watch(application, "to the last step", pool, [&] { bar->setStep(SIZE_MAX >> 1); });
    watch(application, "one graph", pool, [&] { QTest::keyClick(left, Qt::Key_V); });
    return 0;
}
