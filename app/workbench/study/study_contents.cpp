// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/study/study_contents.h"

#include "app/workbench/report/report.h"
#include "app/workbench/study/figure_preview.h"
#include "core/base/say.h"
#include "core/pipeline/model_file.h"
#include "core/pipeline/settings/setting_table.h"
#include "views/support/job/stage_text.h"
#include "views/support/measurement/run_choice.h"
#include "views/support/quantity.h"

#include <QCoreApplication>
#include <QFileInfo>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace edgewright::workbench {

namespace {

using table::Word;

constexpr Word OfModel{"model", TRANSLATABLE("Word", "Model")},
    Choice{"choice", TRANSLATABLE("Word", "Choice")},
    Measurement{"measurement", TRANSLATABLE("Word", "Measurement")},
    Comparison{"comparison", TRANSLATABLE("Word", "Comparison")},
    OfExperiment{"experiment", TRANSLATABLE("Word", "Experiment")},
    Answered{"answer", TRANSLATABLE("Word", "Answer")}, Drawn{"figure", TRANSLATABLE("Word", "Figure")},
    Listed{"table", TRANSLATABLE("Word", "Table")};

constexpr Word Holds{"current", TRANSLATABLE("Word", "up to date")},
    IsOlder{"older", TRANSLATABLE("Word", "of older settings")},
    IsComing{"pending", TRANSLATABLE("Word", "being computed")}, Saved{"saved", TRANSLATABLE("Word", "saved")},
    Unsaved{"unsaved", TRANSLATABLE("Word", "not saved")};

constexpr table::Column<StudyRow> StudyColumns[] = {
    {{"part", TRANSLATABLE("Column", "Part")}, [](const StudyRow& row) -> table::Cell { return row.part; }},
    {{"name", TRANSLATABLE("Column", "Name")}, table::member<&StudyRow::name>},
    {{"says", TRANSLATABLE("Column", "It says"), "", table::Unit::Text, table::Everywhere | table::Sentence},
     table::member<&StudyRow::says>},
    {{"page", TRANSLATABLE("Column", "Page")},
     [](const StudyRow& row) -> table::Cell {
         for (const views::ViewEntry* entry : pages())
             if (row.page == QLatin1String(entry->id)) return entry->titleText().toStdString();
         return {};
     }},
    {{"state", TRANSLATABLE("Column", "State"),
      TRANSLATABLE("Column", "Whether it holds for the settings of now")},
     [](const StudyRow& row) -> table::Cell { return row.state; }},
};

// The pages on which the settings of a group are chosen.
constexpr std::array<std::pair<std::string_view, const char*>, 7> PagesOfGroups{
    {{"Fusion", "graph"},
     {"Numeric check", "graph"},
     {"Memory", "memory"},
     {"Accelerator", "accelerator"},
     {"Design space", "accelerator"},
     {"Integers", "int8"},
     {"Quantization", "int8"}}};

QString pageOfGroup(std::string_view group) {
    const auto* found = std::ranges::find(PagesOfGroups, group,
                                          [](const auto& each) { return translated("Setting", each.first); });
    return found == PagesOfGroups.end() ? QString() : QString::fromLatin1(found->second);
}

// "Memory: Planner first fit" in its two parts.
StudyRow choiceRow(const std::string& line) {
    const std::size_t colon = line.find(": ");
    const std::string group = line.substr(0, colon);
    return {Choice, group, colon == std::string::npos ? "" : line.substr(colon + 2), Holds, pageOfGroup(group)};
}

StudyRow runRow(const device::Run& run, bool isCurrent) {
    const device::Record& record = *run.record;
    std::string says = views::whenText(record).toStdString();
    if (const views::VariantChoice shown = views::defaultChoice(run.record).shown)
        says += ": " + views::variantText(shown.get().variant).toStdString() + " " +
                views::secondsText(shown.get().summary().median).toStdString();
    return {Measurement, record.device.empty() ? record.machine.text() : record.device, std::move(says),
            isCurrent ? Holds : IsOlder, QStringLiteral("measure")};
}

// "174 × 98 mm", printed; empty: not known before it is made.
std::string printedSizeText(const views::Figure& figure, const views::FigureStyle& style) {
    const views::Figure drawn = views::styled(figure, style, views::Figure::PixelsPerInch);
    if (drawn.make || drawn.size.isEmpty()) return {};
    return std::to_string(millimetresOf(drawn.size.width())) + " × " +
           std::to_string(millimetresOf(drawn.size.height())) + " mm";
}

std::string modelTitle(const std::filesystem::path& file) {
    const std::filesystem::path folder = pipeline::namingFolder(file);
    return (folder.empty() ? file.filename() : folder).string();
}

Word stateOf(const views::ViewEntry& entry, const pipeline::Analysis& analysis) {
    Word state = Holds;
    for (const std::string_view stage : entry.stages) {
        if (stage.empty()) continue;
        if (views::isPending(&analysis, {stage})) return IsComing;
        if (views::isStale(&analysis, stage)) state = IsOlder;
    }
    return state;
}

struct StudyWords {
    Q_DECLARE_TR_FUNCTIONS(edgewright::workbench::StudyContents)
};

// `none`, `one`, or `several` with its number.
QString countOf(const StudyRows& rows, const Word& part, const QString& none, const QString& one,
                const QString& several) {
    const auto count = std::ranges::count(rows, part.name, [](const StudyRow& row) { return row.part.name; });
    return count == 0 ? none : count == 1 ? one : several.arg(count);
}

QString headlineOf(const QString& model, const StudyRows& rows) {
    const QString figures = countOf(rows, Drawn, StudyWords::tr("no figures"), StudyWords::tr("1 figure"),
                                    StudyWords::tr("%1 figures"));
    const QString tables = countOf(rows, Listed, StudyWords::tr("no tables"), StudyWords::tr("1 table"),
                                   StudyWords::tr("%1 tables"));
    const QString measured = countOf(rows, Measurement, StudyWords::tr("no measurements"),
                                     StudyWords::tr("1 measurement"), StudyWords::tr("%1 measurements"));
    return StudyWords::tr("%1: %2, %3 and %4.", "model, figures, tables, measurements")
        .arg(model, figures, tables, measured);
}

QString savedText(const views::Session& session) {
    if (session.studyFile().isEmpty()) return StudyWords::tr("not saved as a study");
    const QString file = QFileInfo(session.studyFile()).fileName();
    return session.isChanged() ? StudyWords::tr("changed since it was saved in %1").arg(file)
                               : StudyWords::tr("saved in %1").arg(file);
}

QString olderText(qsizetype count) {
    return StudyWords::tr("%1 of older settings", "figures and tables").arg(count);
}

} // namespace

