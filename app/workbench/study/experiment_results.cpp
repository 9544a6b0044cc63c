// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/study/experiment_results.h"

#include "app/workbench/study/charts/experiment_charts.h"
#include "core/experiment/overview.h"
#include "views/support/answer_line.h"
#include "views/support/chart/run_chart.h"
#include "views/support/layouts.h"
#include "views/support/page/page_answer.h"
#include "views/support/table/data_table.h"
#include "views/support/table/row_table.h"
#include "views/support/utf8.h"

#include <QComboBox>
#include <QLabel>
#include <QSignalBlocker>
#include <QTabWidget>
#include <QTableView>

#include <algorithm>
#include <array>
#include <utility>

namespace edgewright::workbench {

using namespace Qt::StringLiterals;

namespace {

// Beside axes and the chosen number: what pages show before a person asks for more.
constexpr std::array<std::string_view, 8> TellingColumns{"latency_ms", "ratio",      "ratio_low", "ratio_high",
                                                         "verdict",    "peak_bytes", "accuracy",  "error"};
// Holds at whatever speeds the machine was beside the cells.
constexpr const char* UsualNumber = "reference_ratio";

bool isTelling(std::string_view key, std::string_view chosen) {
    return key == chosen || std::ranges::find(TellingColumns, key) != TellingColumns.end() ||
           std::ranges::any_of(experiment::axes(),
                               [&](const experiment::Axis& axis) { return axis.key == key; });
}

// The numbers that the results have, with the units that they have there.
std::vector<table::Head> numberHeads(const experiment::Overview& overview) {
    std::vector<table::Head> heads;
    for (const table::Head& head : experiment::resultTable(overview.rows).heads) {
        const auto number = experiment::numberNamed(head.key);
        if (number && (head.on & table::Page) && !experiment::isEndOfInterval(**number)) heads.push_back(head);
    }
    return heads;
}

// The same key stays chosen where it is there still; else `usual`, else the first.
void fillBox(QComboBox& box, const std::vector<std::pair<std::string_view, QString>>& entries,
             const QString& usual) {
    const QSignalBlocker quiet(box);
    const QString before = box.currentData().toString();
    box.clear();
    for (const auto& [key, title] : entries)
        box.addItem(title, views::text(key));
    const int at = box.findData(before), instead = box.findData(usual);
    box.setCurrentIndex(!before.isNull() && at >= 0 ? at : std::max(instead, 0));
}

} // namespace

ExperimentResults::ExperimentResults(QThreadPool& pool, QWidget* parent)
    : QWidget(parent), m_value(new QComboBox(this)), m_rows(new QComboBox(this)),
      m_columns(new QComboBox(this)), m_charts(new QTabWidget(this)),
      m_model(new views::RowTable(table::Table(), this)),
      m_explanation(new views::PageAnswer(u"experimentCell"_s, this, views::PageAnswer::Level::Tab)) {
    m_value->setObjectName(u"experimentValue"_s);
    m_value->setAccessibleName(tr("Number to show"));
    m_value->setToolTip(tr("The number that is drawn, and that a table over two axes has"));
    m_rows->setObjectName(u"experimentRows"_s);
    m_rows->setAccessibleName(tr("Axis of the rows"));
    m_columns->setObjectName(u"experimentColumns"_s);
    m_columns->setAccessibleName(tr("Columns of the table"));
    m_columns->setToolTip(
        tr("A row for each cell with all of its numbers, or the chosen number over two axes"));
    for (QComboBox* each : {m_value, m_rows, m_columns}) // their words are of the results that are shown
        each->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    auto* split = views::makeSplitter(Qt::Vertical, u"experimentSplit"_s, this);
    m_charts->setObjectName(u"experimentCharts"_s);
    m_charts->setDocumentMode(true);
    m_charts->setCornerWidget(m_value);
    for (const ExperimentChartSpec* spec : experimentCharts()) {
        auto* card = new views::RunChart(QString::fromLatin1(spec->name), spec->titleText(), pool, m_charts);
        m_charts->addTab(card, spec->tabText());
        m_cards.push_back(card);
    }
    m_table = new views::DataTable(*m_model, u"experimentTable"_s, split);
    m_table->view().setAccessibleName(tr("Results of the experiment"));
    m_table->addBeside(m_columns);
    m_table->addBeside(m_rows);
    split->addWidget(m_charts);
    split->addWidget(m_table);
    split->setSizes({1100, 900});
    auto* all = views::columnIn(this, {}, 8);
    all->addWidget(split, 1);
    all->addWidget(m_explanation);
    connect(m_value, &QComboBox::currentIndexChanged, this, [this] {
        m_isFresh = true;
        showCharts();
        showTable(false);
    });
    for (const QComboBox* each : {m_rows, m_columns})
        connect(each, &QComboBox::currentIndexChanged, this, [this] { showTable(false); });
    connect(m_table, &views::DataTable::rowChosen, this, &ExperimentResults::explain);
}

void ExperimentResults::display(std::shared_ptr<const experiment::Overview> overview, const QString& name) {
    const bool isSame = m_overview && overview && m_name == name;
    m_isFresh = !isSame;
    m_name = name;
    m_overview = std::move(overview);
    fillChoices();
    showCharts();
    showTable(isSame);
}

void ExperimentResults::fillChoices() {
    std::vector<std::pair<std::string_view, QString>> numbers, axes, columns;
    columns.emplace_back("", tr("Cells, all numbers"));
    m_numbers = m_overview ? numberHeads(*m_overview) : std::vector<table::Head>();
    if (m_overview) {
        for (const table::Head& head : m_numbers)
            numbers.emplace_back(head.key, views::columnText(head.head));
        for (const experiment::Axis* axis : experiment::variedAxes(*m_overview->rows)) {
            axes.emplace_back(axis->key, tr("rows: %1").arg(views::columnText(axis->title)));
            columns.emplace_back(axis->key, tr("columns: %1").arg(views::columnText(axis->title)));
        }
    }
    fillBox(*m_value, numbers, QString::fromLatin1(UsualNumber));
    fillBox(*m_rows, axes, {});
    fillBox(*m_columns, columns, {});
}

ExperimentChartInput ExperimentResults::input() const {
    ExperimentChartInput made;
    if (!m_overview) return made;
    made.rows = m_overview->rows;
    for (const table::Head& head : m_numbers) {
        if (views::text(head.key) != m_value->currentData().toString()) continue;
        made.number = *experiment::numberNamed(head.key);
        made.unit = head.unit;
    }
    return made;
}

void ExperimentResults::showCharts() {
    const ExperimentChartInput drawn = input();
    for (std::size_t i = 0; i < m_cards.size(); ++i) {
        const ExperimentChartSpec& spec = *experimentCharts()[i];
        const QString why = !m_overview ? tr("There are no results to show.")
                            : m_overview->rows->empty()
                                ? tr("No cell has a result yet. Run takes one after the other.")
                            : !drawn.number ? tr("Every cell that ran has failed.")
                                            : spec.emptyText(drawn);
        if (why.isEmpty())
            m_cards[i]->display([drawn, &spec](const views::Theme& theme) { return spec.build(drawn, theme); },
                                !m_isFresh);
        else
            m_cards[i]->displayNothing(why);
    }
    m_isFresh = false;
}

void ExperimentResults::showTable(bool areSameRows) {
    const experiment::Axis* columns = axisOf(m_columns);
    const ExperimentChartInput drawn = input();
    m_rows->setVisible(columns != nullptr && m_rows->count() > 2);
    table::Table table;
    if (m_overview && columns && drawn.number) {
        table = experiment::pivotTable(m_overview->rows, *columns, *drawn.number, {axisOf(m_rows), true});
    } else if (m_overview && !m_overview->rows->empty()) {
        table = experiment::resultTable(m_overview->rows);
        for (table::Head& head : table.heads)
            if (!isTelling(head.key, drawn.number ? drawn.number->head.key : std::string_view()))
                head.on |= table::Folded;
    }
    m_model->show(std::move(table), areSameRows);
    m_table->fitColumns(m_model->columnOf("error")); // a sentence: it takes what numbers leave
    explain(m_table->chosenRow());
}

void ExperimentResults::explain(int row) {
    table::Answer answer;
    if (m_overview) {
        const experiment::ResultRows& rows = *m_overview->rows;
        const bool isCell = row >= 0 && !axisOf(m_columns) && row < static_cast<int>(rows.size());
        answer =
            isCell ? experiment::answerOf(rows[static_cast<std::size_t>(row)]) : experiment::answerOf(rows);
    }
    m_explanation->setAnswer(answer, {});
}

const experiment::Axis* ExperimentResults::axisOf(const QComboBox* box) const {
    const auto axis = experiment::axisNamed(box->currentData().toString().toStdString());
    return axis ? *axis : nullptr;
}

std::vector<views::Figure> ExperimentResults::figures() const {
    std::vector<views::Figure> figures;
    for (const views::RunChart* card : m_cards)
        if (auto figure = card->figure()) {
            figure->title =
                tr("%1, %2").arg(figure->title, m_name); // it may be of other models than the open one
            figure->table = views::FigureTable{u"experiment"_s, experiment::resultTable(m_overview->rows)};
            figures.push_back(*std::move(figure));
        }
    return figures;
}

} // namespace edgewright::workbench
