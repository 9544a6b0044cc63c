// SPDX-License-Identifier: GPL-3.0-or-later
// "Export figures…": every figure of every page, in any of the formats, into one folder.
#pragma once

#include "app/workbench/files/figure_writer.h"
#include "views/support/figure/figure_format.h"

#include <QCheckBox>
#include <QDialog>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QProgressBar>
#include <QPushButton>

#include <utility>
#include <vector>

namespace edgewright::workbench {

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
    std::vector<std::pair<const views::FigureFormat*, QCheckBox*>> m_formats;
    QLineEdit* m_folder;
    QLabel* m_answer;
    QProgressBar* m_progress;
    QPushButton* m_go;
};

} // namespace edgewright::workbench
