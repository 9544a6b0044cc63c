// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace/kernel_times.h"

#include "core/trace/device_use.h"

#include <algorithm>
#include <functional>
#include <map>
#include <numeric>

namespace edgewright::trace {

std::vector<KernelTimes> kernelTimes(const Trace& trace) {
    std::map<std::string, std::vector<double>> seconds; // by name
    for (const Span& span : trace.spans)
        if (span.role == Role::Kernel && isKernel(trace.nameOf(span)))
            seconds[trace.nameOf(span)].push_back(span.seconds);
    std::vector<KernelTimes> kernels;
    for (auto& [name, each] : seconds) {
        std::ranges::sort(each);
        const std::size_t middle = each.size() / 2;
        kernels.push_back({name, each.size(), std::accumulate(each.begin(), each.end(), 0.0),
                           each.size() % 2 == 1 ? each[middle] : (each[middle - 1] + each[middle]) / 2});
    }
    std::ranges::stable_sort(kernels, std::greater(), &KernelTimes::seconds);
    return kernels;
}

} // namespace edgewright::trace
