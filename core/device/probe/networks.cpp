// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/device/probe/probe.h"

#include "core/base/propagate.h"
#include "core/ir/builder.h"
#include "core/ops/infer.h"

#include <cmath>
#include <optional>
#include <string>
#include <utility>

namespace edgewright::device {

namespace {

using Ints = std::vector<std::int64_t>;

// Layers one after the other. What fails is told once, by take().
class Network {
public:
    explicit Network(ir::Dims input) {
        m_at = m_builder.input("x", ir::TensorType(ir::DataType::Float32, input));
    }

    ValueId at() const { return m_at; }
    void go(ValueId to) { m_at = to; }
    ValueId weights(ir::Dims dims) {
        std::int64_t fan = 1;
        for (std::size_t i = 1; i < dims.size(); ++i)
            fan *= dims[i];
        auto tensor = ir::Tensor::unfilled(ir::DataType::Float32, std::move(dims));
        if (!tensor) {
            m_error = tensor.error();
            return m_at;
        }
        const float scale = 1 / std::sqrt(static_cast<float>(fan));
        for (float& each : tensor->as<float>()) {
            m_state = m_state * 1664525u + 1013904223u;
            each = (static_cast<float>(m_state >> 8) / 8388608.0f - 1) * scale;
        }
        return m_builder.constant("w" + std::to_string(m_names++), *std::move(tensor));
    }
    ValueId filled(ir::Dims dims, float value) {
        std::size_t count = 1;
        for (const std::int64_t extent : dims)
            count *= static_cast<std::size_t>(extent);
        return m_builder.constant("w" + std::to_string(m_names++),
                                  ir::Tensor::of(std::move(dims), std::vector<float>(count, value)));
    }
    ValueId integers(std::vector<std::int64_t> values) {
        const auto count = static_cast<std::int64_t>(values.size());
        return m_builder.constant("w" + std::to_string(m_names++), ir::Tensor::of({count}, std::move(values)));
    }
    // The next node reads what is there, and `more`.
    ValueId add(const std::string& op, std::vector<ValueId> more = {},
                std::vector<ir::Attribute> attributes = {}) {
        more.insert(more.begin(), m_at);
        return m_at = m_builder.node(op, std::move(more), std::move(attributes));
    }
    void conv(std::int64_t in, std::int64_t out, std::int64_t kernel, std::int64_t stride = 1,
              std::int64_t group = 1) {
        const std::int64_t pad = kernel / 2;
        add("Conv", {weights({out, in / group, kernel, kernel}), filled({out}, 0.1f)},
            {{"kernel_shape", Ints{kernel, kernel}},
             {"pads", Ints{pad, pad, pad, pad}},
             {"strides", Ints{stride, stride}},
             {"group", group}});
    }
    void norm(std::int64_t channels) {
        add("BatchNormalization", {filled({channels}, 1), filled({channels}, 0.1f), filled({channels}, 0.1f),
                                   filled({channels}, 0.9f)});
    }
    void clip() { add("Clip", {filled({}, 0), filled({}, 6)}); }
    Result<std::shared_ptr<const pipeline::Typed>> take(const std::string& name) {
        if (m_error) return *m_error;
        m_builder.output(m_at);
        auto model = std::make_shared<ir::Model>();
        model->graph = m_builder.take();
        model->opsets = {{"", 15}};
        auto opened = std::make_shared<pipeline::Opened>();
        opened->file = name;
        opened->model = std::move(model);
        auto typed = std::make_shared<pipeline::Typed>();
        typed->graph = std::make_shared<const ir::Graph>(
            ops::inferTypes(opened->model->graph, opened->model->opsets).graph);
        typed->opened = std::move(opened);
        return std::shared_ptr<const pipeline::Typed>(std::move(typed));
    }

private:
    ir::GraphBuilder m_builder;
    ValueId m_at;
    int m_names = 0;
    std::uint32_t m_state = 1;
    std::optional<Error> m_error;
};

// Pointwise and depthwise convolutions, a squeeze, a residual, a classifier.
Result<std::shared_ptr<const pipeline::Typed>> mobile() {
    Network net({1, 3, 128, 128});
    net.conv(3, 16, 3, 2);
    net.norm(16);
    net.clip();
    std::int64_t channels = 16;
    for (const auto& [out, stride] :
         {std::pair<std::int64_t, std::int64_t>{24, 2}, {24, 1}, {64, 2}, {64, 1}}) {
        const ValueId before = net.at();
        const std::int64_t wide = channels * 6;
        net.conv(channels, wide, 1);
        net.norm(wide);
        net.clip();
        net.conv(wide, wide, 3, stride, wide);
        net.norm(wide);
        net.clip();
        net.conv(wide, out, 1);
        net.norm(out);
        if (stride == 1) net.add("Add", {before});
        channels = out;
    }
    const ValueId before = net.at();
    net.add("GlobalAveragePool");
    net.conv(64, 16, 1);
    net.add("Relu");
    net.conv(16, 64, 1);
    net.add("Sigmoid");
    net.add("Mul", {before});
    net.conv(64, 640, 1);
    net.add("HardSwish");
    net.add("GlobalAveragePool");
    net.add("Flatten");
    net.add("Gemm", {net.weights({640, 1000}), net.filled({1000}, 0)});
    net.add("Softmax");
    return net.take("probe mobile");
}

// On large tensors 5 x 5 convolutions, and one of 3 x 3, which Winograd's transforms compute; one whose windows
// are gathered; pooling, a way down and up again.
Result<std::shared_ptr<const pipeline::Typed>> dense() {
    Network net({1, 3, 128, 128});
    // Rows of 5 outputs leave lanes empty, and so do 33 channels, of few products each.
    const ValueId image = net.at();
    net.add("Reshape", {net.integers({1, 3, 2048, 8})});
    net.add("Conv", {net.weights({33, 3, 3, 3}), net.filled({33}, 0.1f)},
            {{"kernel_shape", Ints{3, 3}}, {"pads", Ints{1, 1, 1, 2}}, {"strides", Ints{2, 2}}});
    net.add("GlobalAveragePool");
    net.conv(33, 64, 1);
    const ValueId gathered = net.at();
    net.go(image);
    net.conv(3, 32, 5);
    net.norm(32);
    net.add("Relu");
    const ValueId wide = net.at();
    net.add("MaxPool", {}, {{"kernel_shape", Ints{2, 2}}, {"strides", Ints{2, 2}}});
    net.conv(32, 64, 5);
    net.add("LeakyRelu");
    net.conv(64, 64, 3);
    net.add("Relu");
    net.add("AveragePool", {}, {{"kernel_shape", Ints{2, 2}}, {"strides", Ints{2, 2}}});
    net.add("Add", {gathered});
    net.conv(64, 128, 5);
    net.add("InstanceNormalization", {net.filled({128}, 1), net.filled({128}, 0)});
    net.add("Relu");
    net.add("ConvTranspose", {net.weights({128, 32, 2, 2})},
            {{"kernel_shape", Ints{2, 2}}, {"strides", Ints{2, 2}}});
    const ValueId none = ValueId();
    net.add("Resize", {none, none, net.integers({1, 32, 128, 128})}, {{"mode", std::string("linear")}});
    net.add("Concat", {wide}, {{"axis", std::int64_t(1)}});
    net.conv(64, 8, 5);
    net.add("Tanh");
    net.add("Transpose", {}, {{"perm", Ints{0, 2, 3, 1}}});
    net.add("Exp");
    net.add("ReduceMean", {}, {{"axes", Ints{1, 2}}, {"keepdims", std::int64_t(0)}});
    return net.take("probe dense");
}

// Attention and its neighbours, spelled out.
Result<std::shared_ptr<const pipeline::Typed>> attention(const std::string& name, std::int64_t tokens,
                                                         std::int64_t width, std::int64_t heads) {
    Network net({1, tokens, width});
    for (int block = 0; block < 2; ++block) {
        const ValueId before = net.at();
        const auto norm = [&] {
            const ValueId x = net.at();
            const ValueId mean = net.add("ReduceMean", {}, {{"axes", Ints{-1}}});
            net.go(x);
            const ValueId centred = net.add("Sub", {mean});
            net.add("Pow", {net.filled({}, 2)});
            net.add("ReduceMean", {}, {{"axes", Ints{-1}}});
            net.add("Add", {net.filled({}, 1e-5f)});
            const ValueId deviation = net.add("Sqrt");
            net.go(centred);
            net.add("Div", {deviation});
            net.add("Mul", {net.filled({width}, 1)});
            net.add("Add", {net.filled({width}, 0)});
        };
        norm();
        const ValueId in = net.at();
        const auto split = [&](Ints order) {
            net.go(in);
            net.add("MatMul", {net.weights({width, width})});
            net.add("Add", {net.filled({width}, 0)});
            net.add("Reshape", {net.integers({1, tokens, heads, width / heads})});
            return net.add("Transpose", {}, {{"perm", std::move(order)}});
        };
        const ValueId keys = split({0, 2, 3, 1}), values = split({0, 2, 1, 3});
        split({0, 2, 1, 3});
        net.add("MatMul", {keys});
        net.add("Mul", {net.filled({}, 0.18f)});
        net.add("Softmax");
        net.add("MatMul", {values});
        net.add("Transpose", {}, {{"perm", Ints{0, 2, 1, 3}}});
        net.add("Reshape", {net.integers({1, tokens, width})});
        net.add("MatMul", {net.weights({width, width})});
        const ValueId attended = net.add("Add", {before});
        norm();
        net.add("MatMul", {net.weights({width, 4 * width})});
        const ValueId hidden = net.add("Add", {net.filled({4 * width}, 0)});
        net.add("Div", {net.filled({}, 1.41421356f)});
        net.add("Erf");
        net.add("Add", {net.filled({}, 1)});
        net.add("Mul", {hidden});
        net.add("Mul", {net.filled({}, 0.5f)});
        net.add("MatMul", {net.weights({4 * width, width})});
        net.add("Add", {attended});
    }
    net.add("Gather", {net.integers({0, tokens / 2, tokens - 1})}, {{"axis", std::int64_t(1)}});
    return net.take(name);
}

Result<std::shared_ptr<const pipeline::Typed>> wideAttention() {
    return attention("probe attention", 64, 128, 4);
}

// Where next to nothing is computed: what operators cost that run one by one in a group.
Result<std::shared_ptr<const pipeline::Typed>> tinyAttention() {
    return attention("probe tiny attention", 4, 16, 2);
}

// Steps, and products with one row, whose weights a core's own cache holds.
Result<std::shared_ptr<const pipeline::Typed>> recurrent() {
    constexpr std::int64_t Steps = 16, Width = 64, Hidden = 96, Wide = 256;
    Network net({Steps, 1, Width});
    net.add("LSTM", {net.weights({2, 4 * Hidden, Width}), net.weights({2, 4 * Hidden, Hidden})},
            {{"hidden_size", Hidden}, {"direction", std::string("bidirectional")}});
    net.add("Transpose", {}, {{"perm", Ints{0, 2, 1, 3}}});
    net.add("Reshape", {net.integers({1, Steps * 2 * Hidden})});
    std::int64_t in = Steps * 2 * Hidden;
    for (int layer = 0; layer < 4; ++layer) {
        net.add("Gemm", {net.weights({in, Wide}), net.filled({Wide}, 0)});
        net.add("Relu");
        in = Wide;
    }
    return net.take("probe recurrent");
}

// Operators that compute next to nothing: what each call costs.
Result<std::shared_ptr<const pipeline::Typed>> tiny() {
    constexpr std::int64_t Width = 16;
    Network net({1, Width});
    for (int layer = 0; layer < 8; ++layer) {
        net.add("Gemm", {net.weights({Width, Width}), net.filled({Width}, 0)});
        net.add("Relu");
        net.add("Mul", {net.filled({Width}, 0.5f)});
        net.add("Sigmoid");
        net.add("Reshape", {net.integers({4, 4})});
        net.add("Transpose", {}, {{"perm", Ints{1, 0}}});
        net.add("Reshape", {net.integers({1, Width})});
        net.add("Slice", {net.integers({0}), net.integers({Width}), net.integers({1})});
    }
    return net.take("probe tiny");
}

} // namespace

Result<std::vector<std::shared_ptr<const pipeline::Typed>>> probeNetworks() {
    std::vector<std::shared_ptr<const pipeline::Typed>> networks;
    for (const auto make : {&mobile, &dense, &wideAttention, &tinyAttention, &recurrent, &tiny}) {
        ASSIGN_OR_RETURN(auto network, make());
        networks.push_back(std::move(network));
    }
    return networks;
}

} // namespace edgewright::device
