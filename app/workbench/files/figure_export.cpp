// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/files/figure_export.h"

#include "app/workbench/files/export_dialog.h"
#include "app/workbench/files/figure_data.h"
#include "app/workbench/report/experiment_section.h"
#include "app/workbench/report/report_format.h"
#include "core/pipeline/settings/setting_table.h"
#include "core/pipeline/stage.h"
#include "views/support/job/stage_text.h"

#include <QDir>
#include <QFileInfo>
#include <QSettings>
#include <QStandardPaths>

#include <algorithm>
#include <iterator>
#include <utility>

namespace edgewright::workbench {

using namespace Qt::StringLiterals;

namespace {

// "mobilenet" of mobilenet.onnx; of a model.onnx, as exporters call it, the name of its folder.
QString modelName(const pipeline::Analysis& analysis) {
    if (!analysis.opened) return {};
    const std::filesystem::path& file = analysis.opened->file;
    const std::filesystem::path folder = file.parent_path().filename();
    return QString::fromStdString((file.stem() == "model" && !folder.empty() ? folder : file.stem()).string());
}

// Of the page; empty: it has none.
QString headlineOf(const std::vector<ReportAnswer>& answers) {
    return answers.empty() ? QString() : QString::fromStdString(answers.front().headline);
}

} // namespace

FigureExport::FigureExport(views::Session& session, views::SettingsModel& settings, PageStack& pages,
                           QThreadPool& writes, QWidget& window)
    : QObject(&window), m_session(session), m_settings(settings), m_pages(pages), m_window(window),
      m_writer(writes) {
    connect(&m_writer, &FigureWriter::written, this, [this](const QStringList& files, const QString& note) {
        if (m_report) return finishReport(note);
        const QString folder = QFileInfo(files.front()).absolutePath();
        QSettings().setValue(u"figures"_s, folder);
        const QString done = tr("Wrote %n files to %1", nullptr, static_cast<int>(files.size())).arg(folder);
        emit said(note.isEmpty() ? done : tr("%1. %2", "what was written, a note").arg(done, note));
        emit written();
    });
    connect(&m_writer, &FigureWriter::failed, this, &FigureExport::failed);
    for (const ReportPart& part : reportParts())
        connect(&m_session.stages().job(part.slow), &views::JobSlot::progressed, this,
                [this, &part](quint32 done, quint32 total) {
                    if (askedPart() == &part) tellProgress(done, total);
                });
}

void FigureExport::start() {
    m_asked = 0;
    m_session.stages().setUnwanted({});
    m_waits = true;
    if (m_pages.awaits(*m_session.analysis()))
        emit said(tr("Computing what the figures of other pages show …"));
    advance();
}

void FigureExport::write(const FigureOrder& order) {
    m_order = order;
    start();
}

void FigureExport::advance() {
    while (m_waits) { // asking for a part may bring one here again
        const auto analysis = m_session.analysis();
        const ReportPart* part = askedPart();
        if (m_pages.awaits(*analysis) || (part && !isStageSettled(*analysis, m_settings.get(), part->result)))
            return;
        if (m_order && m_asked < m_order->parts.size()) {
            askNextPart();
            continue;
        }
        m_waits = false;
        goOn();
    }
}

const ReportPart* FigureExport::askedPart() const {
    return m_waits && m_order && m_asked > 0 ? m_order->parts[m_asked - 1] : nullptr;
}

void FigureExport::askNextPart() {
    const ReportPart& part = *m_order->parts[m_asked++];
    emit said(views::stageTitle(*pipeline::findStage(part.slow)) + u" …"_s);
    tellProgress(0, 1);
    m_settings.look(part.ask);
}

void FigureExport::tellProgress(quint32 done, quint32 total) {
    constexpr quint32 Steps = 1000; // of a part
    if (total == 0) return;
    const auto parts = static_cast<quint32>(m_order->parts.size()), before = static_cast<quint32>(m_asked - 1);
    emit progressed(before * Steps + static_cast<quint32>(quint64{Steps} * done / total), parts * Steps);
}

void FigureExport::goOn() {
    if (const std::optional<FigureOrder> order = std::exchange(m_order, {}))
        writeOrder(*order);
    else
        showDialog();
}

// With the model and the settings that their figures are of.
std::vector<PageStack::Content> FigureExport::contents() {
    const auto analysis = m_session.analysis();
    QStringList about;
    pipeline::Settings settings = m_settings.get();
    settings.figureFont = {}; // is seen, and may be another one when they are written
    if (analysis->opened)
        for (const std::string& line : pipeline::settingLines(settings, analysis->opened->file))
            about << QString::fromStdString(line);
    std::vector<PageStack::Content> all = m_pages.contents(analysis);
    for (PageStack::Content& content : all)
        for (views::Figure& figure : content.figures)
            if (figure.about.isEmpty()) figure.about = about.join(u'\n');
    return all;
}

void FigureExport::writeOrder(const FigureOrder& order) {
    const auto analysis = m_session.analysis();
    const QString model = modelName(*analysis);
    FigureOrder each = order;
    pipeline::Settings settings = m_settings.get();
    each.captions = settings.captions;
    each.font = settings.figureFont = each.font.value_or(settings.figureFont);
    if (order.isReport) each.folder = QDir(order.folder).filePath(u"figures"_s);
    Report report;
    m_written.clear();
    std::vector<FigureFile> files;
    for (const PageStack::Content& content : contents()) {
        ReportSection section = reportSection(content.page, content.entry.titleText());
        const std::vector<views::Figure> figures = figuresIn(each, content.figures);
        if (order.withData) {
            const QString answer = headlineOf(section.answers);
            std::ranges::move(filesBeside(figures, each, model, answer), std::back_inserter(files));
        }
        std::vector<std::shared_ptr<std::vector<WrittenPage>>> kept;
        for (FigureFile& file : figureFiles(figures, each, model)) {
            if (order.isReport && file.file.endsWith(u".svg"_s))
                file.kept = kept.emplace_back(std::make_shared<std::vector<WrittenPage>>());
            files.push_back(std::move(file));
        }
        if (!section.isEmpty() || !kept.empty()) {
            report.sections.push_back(std::move(section));
            m_written.push_back(std::move(kept));
        }
        for (const ReportPart* part : order.parts) {
            if (!part->section || content.entry.id != std::string_view(part->page)) continue;
            ReportSection own = part->section(*analysis);
            if (own.isEmpty()) continue;
            report.sections.push_back(std::move(own));
            m_written.emplace_back();
        }
    }
    if (files.empty()) return emit failed(tr("There is nothing to draw."));
    if (!QDir().mkpath(each.folder)) return emit failed(tr("The folder %1 cannot be made.").arg(each.folder));
    if (order.isReport) {
        const std::filesystem::path& file = analysis->opened->file;
        report.title = model.toStdString();
        report.origin = pipeline::settingLines(settings, file);
        report.settings = pipeline::settingTable(settings, file);
        if (!order.experiment.isEmpty()) {
            auto section = experimentSection(order.experiment.toStdString(), file);
            if (!section) return emit failed(QString::fromStdString(section.error().message));
            report.sections.push_back(std::move(*section));
            m_written.emplace_back();
        }
        m_report = std::move(report);
        m_reportFolder = order.folder;
    }
    m_writer.write(std::move(files));
}

void FigureExport::finishReport(const QString& note) {
    Report report = *std::exchange(m_report, {});
    for (std::size_t i = 0; i < report.sections.size(); ++i)
        for (const auto& figure : m_written[i])
            for (WrittenPage& page : *figure)
                report.sections[i].figures.push_back(
                    {page.title, u"figures/"_s + QFileInfo(page.file).completeBaseName(),
                     std::make_shared<const QByteArray>(std::move(page.bytes))});
    m_written.clear();
    const QDir folder(m_reportFolder);
    for (const ReportFormat* format : reportFormats()) {
        const QString name = folder.filePath(QString::fromUtf8(format->file));
        if (const auto done = views::saveBytes(name, QByteArray::fromStdString(format->write(report))); !done)
            return emit failed(QString::fromStdString(done.error().message));
        emit said(tr("Wrote %1").arg(name));
    }
    if (!note.isEmpty()) emit said(note);
    emit written();
}

void FigureExport::leaveOutHidden() {
    if (!m_waits) m_session.stages().setUnwanted(m_pages.hiddenStages());
}

void FigureExport::showDialog() {
    leaveOutHidden();
    QStringList current;
    const views::FigureStyle* style = m_pages.current().styleOfAll();
    std::vector<OfferedFigure> all;
    for (PageStack::Content& content : contents()) {
        const QString answer = headlineOf(pageAnswers(content.page));
        for (views::Figure& figure : content.figures) {
            if (content.isCurrent || style) current << figure.name;
            all.push_back({std::move(figure), answer});
        }
    }
    const QString documents = QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation);
    const QString folder = QSettings().value(u"figures"_s, documents).toString();
    auto* dialog = new ExportDialog(m_writer, m_settings, std::move(all), current, style,
                                    modelName(*m_session.analysis()), folder, &m_window);
    connect(&m_session, &views::Session::opened, dialog, &QDialog::close); // its captions are of this model
    dialog->show();
}

} // namespace edgewright::workbench
