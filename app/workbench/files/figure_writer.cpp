// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/files/figure_writer.h"

#include "core/base/propagate.h"
#include "views/support/figure/figure_format.h"

namespace edgewright::workbench {

namespace {

Result<void> writeFile(const FigureFile& each, const RunContext& run = {}) {
    if (!each.text.isNull()) return views::saveBytes(each.file, each.text);
    ASSIGN_OR_RETURN(QByteArray written, views::exportFigure(each.figure, each.file, run));
    if (each.kept) *each.kept = std::move(written);
    return {};
}

} // namespace

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
        m_files << each.file;
        if (each.figure.onGuiThread)
            m_charts.push_back(std::move(each));
        else
            others.push_back(std::move(each));
    }
    if (m_files.isEmpty()) return;
    m_jobFiles = static_cast<std::uint32_t>(others.size());
    m_turn.start(0);
    tell();
    if (others.empty()) return;
    m_job.start(
        [files = std::move(others)](const RunContext& run) -> Result<void> {
            const auto total = static_cast<std::uint32_t>(files.size());
            for (std::uint32_t done = 0; done < total; ++done) {
                run.report(done, total);
                if (run.stopped()) return edgewright::cancelled();
                if (auto each = writeFile(files[done], run); !each) return each;
            }
            return {};
        },
        [this](Result<void> result) {
            if (result) return finishIfDone();
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
    if (const auto written = writeFile(next); !written) {
        stop();
        emit failed(QString::fromStdString(written.error().message));
        return;
    }
    ++m_chartsDone;
    tell();
}

void FigureWriter::finishIfDone() {
    if (m_job.running() || m_turn.isActive() || !running()) return;
    const QStringList files = m_files;
    stop();
    emit written(files);
}

void FigureWriter::stop() {
    m_job.stop();
    m_turn.stop();
    m_charts.clear();
    m_files.clear();
    m_chartsDone = m_jobFiles = 0;
}

void FigureWriter::tell() {
    const std::uint32_t byJob = m_job.running() ? m_job.progress().first : m_jobFiles;
    emit progressed(static_cast<int>(m_chartsDone + byJob), static_cast<int>(m_files.size()));
}

} // namespace edgewright::workbench
