// SPDX-License-Identifier: GPL-3.0-or-later
// "Export figures…": every figure of every page, in any of the formats, into one folder.
#pragma once

#include "app/workbench/files/figure_order.h"
#include "views/support/figure/figure_format.h"
#include "views/support/settings_model.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialog>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QSpinBox>

#include <utility>
#include <vector>

namespace edgewright::workbench {

struct OfferedFigure {
    views::Figure figure;
    QString answer; // of its page; empty: none
};

class ExportDialog final : public QDialog {
    Q_OBJECT
public:
    // `preselected`: names of the figures that are ticked at first. Files are called <model>-<figure>. Closed,
    // it leaves `writer` at work. It begins with `style`, null: that of last time, and the dots an inch of last
    // time; the font is a setting.
    // Captions that a person writes go into `settings`.
    ExportDialog(FigureWriter& writer, views::SettingsModel& settings, std::vector<OfferedFigure> figures,
                 const QStringList& preselected, const views::FigureStyle* style, const QString& model,
                 const QString& folder, QWidget* parent = nullptr);

private:
    QLayout* makeLooks(const views::FigureStyle* style);
    QLayout* makeBeside();
    void showCaption();
    void keepCaption();
    std::vector<FigureFile> tickedFiles() const;
    FigureOrder order() const;
    void exportTicked();
    void setRunning(bool running);
    bool asksToReplace(const std::vector<FigureFile>& files); // once for the same files

    FigureWriter& m_writer;
    views::SettingsModel& m_settings;
    std::vector<OfferedFigure> m_figures;
    QString m_model;
    QStringList m_told; // files that would be replaced, as the answer says
    QListWidget* m_list;
    std::vector<std::pair<const views::FigureFormat*, QCheckBox*>> m_formats;
    QComboBox* m_style;
    QSpinBox* m_dots;
    QCheckBox* m_beside;       // FigureOrder::withData
    QPlainTextEdit* m_caption; // of the figure that is chosen
    QLineEdit* m_folder;
    QLabel* m_answer;
    QProgressBar* m_progress;
    QPushButton* m_go;
};

} // namespace edgewright::workbench
