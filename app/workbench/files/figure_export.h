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
    FigureExport(views::Session& session, const views::SettingsModel& settings, PageStack& pages,
                 QThreadPool& writes, QWidget& window);
    void start();
    void write(const FigureOrder& order); // all figures, without the dialogue; said() or failed() tells the end
    void advance();                       // there is a new analysis
    void leaveOutHidden();                // stages that only hidden pages show, unless it waits for them
    void finishCharts() { m_writer.finishCharts(); }

signals:
    void said(const QString& text);
    void written(); // all of an order
    void failed(const QString& message);

private:
    void goOn(); // everything that is shown is there
    void showDialog();
    std::vector<PageStack::Content> contents();
    void writeOrder(const FigureOrder& order);
    void finishReport();

    views::Session& m_session;
    const views::SettingsModel& m_settings;
    PageStack& m_pages;
    QWidget& m_window;
    FigureWriter m_writer;
    bool m_waits = false;
    std::optional<FigureOrder> m_order; // none: the dialogue asks
    std::optional<Report> m_report;     // whose figures are being written
    // Of its sections, as they are written.
    std::vector<std::vector<std::shared_ptr<std::vector<WrittenFigure>>>> m_written;
    QString m_reportFolder;
};

} // namespace edgewright::workbench
