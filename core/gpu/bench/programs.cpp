// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/gpu/bench/programs.h"

#include "core/base/propagate.h"

namespace edgewright::gpu {

Result<Function> Programs::functionOf(const Launch& launch) {
    const std::string name(launch.source);
    std::vector<std::string> options;
    std::string key = name;
    for (const auto& [macro, value] : launch.defines) {
        options.push_back("-D" + std::string(macro) + "=" + value);
        key += ' ' + options.back();
    }
    if (const auto found = m_functions.find(key); found != m_functions.end()) return found->second;
    ASSIGN_OR_RETURN(const std::vector<char> image, m_compiler.compile(gpuSource(name), name + ".cu", options));
    ASSIGN_OR_RETURN(Function function, m_gpu->load(image, name));
    return m_functions.emplace(std::move(key), std::move(function)).first->second;
}

Result<void> start(Gpu& gpu, const Function& function, const Launch& launch,
                   const std::function<Address(const BufferPart&)>& addressOf, const std::string& what) {
    std::vector<Operand> operands = launch.operands;
    std::vector<Address> addresses(operands.size(), 0);
    std::vector<void*> parameters;
    for (std::size_t at = 0; at < operands.size(); ++at) {
        if (auto* const number = std::get_if<std::int32_t>(&operands[at])) {
            parameters.push_back(number);
        } else if (auto* const real = std::get_if<float>(&operands[at])) {
            parameters.push_back(real);
        } else {
            if (const auto* const part = std::get_if<BufferPart>(&operands[at]))
                addresses[at] = addressOf(*part);
            parameters.push_back(&addresses[at]);
        }
    }
    return gpu.launch(function, launch.grid, launch.block, parameters, what);
}

} // namespace edgewright::gpu
