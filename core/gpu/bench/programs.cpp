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

} // namespace edgewright::gpu
