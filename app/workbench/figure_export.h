// SPDX-License-Identifier: GPL-3.0-or-later
// "Export figures…": computes what the figures of hidden pages show, then asks for names and formats, and
// writes.
#pragma once

#include "app/workbench/figure_writer.h"
#include "app/workbench/page_stack.h"
#include "views/session/session.h"

#include <QCheckBox>
#include <QDialog>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QProgressBar>
#include <QPushButton>

#include <vector>

namespace edgewright::workbench {

// "Export figures…": every figure of every page, in any of the formats, into one folder.
class ExportDialog final : public QDialog {
    Q_OBJECT
public:
    // `preselected`: names of the figures that are ticked at first. Closed, it leaves `writer` at work.
    ExportDialog(FigureWriter& writer, std::vector<views::Figure> figures, const QStringList& preselected,
                 const QString& folder, QWidget* parent = nullptr);

private:
    void exportTicked();
    void setRunning(bool running);

    FigureWriter& m_writer;
    std::vector<views::Figure> m_figures;
    QListWidget* m_list;
    QCheckBox *m_svg, *m_pdf, *m_png;
    QLineEdit* m_folder;
    QLabel* m_answer;
    QProgressBar* m_progress;
    QPushButton* m_go;
};

class FigureExport final : public QObject {
    Q_OBJECT
public:
    FigureExport(views::Session& session, PageStack& pages, QThreadPool& writes, QWidget& window);
    void start();
    void advance();        // there is a new analysis
    void leaveOutHidden(); // stages that only hidden pages show, unless it waits for them
    void finishCharts() { m_writer.finishCharts(); }

signals:
    void said(const QString& text);
    void failed(const QString& message);

private:
    void showDialog();

    views::Session& m_session;
    PageStack& m_pages;
    QWidget& m_window;
    FigureWriter m_writer;
    bool m_waits = false;
};

} // namespace edgewright::workbench
