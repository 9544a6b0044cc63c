// SPDX-License-Identifier: GPL-3.0-or-later
// What the window remembers: the last model, the settings and the look of each, the frame itself.
#include "app/workbench/main_window.h"

#include "app/workbench/pages.h"
#include "core/pipeline/model_file.h"
#include "views/support/splitter_sizes.h"

#include <QFileInfo>
#include <QJsonDocument>
#include <QJsonObject>
#include <QMessageBox>
#include <QSettings>

namespace edgewright::workbench {

namespace {

constexpr const char *LastFile = "session/file", *Opening = "session/opening", *Splitters = "frame/splitters",
                     *OpenDrawer = "frame/drawer", *Geometry = "geometry";

QString key(const char* name) { return QString::fromLatin1(name); }

} // namespace

void MainWindow::open(const QString& file) {
    if (file.endsWith(QStringLiteral(".json"))) return m_session.open(file);
    const auto model = pipeline::modelFile(file.toStdString()); // of a folder
    const QString path = model ? QString::fromStdString(model->string()) : file;
    m_session.open(file, m_memory.settingsFile(path), m_memory.look(path).unsaved);
}

bool MainWindow::openLast() {
    QSettings stored;
    const QString file = stored.value(key(LastFile)).toString();
    if (!QFileInfo::exists(file)) return false;
    if (stored.value(key(Opening)).toBool()) {
        stored.setValue(key(Opening), false);
        m_banner->showMessage(tr("%1 was open last; the program ended while it was being opened.").arg(file),
                              tr("Open it again"), [this, file] { requestOpen({file}); });
        return true;
    }
    stored.setValue(key(Opening), true);
    stored.sync();
    auto* watch = new QTimer(this); // until its stages are done, or it turns out that it does not open
    connect(watch, &QTimer::timeout, this, [this, watch] {
        if (!m_session.idle()) return;
        QSettings().setValue(key(Opening), false);
        watch->deleteLater();
    });
    watch->start(500);
    open(file);
    return true;
}

void MainWindow::restoreLook() {
    const auto opened = m_session.analysis()->opened;
    QSettings().setValue(key(LastFile), QFileInfo(m_file).absoluteFilePath());
    const ModelMemory::Look look = m_memory.look(QString::fromStdString(opened->file.string()));
    for (int i = 0; i < m_pages->count(); ++i)
        page(i)->restoreState(
            look.views.value(QLatin1String(pages()[static_cast<std::size_t>(i)]->id)).toObject());
    if (std::exchange(m_restorePage, false)) showPage(look.page);
    updateTitle();
}

void MainWindow::updateTitle() {
    if (m_file.isEmpty()) return;
    const QString& file = m_session.studyFile().isEmpty() ? m_file : m_session.studyFile();
    setWindowTitle(QFileInfo(file).fileName() + QStringLiteral("[*] — Edgewright"));
    setWindowModified(m_session.isChanged());
}

void MainWindow::rememberModel(bool newest) {
    const auto opened = m_session.analysis()->opened;
    if (!opened) return;
    if (m_discarded) newest = false;
    const QString model = QString::fromStdString(opened->file.string());
    ModelMemory::Look look{newest && m_session.isChanged(), {}, {}};
    for (int i = 0; i < m_pages->count(); ++i) {
        const QString id = QString::fromLatin1(pages()[static_cast<std::size_t>(i)]->id);
        look.views.insert(id, page(i)->saveState());
        if (i == m_pages->currentIndex()) look.page = id;
    }
    m_memory.remember(model, look);
    m_session.remember(m_memory.settingsFile(model), newest);
}

void MainWindow::rememberFrame() {
    QSettings stored;
    stored.setValue(key(Opening), false); // whatever still runs, a person has ended it
    stored.setValue(key(Geometry), saveGeometry());
    // Of what is hidden now, the sizes that it had.
    QJsonObject splitters = QJsonDocument::fromJson(stored.value(key(Splitters)).toByteArray()).object();
    const QJsonObject now = views::splitterSizes(*centralWidget());
    for (auto each = now.begin(); each != now.end(); ++each)
        splitters.insert(each.key(), each.value());
    stored.setValue(key(Splitters), QJsonDocument(splitters).toJson());
    stored.setValue(key(OpenDrawer), m_drawer->isVisible() ? m_drawer->currentIndex() : -1);
}

void MainWindow::restoreFrame() {
    const QSettings stored;
    restoreGeometry(stored.value(key(Geometry)).toByteArray());
    const int drawer = stored.value(key(OpenDrawer), -1).toInt();
    if (drawer >= 0 && drawer < m_drawer->count()) m_drawer->toggle(static_cast<Drawer::Tab>(drawer));
    views::setSplitterSizes(*centralWidget(),
                            QJsonDocument::fromJson(stored.value(key(Splitters)).toByteArray()).object());
}

void MainWindow::leaveModel(std::function<void()> next) {
    if (!m_session.isChanged()) {
        rememberModel(true);
        return next();
    }
    auto* box = new QMessageBox(QMessageBox::Question, tr("Save study"),
                                tr("Save the changed settings of %1?").arg(QFileInfo(m_file).fileName()),
                                QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel, this);
    box->setObjectName(QStringLiteral("saveQuestion"));
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setInformativeText(tr("A study is a file that opens the model with the settings chosen here."));
    box->setDefaultButton(QMessageBox::Save);
    connect(box, &QMessageBox::finished, this, [this, next = std::move(next)](int answer) {
        if (answer == QMessageBox::Discard) {
            m_discarded = true; // also by what is remembered while the next one is read
            rememberModel(true);
            next();
        } else if (answer == QMessageBox::Save) {
            m_whenSaved = [this, next] {
                rememberModel(true);
                next();
            };
            saveStudy();
        }
    });
    box->open();
}

} // namespace edgewright::workbench
