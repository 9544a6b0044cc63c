// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/files/export_dialog.h"

#include "app/workbench/files/figure_data.h"
#include "core/pipeline/settings/setting_fields.h"
#include "core/table/format.h"
#include "views/support/field/field_editor.h"

#include <QDialogButtonBox>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QSet>
#include <QSettings>
#include <QSignalBlocker>
#include <QVBoxLayout>

#include <algorithm>

namespace edgewright::workbench {

ExportDialog::ExportDialog(FigureWriter& writer, views::SettingsModel& settings,
                           std::vector<OfferedFigure> figures, const QStringList& preselected,
                           const views::FigureStyle* style, const QString& model, const QString& folder,
                           QWidget* parent)
    : QDialog(parent), m_writer(writer), m_settings(settings), m_figures(std::move(figures)), m_model(model),
      m_progress(new QProgressBar(this)) {
    setObjectName(QStringLiteral("exportDialog"));
    setWindowTitle(tr("Export figures"));
    setAttribute(Qt::WA_DeleteOnClose);
    m_list = new QListWidget(this);
    m_list->setObjectName(QStringLiteral("exportFigures"));
    for (const auto& [figure, answer] : m_figures) {
        auto* item = new QListWidgetItem(figure.title, m_list);
        item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsUserCheckable | Qt::ItemIsSelectable);
        item->setCheckState(preselected.contains(figure.name) ? Qt::Checked : Qt::Unchecked);
        item->setToolTip(figure.name);
    }
    auto* formats = new QHBoxLayout;
    for (const views::FigureFormat* format : views::figureFormats()) {
        auto* box = new QCheckBox(QString::fromUtf8(format->title), this);
        box->setObjectName(QStringLiteral("format") + box->text());
        box->setChecked(format->onByDefault);
        formats->addWidget(box);
        m_formats.emplace_back(format, box);
    }
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
    m_answer->setTextFormat(Qt::PlainText);
    m_answer->setWordWrap(true);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    m_go = buttons->addButton(tr("Export"), QDialogButtonBox::AcceptRole);
    m_go->setObjectName(QStringLiteral("exportGo"));
    m_go->setDefault(true);
    connect(m_go, &QPushButton::clicked, this, &ExportDialog::exportTicked);
    m_progress->setTextVisible(false);
    m_progress->setMaximumHeight(8);
    m_progress->setAccessibleName(tr("Progress of the export"));
    connect(&m_writer, &FigureWriter::progressed, this, [this](int done, int total) {
        m_progress->setRange(0, total);
        m_progress->setValue(done);
        setRunning(true); // perhaps by another dialog
    });
    const auto finish = [this](const QString& answer) {
        m_answer->setText(answer);
        setRunning(false);
    };
    connect(&m_writer, &FigureWriter::written, this, [finish](const QStringList& files, const QString& note) {
        const QString done = tr("Wrote %n files to %1.", nullptr, static_cast<int>(files.size()))
                                 .arg(QFileInfo(files.front()).absolutePath());
        finish(note.isEmpty() ? done : done + u' ' + note);
    });
    connect(&m_writer, &FigureWriter::failed, this, finish);
    connect(&m_writer, &FigureWriter::cancelled, this,
            [finish] { finish(tr("Cancelled. What was written before stays.")); });
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::close);

    auto* column = new QVBoxLayout(this);
    auto* form = new QFormLayout;
    form->addRow(tr("Style"), makeLooks(style));
    for (const auto& [format, box] : m_formats)
        if (format->isOfDots) {
            m_dots->setEnabled(box->isChecked());
            connect(box, &QCheckBox::toggled, m_dots, &QWidget::setEnabled);
        }
    views::settingEditor(m_settings, fieldNamed(pipeline::figureFields(), "figure_font"), this)->addTo(*form);
    form->addRow(tr("Formats"), formats);
    form->addRow(tr("Beside them"), makeBeside());
    form->addRow(tr("Folder"), place);
    column->addWidget(m_list, 1);
    column->addLayout(form);
    column->addWidget(m_answer);
    column->addWidget(m_progress);
    column->addWidget(buttons);
    resize(520, 540);
    setRunning(m_writer.running());
}

