// SPDX-License-Identifier: GPL-3.0-or-later
// The sum of `count` numbers, a part by each block into sums[blockIdx]: run once more over those parts.
KERNEL sum(int count, const float* x, float* sums) {
    float mine = 0.0f;
    for (long long i = ((long long)blockIdx.x * THREADS + threadIdx.x) * 4; i < count; i += (long long)gridDim.x * THREADS * 4) {
        const float4 four = fourOf(x + i, (int)min(4LL, count - i), true);
        mine += (four.x + four.y) + (four.z + four.w);
    }
    const float whole = sumOfBlock(mine);
    if (threadIdx.x == 0) sums[blockIdx.x] = whole;
}
