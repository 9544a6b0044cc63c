// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/measure/timeline/unmatched_panel.h"

#include "views/measure/timeline/unmatched_table.h"
#include "views/support/quantity.h"
#include "views/support/table/data_table.h"
#include "views/support/table/row_table.h"
#include "views/support/utf8.h"

#include <QLabel>
#include <QVBoxLayout>

namespace edgewright::views {

UnmatchedPanel::UnmatchedPanel(QWidget* parent)
    : QWidget(parent), m_rows(new RowTable(unmatchedTable(nullptr), this)), m_sentence(new QLabel(this)),
      m_table(new DataTable(*m_rows, QStringLiteral("unmatchedOperators"), this)) {
    setObjectName(QStringLiteral("unmatchedPanel"));
    m_sentence->setObjectName(QStringLiteral("unmatchedSentence"));
    m_sentence->setWordWrap(true);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(4);
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
        sentences << tr("Every operator of %1 is a node of the graph (%2).")
                         .arg(timeline->source().title,
                              integerText(static_cast<std::int64_t>(matches->operators)));
    } else {
        sentences << tr("%1 of %2 operators of %3 are no node of the graph.")
                         .arg(matches->operators - matches->matched)
                         .arg(matches->operators)
                         .arg(timeline->source().title);
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
