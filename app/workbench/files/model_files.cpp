// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/files/model_files.h"

#include "app/workbench/files/model_memory.h"
#include "core/pipeline/model_file.h"
#include "views/support/save_name.h"

#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QLocale>
#include <QMessageBox>
#include <QSettings>

namespace edgewright::workbench {

using namespace Qt::StringLiterals;

namespace {

const QString LastFile = u"session/file"_s, Opening = u"session/opening"_s; // of the stored settings

} // namespace

ModelFiles::ModelFiles(views::Session& session, const views::SettingsModel& settings, PageStack& pages,
                       QString folder, QWidget& window)
    : QObject(&window), m_session(session), m_pages(pages), m_window(window), m_memory(std::move(folder)) {
    m_remember.setSingleShot(true);
    m_remember.setInterval(1000);
    connect(&m_remember, &QTimer::timeout, this, [this] { remember(true); });
    connect(&session, &views::Session::opened, this, &ModelFiles::take);
    connect(&session, &views::Session::saved, this, &ModelFiles::takeSaved);
    const auto stay = [this] {
        m_whenSaved = {};
        m_discarded = false;
        m_autosave.take({});
    };
    connect(&session, &views::Session::failed, this, stay);
    connect(&session, &views::Session::notSaved, this, stay);
    const auto follow = [this] {
        m_discarded = false;
        updateTitle();
        rememberSoon();
    };
    connect(&settings, &views::SettingsModel::changed, this, follow);
    connect(&session.experiments(), &views::Experiments::listChanged, this, follow);
}

void ModelFiles::takeOver(const ModelFiles& before) {
    m_file = before.m_file;
    m_discarded = before.m_discarded;
    if (m_file.isEmpty()) return;
    updateTitle();
    m_autosave.opened(m_session.studyFile());
}

void ModelFiles::open(const QString& file) {
    if (file.endsWith(u".json"_s)) return m_session.open(file);
    const auto model = pipeline::modelFile(file.toStdString()); // of a folder
    const QString path = model ? QString::fromStdString(model->string()) : file;
    m_session.open(file, m_memory.settingsFile(path), m_memory.look(path).unsaved);
}

void ModelFiles::requestOpen(const QStringList& files) {
    leave([this, files] {
        for (const QString& other : files.mid(1, MaxRecent - 1))
            addRecentFile(other);
        if (files.size() > 1)
            emit said(
                tr("%1 opens; %n others are under Open recent.", nullptr, static_cast<int>(files.size() - 1))
                    .arg(QFileInfo(files.front()).fileName()));
        open(files.front());
    });
}

bool ModelFiles::openLast() {
    QSettings stored;
    const QString file = stored.value(LastFile).toString();
    if (!QFileInfo::exists(file)) return false;
    if (stored.value(Opening).toBool()) {
        stored.setValue(Opening, false);
        emit offered(tr("%1 was open last; the program ended while it was being opened.").arg(file),
                     tr("Open it again"), [this, file] { requestOpen({file}); });
        return true;
    }
    stored.setValue(Opening, true);
    stored.sync();
    auto* watch = new QTimer(this); // until its stages are done, or it turns out that it does not open
    connect(watch, &QTimer::timeout, this, [this, watch] {
        if (!m_session.idle()) return;
        QSettings().setValue(Opening, false);
        watch->deleteLater();
    });
    watch->start(500);
    open(file);
    return true;
}

void ModelFiles::choose() {
    const QString folder = QSettings().value(u"folder"_s).toString();
    const QString file = QFileDialog::getOpenFileName(&m_window, tr("Open model or study"), folder,
                                                      tr("Models and studies (*.onnx *.json);;All files (*)"));
    if (!file.isEmpty()) requestOpen({file});
}

void ModelFiles::saveFused() {
    const auto analysis = m_session.analysis();
    if (!analysis->fusion) return;
    const QString proposal = QString::fromStdString(analysis->opened->file.stem().string()) + u"_fused.onnx"_s;
    const QString file =
        views::askSaveName(&m_window, tr("Save fused model"), proposal, tr("ONNX models (*.onnx)"), u".onnx"_s);
    if (!file.isEmpty()) m_session.saveFused(file);
}

void ModelFiles::saveQuantized() {
    const auto analysis = m_session.analysis();
    if (!analysis->typed) return;
    const QString proposal = QString::fromStdString(analysis->opened->file.stem().string()) + u"_int8.onnx"_s;
    const QString file =
        views::askSaveName(&m_window, tr("Save INT8 model"), proposal, tr("ONNX models (*.onnx)"), u".onnx"_s);
    if (!file.isEmpty()) m_session.saveQuantized(file);
}

void ModelFiles::saveStudy() {
    if (m_session.studyFile().isEmpty()) return saveStudyAs();
    m_session.saveStudy(m_session.studyFile());
}

void ModelFiles::saveStudyAs() {
    const auto analysis = m_session.analysis();
    if (!analysis->opened) return;
    const std::filesystem::path& model = analysis->opened->file;
    const QString proposal =
        !m_session.studyFile().isEmpty()
            ? m_session.studyFile()
            : QString::fromStdString((model.parent_path() / model.stem()).string()) + u".study.json"_s;
    const QString file = views::askSaveName(&m_window, tr("Save study"), proposal,
                                            tr("Studies (*.study.json *.json)"), u".study.json"_s);
    if (file.isEmpty())
        m_whenSaved = {};
    else
        m_session.saveStudy(file);
}

void ModelFiles::take(const QString& file) {
    m_discarded = false;
    m_file = file;
    addRecentFile(file);
    QSettings().setValue(LastFile, QFileInfo(file).absoluteFilePath());
    const auto opened = m_session.analysis()->opened;
    const ModelMemory::Look look = m_memory.look(QString::fromStdString(opened->file.string()));
    m_pages.restoreStates(look.views);
    if (std::exchange(m_restorePage, false)) m_pages.showPage(look.page);
    updateTitle();
    m_autosave.opened(m_session.studyFile());
    QTimer::singleShot(0, this, &ModelFiles::offerAutosave); // over what else is said of the file
}

void ModelFiles::offerAutosave() {
    const QString changes = m_autosave.leftBehind();
    if (changes.isEmpty()) return;
    const QString when = QLocale().toString(QFileInfo(changes).lastModified(), QLocale::ShortFormat);
    emit offered(
        tr("%1 was changed and not saved when the program ended (%2).").arg(QFileInfo(m_file).fileName(), when),
        tr("Restore the changes"), [this, changes, study = m_session.studyFile()] {
            m_autosave.take(changes);
            m_session.open(study, changes);
        });
}

void ModelFiles::takeSaved(const QString& file) {
    emit said(tr("Wrote %1").arg(file));
    updateTitle();
    if (file == m_session.studyFile()) m_autosave.saved(file);
    rememberSoon();
    if (file != m_session.studyFile()) return; // a model
    addRecentFile(file);
    if (const auto next = std::exchange(m_whenSaved, {})) next();
}

void ModelFiles::updateTitle() {
    const auto opened = m_session.analysis()->opened;
    if (m_file.isEmpty() || !opened) return;
    QString title = QString::fromStdString(pipeline::modelName(opened->file));
    if (const QString& study = m_session.studyFile(); !study.isEmpty())
        title += u" — "_s + QFileInfo(study).fileName();
    m_window.setWindowTitle(title + u"[*] — Edgewright"_s);
    m_window.setWindowModified(m_session.isChanged());
}

void ModelFiles::remember(bool newest) {
    const auto opened = m_session.analysis()->opened;
    if (!opened) return;
    if (m_discarded) newest = false;
    const QString model = QString::fromStdString(opened->file.string());
    m_memory.remember(model, {newest && m_session.isChanged(), m_pages.currentId(), m_pages.saveStates()});
    m_session.remember(m_memory.settingsFile(model), newest, m_autosave.file(), m_autosave.takeSuperseded());
}

void ModelFiles::rememberAll() {
    remember(true);
    QSettings().setValue(Opening, false);
}

void ModelFiles::leave(std::function<void()> next) {
    if (!m_session.isChanged()) {
        remember(true);
        return next();
    }
    auto* box = new QMessageBox(QMessageBox::Question, tr("Save study"),
                                tr("Save the changed settings of %1?").arg(QFileInfo(m_file).fileName()),
                                QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel, &m_window);
    box->setObjectName(u"saveQuestion"_s);
    box->setTextFormat(Qt::PlainText);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setInformativeText(tr("A study is a file that opens the model with the settings chosen here."));
    box->setDefaultButton(QMessageBox::Save);
    connect(box, &QMessageBox::finished, this, [this, next = std::move(next)](int answer) {
        if (answer == QMessageBox::Discard) {
            m_discarded = true; // also by what is remembered while the next one is read
            m_session.forgetChanges();
            remember(true);
            next();
        } else if (answer == QMessageBox::Save) {
            m_whenSaved = [this, next] {
                remember(true);
                next();
            };
            saveStudy();
        }
    });
    box->open();
}

bool ModelFiles::mayClose() {
    if (!m_leaving && m_session.isChanged()) {
        leave([this] {
            m_leaving = true;
            m_window.close();
        });
        return false;
    }
    if (!m_leaving) remember(true);
    m_remember.stop();
    QSettings().setValue(Opening, false); // whatever still runs, a person has ended it
    return true;
}

QStringList ModelFiles::modelsAmong(const QMimeData& data) {
    const auto isModel = [](const QFileInfo& file) {
        const QString suffix = file.suffix().toLower();
        return file.isFile() && (suffix == u"onnx"_s || suffix == u"json"_s);
    };
    QStringList files;
    for (const QUrl& url : data.urls()) {
        const QFileInfo file(url.toLocalFile());
        if (isModel(file)) files << file.filePath();
        if (!url.isLocalFile() || !file.isDir()) continue;
        const QFileInfoList inside =
            QDir(file.filePath()).entryInfoList({u"*.onnx"_s}, QDir::Files, QDir::Name);
        if (inside.size() < 2 || pipeline::modelFile(file.filePath().toStdString()))
            files << file.filePath(); // what is in it, or why nothing, is told when it is opened
        else
            for (const QFileInfo& each : inside)
                files << each.filePath();
    }
    return files;
}

} // namespace edgewright::workbench
