// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/graph/panels/insides.h"

#include "core/ir/graph.h"

#include <QCoreApplication>

namespace edgewright::views {

std::vector<Inside> insidesOf(const ir::Node& node) {
    std::vector<Inside> found;
    if (const bool isGroup = node.domain == ir::FusedDomain; node.body)
        found.push_back({isGroup ? QCoreApplication::translate("edgewright::views::Inside", "members")
                                 : QCoreApplication::translate("edgewright::views::Inside", "function"),
                         node.body, isGroup});
    for (const ir::Attribute& attribute : node.attributes) {
        const QString name = QString::fromStdString(attribute.name);
        if (const auto* one = std::get_if<std::shared_ptr<const ir::Graph>>(&attribute.value)) {
            if (*one) found.push_back({name, *one});
        } else if (const auto* many =
                       std::get_if<std::vector<std::shared_ptr<const ir::Graph>>>(&attribute.value)) {
            for (std::size_t i = 0; i < many->size(); ++i)
                if ((*many)[i]) found.push_back({QStringLiteral("%1[%2]").arg(name).arg(i), (*many)[i]});
        }
    }
    return found;
}

} // namespace edgewright::views
