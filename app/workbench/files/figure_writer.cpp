// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/files/figure_writer.h"

#include "core/base/propagate.h"
#include "views/support/figure/figure_format.h"

namespace edgewright::workbench {

namespace {

// Returns the files that it wrote.
Result<QStringList> writeFile(const FigureFile& each, const RunContext& run = {}) {
    if (!each.text.isNull()) {
        RETURN_IF_ERROR(views::saveBytes(each.file, each.text));
        return QStringList{each.file};
    }
    ASSIGN_OR_RETURN(const views::Figure complete, views::completeFigure(each.figure, run));
    const std::vector<views::Figure> pages = views::pagesOf(complete);
    QStringList written;
    for (const views::Figure& page : pages) {
        written << (pages.size() > 1 ? pageFile(each.file, static_cast<std::size_t>(written.size()) + 1)
                                     : each.file);
        const QString& file = written.back();
        if (each.caption) {
            RETURN_IF_ERROR(views::saveBytes(file, each.caption(page)));
            continue;
        }
        ASSIGN_OR_RETURN(QByteArray bytes, views::exportFigure(page, file, run));
        if (each.kept) each.kept->push_back({page.titleWithin(each.figure.title), file, std::move(bytes)});
    }
    return written;
}

} // namespace

QString pageFile(const QString& file, std::size_t page) {
    const qsizetype end = file.lastIndexOf(u'.');
    return file.first(end) + u'-' + QString::number(page) + file.sliced(end);
}

FigureWriter::FigureWriter(QThreadPool& pool, QObject* parent)
    : QObject(parent), m_job(pool, tr("Export figures")) {
    connect(&m_turn, &QTimer::timeout, this, &FigureWriter::paintNextChart);
    connect(&m_job, &views::JobSlot::progressed, this, &FigureWriter::tell);
    connect(&m_job, &views::JobSlot::cancelled, this, [this] {
        stop();
        emit cancelled();
    });
}

void FigureWriter::write(std::vector<FigureFile> files) {
    stop();
    std::vector<FigureFile> others;
    for (FigureFile& each : files) {
        ++m_total;
        if (each.figure.onGuiThread)
            m_charts.push_back(std::move(each));
        else
            others.push_back(std::move(each));
    }
    if (m_total == 0) return;
    m_jobFiles = static_cast<std::uint32_t>(others.size());
    m_turn.start(0);
    tell();
    if (others.empty()) return;
    m_job.start(
        [files = std::move(others)](const RunContext& run) -> Result<QStringList> {
            QStringList written;
            const auto total = static_cast<std::uint32_t>(files.size());
            for (std::uint32_t done = 0; done < total; ++done) {
                run.report(done, total);
                if (run.stopped()) return edgewright::cancelled();
                ASSIGN_OR_RETURN(const QStringList each, writeFile(files[done], run));
                written << each;
            }
            return written;
        },
        [this](Result<QStringList> result) {
            if (result) {
                m_written << *result;
                return finishIfDone();
            }
            stop();
            emit failed(QString::fromStdString(result.error().message));
        });
}

void FigureWriter::finishCharts() {
    while (!m_charts.empty())
        paintNextChart();
}

void FigureWriter::paintNextChart() {
    if (m_charts.empty()) {
        m_turn.stop();
        return finishIfDone();
    }
    const FigureFile next = std::move(m_charts.front());
    m_charts.pop_front();
    const Result<QStringList> files = writeFile(next);
    if (!files) {
        stop();
        emit failed(QString::fromStdString(files.error().message));
        return;
    }
    m_written << *files;
    ++m_chartsDone;
    tell();
}

void FigureWriter::finishIfDone() {
    if (m_job.running() || m_turn.isActive() || !running()) return;
    const QStringList files = m_written;
    stop();
    emit written(files);
}

void FigureWriter::stop() {
    m_job.stop();
    m_turn.stop();
    m_charts.clear();
    m_written.clear();
    m_total = 0;
    m_chartsDone = m_jobFiles = 0;
}

void FigureWriter::tell() {
    const std::uint32_t byJob = m_job.running() ? m_job.progress().first : m_jobFiles;
    emit progressed(static_cast<int>(m_chartsDone + byJob), m_total);
}

} // namespace edgewright::workbench
