// SPDX-License-Identifier: GPL-3.0-or-later
// CUPTI as the source of events: what ran on the device, and when. It is looked for where the program has it
// loaded, then by EDGEWRIGHT_CUPTI (a file), by the loader's search path, and in CUDA's usual folders.
#pragma once

#include <cstdint>
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

namespace edgewright::cuda_trace {

class Cupti {
public:
    static Cupti& instance(); // never destroyed

    // Begins to record, and takes care of the end; empty: it does. Else a sentence says why not.
    std::string start();

private:
    template <class Signature>
    Signature* symbol(const char* name) const;
    bool load(std::string& tried);
    std::string enable();
    void leaveOutQueries(); // which programs make by the ten thousand
    void finish();
    std::string words(int result) const; // "35 (CUPTI_ERROR_...)"

    static void giveBuffer(std::uint8_t** buffer, std::size_t* size, std::size_t* maxRecords);
    static void takeBuffer(void* context, std::uint32_t stream, std::uint8_t* buffer, std::size_t size,
                           std::size_t valid);
    void take(const void* record);
    std::uint64_t time(std::uint64_t there) const;                        // of the trace; 0 stays 0
    std::uint32_t callName(std::uint32_t domain, std::uint32_t callback); // 0: of a query

    void* m_handle = nullptr;
    std::string m_name; // "libcupti.so.12"
    std::int64_t m_clockOffset = 0;
    std::mutex m_mutex; // of what follows
    std::vector<std::uint8_t*> m_buffers;
    std::unordered_map<std::uint64_t, std::uint32_t> m_callNames;
};

// "cudaGetDevice": it tells something that the program could have known.
bool isQuery(const char* function);

} // namespace edgewright::cuda_trace
