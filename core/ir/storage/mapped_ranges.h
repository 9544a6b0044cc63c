// SPDX-License-Identifier: GPL-3.0-or-later
// Memory that a file is mapped to. When the file shrinks, reading behind its new end raises SIGBUS, which would
// end the program: instead the missing pages become zeros, and the range remembers that it has lost something.
#pragma once

#include <cstddef>
#include <span>

namespace edgewright::ir {

// While it lives, faults in `bytes` are answered as above; after a fault elsewhere the handler that was
// there before takes its place again. Ranges begin at a page and do not overlap. To be made after mapping and
// to be gone before unmapping.
class MappedRange {
public:
    explicit MappedRange(std::span<std::byte> bytes);
    ~MappedRange();
    MappedRange(const MappedRange&) = delete;
    MappedRange& operator=(const MappedRange&) = delete;

    // Something was read that the file does not hold any more.
    bool lost() const;

    struct Slot;

private:
    Slot* m_slot;
};

} // namespace edgewright::ir
