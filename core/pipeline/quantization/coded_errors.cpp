// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/quantization/coded_errors.h"

#include "core/base/propagate.h"
#include "core/base/quoted.h"

namespace edgewright::pipeline {

CodedErrors::CodedErrors(const Quantized& quantized, const std::vector<CodedLayer>& layers)
    : m_quantized(quantized), m_layers(layers), m_sums(layers.size()) {
    for (std::size_t i = 0; i < layers.size(); ++i)
        m_sums[i].setStep(static_cast<double>(layers[i].params.scale));
}

std::vector<ValueId> CodedErrors::codes() const {
    std::vector<ValueId> codes;
    for (const CodedLayer& layer : m_layers)
        codes.push_back(layer.codes);
    return codes;
}

Result<void> CodedErrors::add(const std::unordered_map<ValueId, ir::Tensor>& codes,
                              const std::unordered_map<ValueId, ir::Tensor>& floats) {
    for (std::size_t i = 0; i < m_layers.size(); ++i) {
        const CodedLayer& layer = m_layers[i];
        const auto wanted = floats.find(layer.output);
        if (wanted == floats.end()) continue;
        const auto found = codes.find(layer.codes);
        if (found == codes.end())
            return internalError("the codes of " + inQuotes(m_quantized.details.products[layer.index].name) +
                                 " are not computed");
        ASSIGN_OR_RETURN(const auto real, dequantized(found->second, layer.params));
        m_sums[i].add(real, wanted->second);
    }
    return {};
}

} // namespace edgewright::pipeline
