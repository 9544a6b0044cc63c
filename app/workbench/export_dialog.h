// SPDX-License-Identifier: GPL-3.0-or-later
// "Export figures…": every figure of every page, in any of the formats, into one folder.
#pragma once

#include "views/support/figure.h"

#include <QCheckBox>
#include <QDialog>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>

#include <vector>

namespace edgewright::workbench {

class ExportDialog final : public QDialog {
    Q_OBJECT
public:
    // `preselected`: names of the figures that are ticked at first.
    ExportDialog(std::vector<views::Figure> figures, const QStringList& preselected, const QString& folder,
                 QWidget* parent = nullptr);
    // Writes what is ticked; returns the files, or an empty list after showing what went wrong.
    QStringList exportTicked();

signals:
    void exported(const QStringList& files);

private:
    std::vector<views::Figure> m_figures;
    QListWidget* m_list;
    QCheckBox *m_svg, *m_pdf, *m_png;
    QLineEdit* m_folder;
    QLabel* m_answer;
};

} // namespace edgewright::workbench
