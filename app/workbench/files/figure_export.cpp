// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/files/figure_export.h"

#include "app/workbench/files/export_dialog.h"

#include <QDir>
#include <QFileInfo>
#include <QSettings>
#include <QStandardPaths>

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

} // namespace

FigureExport::FigureExport(views::Session& session, PageStack& pages, QThreadPool& writes, QWidget& window)
    : QObject(&window), m_session(session), m_pages(pages), m_window(window), m_writer(writes) {
    connect(&m_writer, &FigureWriter::written, this, [this](const QStringList& files) {
        const QString folder = QFileInfo(files.front()).absolutePath();
        QSettings().setValue(u"figures"_s, folder);
        emit said(tr("Wrote %n files to %1", nullptr, static_cast<int>(files.size())).arg(folder));
        emit written();
    });
    connect(&m_writer, &FigureWriter::failed, this, &FigureExport::failed);
}

void FigureExport::start() {
    m_session.stages().setUnwanted({});
    m_waits = m_pages.awaits(*m_session.analysis());
    if (m_waits)
        emit said(tr("Computing what the figures of other pages show …"));
    else
        goOn();
}

void FigureExport::write(const FigureOrder& order) {
    m_order = order;
    start();
}

void FigureExport::advance() {
    if (!m_waits || m_pages.awaits(*m_session.analysis())) return;
    m_waits = false;
    goOn();
}

void FigureExport::goOn() {
    const std::optional<FigureOrder> order = std::exchange(m_order, {});
    if (!order) return showDialog();
    QStringList current;
    const QString model = modelName(*m_session.analysis());
    std::vector<FigureFile> files = figureFiles(m_pages.figures(m_session.analysis(), current), *order, model);
    if (files.empty()) return emit failed(tr("There is nothing to draw."));
    if (!QDir().mkpath(order->folder))
        return emit failed(tr("The folder %1 cannot be made.").arg(order->folder));
    m_writer.write(std::move(files));
}

void FigureExport::leaveOutHidden() {
    if (!m_waits) m_session.stages().setUnwanted(m_pages.hiddenStages());
}

void FigureExport::showDialog() {
    leaveOutHidden();
    QStringList current;
    std::vector<views::Figure> all = m_pages.figures(m_session.analysis(), current);
    const QString documents = QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation);
    const QString folder = QSettings().value(u"figures"_s, documents).toString();
    (new ExportDialog(m_writer, std::move(all), current, modelName(*m_session.analysis()), folder, &m_window))
        ->show();
}

} // namespace edgewright::workbench
