// SPDX-License-Identifier: GPL-3.0-or-later
// Frames as the inputs of a model that is served: pictures of a folder, which are decoded before the run, or
// those that a camera sends while it runs, which are decoded in it.
#pragma once

#include "core/base/result.h"
#include "core/base/run_context.h"
#include "core/frames/frame_source.h"
#include "core/ir/graph.h"
#include "core/scenario/scenario.h"
#include "core/serve/served_model.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace edgewright::device {

class FrameInputs {
public:
    static constexpr std::size_t MaxFrames = 128, MaxFaults = 8; // of a folder that are kept; that are told

    // Null where the model's requests are no frames. BadInput where the graph has not one input, an image with
    // a batch of 1, or no picture of the folder can be decoded. `ended`: called once, from the thread that asks
    // for an input, when the camera sends no more.
    static Result<std::shared_ptr<FrameInputs>> open(const scenario::Model& model, const ir::Graph& graph,
                                                     std::function<void()> ended, const RunContext& run = {});

    // From several threads. Of a camera that has ended: the last frame again; its error where there was none.
    Result<std::vector<ir::Tensor>> of(std::uint64_t request);

    // Sentences: frames that were left out since they could not be decoded, and the end of a camera.
    std::vector<std::string> doubts() const;

private:
    FrameInputs(const scenario::Model& model, ir::TensorType type, std::function<void()> ended, RunContext run)
        : m_name(model.name), m_type(std::move(type)), m_ended(std::move(ended)), m_run(std::move(run)) {}
    Result<void> readFolder(const scenario::Model& model);
    Result<ir::Tensor> tensorOf(frames::Frame frame) const;
    void note(const Error& error);

    std::string m_name;
    ir::TensorType m_type;
    std::function<void()> m_ended;
    RunContext m_run;
    std::vector<ir::Tensor> m_tensors;             // of a folder; of a camera the last one
    std::unique_ptr<frames::FrameSource> m_camera; // null: a folder
    mutable std::mutex m_mutex;                    // of the camera, and of what follows
    std::vector<std::string> m_faults;
    std::int64_t m_faultCount = 0;
    std::optional<Error> m_end;
};

// Frames become the inputs of their models; `stop` is asked to end the run where a camera sends no more. Those
// of models whose requests are no frames are left out.
Result<std::vector<std::shared_ptr<FrameInputs>>> feedFrames(const scenario::Scenario& scenario,
                                                             std::vector<serve::ServedModel>& models,
                                                             std::stop_source stop, const RunContext& run);

} // namespace edgewright::device
