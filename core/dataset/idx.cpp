// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/dataset/idx.h"

#include "core/base/checked.h"
#include "core/base/propagate.h"

#include <string>

namespace edgewright::dataset {

namespace {

constexpr std::uint32_t UnsignedByte = 8;

std::uint32_t bigEndianAt(std::span<const std::byte> bytes, std::size_t at) {
    std::uint32_t value = 0;
    for (std::size_t i = 0; i < 4; ++i)
        value = value << 8 | std::to_integer<std::uint32_t>(bytes[at + i]);
    return value;
}

Result<IdxFile> parseIdx(std::shared_ptr<const ir::MappedFile> file, std::size_t rank) {
    const std::span<const std::byte> bytes = file->bytes();
    const std::size_t header = 4 + 4 * rank;
    if (bytes.size() >= 2 && bytes[0] == std::byte(0x1f) && bytes[1] == std::byte(0x8b))
        return badInput("is packed with gzip; expected it unpacked");
    if (bytes.size() < header)
        return badInput("has " + std::to_string(bytes.size()) + " bytes; expected an IDX header of " +
                        std::to_string(header));
    const std::uint32_t magic = bigEndianAt(bytes, 0),
                        wanted = UnsignedByte << 8 | static_cast<std::uint32_t>(rank);
    if (magic != wanted)
        return badInput("begins with the number " + std::to_string(magic) + "; expected " +
                        std::to_string(wanted) + ", that of unsigned bytes with " + std::to_string(rank) +
                        (rank == 1 ? " axis" : " axes"));
    IdxFile idx{std::move(file), {}, bytes.subspan(header)};
    for (std::size_t axis = 0; axis < rank; ++axis)
        idx.extents.push_back(bigEndianAt(bytes, 4 + 4 * axis));
    const auto elements = checkedProduct(idx.extents);
    if (!elements || static_cast<std::uint64_t>(*elements) != idx.elements.size()) {
        std::string extents;
        for (const std::int64_t extent : idx.extents)
            extents += (extents.empty() ? "" : " x ") + std::to_string(extent);
        return badInput("says that it holds " + extents + " bytes; behind its header it has " +
                        std::to_string(idx.elements.size()));
    }
    return idx;
}

} // namespace

Result<IdxFile> readIdx(const std::filesystem::path& file, std::size_t rank) {
    ASSIGN_OR_RETURN(auto mapped, ir::MappedFile::open(file));
    auto idx = parseIdx(std::move(mapped), rank);
    if (!idx) return std::move(idx).error().within(file.string());
    return idx;
}

} // namespace edgewright::dataset
