// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/machine_learning/support_vectors.h"

#include "core/base/say.h"
#include "core/ops/machine_learning/held_numbers.h"

#include "core/ops/machine_learning/features.h"
#include "core/ops/operands/attribute_lists.h"

#include <cmath>
#include <numeric>

namespace edgewright::ops {

double VectorKernel::operator()(std::span<const double> x, std::span<const double> y) const {
    if (kind == Kind::RadialBasis) {
        double distance = 0;
        for (std::size_t i = 0; i < x.size(); ++i)
            distance += (x[i] - y[i]) * (x[i] - y[i]);
        return std::exp(-gamma * distance);
    }
    const double product = std::inner_product(x.begin(), x.end(), y.begin(), 0.0);
    if (kind == Kind::Linear) return product;
    const double scaled = gamma * product + offset;
    return kind == Kind::Sigmoid ? std::tanh(scaled) : std::pow(scaled, degree);
}

Result<VectorKernel> vectorKernelOf(const ir::Node& node) {
    VectorKernel kernel;
    const std::string name = node.stringOr("kernel_type", "LINEAR");
    if (name == "POLY")
        kernel.kind = VectorKernel::Kind::Polynomial;
    else if (name == "RBF")
        kernel.kind = VectorKernel::Kind::RadialBasis;
    else if (name == "SIGMOID")
        kernel.kind = VectorKernel::Kind::Sigmoid;
    else if (name != "LINEAR")
        return badInput(say("kernel_type is '{1}' where LINEAR, POLY, RBF or SIGMOID is expected", name));
    const auto parameters = numberList(node, "kernel_params");
    if (!parameters.empty() && parameters.size() != 3)
        return badInput(say("kernel_params has {1} entries where 3 are expected", parameters.size()));
    if (!parameters.empty()) {
        kernel.gamma = parameters[0];
        kernel.offset = parameters[1];
        kernel.degree = parameters[2];
    }
    return kernel;
}

Result<VectorList> vectorList(const ir::Node& node, const std::string& attribute, std::size_t count) {
    VectorList list{numberList(node, attribute), 0};
    if (count == 0 || list.values.empty() || list.values.size() % count != 0)
        return badInput(say("{1} has {2} entries for {3} vectors", attribute, list.values.size(), count));
    list.length = list.values.size() / count;
    return list;
}

Result<MatrixProducts> vectorProducts(Types inputs, std::int64_t vectors, std::int64_t scores) {
    auto products = rowProduct(inputs, vectors);
    if (!products) return products;
    products->front().part = "kernel";
    products->push_back({.m = products->front().m, .n = scores, .k = vectors, .part = "scores"});
    return products;
}

HeldNumbers supportVectorNumbers(const ir::Node& node) {
    return numbersIn(node, {"support_vectors", "coefficients", "rho", "prob_a", "prob_b"});
}

} // namespace edgewright::ops
