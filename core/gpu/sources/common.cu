// SPDX-License-Identifier: GPL-3.0-or-later
// Stands before each kernel, behind device.cu: what several of them use.

// Four numbers of a row of which `left` are there, the others 0; `isWhole`: the rows are aligned to 16 bytes.
FUNCTION float4 fourOf(const float* at, int left, bool isWhole) {
    if (isWhole && left >= 4) return *reinterpret_cast<const float4*>(at);
    float4 four = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
    if (left > 0) four.x = at[0];
    if (left > 1) four.y = at[1];
    if (left > 2) four.z = at[2];
    if (left > 3) four.w = at[3];
    return four;
}
FUNCTION void storeFour(float* at, float4 four, int left, bool isWhole) {
    if (isWhole && left >= 4) {
        *reinterpret_cast<float4*>(at) = four;
        return;
    }
    if (left > 0) at[0] = four.x;
    if (left > 1) at[1] = four.y;
    if (left > 2) at[2] = four.z;
    if (left > 3) at[3] = four.w;
}

FUNCTION float sumOfWarp(float value) {
    for (int distance = 16; distance > 0; distance /= 2)
        value += __shfl_xor_sync(0xffffffffu, value, distance);
    return value;
}

// The sum over a block of whole warps, at most 32, for all of its threads.
FUNCTION float sumOfBlock(float value) {
    __shared__ float sums[32];
    const int lane = threadIdx.x % 32, warp = threadIdx.x / 32, warps = blockDim.x / 32;
    value = sumOfWarp(value);
    __syncthreads(); // the sums of the call before have been read
    if (lane == 0) sums[warp] = value;
    __syncthreads();
    return sumOfWarp(lane < warps ? sums[lane] : 0.0f);
}
