// SPDX-License-Identifier: GPL-3.0-or-later
// The order for figures as files, given in the dialogue or on the command line.
#pragma once

#include "app/workbench/files/figure_writer.h"
#include "app/workbench/report/report_parts.h"
#include "core/pipeline/study.h"
#include "views/support/figure/figure_style.h"

#include <QStringList>

#include <optional>
#include <vector>

namespace edgewright::workbench {

struct FigureOrder {
    static constexpr double MinDots = 72, MaxDots = 1200, Dots = 300; // an inch

    QString folder;
    QStringList suffixes; // ".svg"
    const views::FigureStyle* style = &views::figureStyles().front();
    std::optional<FigureFont> font = {};       // nothing: that of the study
    double dotsPerInch = Dots;                 // of pixels
    bool withData = false;                     // with captions and tables beside them
    pipeline::FigureCaptions captions = {};    // of the settings
    bool isReport = false;                     // with the answers and tables of the pages, as documents
    QString experiment = {};                   // a file of one, whose results a report has; empty: none
    std::vector<const ReportPart*> parts = {}; // of a report, to be computed for it
    bool tellsProgress = false;                // on the terminal, for another program
};

// From words; empty: as the dialogue has them at first. An error names the word, and what there is.
Result<FigureOrder> figureOrder(const QString& folder, const QString& style, const QString& font,
                                const QString& formats, const QString& dotsPerInch);

QString figureStem(const QString& name, const QString& model); // <model>-<name>; `model` may be empty
// The subject of the figure in names of files: `model` is the open one.
QString subjectOf(const views::Figure& figure, const QString& model);

// The caption that a person wrote, on one line; empty: none.
QString writtenCaption(const pipeline::FigureCaptions& captions, const QString& figure);

// In the style of the order, with the captions that a person wrote as titles. Files are made of these, so that
// what is laid out is so once.
std::vector<views::Figure> figuresIn(const FigureOrder& order, const std::vector<views::Figure>& figures);

// Each figure in each format, called <subject>-<figure>, with -1, -2 for each of several pages.
std::vector<FigureFile> figureFiles(const std::vector<views::Figure>& figures, const FigureOrder& order,
                                    const QString& model);

} // namespace edgewright::workbench
