// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/files/figure_writer.h"

#include "core/base/propagate.h"
#include "views/support/figure/figure_format.h"
#include "views/support/figure/figure_glyphs.h"

namespace edgewright::workbench {

namespace {

// Adds to `written`.
Result<void> writeFile(const FigureFile& each, WrittenFiles& written, const RunContext& run = {}) {
    if (!each.text.isNull()) {
        written.files << each.file;
        return views::saveBytes(each.file, each.text);
    }
    ASSIGN_OR_RETURN(const views::Figure complete, views::completeFigure(each.figure, run));
    const std::vector<views::Figure> pages = views::pagesOf(complete);
    for (std::size_t i = 0; i < pages.size(); ++i) {
        const QString file = pages.size() > 1 ? pageFile(each.file, i + 1) : each.file;
        written.files << file;
        if (each.caption) {
            RETURN_IF_ERROR(views::saveBytes(file, each.caption(pages[i])));
            continue;
        }
        ASSIGN_OR_RETURN(views::WrittenFigure drawn, views::exportFigure(pages[i], file, run));
        written.missing += drawn.missing;
        if (each.kept) each.kept->push_back({pages[i].title, file, std::move(drawn.bytes)});
    }
    return {};
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
        [files = std::move(others)](const RunContext& run) -> Result<WrittenFiles> {
            WrittenFiles written;
            const auto total = static_cast<std::uint32_t>(files.size());
            for (std::uint32_t done = 0; done < total; ++done) {
                run.report(done, total);
                if (run.stopped()) return edgewright::cancelled();
                RETURN_IF_ERROR(writeFile(files[done], written, run));
            }
            return written;
        },
        [this](Result<WrittenFiles> result) {
            if (result) {
                m_written.files << result->files;
                m_written.missing += result->missing;
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
    if (const auto done = writeFile(next, m_written); !done) {
        stop();
        emit failed(QString::fromStdString(done.error().message));
        return;
    }
    ++m_chartsDone;
    tell();
}

void FigureWriter::finishIfDone() {
    if (m_job.running() || m_turn.isActive() || !running()) return;
    const WrittenFiles all = std::move(m_written);
    stop();
    emit written(all.files, views::missingGlyphsText(all.missing));
}

void FigureWriter::stop() {
    m_job.stop();
    m_turn.stop();
    m_charts.clear();
    m_written = {};
    m_total = 0;
    m_chartsDone = m_jobFiles = 0;
}

void FigureWriter::tell() {
    const std::uint32_t byJob = m_job.running() ? m_job.progress().first : m_jobFiles;
    emit progressed(static_cast<int>(m_chartsDone + byJob), m_total);
}

} // namespace edgewright::workbench
