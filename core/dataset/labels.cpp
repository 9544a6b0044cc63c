// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/dataset/labels.h"

#include "core/base/propagate.h"
#include "core/onnx/tensor_file.h"

#include <utility>

namespace edgewright::dataset {

Result<std::vector<std::int64_t>> readLabels(const std::filesystem::path& file, std::size_t count) {
    ASSIGN_OR_RETURN(const auto read, onnx::readTensorFile(file));
    const ir::Tensor& tensor = read.tensor;
    if (!tensor.isTensor() || std::cmp_not_equal(tensor.elements(), count))
        return badInput(file.string() + ": holds " + tensor.type().text() +
                        "; expected one label for each of " + std::to_string(count) + " samples");
    std::vector<std::int64_t> labels = ir::toInt64s(tensor);
    if (labels.size() != count)
        return badInput(file.string() + ": holds " + tensor.type().text() + "; expected integers");
    for (std::size_t i = 0; i < count; ++i)
        if (labels[i] < 0)
            return badInput(file.string() + ": label " + std::to_string(i) + " is " +
                            std::to_string(labels[i]) + "; expected a class, 0 or more");
    return labels;
}

} // namespace edgewright::dataset
