// SPDX-License-Identifier: GPL-3.0-or-later
// A long graph whose names tell its modules.
#pragma once

#include "tests/views/graph/sample.h"

#include <string>
#include <utility>
#include <vector>

namespace edgewright::views::test {

// "/stem", a list of equal blocks of two halves each, "/head".
inline ir::Graph blocks(int count, int perHalf = 24) {
    ir::GraphBuilder b("blocks");
    const ir::TensorType row(ir::DataType::Float32, ir::Dims{1, 16});
    ValueId at = b.input("x", row);
    const auto add = [&](const char* op, const std::string& name, std::vector<ValueId> more = {}) {
        std::vector<ValueId> in{at};
        in.insert(in.end(), more.begin(), more.end());
        at = b.value(name, row);
        b.graph().node(b.nodeInto(op, std::move(in), {at})).name = name;
    };
    const ValueId weight = b.constant("w", ramp({16, 16}, -0.1f, 0.01f));
    add("Sin", "/stem/Sin");
    add("MatMul", "/stem/MatMul", {weight});
    for (int block = 0; block < count; ++block) {
        const std::string path = "/blocks/blocks." + std::to_string(block);
        for (const char* half : {"/attn", "/mlp"}) {
            add("MatMul", path + half + "/MatMul", {weight});
            for (int i = 1; i < perHalf; ++i)
                add(i % 2 == 0 ? "Softmax" : "Sin", path + half + "/Op_" + std::to_string(i));
        }
    }
    add("MatMul", "/head/MatMul", {weight});
    add("Softmax", "/head/Softmax");
    b.output(at);
    ir::Graph graph = b.take();
    return ops::inferTypes(graph, {{"", 17}}).graph;
}

} // namespace edgewright::views::test
