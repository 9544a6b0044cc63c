// SPDX-License-Identifier: GPL-3.0-or-later
// Writes figures as files while the window goes on: on a thread of its own, charts of Qt between the events of
// the window, one at a time.
#pragma once

#include "views/support/figure/figure.h"
#include "views/support/job/job_slot.h"

#include <QByteArray>
#include <QObject>
#include <QStringList>
#include <QTimer>

#include <deque>
#include <functional>
#include <memory>
#include <vector>

namespace edgewright::workbench {

struct WrittenPage {
    QString title, file;
    QByteArray bytes;
};

struct WrittenFiles {
    QStringList files;
    QString missing; // characters without a glyph
};

// Each page of a figure that has several is a file of its own.
struct FigureFile {
    views::Figure figure;
    QString file;                                        // its extension is the format
    std::shared_ptr<std::vector<WrittenPage>> kept = {}; // gets what was written; null: nobody asks for it
    QByteArray text = {}; // what the file holds in place of a figure, where it is not null
    // Says what a file holds in place of a page, where it is there. On the thread that writes.
    std::function<QByteArray(const views::Figure& page)> caption = {};
};

// The file of a page, from 1 on, of several: "net-graph-2.pdf".
QString pageFile(const QString& file, std::size_t page);

class FigureWriter final : public QObject {
    Q_OBJECT
public:
    explicit FigureWriter(QThreadPool& pool, QObject* parent = nullptr);
    // One of the signals below tells the end. Not while it is running.
    void write(std::vector<FigureFile> files);
    bool running() const { return m_total > 0; }
    void finishCharts(); // at once: there will be no more events

signals:
    void progressed(int done, int total);                        // FigureFiles
    void written(const QStringList& files, const QString& note); // what is to be known of them; empty: nothing
    void failed(const QString& message);                         // what was written before it stays
    void cancelled();

private:
    void paintNextChart();
    void finishIfDone();
    void stop();
    void tell();

    views::JobSlot m_job;
    std::deque<FigureFile> m_charts; // to be painted on this thread
    QTimer m_turn;
    WrittenFiles m_written;
    int m_total = 0;                                // FigureFiles of the run; 0: there is none
    std::uint32_t m_chartsDone = 0, m_jobFiles = 0; // FigureFiles
};

} // namespace edgewright::workbench
