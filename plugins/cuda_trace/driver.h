// SPDX-License-Identifier: GPL-3.0-or-later
// The CUDA driver that the program has loaded: its own functions, whatever this library puts before them.
#pragma once

#include "plugins/cuda_trace/driver_functions.h"

#include <atomic>
#include <cstddef>
#include <mutex>
#include <unordered_map>

namespace edgewright::cuda_trace {

using DlsymFunction = void* (*)(void* handle, const char* name);

class Driver {
public:
    DlsymFunction realDlsym(); // of the C library

    // The function as the driver exports it; null: no driver is loaded, or it is older than the function.
    void* function(Id id);
    // Functions that are in no list.
    template <class Signature>
    Signature* symbol(const char* name) {
        return reinterpret_cast<Signature*>(find(name));
    }
    // The function of the list that begins here; FunctionCount: none. Any name that the driver was asked for
    // may lead to it, so that a wrapper has the variant of what it stands before.
    std::size_t at(const void* address);
    bool isLoaded();
    void loadedAs(void* handle); // one that the program looks up functions of the driver in

private:
    void* find(const char* name);
    void fill();

    std::atomic<DlsymFunction> m_dlsym{nullptr};
    std::atomic<void*> m_handle{nullptr};
    std::atomic<bool> m_isFilled{false};
    std::mutex m_mutex;
    void* m_functions[FunctionCount] = {};
    std::unordered_map<const void*, std::size_t> m_byAddress;
};

Driver& driver(); // never destroyed

bool isOfThisLibrary(const void* address);

} // namespace edgewright::cuda_trace
