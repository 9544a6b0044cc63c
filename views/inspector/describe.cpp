// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/inspector/describe.h"

#include "views/support/quantity.h"
#include "views/support/utf8.h"

#include <QCoreApplication>
#include <QStringList>

namespace edgewright::views {

namespace {

struct DescribeText {
    Q_DECLARE_TR_FUNCTIONS(edgewright::views::Describe)
};

} // namespace

QString labelText(const ir::Node& node) { return QString::fromStdString(node.label()); }

namespace {

QString extentsText(const std::vector<ir::Dim>& shape) {
    QStringList extents;
    for (const ir::Dim& dim : shape)
        extents << text(dim.text());
    return extents.isEmpty() ? DescribeText::tr("scalar") : extents.join(u'×');
}

} // namespace

QString shapeText(const ir::TensorType& type) {
    if (!type.shape) return {};
    const bool plain = type.dtype == ir::DataType::Float32 || type.dtype == ir::DataType::Undefined;
    return plain ? extentsText(*type.shape) : typeText(type);
}

QString typeText(const ir::TensorType& type) {
    const QString dtype = text(ir::dataTypeName(type.dtype));
    return type.shape ? dtype + u' ' + extentsText(*type.shape) : dtype + DescribeText::tr(", shape unknown");
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
    QString operator()(std::int64_t value) const { return integerText(value); }
    QString operator()(float value) const { return significant(static_cast<double>(value), 6); }
    QString operator()(const std::string& value) const { return QString::fromStdString(value).left(200); }
    QString operator()(const ir::Tensor& value) const {
        return DescribeText::tr("tensor %1").arg(typeText(value.type()));
    }
    QString operator()(const std::shared_ptr<const ir::Graph>& value) const {
        return DescribeText::tr("graph with %n nodes", nullptr,
                                value ? static_cast<int>(value->nodeCount()) : 0);
    }
    QString operator()(const ir::OpaqueAttribute&) const { return DescribeText::tr("of an unknown type"); }
    template <typename T>
    QString operator()(const std::vector<T>& values) const {
        return listText(values, *this);
    }
};

} // namespace

QString attributeText(const ir::AttributeValue& value) { return std::visit(AttributeWords{}, value); }

} // namespace edgewright::views
