// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tuner/gpu_space.h"

#include "core/base/say.h"

#include <algorithm>
#include <cmath>

namespace edgewright::tuner {

using cost::search::Choice;
using cost::search::Point;

namespace {

const gpu::Parameter* parameterNamed(const gpu::Kernel& kernel, std::string_view name) {
    const auto found = std::ranges::find(kernel.parameters, name, &gpu::Parameter::name);
    return found == kernel.parameters.end() ? nullptr : &*found;
}

} // namespace

std::string GpuChoice::text() const {
    return std::string(kernel->name) + (values.empty() ? "" : " ") + gpu::textOf(values);
}

Result<GpuSpace> GpuSpace::of(std::vector<const gpu::Kernel*> kernels) {
    if (kernels.empty()) return badInput(say("there is no kernel to tune"));
    const gpu::Kernel& first = *kernels.front();
    GpuSpace space;
    for (const gpu::Kernel* each : kernels) {
        if (each->family != first.family || each->sizeNames != first.sizeNames)
            return badInput(say("{1} and {2} do not compute the same", first.name, each->name));
        for (const gpu::Parameter& parameter : each->parameters) {
            auto axis = std::ranges::find(space.m_parameters, parameter.name, &ParameterAxis::name);
            if (axis == space.m_parameters.end())
                axis = space.m_parameters.insert(axis, ParameterAxis{parameter.name, {}});
            axis->values.insert(axis->values.end(), parameter.choices.begin(), parameter.choices.end());
        }
    }
    for (ParameterAxis& axis : space.m_parameters) {
        std::ranges::sort(axis.values);
        axis.values.erase(std::unique(axis.values.begin(), axis.values.end()), axis.values.end());
    }
    space.m_kernels = std::move(kernels);
    return space;
}

bool GpuSpace::isOfKernel(std::span<const Choice> point) const {
    const gpu::Kernel& kernel = *m_kernels[static_cast<std::size_t>(point[0])];
    for (std::size_t i = 0; i < m_parameters.size(); ++i) {
        const gpu::Parameter* const parameter = parameterNamed(kernel, m_parameters[i].name);
        const auto choice = static_cast<std::size_t>(point[i + 1]);
        if (parameter ? std::ranges::find(parameter->choices, m_parameters[i].values[choice]) ==
                            parameter->choices.end()
                      : choice != 0)
            return false;
    }
    return true;
}

GpuChoice GpuSpace::at(std::span<const Choice> point) const {
    GpuChoice choice{m_kernels[static_cast<std::size_t>(point[0])], {}};
    for (const gpu::Parameter& parameter : choice.kernel->parameters) {
        const auto axis = std::ranges::find(m_parameters, parameter.name, &ParameterAxis::name);
        const auto place = static_cast<std::size_t>(axis - m_parameters.begin());
        choice.values.emplace_back(parameter.name,
                                   std::to_string(axis->values[static_cast<std::size_t>(point[place + 1])]));
    }
    return choice;
}

Point GpuSpace::pointOf(std::size_t kernel) const {
    Point point{static_cast<Choice>(kernel)};
    for (const ParameterAxis& axis : m_parameters) {
        const gpu::Parameter* const parameter = parameterNamed(*m_kernels[kernel], axis.name);
        const auto at = parameter ? std::ranges::find(axis.values, parameter->value) : axis.values.begin();
        point.push_back(static_cast<Choice>(at - axis.values.begin()));
    }
    return point;
}

cost::search::Space GpuSpace::space(const gpu::Multiprocessor& sm) const {
    cost::search::Space space;
    space.axes.push_back({.name = "kernel",
                          .choices = static_cast<std::int64_t>(m_kernels.size()),
                          .scale = cost::search::Scale::Names});
    for (const ParameterAxis& axis : m_parameters)
        space.axes.push_back(
            {.name = std::string(axis.name), .choices = static_cast<std::int64_t>(axis.values.size())});
    space.admits = [*this, sm](std::span<const Choice> point) {
        if (!isOfKernel(point)) return false;
        const GpuChoice choice = at(point);
        return gpu::fits(*choice.kernel, choice.values, sm).has_value();
    };
    // A kernel is a number of its own; of extents the logarithm, then the occupancy that they allow.
    space.features = [*this, sm](std::span<const Choice> point, std::vector<float>& into) {
        for (std::size_t i = 0; i < m_kernels.size(); ++i)
            into.push_back(i == static_cast<std::size_t>(point[0]) ? 1.0F : 0.0F);
        for (std::size_t i = 0; i < m_parameters.size(); ++i)
            into.push_back(
                std::log2(static_cast<float>(m_parameters[i].values[static_cast<std::size_t>(point[i + 1])])));
        const GpuChoice choice = at(point);
        const auto occupancy = gpu::fits(*choice.kernel, choice.values, sm);
        into.push_back(occupancy ? static_cast<float>(occupancy->share) : 0.0F);
    };
    for (std::size_t i = m_kernels.size(); i-- > 0;)
        space.first.push_back(pointOf(i));
    return space;
}

std::vector<GpuSpace::Refusal> GpuSpace::refusals(const gpu::Multiprocessor& sm) const {
    std::vector<Refusal> refusals;
    for (const gpu::Kernel* each : m_kernels)
        for (const gpu::Values& values : gpu::everyValues(*each))
            if (const auto fit = gpu::fits(*each, values, sm); !fit)
                refusals.push_back({{each, values}, fit.error().message});
    return refusals;
}

} // namespace edgewright::tuner
