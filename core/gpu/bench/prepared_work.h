// SPDX-License-Identifier: GPL-3.0-or-later
// The work of a kernel on a GPU: its arrays, in several copies that runs take in turns, and its launches.
#pragma once

#include "core/gpu/bench/programs.h"

#include <vector>

namespace edgewright::gpu {

class PreparedWork {
public:
    // `what`: for messages. As many copies of the arrays as exceed the cache four times, at most `maxCopies`,
    // in at most half of the memory that is free.
    static Result<PreparedWork> of(Programs& programs, const Work& work, const std::string& what,
                                   std::size_t maxCopies, std::uint64_t seed);

    std::size_t copies() const { return m_copies.size(); }
    const std::vector<Array>& inputs() const {
        return m_inputs;
    } // by buffer; others than random ones are empty
    const std::vector<Function>& functions() const { return m_functions; } // by launch
    Address address(std::size_t copy, std::size_t buffer) const { return m_copies[copy][buffer].address(); }

    Result<void> run(std::size_t copy); // starts it
    // Runs once, over a result that was no numbers before, and reads the result.
    Result<Array> result();

private:
    std::shared_ptr<Gpu> m_gpu;
    Work m_work;
    std::string m_what;
    std::vector<Array> m_inputs;
    std::vector<Function> m_functions;
    std::vector<std::vector<DeviceMemory>> m_copies; // by copy and buffer
};

} // namespace edgewright::gpu
