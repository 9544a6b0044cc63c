// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/quantization/layer/compared_tensor.h"

#include <utility>

namespace edgewright::pipeline {

std::shared_ptr<const ComparedTensor> ComparedTensor::make(std::shared_ptr<const quant::LayerStudy> study,
                                                           Kind kind) {
    if (!study) return nullptr;
    for (const ir::Tensor* tensor : {&study->reference, &study->dequantized, &study->error})
        if (tensor->dtype() != ir::DataType::Float32 || !tensor->hasData() || tensor->elements() < 1 ||
            tensor->dims() != study->reference.dims())
            return nullptr;
    std::shared_ptr<ComparedTensor> result(new ComparedTensor);
    result->m_kind = kind;
    result->m_reference = study->reference.as<float>();
    result->m_dequantized = study->dequantized.as<float>();
    result->m_error = study->error.as<float>();
    const ir::Dims& dims = study->reference.dims();
    result->m_channels = dims.size() >= 2 ? dims[1] : 1;
    // A matrix product over several positions: features are the last axis, positions the one before.
    result->m_convolution = dims.size() > 2 && study->op.find("Gemm") == std::string::npos &&
                            study->op.find("MatMul") == std::string::npos;
    if (!result->m_convolution && dims.size() > 2) result->m_channels = dims.back();
    if (result->m_convolution)
        for (std::size_t axis = 2; axis < dims.size(); ++axis)
            result->m_positions *= dims[axis];
    result->m_high = static_cast<double>(study->outputs.high);
    if (!(study->outputs.high > study->outputs.low))
        result->m_high = static_cast<double>(study->outputs.low) + 1;
    result->m_study = std::move(study);
    return result;
}

std::shared_ptr<const ComparedTensor> ComparedTensor::inSteps() const {
    auto made = std::shared_ptr<ComparedTensor>(new ComparedTensor(*this));
    made->m_isInSteps = true;
    made->m_perUnit = 1 / m_study->output.scale;
    return made;
}

} // namespace edgewright::pipeline
