// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/measure/timeline/unmatched_panel.h"

#include "core/table/column.h"
#include "views/support/layouts.h"
#include "views/support/quantity.h"
#include "views/support/table/data_table.h"
#include "views/support/table/row_table.h"
#include "views/support/utf8.h"

#include <QLabel>

#include <algorithm>
#include <memory>

namespace edgewright::views {

namespace {

namespace unmatched_columns {

using table::Cell;
using table::Word;
using enum table::Unit;

struct Row {
    const UnmatchedSpans& spans;
    double end; // of the whole trace, in seconds
};

template <auto member>
Cell of(const Row& row) {
    return row.spans.*member;
}

constexpr table::Column<Row> Columns[] = {
    {{"name", TRANSLATABLE("Column", "Operator of the profile")}, of<&UnmatchedSpans::name>},
    {{"why", TRANSLATABLE("Column", "Why"), "", Text, table::Everywhere | table::Sentence},
     [](const Row& row) -> Cell {
         return row.spans.ambiguous ? Word{"ambiguous", TRANSLATABLE("Word", "several nodes have that name")}
                                    : Word{"unmatched", TRANSLATABLE("Word", "no node has that name")};
     }},
    {{"calls", TRANSLATABLE("Column", "Calls"), "", Plain}, of<&UnmatchedSpans::count>},
    {{"seconds", TRANSLATABLE("Column", "Time"), "", Seconds}, of<&UnmatchedSpans::seconds>},
    {{"share", TRANSLATABLE("Column", "Share"), "", Share},
     [](const Row& row) -> Cell { return row.end > 0 ? row.spans.seconds / row.end : 0.0; }},
};

} // namespace unmatched_columns

// Operators of a profile that are no node of the graph, by name: how often, how long, why. Null: no rows.
table::Table unmatchedTable(std::shared_ptr<const TimelineModel> timeline) {
    const std::size_t rows = timeline ? timeline->unmatched().size() : 0;
    return {std::span(unmatched_columns::Columns), rows, [timeline = std::move(timeline)](std::size_t row) {
                return unmatched_columns::Row{timeline->unmatched()[row], timeline->end()};
            }};
}

} // namespace

UnmatchedPanel::UnmatchedPanel(QWidget* parent)
    : QWidget(parent), m_rows(new RowTable(unmatchedTable(nullptr), this)), m_sentence(new QLabel(this)),
      m_table(new DataTable(*m_rows, QStringLiteral("unmatchedOperators"), this)) {
    setObjectName(QStringLiteral("unmatchedPanel"));
    m_sentence->setObjectName(QStringLiteral("unmatchedSentence"));
    m_sentence->setTextFormat(Qt::PlainText);
    m_sentence->setWordWrap(true);
    m_sentence->setAlignment(Qt::AlignLeft | Qt::AlignTop); // also where there is no table
    m_sentence->setContentsMargins(0, 8, 0, 0);
    m_table->view().setAccessibleName(tr("Operators of the trace that no node of the graph matches"));
    auto* column = columnIn(this, {}, 4);
    column->addWidget(m_sentence);
    column->addWidget(m_table, 1);
    connect(m_table, &DataTable::rowChosen, this,
            [this](int row) { emit nameChosen(m_rows->index(row, 0).data().toString()); });
    setTimeline(nullptr);
}

void UnmatchedPanel::setTimeline(std::shared_ptr<const TimelineModel> timeline) {
    const trace::Matches* matches = timeline ? timeline->source().matches.get() : nullptr;
    QStringList sentences;
    if (!matches) {
        sentences << tr("Open a profile of another tool to compare it with the graph.");
    } else if (matches->matched == matches->operators) {
        sentences << tr("Nothing is left over: all %2 timed operators of %1 belong to nodes of the graph.")
                         .arg(timeline->source().title,
                              integerText(static_cast<std::int64_t>(matches->operators)));
    } else {
        sentences << tr("%1 of %2 operators of %3 are no node of the graph.")
                         .arg(matches->operators - matches->matched)
                         .arg(matches->operators)
                         .arg(timeline->source().title);
        sentences << tr("They take %1 of %2: what is told of nodes is not all.")
                         .arg(secondsText(std::max(matches->seconds - matches->matchedSeconds, 0.0)),
                              secondsText(matches->seconds));
    }
    if (timeline) { // what the reader left out
        for (const std::string& note : timeline->trace().notes)
            sentences << text(note) + QLatin1Char('.');
        if (timeline->index().leftOut() > 0)
            sentences << tr("Left out, since their times make no sense or they lie too deep: %1 spans.")
                             .arg(timeline->index().leftOut());
    }
    m_sentence->setText(sentences.join(QLatin1Char(' ')));
    m_table->setVisible(timeline && !timeline->unmatched().empty());
    m_rows->show(unmatchedTable(std::move(timeline)));
    m_table->fitColumns();
}

} // namespace edgewright::views
