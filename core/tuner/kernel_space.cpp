// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tuner/kernel_space.h"

#include "core/base/say.h"
#include "core/kernels/parameter_fields.h"
#include "core/tuner/nest_features.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>

namespace edgewright::tuner {

using cost::search::Choice;

namespace {

bool isNamed(const FieldInfo& field) { return field.kind == FieldKind::Choice || field.key == "tile"; }

void setTo(const Field<kernels::KernelParameters>& field, kernels::KernelParameters& into, std::int64_t value) {
    if (field.kind == FieldKind::Choice)
        field.set(into, std::string(field.choices[static_cast<std::size_t>(value)].key));
    else
        field.set(into, value);
}

} // namespace

kernels::KernelParameters parametersAt(const ops::ParameterSpace& space, std::span<const Choice> point) {
    kernels::KernelParameters parameters = space.usual;
    for (std::size_t i = 0; i < space.axes.size(); ++i) {
        const auto& field = fieldNamed(kernels::parameterFields(), space.axes[i].key);
        setTo(field, parameters, space.axes[i].values[static_cast<std::size_t>(point[i])]);
    }
    return parameters;
}

std::optional<cost::search::Point> pointOf(const ops::ParameterSpace& space,
                                           const kernels::KernelParameters& parameters) {
    cost::search::Point point;
    for (const ops::ParameterAxis& axis : space.axes) {
        const auto& field = fieldNamed(kernels::parameterFields(), axis.key);
        const auto at = std::ranges::find_if(axis.values, [&](std::int64_t value) {
            kernels::KernelParameters by;
            setTo(field, by, value);
            return field.get(by) == field.get(parameters);
        });
        if (at == axis.values.end()) return std::nullopt;
        point.push_back(static_cast<Choice>(at - axis.values.begin()));
    }
    if (parametersAt(space, point) != parameters) return std::nullopt;
    return point;
}

std::optional<cost::search::Point> nearestPoint(const ops::ParameterSpace& space,
                                                const kernels::KernelParameters& parameters) {
    cost::search::Point point;
    for (const ops::ParameterAxis& axis : space.axes) {
        const auto& field = fieldNamed(kernels::parameterFields(), axis.key);
        const FieldValue wanted = field.get(parameters);
        const auto off = [&](std::int64_t value) {
            kernels::KernelParameters by;
            setTo(field, by, value);
            if (field.get(by) == wanted) return 0.0;
            constexpr double Never = std::numeric_limits<double>::infinity();
            const auto* const number = std::get_if<std::int64_t>(&wanted);
            if (isNamed(field) || !number || *number == 0 || value == 0) return Never;
            return std::abs(std::log(static_cast<double>(value) / static_cast<double>(*number)));
        };
        const auto nearest = std::ranges::min_element(axis.values, {}, off);
        if (field.kind == FieldKind::Choice && off(*nearest) > 0) return std::nullopt;
        point.push_back(static_cast<Choice>(nearest - axis.values.begin()));
    }
    if (space.reads && !space.reads(parametersAt(space, point))) return std::nullopt;
    return point;
}

cost::search::Space kernelSpace(const ops::ParameterSpace& given) {
    cost::search::Space space;
    for (const ops::ParameterAxis& axis : given.axes) {
        const FieldInfo& field = fieldNamed(kernels::parameterFields(), axis.key);
        space.axes.push_back({.name = std::string(axis.key),
                              .choices = static_cast<std::int64_t>(axis.values.size()),
                              .scale = isNamed(field) ? cost::search::Scale::Names : cost::search::Scale::Steps,
                              .hasRule = field.kind != FieldKind::Choice});
    }
    space.first.emplace_back(space.axes.size(), 0); // the default
    if (given.reads)
        space.admits = [given](std::span<const Choice> point) {
            return given.reads(parametersAt(given, point));
        };
    // A name is a number of its own; of extents the logarithm, and apart from them whether the kernel's rule
    // stands.
    space.features = [given](std::span<const Choice> point, std::vector<float>& into) {
        for (std::size_t i = 0; i < given.axes.size(); ++i) {
            const auto choice = static_cast<std::size_t>(point[i]);
            if (isNamed(fieldNamed(kernels::parameterFields(), given.axes[i].key))) {
                for (std::size_t other = 0; other < given.axes[i].values.size(); ++other)
                    into.push_back(other == choice ? 1.0F : 0.0F);
                continue;
            }
            const auto value = static_cast<float>(given.axes[i].values[choice]);
            into.push_back(value > 0 ? std::log2(value) : -1.0F);
        }
    };
    return space;
}

cost::search::Space kernelSpace(const Task& task, int threads) {
    cost::search::Space space = kernelSpace(task.space);
    if (task.products.empty()) return space;
    space.features = [task = std::make_shared<const Task>(task), threads, knobs = std::move(space.features)](
                         std::span<const Choice> point, std::vector<float>& into) {
        knobs(point, into);
        appendNestFeatures(*task, parametersAt(task->space, point), threads, into);
    };
    return space;
}

std::string parametersText(const ops::ParameterSpace& space, const kernels::KernelParameters& parameters) {
    if (parameters == space.usual) return say("the kernel's own rules");
    std::string text;
    for (const ops::ParameterAxis& axis : space.axes) {
        const auto& field = fieldNamed(kernels::parameterFields(), axis.key);
        const FieldValue value = field.get(parameters);
        if (value == field.get(kernels::KernelParameters{})) continue;
        if (!text.empty()) text += ", ";
        if (const auto* const name = std::get_if<std::string>(&value))
            text += *name;
        else
            text += std::string(axis.key) + " " + std::to_string(std::get<std::int64_t>(value));
    }
    return text;
}

} // namespace edgewright::tuner
