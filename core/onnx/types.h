// SPDX-License-Identifier: GPL-3.0-or-later
// Declared types: TypeProto <-> ir::TensorType.
#pragma once

#include "core/ir/graph.h"

#include <onnx/onnx_pb.h>

namespace edgewright::onnx {

namespace pb = ::onnx;

struct DeclaredType {
    ir::TensorType tensor;
    std::string
        other; // serialized, when it is nothing that TensorType can say: a map, a nesting, a sparse tensor
    int unknownNumber = 0; // of an element type that we do not know
};

DeclaredType readType(const pb::TypeProto& proto);
// Leaves `proto` without a type when the value has none.
void writeType(const ir::Value& value, pb::ValueInfoProto& proto);

} // namespace edgewright::onnx
