// SPDX-License-Identifier: GPL-3.0-or-later
// "Export figures…": computes what the figures of hidden pages show, then asks for names and formats, and
// writes. Without the dialogue: figures alone, or a report.
#pragma once

#include "app/workbench/bars/page_stack.h"
#include "app/workbench/files/figure_order.h"
#include "app/workbench/report/report.h"
#include "views/session/session.h"

#include <memory>
#include <optional>
#include <vector>

namespace edgewright::workbench {

class FigureExport final : public QObject {
    Q_OBJECT
public:
    FigureExport(views::Session& session, views::SettingsModel& settings, PageStack& pages, QThreadPool& writes,
                 QWidget& window);
    void start();
    void write(const FigureOrder& order); // all figures, without the dialogue; said() or failed() tells the end
    void advance();                       // there is a new analysis
    void leaveOutHidden();                // stages that only hidden pages show, unless it waits for them
    void finishCharts() { m_writer.finishCharts(); }

signals:
    void said(const QString& text);
    void written(); // all of an order
    void failed(const QString& message);
    void progressed(quint32 done, quint32 total); // with the parts of a report

private:
    const ReportPart* askedPart() const; // the last one; null: none
    void askNextPart();
    void tellProgress(quint32 done, quint32 total); // of that one
    void goOn();                                    // everything that is shown is there
    void showDialog();
    std::vector<PageStack::Content> contents();
    void writeOrder(const FigureOrder& order);
    void finishReport(const QString& note);

    views::Session& m_session;
    views::SettingsModel& m_settings;
    PageStack& m_pages;
    QWidget& m_window;
    FigureWriter m_writer;
    bool m_waits = false;
    std::optional<FigureOrder> m_order; // none: the dialogue asks
    std::size_t m_asked = 0;            // of its parts
    std::optional<Report> m_report;     // whose figures are being written
    // The pictures in its sections, by section, as they are written.
    std::vector<std::vector<std::shared_ptr<std::vector<WrittenPage>>>> m_written;
    QString m_reportFolder;
};

} // namespace edgewright::workbench
