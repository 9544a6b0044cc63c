// SPDX-License-Identifier: GPL-3.0-or-later
// scores[h][q][k] = factor * (query[h][q] . key[h][k]) over `depth`, in tiles; blockIdx: keys, queries, heads.
KERNEL attention_scores(int length, int depth, float factor, const float* query, const float* key, float* scores) {
    __shared__ float tileQ[SIDE][SIDE + 1], tileK[SIDE][SIDE + 1];
    const int x = threadIdx.x, y = threadIdx.y;
    const int row = blockIdx.y * SIDE + y, column = blockIdx.x * SIDE + x, other = blockIdx.x * SIDE + y;
    const long long head = (long long)blockIdx.z * length;
    float sum = 0.0f;
    for (int from = 0; from < depth; from += SIDE) {
        tileQ[y][x] = row < length && from + x < depth ? query[(head + row) * depth + from + x] : 0.0f;
        tileK[y][x] = other < length && from + x < depth ? key[(head + other) * depth + from + x] : 0.0f;
        __syncthreads();
#pragma unroll
        for (int i = 0; i < SIDE; ++i)
            sum += tileQ[y][i] * tileK[x][i];
        __syncthreads();
    }
    if (row < length && column < length) scores[(head + row) * length + column] = sum * factor;
}
