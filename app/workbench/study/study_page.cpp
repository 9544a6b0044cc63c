// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/study/study_page.h"

#include "core/pipeline/settings/setting_fields.h"
#include "views/support/field/field_editor.h"
#include "views/support/job/stage_jobs.h"
#include "views/support/layouts.h"
#include "views/support/page/page_answer.h"
#include "views/support/table/data_table.h"
#include "views/support/table/row_table.h"

#include <QComboBox>
#include <QHideEvent>
#include <QLabel>
#include <QPushButton>
#include <QTabWidget>
#include <QTableView>

#include <utility>

namespace edgewright::workbench {

using namespace Qt::StringLiterals;

namespace {

constexpr int MillisecondsUntilRows = 250; // after the last news

// The tabs that `part` is in show it.
void bringForward(QWidget& part) {
    for (QWidget* each = &part; each->parentWidget(); each = each->parentWidget())
        if (auto* tabs = qobject_cast<QTabWidget*>(each->parentWidget()->parentWidget()))
            if (tabs->indexOf(each) >= 0) tabs->setCurrentWidget(each);
}

} // namespace

StudyPage::StudyPage(views::ViewContext& context, QWidget* parent)
    : View(context, parent), m_answer(new views::PageAnswer(u"studyAnswer"_s, this)),
      m_style(new QComboBox(this)), m_compute(new QPushButton(tr("Compute what is missing"), this)),
      m_sheet(new FigureSheet(context.pool, this)), m_model(new views::RowTable(studyTable({}), this)),
      m_tabs(new QTabWidget(this)), m_experiments(new ExperimentsPane(context, this)) {
    m_soon.setSingleShot(true);
    m_soon.setInterval(MillisecondsUntilRows);
    m_turn.setInterval(0);
    connect(&m_soon, &QTimer::timeout, this, &StudyPage::begin);
    connect(&m_turn, &QTimer::timeout, this, &StudyPage::collectNext);
    m_tabs->setObjectName(u"studyTabs"_s);
    m_tabs->setDocumentMode(true);
    m_tabs->addTab(makeContents(), tr("Contents"));
    m_tabs->addTab(m_experiments, tr("Experiments"));
    views::columnIn(this, {16, 0, 16, 8})->addWidget(m_tabs);
}

QWidget* StudyPage::makeContents() {
    auto* contents = new QWidget(m_tabs);
    m_style->setObjectName(u"studyStyle"_s);
    m_style->setAccessibleName(tr("Style of the figures"));
    m_style->setToolTip(tr("The size and the type that the figures are drawn in"));
    for (const views::FigureStyle& style : views::figureStyles())
        m_style->addItem(views::figureStyleTitle(style));
    const auto* usual = views::findFigureStyle(u"paper-174");
    m_style->setCurrentIndex(static_cast<int>(usual - views::figureStyles().data()));
    connect(m_style, &QComboBox::currentIndexChanged, this, &StudyPage::begin);
    auto* type =
        views::settingEditor(context().settings, fieldNamed(pipeline::figureFields(), "figure_font"), this);
    type->widget()->setAccessibleName(tr("Font of the figures"));
    connect(&context().settings, &views::SettingsModel::changed, this, [this] {
        if (m_sheet->type() != context().settings.get().figureFont && isVisible()) begin();
    });
    m_compute->setObjectName(u"studyCompute"_s);
    m_compute->setToolTip(tr("Figures of pages that were not looked at yet"));
    connect(m_compute, &QPushButton::clicked, this, [this] { m_session->stages().setUnwanted({}); });
    auto* controls = new QHBoxLayout;
    controls->setSpacing(8);
    auto* styled = new QLabel(tr("Figures"), this);
    styled->setBuddy(m_style);
    controls->addWidget(styled);
    controls->addWidget(m_style);
    controls->addWidget(type->widget());
    controls->addStretch(1);
    controls->addWidget(m_compute);

    m_sheet->setObjectName(u"figureSheet"_s);
    m_sheet->setAccessibleName(tr("Figures"));
    connect(m_sheet, &FigureSheet::opened, this, &StudyPage::preview);
    auto* split = views::makeSplitter(Qt::Vertical, u"studySplit"_s, contents);
    m_table = new views::DataTable(*m_model, u"studyTable"_s, split);
    m_table->view().setAccessibleName(tr("Contents"));
    connect(m_table, &views::DataTable::rowOpened, this, &StudyPage::openRow);
    split->addWidget(m_sheet);
    split->addWidget(m_table);
    split->setSizes({1200, 800});
    auto* all = views::columnIn(contents, {0, 8, 0, 0}, 8);
    all->addWidget(m_answer);
    all->addLayout(controls);
    all->addWidget(split, 1);
    return contents;
}

void StudyPage::follow(PageStack& pages, views::Session& session) {
    m_pages = &pages;
    m_session = &session;
    m_experiments->follow(session);
    const auto soon = [this] {
        if (isVisible()) m_soon.start();
    };
    connect(&session, &views::Session::saved, this, soon);
    connect(&session.measurements(), &views::Measurements::changed, this, soon);
    connect(&session.experiments(), &views::Experiments::changed, this, [this, soon] {
        if (m_session->experiments().running() < 0) soon(); // nothing is drawn beside what is measured
    });
    connect(&session.pin(), &views::Pin::changed, this, soon);
}

void StudyPage::setAnalysis(std::shared_ptr<const pipeline::Analysis> analysis) {
    m_analysis = std::move(analysis);
    m_turn.stop();
    if (m_analysis && m_analysis->opened) {
        if (isVisible()) m_soon.start(); // else when it is shown
        return;
    }
    m_soon.stop();
    m_found.clear();
    m_figures.clear();
    showRows();
}

bool StudyPage::isComplete() const { return !m_soon.isActive() && !m_turn.isActive() && !m_sheet->isDrawing(); }

const views::FigureStyle& StudyPage::figureStyle() const {
    return views::figureStyles()[static_cast<std::size_t>(m_style->currentIndex())];
}

void StudyPage::begin() {
    if (!m_pages || !m_analysis || !m_analysis->opened) return;
    m_found = rowsOfModel(*m_session, context().settings.get());
    for (StudyRow& row : m_found)
        if (row.page == u"study"_s) row.place = m_experiments;
    m_figures.clear();
    m_next = 0;
    m_turn.start();
}

// One page a turn: each may have to show a newer analysis first.
void StudyPage::collectNext() {
    const auto analysis = m_session->analysis();
    if (m_next >= m_pages->count()) {
        m_turn.stop();
        return showRows();
    }
    PageStack::Content content = m_pages->content(m_next++, analysis);
    for (StudyRow& row : rowsOfPage(content, *analysis, figureStyle())) {
        if (&content.page == this && !row.place) row.place = m_experiments;
        m_found.push_back(std::move(row));
    }
    for (views::Figure& figure : content.figures)
        m_figures.push_back(
            {std::move(figure), QString::fromLatin1(content.entry.id), content.entry.titleText()});
}

void StudyPage::showRows() {
    m_rows = std::exchange(m_found, {});
    m_shown = std::exchange(m_figures, {});
    m_model->show(studyTable(m_rows));
    m_table->fitColumns(2);
    const bool isOpen = m_analysis && m_analysis->opened;
    m_compute->setEnabled(isOpen && isAnythingMissing(*m_analysis, context().settings.get()));
    m_answer->setAnswer(isOpen ? studyAnswer(*m_session, m_rows) : table::Answer(), {});
    m_sheet->display(m_shown, figureStyle(), context().settings.get().figureFont);
}

void StudyPage::openRow(int row) {
    const StudyRow chosen = m_rows[static_cast<std::size_t>(row)];
    if (chosen.page.isEmpty()) return;
    if (chosen.place) bringForward(*chosen.place);
    emit pageRequested(chosen.page);
}

void StudyPage::preview(int row) {
    if (!m_preview) {
        m_preview = new FigurePreview(context().pool, this);
        m_preview->setAttribute(Qt::WA_DeleteOnClose);
    }
    m_preview->display(views::styled(m_sheet->at(row).figure, figureStyle(), views::Figure::PixelsPerInch,
                                     context().settings.get().figureFont));
}

void StudyPage::showEvent(QShowEvent* event) {
    View::showEvent(event);
    if (m_analysis && m_analysis->opened) m_soon.start();
}

// It is of this page, and stands over no other.
void StudyPage::hideEvent(QHideEvent* event) {
    View::hideEvent(event);
    if (m_preview && !event->spontaneous()) m_preview->close();
}

extern const views::ViewEntry study_page;
const views::ViewEntry study_page{
    .id = "study",
    .title = QT_TRANSLATE_NOOP("Page", "Study"),
    .icon = ":/icons/study.svg",
    .hint = QT_TRANSLATE_NOOP(
        "Page", "All that was found out about this model: choices, measurements, figures, tables"),
    .make = [](views::ViewContext& context) -> std::unique_ptr<views::View> {
        return std::make_unique<StudyPage>(context);
    }};

} // namespace edgewright::workbench
