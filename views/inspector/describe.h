// SPDX-License-Identifier: GPL-3.0-or-later
// Graph things in words.
#pragma once

#include "core/ir/graph.h"

#include <QString>

namespace edgewright::views {

// "1×64×56×56", "int64 3", "scalar", "batch×?": float32 goes without saying; empty without a rank.
QString shapeText(const ir::TensorType& type);
QString typeText(const ir::TensorType& type);           // "float32 1×64×56×56"
QString attributeText(const ir::AttributeValue& value); // "3, 3", "\"SAME_UPPER\"", "tensor float32 64"
QString labelText(const ir::Node& node);

} // namespace edgewright::views
