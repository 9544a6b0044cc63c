// SPDX-License-Identifier: GPL-3.0-or-later
// Data sets that keep pixels and labels as bytes: CIFAR-10's binary version (cs.toronto.edu/~kriz/cifar.html:
// records of a label and a plane each of red, green and blue, 32 rows of 32) and MNIST.
#include "core/base/checked.h"
#include "core/base/propagate.h"
#include "core/base/result.h"
#include "core/base/say.h"
#include "core/dataset/pixels.h"
#include "core/dataset/sample_reader.h"
#include "core/ir/storage/mapped_file.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace edgewright::dataset {

namespace {

// IDX, the format of MNIST and its relatives (yann.lecun.com/exdb/mnist): a magic number 0, 0, type, rank; one
// big-endian 32-bit extent for each axis; then the elements. Of its types only unsigned bytes are read.
struct IdxFile {
    std::shared_ptr<const ir::MappedFile> file;
    std::vector<std::int64_t> extents; // each below 2^32; all elements are in the file
    std::span<const std::byte> elements;
};

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
        return badInput(say("is packed with gzip; expected it unpacked"));
    if (bytes.size() < header)
        return badInput(say("has {1} bytes; expected an IDX header of {2}", bytes.size(), header));
    const std::uint32_t magic = bigEndianAt(bytes, 0),
                        wanted = UnsignedByte << 8 | static_cast<std::uint32_t>(rank);
    if (magic != wanted)
        return badInput(sayCount(
            rank, "begins with the number {2}; expected {3}, that of unsigned bytes with {1} axis",
            "begins with the number {2}; expected {3}, that of unsigned bytes with {1} axes", magic, wanted));
    IdxFile idx{std::move(file), {}, bytes.subspan(header)};
    for (std::size_t axis = 0; axis < rank; ++axis)
        idx.extents.push_back(bigEndianAt(bytes, 4 + 4 * axis));
    const auto elements = checkedProduct(idx.extents);
    if (!elements || static_cast<std::uint64_t>(*elements) != idx.elements.size()) {
        std::string extents;
        for (const std::int64_t extent : idx.extents)
            extents += (extents.empty() ? "" : " x ") + std::to_string(extent);
        return badInput(
            say("says that it holds {1} bytes; behind its header it has {2}", extents, idx.elements.size()));
    }
    return idx;
}

// BadInput, naming the file, for another magic number or rank than that, and where the file has fewer or more
// bytes than its extents ask for.
Result<IdxFile> readIdx(const std::filesystem::path& file, std::size_t rank) {
    ASSIGN_OR_RETURN(auto mapped, ir::MappedFile::open(file));
    auto idx = parseIdx(std::move(mapped), rank);
    if (!idx) return std::move(idx).error().within(file.string());
    return idx;
}

constexpr int CifarSide = 32;
constexpr std::size_t CifarPlane = CifarSide * CifarSide, CifarRecord = 1 + 3 * CifarPlane;
constexpr unsigned CifarClasses = 10;
constexpr std::int64_t MaxRows = 1 << 14; // and columns, of an image of MNIST's format

// What becomes of the pixels of a record.
struct PixelInput {
    ValueId id;
    ir::TensorType type;
    ImageOptions images;
    PixelTarget target;

    static Result<PixelInput> of(const ir::Graph& graph, const std::filesystem::path& file,
                                 const ImageOptions& images) {
        ASSIGN_OR_RETURN(const ir::Value* input, onlyInput(graph, file));
        auto target = pixelTarget(input->type, images);
        if (!target) return std::move(target).error().within(file.string());
        return PixelInput{input->id, input->type, images, *target};
    }
    Result<ir::Feeds> feeds(Pixels pixels, const ir::MappedFile& file, const std::string& path) const {
        auto tensor = tensorOf(std::move(pixels), target, type, images);
        if (!tensor) return std::move(tensor).error().within(path);
        RETURN_IF_ERROR(file.intact());
        return ir::Feeds{{id, *std::move(tensor)}};
    }
};

struct CifarFile {
    std::string path, name;
    std::shared_ptr<const ir::MappedFile> mapped;
    std::size_t first = 0; // number of its first sample

    std::size_t count() const { return mapped->bytes().size() / CifarRecord; }
    std::span<const std::byte> record(std::size_t index) const {
        return mapped->bytes().subspan(index * CifarRecord, CifarRecord);
    }
};

Result<CifarFile> openCifarFile(const std::filesystem::path& path, std::size_t first) {
    ASSIGN_OR_RETURN(auto mapped, ir::MappedFile::open(path));
    const CifarFile file{path.string(), path.filename().string(), std::move(mapped), first};
    const std::size_t size = file.mapped->bytes().size();
    if (size == 0 || size % CifarRecord != 0)
        return badInput(
            say("{1}: has {2} bytes; expected records of CIFAR-10 of {3} bytes each, and {4} are left over",
                file.path, size, CifarRecord, size % CifarRecord));
    for (std::size_t i = 0; i < file.count(); ++i)
        if (const auto label = std::to_integer<unsigned>(file.record(i).front()); label >= CifarClasses)
            return badInput(say("{1}: record {2} has the label {3}; expected a class of CIFAR-10, 0 to 9",
                                file.path, i, label));
    return file;
}

