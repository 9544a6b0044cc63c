// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/files/model_memory.h"

#include <QCoreApplication>
#include <QCryptographicHash>
#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonDocument>
#include <QLocale>
#include <QSaveFile>
#include <QSettings>

namespace edgewright::workbench {

namespace {

const QString LookEnding = QStringLiteral(".look.json"), AutosaveEnding = QStringLiteral(".autosave.json");
constexpr qint64 MaxLookBytes = 1 << 20;

} // namespace

QString ModelMemory::file(const QString& model, const QString& ending) const {
    const QFileInfo info(model);
    const QString key = QStringLiteral("%1\n%2\n%3")
                            .arg(info.absoluteFilePath())
                            .arg(info.size())
                            .arg(info.lastModified().toMSecsSinceEpoch());
    const QByteArray hash = QCryptographicHash::hash(key.toUtf8(), QCryptographicHash::Sha1).toHex();
    return QDir(m_folder).filePath(QString::fromLatin1(hash) + ending);
}

ModelMemory::Look ModelMemory::look(const QString& model) const {
    QFile stored(file(model, LookEnding));
    if (!stored.open(QIODevice::ReadOnly)) return {};
    const QJsonObject all = QJsonDocument::fromJson(stored.read(MaxLookBytes)).object();
    return {all.value(QStringLiteral("unsaved")).toBool(), all.value(QStringLiteral("page")).toString(),
            all.value(QStringLiteral("views")).toObject()};
}

void ModelMemory::remember(const QString& model, const Look& look) const {
    if (!QDir().mkpath(m_folder)) return;
    QSaveFile stored(file(model, LookEnding));
    if (!stored.open(QIODevice::WriteOnly)) return;
    stored.write(QJsonDocument({{QStringLiteral("unsaved"), look.unsaved},
                                {QStringLiteral("page"), look.page},
                                {QStringLiteral("views"), look.views}})
                     .toJson(QJsonDocument::Compact));
    stored.commit();
    forgetTheOldest();
}

QString ModelMemory::newAutosave(const QString& study) const {
    QDir().mkpath(m_folder);
    // Several windows may have the same study.
    return file(study, QStringLiteral(".%1-%2")
                               .arg(QDateTime::currentMSecsSinceEpoch())
                               .arg(QCoreApplication::applicationPid()) +
                           AutosaveEnding);
}

QStringList ModelMemory::autosaves(const QString& study) const {
    const QString all = QFileInfo(file(study, QStringLiteral(".*"))).fileName() + AutosaveEnding;
    QStringList files;
    for (const QFileInfo& each : QDir(m_folder).entryInfoList({all}, QDir::Files, QDir::Time))
        files << each.filePath();
    return files;
}

void ModelMemory::forgetTheOldest() const {
    const QFileInfoList autosaves =
        QDir(m_folder).entryInfoList({QLatin1Char('*') + AutosaveEnding}, QDir::Files, QDir::Time);
    for (const QFileInfo& old : autosaves.mid(MaxModels))
        QFile::remove(old.filePath());
    const QFileInfoList looks =
        QDir(m_folder).entryInfoList({QLatin1Char('*') + LookEnding}, QDir::Files, QDir::Time);
    for (const QFileInfo& old : looks.mid(MaxModels)) {
        QFile::remove(QString(old.filePath()).replace(LookEnding, QStringLiteral(".study.json")));
        QFile::remove(old.filePath());
    }
}

QStringList recentFiles() { return QSettings().value(QStringLiteral("recent")).toStringList(); }

void addRecentFile(const QString& file) {
    const QString path = QFileInfo(file).absoluteFilePath();
    QStringList files = recentFiles();
    files.removeAll(path);
    files.prepend(path);
    QSettings stored;
    stored.setValue(QStringLiteral("recent"), files.mid(0, MaxRecent));
    stored.setValue(QStringLiteral("folder"), QFileInfo(path).absolutePath());
}

QStringList sampleFiles() {
    QDir folder(QCoreApplication::applicationDirPath() + QStringLiteral("/" EDGEWRIGHT_SAMPLES_INSTALLED));
    if (!folder.exists()) folder.setPath(QStringLiteral(EDGEWRIGHT_SAMPLES_IN_SOURCE));
    QStringList files;
    for (const QFileInfo& each : folder.entryInfoList({QStringLiteral("*.onnx")}, QDir::Files, QDir::Name))
        files << QDir::cleanPath(each.absoluteFilePath());
    return files;
}

QHash<QString, QString> sampleAbouts() {
    const QStringList files = sampleFiles();
    QFile stored(QFileInfo(files.value(0)).dir().filePath(QStringLiteral("samples.json")));
    if (!stored.open(QIODevice::ReadOnly)) return {};
    const QJsonObject all = QJsonDocument::fromJson(stored.read(MaxLookBytes)).object();
    QHash<QString, QString> abouts;
    for (const QString& file : files) {
        const QJsonObject words = all.value(QFileInfo(file).completeBaseName()).toObject();
        const QString english = words.value(QStringLiteral("en")).toString();
        abouts.insert(file, words.value(QLocale().name()).toString(english));
    }
    return abouts;
}

void StudyAutosave::opened(const QString& study) {
    const QString taken = std::exchange(m_taken, {});
    if (!taken.isEmpty() && study == m_study) m_superseded << taken;
    m_study = study;
    m_file = study.isEmpty() ? QString() : m_memory.newAutosave(study);
}

void StudyAutosave::saved(const QString& study) {
    if (!m_file.isEmpty()) m_superseded << m_file;
    opened(study);
}

QString StudyAutosave::leftBehind() const {
    if (m_study.isEmpty()) return {};
    for (const QString& each : m_memory.autosaves(m_study))
        if (each != m_file && !m_superseded.contains(each)) return each;
    return {};
}

} // namespace edgewright::workbench
