// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/support/table/table_text.h"

#include "core/table/number_text.h"
#include "views/support/quantity.h"

#include <QCoreApplication>
#include <QSaveFile>

#include <algorithm>
#include <cmath>
#include <memory>

namespace edgewright::views {

namespace {

// A number that rows are sorted by; nothing for other values.
table::Cell sortNumber(const QVariant& value) {
    switch (value.typeId()) {
    case QMetaType::Int:
    case QMetaType::UInt:
    case QMetaType::LongLong:
    case QMetaType::ULongLong:
        return value.toLongLong();
    case QMetaType::Double:
    case QMetaType::Float: // what is not known yet sorts behind everything
        return std::isfinite(value.toDouble()) ? table::Cell(value.toDouble()) : table::Cell();
    default:
        return {};
    }
}

Unit columnUnit(const QAbstractItemModel& model, const QModelIndexList& rows, int column) {
    const QVariant said = model.headerData(column, Qt::Horizontal, UnitRole);
    if (said.isValid()) return static_cast<Unit>(said.toInt());
    const bool isAnyNumber = std::ranges::any_of(rows, [&](const QModelIndex& row) {
        return !sortNumber(row.siblingAtColumn(column).data(SortRole)).isNothing();
    });
    return isAnyNumber ? Unit::Plain : Unit::Text;
}

table::Cell cellOf(const QModelIndex& index, Unit unit) {
    if (unit != Unit::Text)
        if (table::Cell number = sortNumber(index.data(SortRole)); !number.isNothing()) return number;
    const QVariant whole = index.data(WholeRole);
    const std::string text = withPlainMinus((whole.isValid() ? whole : index.data()).toString()).toStdString();
    return text.empty() || text == table::textOf({}, unit) ? table::Cell() : table::Cell(text);
}

// So that it is one field.
QString field(const std::string& text) {
    return QString::fromStdString(text).replace(u'\t', u' ').replace(u'\n', u' ').replace(u'\r', u' ');
}

QString fieldOf(const table::Cell& cell) {
    if (const auto* whole = std::get_if<std::int64_t>(&cell)) return QString::number(*whole);
    if (const auto* real = std::get_if<double>(&cell)) return field(table::shortestText(*real));
    const auto* text = std::get_if<std::string>(&cell);
    return text ? field(*text) : QString();
}

void collectRows(const QAbstractItemModel& model, const QModelIndex& parent, QModelIndexList& rows) {
    for (int row = 0; row < model.rowCount(parent); ++row) {
        const QModelIndex each = model.index(row, 0, parent); // of its own: the list moves as it grows
        rows << each;
        collectRows(model, each, rows);
    }
}

// All that a table of a model holds; its heads point to the titles.
struct Content {
    std::vector<std::string> titles;
    std::vector<std::vector<table::Cell>> columns;
};

} // namespace

QModelIndexList allRows(const QAbstractItemModel& model) {
    QModelIndexList rows;
    collectRows(model, {}, rows);
    return rows;
}

table::Table tableOf(const QAbstractItemModel& model, const QModelIndexList& rows,
                     const std::function<bool(int column)>& isHidden) {
    const auto content = std::make_shared<Content>();
    const int columns = model.columnCount();
    for (int column = 0; column < columns; ++column)
        content->titles.push_back(model.headerData(column, Qt::Horizontal).toString().toStdString());
    std::vector<table::Head> heads;
    for (int column = 0; column < columns; ++column) {
        const std::string& title = content->titles[static_cast<std::size_t>(column)];
        const Unit unit = columnUnit(model, rows, column);
        heads.push_back(
            {title, title.c_str(), "", unit, isHidden && isHidden(column) ? table::File : table::Everywhere});
        std::vector<table::Cell>& cells = content->columns.emplace_back();
        for (const QModelIndex& row : rows)
            cells.push_back(cellOf(row.siblingAtColumn(column), unit));
    }
    return {std::move(heads), static_cast<std::size_t>(rows.size()),
            [content](std::size_t row, std::size_t column) { return content->columns[column][row]; }};
}

QString tableText(const QAbstractItemModel& model, const QModelIndexList& rows) {
    const table::Table table = tableOf(model, rows);
    QStringList fields;
    for (const table::Head& head : table.heads) {
        const QString title = field(head.head);
        const std::string_view unit = nameOf(head.unit);
        fields << (table::saysUnit(head.head, head.unit)
                       ? title
                       : QStringLiteral("%1 (%2)").arg(title, QString::fromStdString(std::string(unit))));
    }
    QString text = fields.join(u'\t') + u'\n';
    for (std::size_t row = 0; row < table.rows(); ++row) {
        fields.clear();
        for (std::size_t column = 0; column < table.heads.size(); ++column)
            fields << fieldOf(table.at(row, column));
        text += fields.join(u'\t') + u'\n';
    }
    return text;
}

Result<void> writeTable(const table::Table& table, const table::About& about, const QString& file) {
    const table::Format* const format = table::formatOf(file.toStdString());
    if (!format) return badInput(table::formatProblem(file.toStdString()));
    QSaveFile saved(file);
    const QByteArray text = QByteArray::fromStdString(format->write(table, about));
    if (saved.open(QIODevice::WriteOnly) && saved.write(text) == text.size() && saved.commit()) return {};
    return badInput((QCoreApplication::translate("edgewright::views::TableText", "%1 cannot be written: %2")
                         .arg(file, saved.errorString()))
                        .toStdString());
}

} // namespace edgewright::views
