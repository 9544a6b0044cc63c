// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/int8/experiments/experiment_frame.h"

#include "views/support/answer_line.h"
#include "views/support/chart/run_chart.h"
#include "views/support/job/stage_jobs.h"
#include "views/support/job/stage_text.h"
#include "views/support/layouts.h"
#include "views/support/page/page_answer.h"
#include "views/support/table/data_table.h"
#include "views/support/table/row_table.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QTableView>

#include <algorithm>
#include <tuple>
#include <utility>

namespace edgewright::views {

ExperimentFrame::ExperimentFrame(ViewContext& context, const ExperimentWords& words, table::Table none,
                                 QWidget* parent)
    : QWidget(parent), m_context(context), m_words(words), m_bar(new QHBoxLayout),
      m_button(new QPushButton(this)), m_use(new QPushButton(words.use, this)), m_progress(new QLabel(this)),
      m_answer(new PageAnswer(words.name + QStringLiteral("Answer"), this, PageAnswer::Level::Tab)),
      m_rows(new RowTable(std::move(none), this)) {
    m_answer->reserveLines(2);
    m_button->setObjectName(words.name + QStringLiteral("Start"));
    holdWidth(*m_button, {words.action, tr("Stop")});
    connect(m_button, &QPushButton::clicked, this, [this] {
        if (isRunning())
            m_context.stages->job(m_words.stage).cancel();
        else
            start();
    });
    if (context.stages)
        connect(&context.stages->job(words.stage), &JobSlot::progressed, this, &ExperimentFrame::showProgress);
    m_bar->setSpacing(8);
    m_bar->addWidget(m_button);
    m_bar->addWidget(m_progress);
    m_bar->addStretch(1);
    auto* split = makeSplitter(Qt::Vertical, words.name + QStringLiteral("Rows"), this);
    m_chart = new RunChart(words.name, words.title, context.pool, split);
    m_table = new DataTable(*m_rows, words.name + QStringLiteral("Table"), split);
    m_table->view().setAccessibleName(words.title);
    m_use->setObjectName(words.name + QStringLiteral("Use"));
    m_table->addBeside(m_use);
    connect(m_use, &QPushButton::clicked, this, [this] { adopt(m_table->chosenRow()); });
    connect(m_table->view().selectionModel(), &QItemSelectionModel::selectionChanged, this,
            &ExperimentFrame::showUse);
    connect(&context.settings, &SettingsModel::changed, this, &ExperimentFrame::showUse);
    split->addWidget(m_chart);
    split->addWidget(m_table);
    split->setSizes({1200, 800});
    m_table->hide(); // heads alone say nothing
    connect(m_rows, &QAbstractItemModel::modelReset, m_table,
            [this] { m_table->setVisible(m_rows->rowCount() > 0); });
    auto* all = columnIn(this, {0, 8, 0, 0}, 8);
    all->addWidget(m_answer);
    all->addLayout(m_bar);
    all->addWidget(split, 1);
    connect(m_table, &DataTable::rowOpened, this, &ExperimentFrame::adopt);
    connect(&m_chart->pane(), &ChartPane::targetClicked, this,
            [this](std::size_t row) { adopt(static_cast<int>(row)); });
    setAnalysis(nullptr, false);
    showInvitation();
    showUse();
}

std::optional<Figure> ExperimentFrame::figure() const {
    std::optional<Figure> figure = m_chart->figure();
    if (figure) figure->table = {m_words.name, m_rows->table()};
    return figure;
}

void ExperimentFrame::addControl(QWidget* control) { m_bar->insertWidget(1, control); }

void ExperimentFrame::addBelowControls(QWidget* part) {
    constexpr int BehindControls = 2; // the answer, the row of the button
    static_cast<QBoxLayout*>(layout())->insertWidget(BehindControls, part);
}

QString ExperimentFrame::answerText() const { return m_answer->plainText(); }

bool ExperimentFrame::setAnalysis(std::shared_ptr<const pipeline::Analysis> analysis, bool possible) {
    const pipeline::Stage& stage = *pipeline::findStage(m_words.stage);
    const auto shown = [&] {
        const pipeline::Analysis* now = m_analysis.get();
        return std::tuple(now ? stage.get(*now) : nullptr, now && now->errors.contains(m_words.stage),
                          isPending(now, {m_words.stage}), isStale());
    };
    const auto before = shown();
    m_analysis = std::move(analysis);
    m_button->setText(isRunning() ? tr("Stop") : m_words.action);
    m_button->setEnabled(isRunning() || possible);
    if (!isRunning()) m_progress->clear();
    return shown() != before;
}

bool ExperimentFrame::isRunning() const {
    return m_context.stages && m_context.stages->job(m_words.stage).running();
}

bool ExperimentFrame::isStale() const { return views::isStale(m_analysis.get(), m_words.stage); }

void ExperimentFrame::showInvitation() {
    m_chart->displayNothing(m_words.invitation, isPending(m_analysis.get(), {m_words.stage}));
}

void ExperimentFrame::showUse() {
    const int row = m_table->chosenRow();
    const bool isThere = row >= 0 && isAdopted(row);
    m_use->setEnabled(row >= 0 && !isThere);
    m_use->setToolTip(
        row < 0   ? tr("Choose a row of the table first")
        : isThere ? tr("The settings are those of this row")
                  : tr("The settings become those of this row, as by a double click. Undo takes it back"));
}

void ExperimentFrame::showProgress(quint32 done, quint32 total) {
    // 100 % would be the end, which is there when the result is.
    if (total > 0) m_progress->setText(tr("%1 %").arg(std::min<quint64>(quint64{done} * 100 / total, 99)));
}

void ExperimentFrame::showAnswer(const table::Answer& answer) {
    m_answer->setAnswer(answer, AnswerLine::mark(Sureness::Measured));
    showUse(); // the rows are others
    if (!m_analysis) return;
    const auto failed = m_analysis->errors.find(m_words.stage);
    if (failed == m_analysis->errors.end()) return;
    m_answer->setAnswer(table::Answer(), {});
    m_answer->setAnswer(AnswerLine::alarm(QString::fromStdString(failed->second.message).toHtmlEscaped()));
}

} // namespace edgewright::views
