// SPDX-License-Identifier: GPL-3.0-or-later
// The networks that profiles were recorded of, where the model itself is no file of the collection: nodes in
// the order and with the names of PyTorch's exporter, without sizes.
#pragma once

#include "core/ir/builder.h"
#include "core/trace/trace.h"

#include <cctype>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace edgewright::test {

class NetworkMaker {
public:
    ValueId input(const std::string& name) { return m_builder.input(name, m_type); }
    ValueId node(const std::string& op, const std::string& name, std::vector<ValueId> inputs) {
        const ValueId out = m_builder.value(name + "_output_0", m_type);
        m_builder.graph().node(m_builder.nodeInto(op, std::move(inputs), {out})).name = name;
        return out;
    }
    ValueId weight(const std::string& name) {
        const ValueId id = m_builder.value(name, m_type);
        m_builder.graph().value(id).constant = ir::Tensor();
        return id;
    }
    ir::Graph take(ValueId output) {
        m_builder.output(output);
        return m_builder.take();
    }

private:
    ir::GraphBuilder m_builder;
    ir::TensorType m_type{ir::DataType::Float32};
};

// Batch norms are folded into convolutions where `folded`.
inline ir::Graph resnet18(bool folded) {
    NetworkMaker net;
    const auto conv = [&](const std::string& scope, const std::string& name, const std::string& norm,
                          ValueId at) {
        at = net.node("Conv", scope + name + "/Conv", {at, net.weight(scope + name + ".weight")});
        return folded ? at : net.node("BatchNormalization", scope + norm + "/BatchNormalization", {at});
    };
    ValueId at = net.node("Relu", "/relu/Relu", {conv("/", "conv1", "bn1", net.input("input"))});
    at = net.node("MaxPool", "/maxpool/MaxPool", {at});
    for (int layer = 1; layer <= 4; ++layer)
        for (int block = 0; block < 2; ++block) {
            const std::string name = "layer" + std::to_string(layer);
            const std::string scope = "/" + name + "/" + name + "." + std::to_string(block) + "/";
            ValueId shortcut = at;
            at = net.node("Relu", scope + "relu/Relu", {conv(scope, "conv1", "bn1", at)});
            at = conv(scope, "conv2", "bn2", at);
            if (layer > 1 && block == 0)
                shortcut = conv(scope, "downsample/downsample.0", "downsample/downsample.1", shortcut);
            at = net.node("Add", scope + "Add", {at, shortcut});
            at = net.node("Relu", scope + "relu_1/Relu", {at});
        }
    at = net.node("GlobalAveragePool", "/avgpool/GlobalAveragePool", {at});
    at = net.node("Flatten", "/Flatten", {at});
    return net.take(net.node("Gemm", "/fc/Gemm", {at, net.weight("fc.weight"), net.weight("fc.bias")}));
}

// torch.nn.TransformerEncoder, normalised behind each part.
inline ir::Graph encoder(int layers) {
    NetworkMaker net;
    ValueId at = net.input("src");
    for (int layer = 0; layer < layers; ++layer) {
        const std::string scope = "/layers." + std::to_string(layer) + "/";
        const auto linear = [&](const std::string& name, ValueId in) {
            const ValueId product =
                net.node("MatMul", scope + name + "/MatMul", {in, net.weight(scope + name)});
            return net.node("Add", scope + name + "/Add", {product, net.weight(scope + name + ".bias")});
        };
        const ValueId qkv = linear("self_attn/in_proj", at);
        ValueId scores = net.node("MatMul", scope + "self_attn/MatMul", {qkv, qkv});
        scores = net.node("Softmax", scope + "self_attn/Softmax", {scores});
        const ValueId mixed = net.node("MatMul", scope + "self_attn/MatMul_1", {scores, qkv});
        at = net.node("Add", scope + "Add", {at, linear("self_attn/out_proj", mixed)});
        at = net.node("LayerNormalization", scope + "norm1/LayerNormalization", {at});
        const ValueId hidden = net.node("Relu", scope + "Relu", {linear("linear1", at)});
        at = net.node("Add", scope + "Add_1", {at, linear("linear2", hidden)});
        at = net.node("LayerNormalization", scope + "norm2/LayerNormalization", {at});
    }
    return net.take(at);
}

// The nodes that layers of TensorRT name, "QuantizeLinear_7" and "Conv_9" of "conv1.weight + QuantizeLinear_7 +
// Conv_9", one behind the other; a weight is read by the node that is named next, or last.
inline ir::Graph namedIn(const trace::Trace& profile) {
    std::map<int, std::pair<std::string, std::vector<std::string>>> nodes; // operator and weights, by number
    for (const trace::Span& span : profile.spans) {
        const std::string& name = profile.nameOf(span);
        if (name.starts_with("Reformatting")) continue;
        std::vector<std::string> weights;
        int last = -1; // node
        for (std::size_t at = 0; at < name.size();) {
            std::size_t end = at;
            while (end < name.size() && (std::isalnum(static_cast<unsigned char>(name[end])) ||
                                         name[end] == '_' || name[end] == '.'))
                ++end;
            const std::string word = name.substr(at, end - at);
            at = end + 1;
            const std::size_t number = word.rfind('_');
            const bool isPutIn = word.find("_after_") != std::string::npos;
            if (!isPutIn && (word.ends_with(".weight") || word.ends_with(".bias")))
                weights.push_back(word);
            else if (!word.empty() && std::isupper(static_cast<unsigned char>(word[0])) &&
                     number != std::string::npos && number + 1 < word.size() && word.find('_') == number) {
                last = std::stoi(word.substr(number + 1));
                auto& node = nodes[last];
                node.first = word.substr(0, number);
                node.second.insert(node.second.end(), weights.begin(), weights.end());
                weights.clear();
            }
        }
        if (last >= 0) nodes[last].second.insert(nodes[last].second.end(), weights.begin(), weights.end());
    }
    NetworkMaker net;
    ValueId at = net.input("input");
    for (const auto& [number, node] : nodes) {
        std::vector<ValueId> inputs{at};
        for (const std::string& weight : node.second)
            inputs.push_back(net.weight(weight));
        at = net.node(node.first, node.first + "_" + std::to_string(number), inputs);
    }
    return net.take(at);
}

} // namespace edgewright::test
