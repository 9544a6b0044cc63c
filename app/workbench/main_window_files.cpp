// SPDX-License-Identifier: GPL-3.0-or-later
// Files of the window: opened, dropped, saved, exported, remembered.
#include "app/workbench/main_window.h"

#include "app/workbench/export_dialog.h"
#include "app/workbench/pages.h"
#include "core/pipeline/model_file.h"
#include "views/support/job/stage_text.h"
#include "views/support/save_name.h"

#include <QDir>
#include <QDragEnterEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QMimeData>
#include <QSettings>
#include <QStandardPaths>

#include <algorithm>

namespace edgewright::workbench {

namespace {
constexpr qsizetype MaxRecent = 10; // files
} // namespace

void MainWindow::chooseFile() {
    const QString folder = QSettings().value(QStringLiteral("folder")).toString();
    const QString file = QFileDialog::getOpenFileName(
        this, tr("Open model or study"), folder, tr("Models and studies (*.onnx *.study.json);;All files (*)"));
    if (!file.isEmpty()) requestOpen({file});
}

void MainWindow::saveFused() {
    const auto analysis = m_session.analysis();
    if (!analysis->fusion) return;
    const QString proposal =
        QString::fromStdString(analysis->opened->file.stem().string()) + QStringLiteral("_fused.onnx");
    const QString file = views::askSaveName(this, tr("Save fused model"), proposal, tr("ONNX models (*.onnx)"),
                                            QStringLiteral(".onnx"));
    if (!file.isEmpty()) m_session.saveFused(file);
}

void MainWindow::saveStudy() {
    if (m_session.studyFile().isEmpty()) return saveStudyAs();
    m_session.saveStudy(m_session.studyFile());
}

void MainWindow::saveStudyAs() {
    const auto analysis = m_session.analysis();
    if (!analysis->opened) return;
    const std::filesystem::path& model = analysis->opened->file;
    const QString proposal = !m_session.studyFile().isEmpty()
                                 ? m_session.studyFile()
                                 : QString::fromStdString((model.parent_path() / model.stem()).string()) +
                                       QStringLiteral(".study.json");
    const QString file = views::askSaveName(this, tr("Save study"), proposal,
                                            tr("Studies (*.study.json *.json)"), QStringLiteral(".study.json"));
    if (file.isEmpty())
        m_whenSaved = {};
    else
        m_session.saveStudy(file);
}

// Figures of hidden pages need stages that do not run while those are hidden.
void MainWindow::exportFigures() {
    m_session.stages().setUnwanted({});
    m_exportWaits = awaitsHidden();
    if (m_exportWaits)
        m_status->say(tr("Computing what the figures of other pages show …"));
    else
        showExport();
}

bool MainWindow::awaitsHidden() const {
    const auto analysis = m_session.analysis();
    return std::ranges::any_of(pages(), [&](const views::ViewEntry* entry) {
        return std::ranges::any_of(
            entry->stages, [&](std::string_view stage) { return views::isStale(analysis.get(), stage); });
    });
}

void MainWindow::showExport() {
    leaveOutHidden();
    std::vector<views::Figure> all;
    QStringList current;
    for (int i = 0; i < m_pages->count(); ++i) {
        views::View* view = page(i);
        // A page that was not visible has not seen the newest analysis yet.
        if (m_shown[static_cast<std::size_t>(i)] != m_session.analysis()) {
            m_shown[static_cast<std::size_t>(i)] = m_session.analysis();
            view->setAnalysis(m_session.analysis());
        }
        for (views::Figure& figure : view->figures()) {
            if (i == m_pages->currentIndex()) current << figure.name;
            all.push_back(std::move(figure));
        }
    }
    const QString folder = QSettings()
                               .value(QStringLiteral("figures"),
                                      QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation))
                               .toString();
    (new ExportDialog(m_figures, std::move(all), current, folder, this))->show();
}

void MainWindow::remember(const QString& file) {
    QSettings stored;
    QStringList files = stored.value(QStringLiteral("recent")).toStringList();
    const QString path = QFileInfo(file).absoluteFilePath();
    files.removeAll(path);
    files.prepend(path);
    stored.setValue(QStringLiteral("recent"), files.mid(0, MaxRecent));
    stored.setValue(QStringLiteral("folder"), QFileInfo(path).absolutePath());
}

std::vector<CommandEntry> MainWindow::recentFiles() {
    std::vector<CommandEntry> recent;
    for (const QString& file : QSettings().value(QStringLiteral("recent")).toStringList())
        recent.push_back(
            {QFileInfo::exists(file) ? tr("Open %1").arg(file) : tr("Open %1 (not there any more)").arg(file),
             tr("recent"),
             {},
             [this, file] { requestOpen({file}); }});
    return recent;
}

namespace {

// Models, studies, and folders that may hold models; of a folder with several all that lie in it.
QStringList modelsAmong(const QList<QUrl>& urls) {
    const auto isModel = [](const QFileInfo& file) {
        const QString suffix = file.suffix().toLower();
        return file.isFile() && (suffix == QStringLiteral("onnx") || suffix == QStringLiteral("json"));
    };
    QStringList files;
    for (const QUrl& url : urls) {
        const QFileInfo file(url.toLocalFile());
        if (isModel(file)) files << file.filePath();
        if (!url.isLocalFile() || !file.isDir()) continue;
        const QFileInfoList inside =
            QDir(file.filePath()).entryInfoList({QStringLiteral("*.onnx")}, QDir::Files, QDir::Name);
        if (inside.size() < 2 || pipeline::modelFile(file.filePath().toStdString()))
            files << file.filePath(); // what is in it, or why nothing, is told when it is opened
        else
            for (const QFileInfo& each : inside)
                files << each.filePath();
    }
    return files;
}

} // namespace

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
    if (!modelsAmong(event->mimeData()->urls()).isEmpty()) event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event) {
    const QStringList files = modelsAmong(event->mimeData()->urls());
    if (files.isEmpty()) return;
    event->acceptProposedAction();
    requestOpen(files);
}

void MainWindow::requestOpen(const QStringList& files) {
    leaveModel([this, files] {
        for (const QString& other : files.mid(1, MaxRecent - 1))
            remember(other);
        if (files.size() > 1)
            m_status->say(
                tr("%1 opens; %n others are under Open recent.", nullptr, static_cast<int>(files.size() - 1))
                    .arg(QFileInfo(files.front()).fileName()));
        open(files.front());
    });
}

} // namespace edgewright::workbench