class CifarReader : public SampleReader {
public:
    CifarReader(std::vector<CifarFile> files, PixelInput input)
        : m_files(std::move(files)), m_input(std::move(input)) {}

    std::size_t count() const override { return m_files.back().first + m_files.back().count(); }
    std::string name(std::size_t index) const override {
        const CifarFile& file = fileOf(index);
        return file.name + "[" + std::to_string(index - file.first) + "]";
    }
    Result<ir::Feeds> feeds(std::size_t index, const RunContext&) const override {
        const CifarFile& file = fileOf(index);
        const auto planes = file.record(index - file.first).subspan(1);
        Pixels pixels{CifarSide, CifarSide, 3, std::vector<unsigned char>(3 * CifarPlane)};
        for (std::size_t pixel = 0; pixel < CifarPlane; ++pixel)
            for (std::size_t colour = 0; colour < 3; ++colour)
                pixels.values[3 * pixel + colour] =
                    std::to_integer<unsigned char>(planes[colour * CifarPlane + pixel]);
        return m_input.feeds(std::move(pixels), *file.mapped, file.path);
    }
    std::optional<std::int64_t> label(std::size_t index) const override {
        const CifarFile& file = fileOf(index);
        return std::to_integer<std::int64_t>(file.record(index - file.first).front());
    }

private:
    const CifarFile& fileOf(std::size_t index) const {
        return *std::prev(std::ranges::upper_bound(m_files, index, {}, &CifarFile::first));
    }

    std::vector<CifarFile> m_files;
    PixelInput m_input;
};

class MnistReader : public SampleReader {
public:
    MnistReader(std::filesystem::path path, IdxFile images, std::optional<IdxFile> labels, PixelInput input)
        : m_path(std::move(path)), m_images(std::move(images)), m_labels(std::move(labels)),
          m_input(std::move(input)) {}

    std::size_t count() const override { return static_cast<std::size_t>(m_images.extents[0]); }
    std::string name(std::size_t index) const override {
        return m_path.filename().string() + "[" + std::to_string(index) + "]";
    }
    Result<ir::Feeds> feeds(std::size_t index, const RunContext&) const override {
        const auto height = static_cast<std::size_t>(m_images.extents[1]);
        const auto width = static_cast<std::size_t>(m_images.extents[2]);
        const auto bytes = m_images.elements.subspan(index * height * width, height * width);
        const auto* values = reinterpret_cast<const unsigned char*>(bytes.data());
        Pixels pixels{static_cast<int>(width), static_cast<int>(height), 1, {values, values + bytes.size()}};
        return m_input.feeds(std::move(pixels), *m_images.file, m_path.string());
    }
    std::optional<std::int64_t> label(std::size_t index) const override {
        return m_labels ? std::optional(std::to_integer<std::int64_t>(m_labels->elements[index]))
                        : std::nullopt;
    }

private:
    std::filesystem::path m_path;
    IdxFile m_images;
    std::optional<IdxFile> m_labels;
    PixelInput m_input;
};

} // namespace

OpenedReader openCifar10(const DataSource& source, const ir::Graph& graph, const ImageOptions& images) {
    if (source.files.empty()) return badInput(say("a source of CIFAR-10 names no file"));
    ASSIGN_OR_RETURN(auto input, PixelInput::of(graph, source.files.front(), images));
    std::vector<CifarFile> files;
    for (const std::filesystem::path& path : source.files) {
        const std::size_t first = files.empty() ? 0 : files.back().first + files.back().count();
        ASSIGN_OR_RETURN(auto file, openCifarFile(path, first));
        files.push_back(std::move(file));
    }
    return opened<CifarReader>(std::move(files), std::move(input));
}

OpenedReader openMnist(const DataSource& source, const ir::Graph& graph, const ImageOptions& images) {
    if (source.files.size() != 1) return badInput(say("a source of MNIST names one file of images"));
    const std::filesystem::path& path = source.files.front();
    ASSIGN_OR_RETURN(auto input, PixelInput::of(graph, path, images));
    ASSIGN_OR_RETURN(auto idx, readIdx(path, 3));
    for (const std::size_t axis : {std::size_t(1), std::size_t(2)})
        if (idx.extents[0] > 0 && (idx.extents[axis] < 1 || idx.extents[axis] > MaxRows))
            return badInput(say("{1}: holds images of {2}x{3} pixels; expected sides from 1 to {4}",
                                path.string(), idx.extents[2], idx.extents[1], MaxRows));
    std::optional<IdxFile> labels;
    if (!source.labels.empty()) {
        ASSIGN_OR_RETURN(labels, readIdx(source.labels, 1));
        if (labels->extents[0] != idx.extents[0])
            return badInput(say("{1}: holds {2} labels; expected one for each of the {3} images of {4}",
                                source.labels.string(), labels->extents[0], idx.extents[0],
                                path.filename().string()));
    }
    return opened<MnistReader>(path, std::move(idx), std::move(labels), std::move(input));
}

} // namespace edgewright::dataset
