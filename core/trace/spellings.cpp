// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace/spellings.h"

#include <algorithm>
#include <array>

namespace edgewright::trace {

namespace {

using Kinds = std::span<const std::string_view>;

constexpr std::array<std::string_view, 1> Conv{"Conv"}, ConvTranspose{"ConvTranspose"},
    BatchNorm{"BatchNormalization"}, Relu{"Relu"}, Clip{"Clip"}, Add{"Add"}, MaxPool{"MaxPool"},
    AveragePool{"AveragePool"}, GlobalAverage{"GlobalAveragePool"}, Linear{"Linear"}, Product{"MatMul"},
    Softmax{"Softmax"}, LayerNorm{"LayerNormalization"}, GroupNorm{"GroupNormalization"},
    InstanceNorm{"InstanceNormalization"}, Gelu{"Gelu"}, Sigmoid{"Sigmoid"}, HardSwish{"HardSwish"},
    Silu{"Silu"}, Tanh{"Tanh"}, Concat{"Concat"}, Embedding{"Gather"}, Flatten{"Flatten"};
constexpr std::array<std::string_view, 2> LinearRelu{"Linear", "Activation"};
constexpr std::array<std::string_view, 3> Attention{"MatMul", "Softmax", "MatMul"};

constexpr Spelling TorchSpellings[] = {
    {"aten::conv1d", Conv},
    {"aten::conv2d", Conv},
    {"aten::conv3d", Conv},
    {"aten::convolution", Conv},
    {"aten::conv_transpose2d", ConvTranspose},
    {"aten::batch_norm", BatchNorm},
    {"aten::relu", Relu},
    {"aten::relu_", Relu},
    {"aten::hardtanh", Clip},
    {"aten::hardtanh_", Clip},
    {"aten::clamp", Clip},
    {"aten::add", Add},
    {"aten::add_", Add},
    {"aten::max_pool1d", MaxPool},
    {"aten::max_pool2d", MaxPool},
    {"aten::avg_pool2d", AveragePool},
    {"aten::adaptive_avg_pool2d", GlobalAverage},
    {"aten::linear", Linear},
    {"aten::addmm", Linear},
    {"aten::mm", Linear},
    {"aten::_addmm_activation", LinearRelu},
    {"aten::matmul", Product},
    {"aten::bmm", Product},
    {"aten::baddbmm", Product},
    {"aten::scaled_dot_product_attention", Attention},
    {"aten::softmax", Softmax},
    {"aten::_softmax", Softmax},
    {"aten::layer_norm", LayerNorm},
    {"aten::native_layer_norm", LayerNorm},
    {"aten::group_norm", GroupNorm},
    {"aten::instance_norm", InstanceNorm},
    {"aten::gelu", Gelu},
    {"aten::sigmoid", Sigmoid},
    {"aten::sigmoid_", Sigmoid},
    {"aten::hardswish", HardSwish},
    {"aten::hardswish_", HardSwish},
    {"aten::silu", Silu},
    {"aten::silu_", Silu},
    {"aten::tanh", Tanh},
    {"aten::cat", Concat},
    {"aten::embedding", Embedding},
};

// By how the name begins, behind "fused_nn_".
constexpr Spelling TvmSpellings[] = {
    {"conv2d_transpose", ConvTranspose},
    {"conv2d", Conv},
    {"dense", Linear},
    {"max_pool2d", MaxPool},
    {"global_avg_pool2d", GlobalAverage},
    {"batch_matmul", Product},
    {"softmax", Softmax},
    {"batch_flatten", Flatten},
};

} // namespace

const Spelling* torchSpelling(std::string_view name) {
    name = name.substr(0, name.find(',')); // of emit_nvtx(): "aten::conv2d, seq = 12"
    const auto found = std::ranges::find(TorchSpellings, name, &Spelling::name);
    return found == std::end(TorchSpellings) ? nullptr : found;
}

const Spelling* tvmSpelling(std::string_view name) {
    for (const std::string_view prefix : {"tvmgen_default_", "vm_mod_", "fused_", "nn_"})
        if (name.starts_with(prefix)) name.remove_prefix(prefix.size());
    const auto found =
        std::ranges::find_if(TvmSpellings, [&](const Spelling& each) { return name.starts_with(each.name); });
    return found == std::end(TvmSpellings) ? nullptr : found;
}

std::string_view kindOf(const ir::Graph& graph, const ir::Node& node) {
    const auto hasWeight = [&] {
        return std::ranges::any_of(node.inputs, [&](ValueId input) {
            return input.valid() && graph.value(input).constant.has_value();
        });
    };
    if (node.op == "Gemm") return Linear[0];
    if (node.op == "MatMul") return hasWeight() ? Linear[0] : Product[0];
    if (node.op == "Add") return hasWeight() ? std::string_view() : std::string_view(Add[0]);
    if (node.op == "ReduceMean") return GlobalAverage[0];
    return node.op;
}

std::string_view operatorOf(std::string_view kind) {
    if (kind == "Linear") return "Gemm";
    if (kind == "Silu" || kind == "Activation") return "Relu";
    return kind;
}

} // namespace edgewright::trace
