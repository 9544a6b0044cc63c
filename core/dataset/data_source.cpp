// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/dataset/data_source.h"

#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/dataset/folder_contents.h"
#include "core/dataset/image_file.h"
#include "core/dataset/sample_set.h"

#include <algorithm>

namespace edgewright::dataset {

namespace fs = std::filesystem;

namespace {

// What random inputs are good for when there is nothing else.
constexpr std::size_t RandomSamples = 4;

bool isFile(const fs::path& path) {
    std::error_code failed;
    return fs::is_regular_file(path, failed);
}

bool isFolder(const fs::path& path) {
    std::error_code failed;
    return fs::is_directory(path, failed);
}

const char* nameOf(Use use) { return use == Use::Calibration ? "calibration" : "test"; }
Use otherUse(Use use) { return use == Use::Calibration ? Use::Accuracy : Use::Calibration; }

DataSource arraysAt(const fs::path& file) {
    DataSource source{SourceKind::Arrays, file.filename().string(), {file}, {}, {}, {}};
    const fs::path own = file.parent_path() / (file.stem().string() + "_labels.npy");
    const fs::path common = file.parent_path() / "labels.npy";
    if (isFile(own))
        source.labels = own;
    else if (file.stem() == nameOf(Use::Accuracy) && isFile(common))
        source.labels = common;
    return source;
}

DataSource archiveAt(const fs::path& file) {
    return {SourceKind::Archive, file.filename().string(), {file}, {}, {}, {}};
}

bool isMnistImages(const fs::path& file) { return file.filename().string().ends_with("-images-idx3-ubyte"); }

bool isCifar(const fs::path& file) {
    const std::string name = file.filename().string();
    return file.extension() == ".bin" && (name.starts_with("data_batch_") || name.starts_with("test_batch"));
}

DataSource mnistAt(const fs::path& file) {
    DataSource source{SourceKind::Mnist, file.filename().string(), {file}, {}, {}, {}};
    constexpr std::string_view Images = "-images-idx3-ubyte";
    std::string labels = file.filename().string();
    labels.replace(labels.size() - Images.size(), Images.size(), "-labels-idx1-ubyte");
    if (isFile(file.parent_path() / labels)) source.labels = file.parent_path() / labels;
    return source;
}

// <use>.npy or <use>.npz.
std::optional<DataSource> arraysFor(const fs::path& folder, Use use) {
    const std::string name = nameOf(use);
    if (isFile(folder / (name + ".npy"))) return arraysAt(folder / (name + ".npy"));
    if (isFile(folder / (name + ".npz"))) return archiveAt(folder / (name + ".npz"));
    return std::nullopt;
}

std::optional<DataSource> tensorFolders(const FolderContents& contents) {
    const std::string name = contents.folder.filename().string();
    if (isFile(contents.folder / "input_0.pb") || isFile(contents.folder / "input_0.npy"))
        return DataSource{SourceKind::TensorFolders, name, {contents.folder}, {}, {}, {}};
    DataSource source{SourceKind::TensorFolders, "test_data_set_*", {}, {}, {}, {}};
    for (const fs::path& folder : contents.folders)
        if (folder.filename().string().starts_with("test_data_set_")) source.files.push_back(folder);
    return source.files.empty() ? std::nullopt : std::optional(std::move(source));
}

// Those that the use is about, or all there are.
std::optional<DataSource> cifarFor(const FolderContents& contents, Use use) {
    const std::string_view wanted = use == Use::Calibration ? "data_batch_" : "test_batch";
    std::vector<fs::path> all, fitting;
    for (const fs::path& file : contents.files) {
        if (!isCifar(file)) continue;
        all.push_back(file);
        if (file.filename().string().starts_with(wanted)) fitting.push_back(file);
    }
    if (all.empty()) return std::nullopt;
    if (fitting.empty()) fitting = std::move(all);
    const std::string name = fitting.size() == 1 ? fitting.front().filename().string()
                                                 : fitting.front().filename().string() + ", ...";
    return DataSource{SourceKind::Cifar10, name, std::move(fitting), {}, {}, {}};
}

std::optional<DataSource> mnistFor(const FolderContents& contents, Use use) {
    const std::string_view wanted = use == Use::Calibration ? "train" : "t10k";
    const fs::path* best = nullptr;
    for (const fs::path& file : contents.files)
        if (isMnistImages(file) && (!best || file.filename().string().starts_with(wanted))) best = &file;
    return best ? std::optional(mnistAt(*best)) : std::nullopt;
}

// Files of the folder, or, of folders in it, as classes.
std::optional<DataSource> imagesIn(const FolderContents& contents) {
    const std::string folder = contents.folder.filename().string();
    DataSource source{SourceKind::Images, folder.empty() ? "images" : folder, {}, {}, {}, {}};
    std::ranges::copy_if(contents.files, std::back_inserter(source.files), isImageFile);
    if (!source.files.empty()) return source;
    std::vector<std::pair<std::string, std::vector<fs::path>>> classes;
    std::size_t count = 0;
    for (const fs::path& each : contents.folders) {
        std::vector<fs::path> images = contentsOf(each).files;
        std::erase_if(images, [](const fs::path& file) { return !isImageFile(file); });
        count += images.size();
        if (count > MaxEntries) return std::nullopt;
        if (!images.empty()) classes.emplace_back(each.filename().string(), std::move(images));
    }
    if (classes.empty()) return std::nullopt;
    const bool numbered =
        std::ranges::all_of(classes, [](const auto& each) { return numberOf(each.first).has_value(); });
    if (numbered) std::ranges::sort(classes, {}, [](const auto& each) { return *numberOf(each.first); });
    for (std::size_t i = 0; i < classes.size(); ++i) {
        const auto& [name, images] = classes[i];
        source.classes.push_back(name);
        source.files.insert(source.files.end(), images.begin(), images.end());
        source.fileLabels.insert(source.fileLabels.end(), images.size(),
                                 numbered ? *numberOf(name) : static_cast<std::int64_t>(i));
    }
    return source;
}

// Every array that is not known to be something else.
std::optional<DataSource> otherArrays(const FolderContents& contents) {
    DataSource source{SourceKind::Arrays, contents.folder.filename().string(), {}, {}, {}, {}};
    for (const fs::path& file : contents.files) {
        const std::string kind = lowerExtension(file), stem = file.stem().string();
        if ((kind == ".npy" || kind == ".pb") && stem != "outputs" && !stem.ends_with("labels"))
            source.files.push_back(file);
    }
    return source.files.empty() ? std::nullopt : std::optional(std::move(source));
}

// All that a folder may be, the best first.
std::vector<DataSource> sourcesIn(const fs::path& folder, Use use, bool withImages) {
    std::vector<DataSource> sources;
    const auto add = [&](std::optional<DataSource> source) {
        if (source) sources.push_back(*std::move(source));
    };
    const FolderContents contents = contentsOf(folder);
    add(arraysFor(folder, use));
    add(tensorFolders(contents));
    add(cifarFor(contents, use));
    add(mnistFor(contents, use));
    if (withImages) add(imagesIn(contents));
    add(arraysFor(folder, otherUse(use)));
    return sources;
}

// What discover() prefers.
int rank(const DataSource& source, Use use) {
    if (source.kind == SourceKind::Arrays || source.kind == SourceKind::Archive)
        return source.files.front().stem() == nameOf(use) ? 0 : 1;
    if (source.kind == SourceKind::TensorFolders) return 2;
    return source.kind == SourceKind::Images ? 4 : 3;
}

// All that may lie beside a model, the best first.
std::vector<DataSource> candidates(const fs::path& model, Use use) {
    const fs::path folder = model.has_parent_path() ? model.parent_path() : fs::path(".");
    std::vector<DataSource> found;
    for (const fs::path& place : {folder / model.stem(), folder})
        // Pictures in the folder of a model may be of anything; only those under its name are its inputs.
        std::ranges::move(sourcesIn(place, use, place != folder), std::back_inserter(found));
    std::ranges::stable_sort(found, {}, [use](const DataSource& source) { return rank(source, use); });
    return found;
}

// Opens it and reads its first sample; then its count is known.
bool fits(DataSource& source, const ir::Graph& graph, const RunContext& run) {
    const auto samples = read(source, graph, 0, {}, run);
    if (!samples || !samples->feeds(0, run)) return false;
    source.count = samples->count();
    source.isBeside = true;
    return true;
}

} // namespace

bool DataSource::hasInputsOf(const DataSource& other) const {
    return kind == other.kind && files == other.files && (!isRandom() || seed == other.seed);
}

std::string DataSource::title() const {
    const std::string what = isRandom() ? say("random values")
                             : classes.empty()
                                 ? name
                                 : sayCount(classes.size(), "{2}, {1} class", "{2}, {1} classes", name);
    return isBeside ? say("{1} beside the model", what) : what;
}

std::string DataSource::text() const {
    if (count == 0) return title();
    return sayCount(count, "{2}, {1} sample", "{2}, {1} samples", title());
}

DataSource randomSource(std::size_t count, std::uint64_t seed) {
    DataSource source{SourceKind::Random, {}, {}, {}, {}, {}};
    source.count = count;
    source.seed = seed;
    return source;
}

Result<DataSource> sourceAt(const fs::path& path, Use use) {
    if (isFolder(path)) {
        const fs::path folder = path.has_filename() ? path : path.parent_path(); // "data/" is "data"
        auto sources = sourcesIn(folder, use, true);
        if (!sources.empty()) return std::move(sources.front());
        if (auto arrays = otherArrays(contentsOf(folder))) return *std::move(arrays);
        return badInput(
            say("{1}: holds no .npy, .npz, .pb, image, CIFAR-10 or MNIST file and no folders of images or "
                "test_data_set_0, ...",
                path.string()));
    }
    if (!isFile(path)) return badInput(say("{1}: there is no such file or folder", path.string()));
    if (isImageFile(path)) return DataSource{SourceKind::Images, path.filename().string(), {path}, {}, {}, {}};
    if (isMnistImages(path)) return mnistAt(path);
    if (path.extension() == ".bin")
        return DataSource{SourceKind::Cifar10, path.filename().string(), {path}, {}, {}, {}};
    const std::string kind = lowerExtension(path);
    if (kind == ".npz") return archiveAt(path);
    if (kind == ".npy" || kind == ".pb") return arraysAt(path);
    return badInput(
        say("{1}: expected a folder, or a file of .npy, .npz, .pb, .png, .jpg, .jpeg, .bmp, .bin (CIFAR-10) "
            "or -images-idx3-ubyte (MNIST)",
            path.string()));
}

std::vector<DataSource> discover(const fs::path& model, const ir::Graph& graph, Use use,
                                 const RunContext& run) {
    std::vector<DataSource> found;
    for (DataSource& source : candidates(model, use))
        if (!run.stopped() && fits(source, graph, run)) found.push_back(std::move(source));
    found.push_back(randomSource(RandomSamples));
    return found;
}

Result<DataSource> bestSource(const fs::path& model, const ir::Graph& graph, Use use, DataSource otherwise,
                              const RunContext& run) {
    for (DataSource& source : candidates(model, use)) {
        if (run.stopped()) return cancelled();
        source.memoryBytes = otherwise.memoryBytes;
        if (fits(source, graph, run)) return std::move(source);
    }
    return otherwise;
}

} // namespace edgewright::dataset
