// SPDX-License-Identifier: GPL-3.0-or-later
// Element-wise nodes that together compute y = f(x) of one tensor, with numbers for everything else:
//
// clang-format off
//      x ------------------------------+
//      |                               |
//      +-> Div(1.414) -> Erf -> Add(1) -> Mul -> Mul(0.5) -> y
// clang-format on
//
// f is known by its values, however it is spelled: a rule compares them with those of the operator it looks
// for, at some hundred points, dense around zero and on both sides of every number written in the nodes, so
// that a bound or a threshold in an unusual place shows.
#pragma once

#include "core/fusion/rule.h"

#include <functional>
#include <optional>
#include <string_view>
#include <vector>

namespace edgewright::fusion {

class ScalarFunction {
public:
    ValueId x;
    ValueId parameter;         // a constant of several numbers that f uses beside x; invalid: none
    std::vector<NodeId> nodes; // last first

    // NaN where a step has no value.
    double at(double value) const;
    // True if f and `wanted` agree wherever f is finite, up to the rounding of the written numbers.
    bool agrees(const std::function<double(double)>& wanted) const;
    const std::vector<double>& numbers() const { return m_numbers; }
    // f with one number for the parameter.
    ScalarFunction with(double number) const;

private:
    friend class ScalarFunctionReader;
    struct Step {
        double (*compute)(const double* in, const double* parameters) = nullptr;
        std::size_t in[3] = {0, 0, 0}; // slots
        double parameters[2] = {0, 0};
    };
    std::vector<double> m_slots; // slot 0 is x, then the constants, then one for each step
    std::vector<Step> m_steps;
    std::vector<double> m_numbers;
    std::size_t m_parameter = 0; // its slot
    double m_tolerance = 4e-6;
};

// Functions of x and a constant of several numbers that end in the node: first those whose values inside
// nothing else reads, smallest first, then some that cannot be composed for it, so that a refusal can say so.
std::vector<ScalarFunction> parametricFunctions(const GraphView& view, const ir::Node& last);

// The function that a rule looks for.
struct ScalarTarget {
    std::string_view op;
    std::vector<std::string_view> ends; // operators that may come last
    std::vector<std::string_view> any;  // one of them, or the operator itself, must be inside; empty: no matter
    // The attributes with which the operator is f; empty when there are none.
    std::optional<std::vector<ir::Attribute>> (*fit)(const ScalarFunction& f);
    std::size_t fewest = 2; // nodes, of standard operators
};

// The largest spelling of the target that ends in the node.
Match matchScalar(const GraphView& view, NodeId last, const ScalarTarget& target);

} // namespace edgewright::fusion
