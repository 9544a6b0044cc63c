// SPDX-License-Identifier: GPL-3.0-or-later
// Small networks for fusion tests, and what to ask of a history.
#pragma once

#include "core/fusion/fuse.h"
#include "core/ir/builder.h"

#include <QString>
#include <QStringList>

#include <cstdint>
#include <initializer_list>
#include <string>
#include <vector>

namespace edgewright::fusion::test {

// Numbers from [low, high) that are the same on every machine.
ir::Tensor randomTensor(const ir::Dims& dims, std::uint32_t seed, float low = -1, float high = 1);

class Net : public ir::GraphBuilder {
public:
    explicit Net(std::int64_t opset = 13) { opsets[""] = opset; }

    ir::Opsets opsets;

    ValueId floats(const std::string& name, const ir::Dims& dims) {
        return input(name, ir::TensorType(ir::DataType::Float32, dims));
    }
    ValueId weights(const std::string& name, const ir::Dims& dims, float low = -1, float high = 1);
    ValueId scalar(const std::string& name, float v) { return constant(name, ir::Tensor::scalar<float>(v)); }
    ValueId ints(const std::string& name, const std::vector<std::int64_t>& v);
    // 3x3 with padding 1 and bias, unless told otherwise; channels as in `dims` of the weights.
    ValueId conv(ValueId x, const ir::Dims& dims, std::vector<ir::Attribute> attributes = {});
    ValueId batchNorm(ValueId x, std::int64_t channels);

private:
    std::uint32_t m_seed = 1;
    int m_named = 0;
};

// The graph with types inferred.
ir::Graph inferred(const Net& net);
// All rules but these are off; without names, all are on.
Options only(std::initializer_list<std::string> rules);
// Empty when fusing fails; the test sees no steps then.
History fused(const Net& net, const Options& options = {});

QStringList opsOf(const ir::Graph& graph);                         // in execution order
QString reasonOf(const History& history, const std::string& rule); // of its first refusal; empty: none
// Empty when both graphs compute the same outputs on seeded inputs up to 1e-4 of the largest element, else what
// differs.
QString difference(const ir::Graph& a, const ir::Graph& b, const ir::Opsets& opsets, std::uint64_t seed = 1);
QString difference(const History& history, const Net& net);
// Empty when base + patches is the fused graph, nodes, values and order.
QString replayDifference(const History& history);

} // namespace edgewright::fusion::test
