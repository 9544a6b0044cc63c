// SPDX-License-Identifier: GPL-3.0-or-later
// The distance of the codes of each layer from float32 in a whole model in integers.
#pragma once

#include "core/pipeline/quantization/coded_layers.h"
#include "core/pipeline/quantization/error_sums.h"

#include <unordered_map>
#include <vector>

namespace edgewright::pipeline {

class CodedErrors {
public:
    // Both must outlive this; `layers`: codedLayers() of the model.
    CodedErrors(const Quantized& quantized, const std::vector<CodedLayer>& layers);

    // The values that a run in integers must capture.
    std::vector<ValueId> codes() const;
    // Adds one sample: codes(), and the layers' outputs in float32. Layers without one are left out. Internal
    // where codes are missing.
    Result<void> add(const std::unordered_map<ValueId, ir::Tensor>& codes,
                     const std::unordered_map<ValueId, ir::Tensor>& floats);
    const ErrorSums& at(std::size_t layer) const { return m_sums[layer]; }

private:
    const Quantized& m_quantized;
    const std::vector<CodedLayer>& m_layers;
    std::vector<ErrorSums> m_sums;
};

} // namespace edgewright::pipeline
