// SPDX-License-Identifier: GPL-3.0-or-later
// Requests of the shapes that networks of several kinds have, at any size: what exporters write, operator by
// operator, constants left out.
#pragma once

#include "core/layout/layout.h"

#include <functional>
#include <string_view>

namespace edgewright::layout::test {

// Writes a graph down as operators in execution order.
class Sketch {
public:
    using Box = std::uint32_t;
    // Wide as its title asks for.
    Box node(std::string_view title, std::initializer_list<Box> inputs) {
        request.boxes.push_back(
            {std::max(88.0, 30 + 7.5 * static_cast<double>(title.size())), inputs.size() > 1 ? 44.0 : 62.0});
        const auto box = static_cast<Box>(request.boxes.size() - 1);
        for (const Box from : inputs)
            request.edges.push_back({from, box});
        return box;
    }
    Box chain(Box from, std::initializer_list<std::string_view> titles) {
        for (const std::string_view title : titles)
            from = node(title, {from});
        return from;
    }
    Request request;
};

// Bottlenecks of residual networks; every fourth one has a convolution in its shortcut.
inline Request resnet(std::size_t boxes) {
    Sketch s;
    auto last = s.node("input", {});
    for (int block = 0; s.request.boxes.size() < boxes; ++block) {
        const auto entry = last;
        last = s.chain(last, {"Conv", "BatchNormalization", "Relu", "Conv", "BatchNormalization", "Relu",
                              "Conv", "BatchNormalization"});
        const auto shortcut = block % 4 == 0 ? s.chain(entry, {"Conv", "BatchNormalization"}) : entry;
        last = s.chain(s.node("Add", {last, shortcut}), {"Relu"});
    }
    return std::move(s.request);
}

// Four branches, joined; some fork once more.
inline Request inception(std::size_t boxes) {
    Sketch s;
    auto last = s.node("input", {});
    for (int block = 0; s.request.boxes.size() < boxes; ++block) {
        const auto unit = [&](Sketch::Box from) {
            return s.chain(from, {"Conv", "BatchNormalization", "Relu"});
        };
        const auto a = unit(last);
        const auto b = unit(unit(last));
        const auto c = unit(unit(unit(last)));
        const auto d = unit(s.node("AveragePool", {last}));
        if (block % 3 == 2)
            last = s.node("Concat", {a, unit(b), unit(b), unit(c), unit(c), d});
        else
            last = s.node("Concat", {a, b, c, d});
    }
    return std::move(s.request);
}

// Transformer blocks as torch exports them: norms and activations in pieces, shapes computed. With `shared`, a
// mask and the cosines and sines of positions are computed once and feed every block.
inline Request transformer(std::size_t boxes, bool shared) {
    Sketch s;
    using Box = Sketch::Box;
    auto last = s.chain(s.node("input_ids", {}), {"Gather"});
    Box mask = 0, cosine = 0, sine = 0;
    if (shared) {
        mask = s.chain(s.node("attention_mask", {}), {"Unsqueeze", "Cast", "Sub", "Mul"});
        const Box positions = s.chain(s.node("position_ids", {}), {"Unsqueeze", "Cast", "MatMul", "Transpose"});
        cosine = s.chain(s.node("Concat", {positions}), {"Cos", "Unsqueeze"});
        sine = s.chain(s.request.edges.back().from, {"Sin", "Unsqueeze"});
    }
    const auto norm = [&](Box x) {
        const Box centred = s.node("Sub", {x, s.node("ReduceMean", {x})});
        const Box deviation = s.chain(centred, {"Pow", "ReduceMean", "Add", "Sqrt"});
        return s.chain(s.node("Div", {centred, deviation}), {"Mul", "Add"});
    };
    const auto reshape = [&](Box x) {
        const Box batch = s.chain(x, {"Shape", "Gather", "Unsqueeze"}),
                  length = s.chain(x, {"Shape", "Gather", "Unsqueeze"});
        return s.node("Reshape", {x, s.node("Concat", {batch, length})});
    };
    const auto rotate = [&](Box x) {
        if (!shared) return x;
        const Box half = s.node("Concat", {s.chain(x, {"Slice", "Neg"}), s.node("Slice", {x})});
        return s.node("Add", {s.node("Mul", {x, cosine}), s.node("Mul", {half, sine})});
    };
    while (s.request.boxes.size() < boxes) {
        const Box normed = norm(last);
        const auto head = [&] { return s.chain(reshape(s.chain(normed, {"MatMul", "Add"})), {"Transpose"}); };
        const Box query = rotate(head()), key = rotate(head()), value = head();
        Box scores = s.chain(s.node("MatMul", {query, s.node("Transpose", {key})}), {"Div"});
        if (shared) scores = s.node("Add", {scores, mask});
        const Box context = s.chain(s.node("MatMul", {s.node("Softmax", {scores}), value}), {"Transpose"});
        last = s.node("Add", {last, s.chain(reshape(context), {"MatMul", "Add"})});
        const Box inner = s.chain(norm(last), {"MatMul", "Add"});
        const Box gelu = s.node("Mul", {inner, s.chain(inner, {"Div", "Erf", "Add"})});
        last = s.node("Add", {last, s.chain(gelu, {"Mul", "MatMul", "Add"})});
    }
    return std::move(s.request);
}

// Blocks in which every layer reads all earlier ones of its block.
inline Request dense(std::size_t boxes, int layers = 12) {
    Sketch s;
    auto last = s.node("input", {});
    while (s.request.boxes.size() < boxes) {
        std::vector<Sketch::Box> features{last};
        for (int layer = 0; layer < layers; ++layer) {
            const auto all = s.node("Concat", {});
            for (const auto feature : features)
                s.request.edges.push_back({feature, all});
            features.push_back(s.chain(all, {"BatchNormalization", "Relu", "Conv", "Conv"}));
        }
        last = s.node("Concat", {});
        for (const auto feature : features)
            s.request.edges.push_back({feature, last});
        last = s.chain(last, {"Relu", "Conv", "AveragePool"});
    }
    return std::move(s.request);
}

struct Family {
    const char* name;
    std::function<Request(std::size_t)> make;
};
inline std::vector<Family> families() {
    return {{"residual", resnet},
            {"inception", inception},
            {"transformer", [](std::size_t boxes) { return transformer(boxes, false); }},
            {"transformer, shared", [](std::size_t boxes) { return transformer(boxes, true); }},
            {"dense", [](std::size_t boxes) { return dense(boxes); }}};
}

} // namespace edgewright::layout::test