table::Table studyTable(StudyRows rows) {
    const std::size_t count = rows.size();
    return {std::span(StudyColumns), count,
            [rows = std::move(rows)](std::size_t row) -> const StudyRow& { return rows[row]; }};
}

StudyRows rowsOfModel(views::Session& session, const pipeline::Settings& settings) {
    StudyRows rows;
    const auto analysis = session.analysis();
    if (!analysis->opened) return rows;
    const std::filesystem::path& file = analysis->opened->file;
    std::string says = views::bytesText(analysis->opened->fileBytes).toStdString();
    if (analysis->typed)
        says += ", " + std::to_string(analysis->typed->graph->nodeCount()) + " nodes, " +
                views::countText(static_cast<double>(analysis->typed->parameters)).toStdString() +
                " parameters";
    const bool isSaved = !session.studyFile().isEmpty() && !session.isChanged();
    rows.push_back(
        {OfModel, modelTitle(file), std::move(says), isSaved ? Saved : Unsaved, QStringLiteral("graph")});
    for (const std::string& line : pipeline::settingLines(settings))
        rows.push_back(choiceRow(line));
    views::Measurements& measurements = session.measurements();
    for (const device::Run& run : measurements.runs())
        rows.push_back(runRow(run, measurements.isCurrent(run)));
    const views::Experiments& experiments = session.experiments();
    for (std::size_t i = 0; i < experiments.files().size(); ++i) {
        const bool isChosen = static_cast<int>(i) == experiments.chosen();
        const std::vector<std::string>& known = experiments.found().conditions;
        rows.push_back({OfExperiment, experiments.files()[i].filename().string(),
                        !isChosen || known.empty() ? std::string() : known.front(), Holds,
                        QStringLiteral("study")});
    }
    if (const std::optional<pipeline::Settings> kept = session.pin().kept()) {
        std::string differs;
        for (const std::string& line : pipeline::settingLines(*kept))
            differs += (differs.empty() ? "" : "; ") + line;
        rows.push_back({Comparison, "A | B", "A: " + differs, Holds, {}});
    }
    return rows;
}

StudyRows rowsOfPage(const PageStack::Content& content, const pipeline::Analysis& analysis,
                     const views::FigureStyle& style) {
    StudyRows rows;
    const QString page = QString::fromLatin1(content.entry.id);
    const std::string title = content.entry.titleText().toStdString();
    const Word state = stateOf(content.entry, analysis);
    ReportSection section = reportSection(content.page, content.entry.titleText());
    for (ReportAnswer& answer : section.answers)
        rows.push_back({Answered, title, std::move(answer.headline), state, page});
    for (const views::Figure& figure : content.figures)
        rows.push_back({Drawn, figure.title.toStdString(), printedSizeText(figure, style), state, page});
    for (const views::NamedTable& each : section.tables) {
        const std::string& caption = each.about.caption;
        rows.push_back({Listed, caption.empty() ? title : caption,
                        std::to_string(each.table.rows()) + (each.table.rows() == 1 ? " row, " : " rows, ") +
                            std::to_string(each.table.heads.size()) + " columns",
                        state, page, each.view});
    }
    return rows;
}

bool isAnythingMissing(const pipeline::Analysis& analysis, const pipeline::Settings& settings) {
    return std::ranges::any_of(pages(), [&](const views::ViewEntry* entry) {
        return std::ranges::any_of(entry->stages, [&](std::string_view name) {
            const pipeline::Stage* stage = pipeline::findStage(name);
            if (!stage || stage->has(analysis) || analysis.errors.contains(name)) return false;
            return (!stage->applies || stage->applies(analysis, settings)) &&
                   (!stage->asked || stage->asked(settings.viewState) > 0);
        });
    });
}

table::Answer studyAnswer(const views::Session& session, const StudyRows& rows) {
    table::Answer answer;
    const auto analysis = session.analysis();
    if (!analysis->opened) return answer;
    answer.headline =
        headlineOf(QString::fromStdString(modelTitle(analysis->opened->file)), rows).toStdString();
    answer.conditions.push_back(savedText(session).toStdString());
    const auto older =
        std::ranges::count(rows, IsOlder.name, [](const StudyRow& row) { return row.state.name; });
    if (older > 0) answer.conditions.push_back(olderText(older).toStdString());
    return answer;
}

} // namespace edgewright::workbench
