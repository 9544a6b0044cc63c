// SPDX-License-Identifier: GPL-3.0-or-later
// Image files; a folder above them may be their class.
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/dataset/pixels.h"
#include "core/dataset/sample_reader.h"

namespace edgewright::dataset {

namespace {

class ImageReader : public SampleReader {
public:
    ImageReader(const DataSource& source, const ir::Value& input, ImageOptions images)
        : m_files(source.files), m_labels(source.fileLabels), m_input(input.id), m_type(input.type),
          m_images(std::move(images)) {}

    std::size_t count() const override { return m_files.size(); }
    std::string name(std::size_t index) const override {
        const std::filesystem::path& file = m_files[index];
        return (m_labels.empty() ? file.filename() : file.parent_path().filename() / file.filename()).string();
    }
    Result<ir::Feeds> feeds(std::size_t index, const RunContext&) const override {
        ASSIGN_OR_RETURN(auto image, readImage(m_files[index], m_type, m_images));
        return ir::Feeds{{m_input, std::move(image)}};
    }
    std::optional<std::int64_t> label(std::size_t index) const override {
        return m_labels.empty() ? std::nullopt : std::optional(m_labels[index]);
    }

private:
    std::vector<std::filesystem::path> m_files;
    std::vector<std::int64_t> m_labels;
    ValueId m_input;
    ir::TensorType m_type;
    ImageOptions m_images;
};

} // namespace

OpenedReader openImages(const DataSource& source, const ir::Graph& graph, const ImageOptions& images) {
    if (source.files.empty()) return badInput(say("a source of images names no file"));
    if (!source.fileLabels.empty() && source.fileLabels.size() != source.files.size())
        return badInput(say("a source of images has {1} labels for {2} files", source.fileLabels.size(),
                            source.files.size()));
    ASSIGN_OR_RETURN(const ir::Value* input, onlyInput(graph, source.files.front()));
    if (auto target = pixelTarget(input->type, images); !target)
        return std::move(target).error().within(source.files.front().string());
    return opened<ImageReader>(source, *input, images);
}

} // namespace edgewright::dataset
