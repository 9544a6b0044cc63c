// SPDX-License-Identifier: GPL-3.0-or-later
// Operators of com.microsoft that the standard has today, under another name or the same.
#include "core/base/propagate.h"
#include "core/ops/operands/operator_inside.h"

#include <algorithm>
#include <array>

namespace edgewright::ops::renamed_operators {

namespace {

struct Name {
    std::string_view microsoft, standard;
};
constexpr std::array Names{
    Name{"ExpandDims", "Unsqueeze"},  Name{"GatherND", "GatherND"},
    Name{"GridSample", "GridSample"}, Name{"Pad", "Pad"},
    Name{"Range", "Range"},           Name{"TorchEmbedding", "Gather"},
    Name{"Trilu", "Trilu"},
};

Result<NodeInside> standardOf(const ir::Node& node) {
    const auto name = std::ranges::find(Names, std::string_view(node.op), &Name::microsoft);
    return nodeInside(node, name == Names.end() ? std::string_view(node.op) : name->standard);
}

Result<void> infer(InferContext& context) {
    ASSIGN_OR_RETURN(const auto standard, standardOf(context.node()));
    InferInside inside(context, standard);
    return standard.op->infer(inside);
}

Result<void> run(KernelContext& context) {
    ASSIGN_OR_RETURN(const auto standard, standardOf(context.node()));
    RunInside inside(context, standard);
    return standard.op->run(inside);
}

// With outputs of its own: the unique values as they come, where each element is among them, how often each is.
constexpr std::array<std::optional<std::size_t>, 4> UniqueOutputs{0, std::nullopt, 1, 2};

Result<NodeInside> uniqueOf(const ir::Node& node) {
    ASSIGN_OR_RETURN(auto standard, nodeInside(node, "Unique"));
    standard.node.set("sorted", std::int64_t(0));
    const std::vector<ValueId>& outside = node.outputs;
    standard.node.outputs.assign(UniqueOutputs.size(), ValueId());
    for (std::size_t i = 0; i < UniqueOutputs.size(); ++i)
        if (UniqueOutputs[i] && *UniqueOutputs[i] < outside.size())
            standard.node.outputs[i] = outside[*UniqueOutputs[i]];
    return standard;
}

class InferUnique final : public InferInside {
public:
    using InferInside::InferInside;
    void setOutput(std::size_t index, ir::TensorType type) override {
        if (const auto to = UniqueOutputs.at(index)) outer().setOutput(*to, std::move(type));
    }
};

class RunUnique final : public RunInside {
public:
    using RunInside::RunInside;
    bool wantsOutput(std::size_t index) const override {
        return UniqueOutputs.at(index) && outer().wantsOutput(*UniqueOutputs.at(index));
    }
    Result<ir::Tensor> output(std::size_t index, ir::DataType type, const ir::Dims& dims) override {
        const auto to = UniqueOutputs.at(index);
        return to ? outer().output(*to, type, dims) : outer().scratchTensor(type, dims);
    }
    void setOutput(std::size_t index, ir::Tensor tensor) override {
        if (const auto to = UniqueOutputs.at(index)) outer().setOutput(*to, std::move(tensor));
    }
};

Result<void> inferUnique(InferContext& context) {
    ASSIGN_OR_RETURN(const auto standard, uniqueOf(context.node()));
    InferUnique inside(context, standard);
    return standard.op->infer(inside);
}

Result<void> runUnique(KernelContext& context) {
    ASSIGN_OR_RETURN(const auto standard, uniqueOf(context.node()));
    RunUnique inside(context, standard);
    return standard.op->run(inside);
}

constexpr Operator row(std::string_view name, Pattern pattern = Pattern::Opaque) {
    return {.domain = "com.microsoft", .name = name, .pattern = pattern, .infer = infer, .run = run};
}

constexpr Operator view(Operator row) {
    row.isView = true;
    return row;
}

constexpr std::array Rows{
    view(row("ExpandDims", Pattern::Injective)),
    row("GatherND", Pattern::Injective),
    row("GridSample"),
    row("Pad", Pattern::Injective),
    row("Range"),
    row("TorchEmbedding", Pattern::Injective),
    row("Trilu", Pattern::Injective),
    Operator{.domain = "com.microsoft",
             .name = "Unique",
             .infer = inferUnique,
             .run = runUnique,
             .dataDependentShape = true},
};

} // namespace

extern const std::span<const Operator> entries = Rows;

} // namespace edgewright::ops::renamed_operators
