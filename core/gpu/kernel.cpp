// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/gpu/kernel.h"

#include "core/base/catalogue.h"
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/base/translatable.h"
#include "gpu_kernels.def"

#include <algorithm>
#include <cstdlib>

namespace edgewright::gpu {

EDGEWRIGHT_CATALOGUE(EDGEWRIGHT_GPU_KERNELS, kernels, Kernel, _kernel)

const char* nameOf(Family family) {
    switch (family) {
    case Family::Product:
        return TRANSLATABLE("Word", "matrix product");
    case Family::TensorProduct:
        return TRANSLATABLE("Word", "matrix product on tensor cores");
    case Family::Convolution:
        return TRANSLATABLE("Word", "convolution");
    case Family::Attention:
        return TRANSLATABLE("Word", "attention");
    case Family::Rows:
        return TRANSLATABLE("Word", "rows");
    case Family::Elements:
        return TRANSLATABLE("Word", "elements");
    case Family::Movement:
        return TRANSLATABLE("Word", "movement");
    }
    return "";
}

const Kernel* findKernel(std::string_view name) {
    const auto found = std::ranges::find(kernels(), name, [](const Kernel* each) { return each->name; });
    return found == kernels().end() ? nullptr : *found;
}

int numberOf(const Values& values, std::string_view name) {
    const auto found = std::ranges::find(values, name, [](const auto& each) { return each.first; });
    return std::atoi(found->second.c_str());
}

Result<Values> valuesOf(const Kernel& kernel, std::span<const std::string> told) {
    Values values;
    for (const Parameter& each : kernel.parameters)
        values.emplace_back(each.name, std::to_string(each.value));
    for (const std::string& text : told) {
        const std::size_t sign = std::min(text.find('='), text.size());
        const std::string name = text.substr(0, sign), value = text.substr(std::min(sign + 1, text.size()));
        const auto parameter = std::ranges::find(kernel.parameters, name, &Parameter::name);
        std::vector<std::string> names, choices;
        for (const Parameter& each : kernel.parameters)
            names.emplace_back(each.name);
        if (parameter == kernel.parameters.end())
            return badInput(say("'{1}': {2} has the parameters {3}", text, kernel.name, sayList(names)));
        for (const int each : parameter->choices)
            choices.push_back(std::to_string(each));
        if (std::ranges::find(choices, value) == choices.end())
            return badInput(say("'{1}': expected {2}", text, sayList(choices)));
        values[static_cast<std::size_t>(parameter - kernel.parameters.begin())].second = value;
    }
    return values;
}

Result<Occupancy> fits(const Kernel& kernel, const Values& values, const Multiprocessor& sm) {
    constexpr int MaxThreads = 1024, MaxRegisters = 255;
    constexpr std::int64_t MaxShared = 48 << 10; // of a block that asks for no more
    BlockNeeds needs{32};
    if (kernel.needs) {
        ASSIGN_OR_RETURN(needs, kernel.needs(values));
    }
    if (needs.threads > MaxThreads)
        return unsupported(say("a block has {1} threads; at most {2} are allowed", needs.threads, MaxThreads));
    if (needs.sharedBytes > MaxShared)
        return unsupported(say("a block takes {1} bytes of shared memory; at most {2} are allowed",
                               needs.sharedBytes, MaxShared));
    if (needs.registers > MaxRegisters)
        return unsupported(say("a thread takes {1} registers at least; at most {2} are allowed",
                               needs.registers, MaxRegisters));
    const Occupancy occupancy = occupancyOf(sm, needs);
    if (occupancy.blocks < 1)
        return unsupported(
            say("not one block fits into a multiprocessor: {1}", translated("Word", nameOf(occupancy.limit))));
    return occupancy;
}

std::vector<Values> everyValues(const Kernel& kernel) {
    std::vector<Values> all{{}};
    for (const Parameter& each : kernel.parameters) {
        std::vector<Values> longer;
        for (const Values& values : all)
            for (const int choice : each.choices) {
                longer.push_back(values);
                longer.back().emplace_back(each.name, std::to_string(choice));
            }
        all = std::move(longer);
    }
    return all;
}

Result<Work> workOf(const Kernel& kernel, const Sizes& sizes, const Values& values) {
    constexpr std::int64_t MaxSize = std::int64_t(1) << 20, MaxCount = (std::int64_t(1) << 31) - 1;
    if (sizes.size() != kernel.sizeNames.size())
        return badInput(say("{1} has {2} sizes, not {3}", kernel.name, kernel.sizeNames.size(), sizes.size()));
    for (std::size_t i = 0; i < sizes.size(); ++i)
        if (sizes[i] < 1 || sizes[i] > MaxSize)
            return badInput(
                say("{1}: {2} is {3}; expected 1 to {4}", kernel.name, kernel.sizeNames[i], sizes[i], MaxSize));
    ASSIGN_OR_RETURN(Work work, kernel.work(sizes, values));
    for (const Buffer& each : work.buffers)
        if (each.count < 1 || each.count > MaxCount)
            return badInput(say("{1} of {2}: an array of {3} elements; expected at most {4}", kernel.name,
                                textOf(sizes), each.count, MaxCount));
    constexpr std::uint32_t MaxAcross = 0x7fffffff, MaxDown = 65535; // blocks of a grid
    for (const Launch& each : work.launches)
        if (each.grid.x > MaxAcross || each.grid.y > MaxDown || each.grid.z > MaxDown)
            return badInput(
                say("{1} of {2}: a grid of {3} x {4} x {5} blocks; expected at most {6} x {7} x {7}",
                    kernel.name, textOf(sizes), each.grid.x, each.grid.y, each.grid.z, MaxAcross, MaxDown));
    return work;
}

std::string textOf(const Sizes& sizes) {
    std::string text;
    for (const std::int64_t each : sizes)
        text += (text.empty() ? "" : " x ") + std::to_string(each);
    return text;
}

std::string textOf(const Values& values) {
    std::string text;
    for (const auto& [name, value] : values)
        text += (text.empty() ? "" : " ") + std::string(name) + "=" + value;
    return text;
}

} // namespace edgewright::gpu