QLayout* ExportDialog::makeLooks(const views::FigureStyle* style) {
    m_style = new QComboBox(this);
    m_style->setObjectName(QStringLiteral("exportStyle"));
    for (const views::FigureStyle& each : views::figureStyles())
        m_style->addItem(views::figureStyleTitle(each), QLatin1String(each.key));
    m_style->setToolTip(tr("Width and size of type. Tall graphs are set in columns, and on further pages as "
                           "files of their own; what "
                           "is wider than a page becomes smaller."));
    const QSettings settings;
    const QString first =
        style ? QString::fromLatin1(style->key) : settings.value(QStringLiteral("figureStyle")).toString();
    m_style->setCurrentIndex(std::max(0, m_style->findData(first)));
    m_dots = new QSpinBox(this);
    m_dots->setObjectName(QStringLiteral("exportDots"));
    m_dots->setRange(static_cast<int>(FigureOrder::MinDots), static_cast<int>(FigureOrder::MaxDots));
    m_dots->setValue(settings.value(QStringLiteral("figureDots"), FigureOrder::Dots).toInt());
    m_dots->setSuffix(tr(" dots an inch"));
    m_dots->setToolTip(tr("Of PNG"));
    auto* looks = new QHBoxLayout;
    looks->addWidget(m_style, 1);
    looks->addWidget(m_dots);
    return looks;
}

// A caption can be written once captions are asked for.
QLayout* ExportDialog::makeBeside() {
    QStringList suffixes;
    for (const table::Format* format : table::formats())
        if (!format->isDocument) suffixes << QString::fromStdString(std::string(format->suffix));
    m_beside =
        new QCheckBox(tr("Captions (.txt) and data (%1)").arg(suffixes.join(QStringLiteral(", "))), this);
    m_beside->setObjectName(QStringLiteral("exportData"));
    m_caption = new QPlainTextEdit(this);
    m_caption->setObjectName(QStringLiteral("exportCaption"));
    m_caption->setAccessibleName(tr("Caption of the figure that is chosen"));
    m_caption->setPlaceholderText(tr("Choose a figure to see its caption, and to change it."));
    m_caption->setTabChangesFocus(true);
    m_caption->setMaximumHeight(3 * m_caption->fontMetrics().lineSpacing() + 12);
    m_caption->setEnabled(false);
    connect(m_beside, &QCheckBox::toggled, m_caption, &QWidget::setEnabled);
    connect(m_list, &QListWidget::currentRowChanged, this, &ExportDialog::showCaption);
    connect(m_caption, &QPlainTextEdit::textChanged, this, &ExportDialog::keepCaption);
    connect(&m_settings, &views::SettingsModel::changed, this, [this] {
        if (!m_caption->hasFocus()) showCaption(); // an Undo, perhaps
    });
    auto* beside = new QVBoxLayout;
    beside->addWidget(m_beside);
    beside->addWidget(m_caption);
    return beside;
}

void ExportDialog::showCaption() {
    const QSignalBlocker own(m_caption);
    const int row = m_list->currentRow();
    if (row < 0) return m_caption->clear();
    const auto& [figure, answer] = m_figures[static_cast<std::size_t>(row)];
    const auto& captions = m_settings.get().captions;
    const auto written = captions.find(figure.name.toStdString());
    m_caption->setPlainText(written == captions.end() ? figureCaption(figure, answer, {})
                                                      : QString::fromStdString(written->second));
}

