// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/inspector/describe.h"

#include "views/support/quantity.h"

#include <QStringList>

namespace edgewright::views {

QString labelText(const ir::Node& node) { return QString::fromStdString(node.label()); }

QString shortName(const QString& name, int most) {
    if (name.size() <= most || most < 3) return name;
    const int head = (most - 1) * 2 / 5;
    qsizetype from = name.size() - (most - 1 - head);
    if (name[from].isLowSurrogate()) ++from;
    const qsizetype to = name[head - 1].isHighSurrogate() ? head - 1 : head;
    return name.left(to) + QChar(0x2026) + name.mid(from);
}

QString shortNames(const QString& sentence, int most) {
    QString result, word;
    const auto end = [&] {
        result += shortName(word, most);
        word.clear();
    };
    for (const QChar c : sentence) {
        if (!c.isSpace()) {
            word += c;
            continue;
        }
        end();
        result += c;
    }
    end();
    return result;
}

QString typeText(const ir::TensorType& type) {
    const std::string_view name = ir::dataTypeName(type.dtype);
    QString text = QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()));
    if (!type.shape) return text + QStringLiteral(", shape unknown");
    if (type.shape->empty()) return text + QStringLiteral(" scalar");
    QStringList extents;
    for (const ir::Dim& dim : *type.shape)
        extents << QString::fromStdString(dim.text());
    return text + QLatin1Char(' ') + extents.join(QStringLiteral("×"));
}

namespace {

template <typename T, typename Text>
QString listText(const std::vector<T>& values, Text text) {
    constexpr std::size_t Shown = 16;
    QStringList parts;
    for (std::size_t i = 0; i < std::min(values.size(), Shown); ++i)
        parts << text(values[i]);
    if (values.size() > Shown) parts << QStringLiteral("… (%1)").arg(values.size());
    return parts.join(QStringLiteral(", "));
}

struct AttributeWords {
    QString operator()(std::int64_t value) const { return QString::number(value); }
    QString operator()(float value) const { return significant(static_cast<double>(value), 6); }
    QString operator()(const std::string& value) const { return QString::fromStdString(value).left(200); }
    QString operator()(const ir::Tensor& value) const {
        return QStringLiteral("tensor ") + typeText(value.type());
    }
    QString operator()(const std::shared_ptr<const ir::Graph>& value) const {
        return QStringLiteral("graph with %1 nodes").arg(value ? value->nodeCount() : 0);
    }
    QString operator()(const ir::OpaqueAttribute&) const { return QStringLiteral("of an unknown type"); }
    template <typename T>
    QString operator()(const std::vector<T>& values) const {
        return listText(values, *this);
    }
};

} // namespace

QString attributeText(const ir::AttributeValue& value) { return std::visit(AttributeWords{}, value); }

} // namespace edgewright::views
