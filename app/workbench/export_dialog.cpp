// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/export_dialog.h"

#include <QDialogButtonBox>
#include <QDir>
#include <QFileDialog>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QPushButton>
#include <QVBoxLayout>

namespace edgewright::workbench {

ExportDialog::ExportDialog(std::vector<views::Figure> figures, const QStringList& preselected,
                           const QString& folder, QWidget* parent)
    : QDialog(parent), m_figures(std::move(figures)) {
    setObjectName(QStringLiteral("exportDialog"));
    setWindowTitle(tr("Export figures"));
    setAttribute(Qt::WA_DeleteOnClose);
    m_list = new QListWidget(this);
    m_list->setObjectName(QStringLiteral("exportFigures"));
    for (const views::Figure& figure : m_figures) {
        auto* item = new QListWidgetItem(figure.title, m_list);
        item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsUserCheckable | Qt::ItemIsSelectable);
        item->setCheckState(preselected.contains(figure.name) ? Qt::Checked : Qt::Unchecked);
        item->setToolTip(figure.name);
    }
    const auto format = [this](const QString& name, bool on) {
        auto* box = new QCheckBox(name, this);
        box->setObjectName(QStringLiteral("format") + name);
        box->setChecked(on);
        return box;
    };
    m_svg = format(QStringLiteral("SVG"), true);
    m_pdf = format(QStringLiteral("PDF"), true);
    m_png = format(QStringLiteral("PNG"), false);
    auto* formats = new QHBoxLayout;
    for (QCheckBox* box : {m_svg, m_pdf, m_png})
        formats->addWidget(box);
    formats->addStretch(1);
    m_folder = new QLineEdit(folder, this);
    m_folder->setObjectName(QStringLiteral("exportFolder"));
    auto* browse = new QPushButton(tr("Choose…"), this);
    connect(browse, &QPushButton::clicked, this, [this] {
        const QString chosen =
            QFileDialog::getExistingDirectory(this, tr("Folder for the figures"), m_folder->text());
        if (!chosen.isEmpty()) m_folder->setText(chosen);
    });
    auto* place = new QHBoxLayout;
    place->addWidget(m_folder, 1);
    place->addWidget(browse);
    m_answer = new QLabel(this);
    m_answer->setObjectName(QStringLiteral("exportAnswer"));
    m_answer->setWordWrap(true);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    QPushButton* go = buttons->addButton(tr("Export"), QDialogButtonBox::AcceptRole);
    go->setObjectName(QStringLiteral("exportGo"));
    go->setDefault(true);
    connect(go, &QPushButton::clicked, this, &ExportDialog::exportTicked);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::close);

    auto* column = new QVBoxLayout(this);
    auto* form = new QFormLayout;
    form->addRow(tr("Formats"), formats);
    form->addRow(tr("Folder"), place);
    column->addWidget(m_list, 1);
    column->addLayout(form);
    column->addWidget(m_answer);
    column->addWidget(buttons);
    resize(520, 460);
}

QStringList ExportDialog::exportTicked() {
    QStringList suffixes;
    if (m_svg->isChecked()) suffixes << QStringLiteral("svg");
    if (m_pdf->isChecked()) suffixes << QStringLiteral("pdf");
    if (m_png->isChecked()) suffixes << QStringLiteral("png");
    const QDir folder(m_folder->text());
    if (!folder.exists() && !QDir().mkpath(folder.path())) {
        m_answer->setText(tr("The folder %1 cannot be made. Choose another one.").arg(folder.path()));
        return {};
    }
    QStringList files;
    for (int i = 0; i < m_list->count(); ++i) {
        if (m_list->item(i)->checkState() != Qt::Checked) continue;
        const views::Figure& figure = m_figures[static_cast<std::size_t>(i)];
        for (const QString& suffix : suffixes) {
            const QString file = folder.filePath(figure.name + QLatin1Char('.') + suffix);
            if (const auto written = views::exportFigure(figure, file); !written) {
                m_answer->setText(QString::fromStdString(written.error().message));
                return {};
            }
            files << file;
        }
    }
    m_answer->setText(files.isEmpty() ? tr("Tick at least one figure and one format.")
                                      : tr("Wrote %1 files to %2.").arg(files.size()).arg(folder.path()));
    if (!files.isEmpty()) emit exported(files);
    return files;
}

} // namespace edgewright::workbench