// An empty one is none: the figure has its own again.
void ExportDialog::keepCaption() {
    const int row = m_list->currentRow();
    if (row < 0) return;
    const OfferedFigure& of = m_figures[static_cast<std::size_t>(row)];
    const QString words = m_caption->toPlainText();
    const bool isOwn = words.trimmed().isEmpty() || words == figureCaption(of.figure, of.answer, {});
    m_settings.change(tr("Caption"), [&](pipeline::Settings& s) {
        if (isOwn)
            s.captions.erase(of.figure.name.toStdString());
        else
            s.captions.insert_or_assign(of.figure.name.toStdString(), words.toStdString());
    });
}

FigureOrder ExportDialog::order() const {
    FigureOrder order;
    order.folder = m_folder->text();
    for (const auto& [format, box] : m_formats)
        if (box->isChecked()) order.suffixes << QLatin1String(format->suffix);
    order.style = views::findFigureStyle(m_style->currentData().toString());
    order.font = m_settings.get().figureFont;
    order.dotsPerInch = m_dots->value();
    order.withData = m_beside->isChecked();
    order.captions = m_settings.get().captions;
    return order;
}

void ExportDialog::setRunning(bool running) {
    m_go->setEnabled(!running);
    m_progress->setVisible(running);
}

bool ExportDialog::asksToReplace(const std::vector<FigureFile>& files) {
    constexpr qsizetype MaxNamed = 3;
    QStringList there;
    for (const FigureFile& each : files) {
        if (QFileInfo::exists(each.file)) there << each.file;
        // The number of pages is known when they are drawn.
        for (std::size_t page = 1; each.figure.make && QFileInfo::exists(pageFile(each.file, page)); ++page)
            there << pageFile(each.file, page);
    }
    if (there == std::exchange(m_told, there)) {
        m_told.clear(); // of the next export it is asked again
        return false;
    }
    if (there.isEmpty()) return false;
    QStringList names;
    for (const QString& file : there.first(std::min(there.size(), MaxNamed)))
        names << QFileInfo(file).fileName();
    if (there.size() > MaxNamed) names << QStringLiteral("…");
    m_answer->setText(tr("There already: %1. Press Export again to replace.").arg(names.join(u", ")));
    return true;
}

// Empty: no figure or no format is ticked.
std::vector<FigureFile> ExportDialog::tickedFiles() const {
    const FigureOrder wanted = order();
    std::vector<FigureFile> files;
    QSet<QString> names; // a table that several figures draw is one file
    for (int i = 0; i < m_list->count(); ++i) {
        if (m_list->item(i)->checkState() != Qt::Checked) continue;
        const OfferedFigure& each = m_figures[static_cast<std::size_t>(i)];
        const std::vector<views::Figure> styled = figuresIn(wanted, {each.figure});
        const std::vector<FigureFile> drawn = figureFiles(styled, wanted, m_model);
        files.insert(files.end(), drawn.begin(), drawn.end());
        if (drawn.empty() || !wanted.withData) continue;
        for (FigureFile& beside : filesBeside(styled, wanted, m_model, each.answer)) {
            if (names.contains(beside.file)) continue;
            names.insert(beside.file);
            files.push_back(std::move(beside));
        }
    }
    return files;
}

void ExportDialog::exportTicked() {
    if (m_folder->text().trimmed().isEmpty()) return m_answer->setText(tr("Choose a folder."));
    const QDir folder(m_folder->text());
    if (!folder.exists() && !QDir().mkpath(folder.path()))
        return m_answer->setText(tr("The folder %1 cannot be made. Choose another one.").arg(folder.path()));
    std::vector<FigureFile> files = tickedFiles();
    if (files.empty()) return m_answer->setText(tr("Tick at least one figure and one format."));
    if (asksToReplace(files)) return;
    m_answer->setText(tr("Writing %n files …", nullptr, static_cast<int>(files.size())));
    setRunning(true);
    QSettings settings;
    settings.setValue(QStringLiteral("figureStyle"), m_style->currentData());
    settings.setValue(QStringLiteral("figureDots"), m_dots->value());
    m_writer.write(std::move(files));
}

} // namespace edgewright::workbench
