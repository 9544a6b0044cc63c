// SPDX-License-Identifier: GPL-3.0-or-later
// Graph things in words.
#pragma once

#include "core/ir/graph.h"

#include <QString>

namespace edgewright::views {

QString typeText(const ir::TensorType& type);           // "float32 1×64×56×56"
QString attributeText(const ir::AttributeValue& value); // "3, 3", "\"SAME_UPPER\"", "tensor float32 64"
QString labelText(const ir::Node& node);

} // namespace edgewright::views
