// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/support/table/table_text.h"

#include "views/support/quantity.h"

#include <QCoreApplication>
#include <QLocale>
#include <QSaveFile>

#include <cmath>

namespace edgewright::views {

namespace {

bool isNumber(const QVariant& value) {
    switch (value.typeId()) {
    case QMetaType::Int:
    case QMetaType::UInt:
    case QMetaType::LongLong:
    case QMetaType::ULongLong:
        return true;
    case QMetaType::Double:
    case QMetaType::Float:
        return std::isfinite(value.toDouble()); // what is not known yet sorts behind everything
    default:
        return false;
    }
}

QString inFull(const QVariant& number) {
    if (number.typeId() == QMetaType::Double || number.typeId() == QMetaType::Float)
        return QString::number(number.toDouble(), 'g', QLocale::FloatingPointShortest);
    return number.toString();
}

// So that it is one field.
QString field(QString text, TableFormat format) {
    if (format == TableFormat::TabSeparated)
        return text.replace(u'\t', u' ').replace(u'\n', u' ').replace(u'\r', u' ');
    if (!text.contains(u',') && !text.contains(u'"') && !text.contains(u'\n') && !text.contains(u'\r'))
        return text;
    return u'"' + text.replace(u'"', QStringLiteral("\"\"")) + u'"';
}

void collectRows(const QAbstractItemModel& model, const QModelIndex& parent, QModelIndexList& rows) {
    for (int row = 0; row < model.rowCount(parent); ++row) {
        rows << model.index(row, 0, parent);
        collectRows(model, rows.back(), rows);
    }
}

} // namespace

QString tableText(const QAbstractItemModel& model, const QModelIndexList& rows, TableFormat format) {
    const QString separator(format == TableFormat::TabSeparated ? u'\t' : u',');
    const QString end = format == TableFormat::TabSeparated ? QStringLiteral("\n") : QStringLiteral("\r\n");
    const int columns = model.columnCount();
    QStringList fields;
    for (int column = 0; column < columns; ++column) {
        const QString unit = model.headerData(column, Qt::Horizontal, UnitRole).toString();
        const QString title = model.headerData(column, Qt::Horizontal).toString();
        fields << field(unit.isEmpty() ? title : QStringLiteral("%1 (%2)").arg(title, unit), format);
    }
    QString text = fields.join(separator) + end;
    for (const QModelIndex& row : rows) {
        fields.clear();
        for (int column = 0; column < columns; ++column) {
            const QModelIndex cell = row.siblingAtColumn(column);
            const QVariant raw = cell.data(SortRole);
            fields << field(isNumber(raw) ? inFull(raw) : withPlainMinus(cell.data().toString()), format);
        }
        text += fields.join(separator) + end;
    }
    return text;
}

QModelIndexList allRows(const QAbstractItemModel& model) {
    QModelIndexList rows;
    collectRows(model, {}, rows);
    return rows;
}

Result<void> writeTable(const QAbstractItemModel& model, const QString& name) {
    QSaveFile file(name);
    const QByteArray text = tableText(model, allRows(model), TableFormat::CommaSeparated).toUtf8();
    if (file.open(QIODevice::WriteOnly) && file.write(text) == text.size() && file.commit()) return {};
    return badInput((QCoreApplication::translate("edgewright::views::TableText", "%1 cannot be written: %2")
                         .arg(name, file.errorString()))
                        .toStdString());
}

} // namespace edgewright::views
