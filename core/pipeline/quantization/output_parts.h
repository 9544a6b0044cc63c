// SPDX-License-Identifier: GPL-3.0-or-later
// Parts of an output that a Concat joined, boxes and scores, say: quantities of their own, whose errors one
// figure for all would hide.
#pragma once

#include "core/ir/graph.h"
#include "core/pipeline/quantization/error_sums.h"

#include <cstdint>
#include <string>
#include <vector>

namespace edgewright::pipeline {

struct OutputPart {
    std::string name;                // of the tensor that was joined
    std::int64_t begin = 0, end = 0; // along the axis
};

struct OutputParts {
    std::size_t axis = 0;          // of the output
    std::vector<OutputPart> parts; // two or more; empty: the output is one
};

// The operands of the Concat that writes `output`, or that what writes it moves or computes element by element.
// None where an extent along the axis is not known.
OutputParts partsOf(const ir::Graph& graph, ValueId output);

// Distances of the parts, summed up over many pairs of tensors.
class PartSums {
public:
    explicit PartSums(OutputParts parts) : m_parts(std::move(parts)), m_sums(m_parts.parts.size()) {}

    // One sample; nothing where the two are not of one shape that has these parts. The lowest SQNR of a part in
    // it (ErrorSums::addSample).
    double add(const ir::Tensor& actual, const ir::Tensor& reference);
    const OutputParts& parts() const { return m_parts; }
    const ErrorSums& at(std::size_t part) const { return m_sums[part]; }

private:
    OutputParts m_parts;
    std::vector<ErrorSums> m_sums;
};

} // namespace edgewright::pipeline
