// SPDX-License-Identifier: GPL-3.0-or-later
// y[h][q] = sum over k of share[h][q][k] value[h][k], in tiles; blockIdx: depth, queries, heads.
KERNEL attention_values(int length, int depth, const float* shares, const float* value, float* y) {
    __shared__ float tileS[SIDE][SIDE], tileV[SIDE][SIDE];
    const int x = threadIdx.x, down = threadIdx.y;
    const int row = blockIdx.y * SIDE + down, column = blockIdx.x * SIDE + x;
    const long long head = (long long)blockIdx.z * length;
    float sum = 0.0f;
    for (int from = 0; from < length; from += SIDE) {
        tileS[down][x] = row < length && from + x < length ? shares[(head + row) * length + from + x] : 0.0f;
        tileV[down][x] = column < depth && from + down < length ? value[(head + from + down) * depth + column] : 0.0f;
        __syncthreads();
#pragma unroll
        for (int i = 0; i < SIDE; ++i)
            sum += tileS[down][i] * tileV[i][x];
        __syncthreads();
    }
    if (row < length && column < depth) y[(head + row) * depth + column] = sum;
}
