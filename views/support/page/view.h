// SPDX-License-Identifier: GPL-3.0-or-later
// A page of the workbench, as the window sees it. Views know no main window and no other view.
#pragma once

#include "core/pipeline/study.h"
#include "views/support/figure/figure.h"
#include "views/support/figure/figure_style.h"
#include "views/support/figure/slide.h"
#include "views/support/selection.h"
#include "views/support/settings_model.h"

#include <QCoreApplication>
#include <QJsonObject>
#include <QThreadPool>
#include <QWidget>

#include <array>
#include <memory>
#include <string_view>
#include <vector>

namespace edgewright::views {

class Measurements;
class Pin;
class StageJobs;

struct ViewContext {
    Selection& selection;
    SettingsModel& settings;
    QThreadPool& pool;                    // for the view's own long work, through a JobSlot
    QThreadPool* searches = nullptr;      // for work that goes on until its time is over; null: `pool`
    Pin* pin = nullptr;                   // A | B; null: nothing can be pinned
    Measurements* measurements = nullptr; // null: nothing can be measured
    StageJobs* stages = nullptr;          // to stop a stage, and for how far it is; null: nothing runs
};

class View : public QWidget {
    Q_OBJECT
public:
    explicit View(ViewContext& context, QWidget* parent = nullptr) : QWidget(parent), m_context(context) {}
    // A new snapshot; on the GUI thread, merged, and only while visible. `analysis` stays alive as long as the
    // view keeps the pointer.
    virtual void setAnalysis(std::shared_ptr<const pipeline::Analysis> analysis) = 0;
    // The state in which the page is looked at, apart from the settings: what a later session begins with. Of
    // the view itself: the splitters, tabs and zoomed pictures in it that have names. Anything may be in the
    // object that comes back.
    virtual QJsonObject saveState() const;
    virtual void restoreState(const QJsonObject& state);
    // The figures of the page, as the painters draw it (light theme), in reading order.
    virtual std::vector<Figure> figures() const = 0;
    // The same to be shown to an audience: of the view itself its figures.
    virtual std::vector<Slide> slides() const;
    // The part whose answers and tables leave the program; what is beside it shows those of other pages.
    virtual const QWidget& own() const { return *this; }
    // The style in which it shows the figures of all pages; null: it shows none but its own.
    virtual const FigureStyle* styleOfAll() const { return nullptr; }
    // The sentence that it answers with, as plain text; empty: none yet.
    QString answer() const;
    // The place of what is selected, as far as it is seen, in coordinates of the view; null: nowhere.
    virtual QRect selectedRect() const { return {}; }
    // Brings a part of the page into sight: its tab, its place in what scrolls.
    virtual void reveal(QWidget& part);
    // The slide of what one looks at, with which a presentation begins; 0 where nothing is one. No further than
    // the last.
    virtual std::size_t currentSlide() const { return 0; }

signals:
    // The page asks for another one ("show this node in the graph"): the id of the entry.
    void pageRequested(const QString& id);
    void message(const QString& text);         // one sentence for the status bar
    void retryRequested(const QString& stage); // of a stage that was cancelled

protected:
    ViewContext& context() const { return m_context; }
    // The sentence that a part of the page answers with, also while it is hidden.
    static QString answerIn(const QWidget& part);

private:
    ViewContext& m_context;
};

// One page: its entry in the activity bar and its maker. Registered in app/workbench/bars/pages.cpp.
struct ViewEntry {
    const char* id;    // "graph"; also --page
    const char* title; // "Graph"
    const char* icon;  // resource name of a line icon: ":/icons/graph.svg"
    const char* hint;  // one sentence for the tooltip
    std::unique_ptr<View> (*make)(ViewContext&);
    // The stages that nobody else shows: they run while the page is the current one. Empty ones do not count.
    std::array<std::string_view, 8> stages{};
    // Object name of the action, of the page or of the window, that people come to the page for.
    const char* mainAction = "exportFiguresAction";
    bool needsModel = true; // false: there is work on it while no model is open

    // As people read them: marked for translation in the context "Page".
    QString titleText() const { return QCoreApplication::translate("Page", title); }
    QString hintText() const { return QCoreApplication::translate("Page", hint); }
};

} // namespace edgewright::views
