// SPDX-License-Identifier: GPL-3.0-or-later
// The table of contents of a study: everything that the window has of the open model, and the page of each.
#pragma once

#include "app/workbench/bars/page_stack.h"
#include "core/table/answer.h"
#include "core/table/column.h"
#include "views/session/session.h"
#include "views/support/figure/figure_style.h"

#include <QPointer>

#include <string>
#include <vector>

namespace edgewright::workbench {

struct StudyRow {
    table::Word part;             // of the study: the model, a choice, a measurement, a figure …
    std::string name;             // "Roofline"
    std::string says;             // one line
    table::Word state;            // whether it holds for the settings of now
    QString page;                 // id of the page that made it; empty: none
    QPointer<QWidget> place = {}; // of that page, which shows it; null: the page as it is
};
using StudyRows = std::vector<StudyRow>;

// Columns: part, name, says, page, state.
table::Table studyTable(StudyRows rows);

// The model, the choices that are not as by default, the measurements, and the settings that it is compared
// with.
StudyRows rowsOfModel(views::Session& session, const pipeline::Settings& settings);
// The answers, figures and tables of one page; figures have the size that they are printed in.
StudyRows rowsOfPage(const PageStack::Content& content, const pipeline::Analysis& analysis,
                     const views::FigureStyle& style);

// A stage that only one page shows, and that runs without being asked for, has no result, and has not failed.
bool isAnythingMissing(const pipeline::Analysis& analysis, const pipeline::Settings& settings);

// The number of rows of each part, and where the study is saved. No headline without a model.
table::Answer studyAnswer(const views::Session& session, const StudyRows& rows);

} // namespace edgewright::workbench
