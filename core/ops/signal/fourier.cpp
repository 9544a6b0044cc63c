// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/signal/fourier.h"

#include "core/base/propagate.h"
#include "core/base/say.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <numbers>
#include <utility>

namespace edgewright::ops {

namespace {

constexpr std::array<std::int64_t, 7> Radices{4, 2, 3, 5, 7, 11, 13};

// exp(-2 pi i numerator / denominator); 0 <= numerator < denominator.
std::complex<double> root(std::int64_t numerator, std::int64_t denominator) {
    const double turn = static_cast<double>(numerator) / static_cast<double>(denominator);
    return {std::cos(2 * std::numbers::pi * turn), -std::sin(2 * std::numbers::pi * turn)};
}

// One butterfly on rows of `stride` elements: input k at k * inStep, output j at j * stride.
template <typename T>
struct Butterfly {
    const T* re;
    const T* im;
    T* outRe;
    T* outIm;
    std::int64_t inStep;
    std::int64_t stride;
    const T* cos; // twiddles of outputs 1, 2, ...
    const T* sin;
};

template <typename T>
inline void store(T* re, T* im, T x, T y, T c, T s) {
    *re = x * c - y * s;
    *im = x * s + y * c;
}

template <typename T>
void radix2(const Butterfly<T>& b) {
    const T c = b.cos[0], s = b.sin[0];
    for (std::int64_t q = 0; q < b.stride; ++q) {
        const T ar = b.re[q], ai = b.im[q];
        const T br = b.re[b.inStep + q], bi = b.im[b.inStep + q];
        b.outRe[q] = ar + br;
        b.outIm[q] = ai + bi;
        store(b.outRe + b.stride + q, b.outIm + b.stride + q, ar - br, ai - bi, c, s);
    }
}

template <typename T>
void radix3(const Butterfly<T>& b) {
    const T half = T(0.5), height = static_cast<T>(std::numbers::sqrt3 / 2);
    for (std::int64_t q = 0; q < b.stride; ++q) {
        const T ar = b.re[q], ai = b.im[q];
        const T br = b.re[b.inStep + q], bi = b.im[b.inStep + q];
        const T cr = b.re[2 * b.inStep + q], ci = b.im[2 * b.inStep + q];
        const T sr = br + cr, si = bi + ci;
        const T dr = height * (br - cr), di = height * (bi - ci);
        const T mr = ar - half * sr, mi = ai - half * si;
        b.outRe[q] = ar + sr;
        b.outIm[q] = ai + si;
        store(b.outRe + b.stride + q, b.outIm + b.stride + q, mr + di, mi - dr, b.cos[0], b.sin[0]);
        store(b.outRe + 2 * b.stride + q, b.outIm + 2 * b.stride + q, mr - di, mi + dr, b.cos[1], b.sin[1]);
    }
}

template <typename T>
void radix4(const Butterfly<T>& b) {
    const T c1 = b.cos[0], s1 = b.sin[0], c2 = b.cos[1], s2 = b.sin[1], c3 = b.cos[2], s3 = b.sin[2];
    const std::int64_t in = b.inStep, out = b.stride;
    for (std::int64_t q = 0; q < b.stride; ++q) {
        const T sumR = b.re[q] + b.re[2 * in + q], sumI = b.im[q] + b.im[2 * in + q];
        const T difR = b.re[q] - b.re[2 * in + q], difI = b.im[q] - b.im[2 * in + q];
        const T oddSumR = b.re[in + q] + b.re[3 * in + q], oddSumI = b.im[in + q] + b.im[3 * in + q];
        const T oddDifR = b.re[in + q] - b.re[3 * in + q], oddDifI = b.im[in + q] - b.im[3 * in + q];
        b.outRe[q] = sumR + oddSumR;
        b.outIm[q] = sumI + oddSumI;
        store(b.outRe + out + q, b.outIm + out + q, difR + oddDifI, difI - oddDifR, c1, s1);
        store(b.outRe + 2 * out + q, b.outIm + 2 * out + q, sumR - oddSumR, sumI - oddSumI, c2, s2);
        store(b.outRe + 3 * out + q, b.outIm + 3 * out + q, difR - oddDifI, difI + oddDifR, c3, s3);
    }
}

// Any radix, by the definition; `rootCos` and `rootSin` are its roots of unity.
template <typename T>
void radixAny(const Butterfly<T>& b, std::int64_t radix, const T* rootCos, const T* rootSin) {
    for (std::int64_t j = 0; j < radix; ++j) {
        T* const re = b.outRe + j * b.stride;
        T* const im = b.outIm + j * b.stride;
        std::copy_n(b.re, b.stride, re);
        std::copy_n(b.im, b.stride, im);
        for (std::int64_t k = 1; k < radix; ++k) {
            const T c = rootCos[j * k % radix], s = rootSin[j * k % radix];
            const T* const x = b.re + k * b.inStep;
            const T* const y = b.im + k * b.inStep;
            for (std::int64_t q = 0; q < b.stride; ++q) {
                re[q] += x[q] * c - y[q] * s;
                im[q] += x[q] * s + y[q] * c;
            }
        }
        if (j == 0) continue;
        const T c = b.cos[j - 1], s = b.sin[j - 1];
        for (std::int64_t q = 0; q < b.stride; ++q)
            store(re + q, im + q, re[q], im[q], c, s);
    }
}

bool isSmooth(std::int64_t length) {
    for (const std::int64_t radix : Radices)
        while (length % radix == 0)
            length /= radix;
    return length == 1;
}

} // namespace

template <typename T>
Result<Fourier<T>> Fourier<T>::make(std::int64_t length) {
    if (length < 1 || length > MaxLength)
        return badInput(say("a Fourier transform of length {1} where 1 to {2} is expected", length, MaxLength));
    Fourier result;
    result.m_length = length;
    if (isSmooth(length))
        result.addStages();
    else
        result.addChirp();
    return result;
}

template <typename T>
void Fourier<T>::addStages() {
    std::int64_t rest = m_length;
    for (const std::int64_t radix : Radices)
        while (rest % radix == 0) {
            Stage stage;
            stage.radix = radix;
            stage.rest = rest / radix;
            for (std::int64_t p = 0; p < stage.rest; ++p)
                for (std::int64_t j = 1; j < radix; ++j) {
                    const auto w = root(p * j % rest, rest);
                    stage.cos.push_back(static_cast<T>(w.real()));
                    stage.sin.push_back(static_cast<T>(w.imag()));
                }
            for (std::int64_t j = 0; j < radix && radix > 4; ++j) {
                stage.rootCos.push_back(static_cast<T>(root(j, radix).real()));
                stage.rootSin.push_back(static_cast<T>(root(j, radix).imag()));
            }
            m_stages.push_back(std::move(stage));
            rest /= radix;
        }
}

template <typename T>
void Fourier<T>::addChirp() {
    std::int64_t padded = 1;
    while (padded < 2 * m_length - 1)
        padded *= 2;
    auto chirp = std::make_shared<Chirp>();
    auto inner = std::make_shared<Fourier>();
    inner->m_length = padded;
    inner->addStages();
    chirp->inner = std::move(inner);
    chirp->filterRe.assign(static_cast<std::size_t>(padded), T(0));
    chirp->filterIm.assign(static_cast<std::size_t>(padded), T(0));
    for (std::int64_t j = 0; j < m_length; ++j) {
        const auto w = root(j * j % (2 * m_length), 2 * m_length);
        chirp->cos.push_back(static_cast<T>(w.real()));
        chirp->sin.push_back(static_cast<T>(w.imag()));
        for (const std::int64_t at : {j, (padded - j) % padded}) {
            chirp->filterRe[static_cast<std::size_t>(at)] = static_cast<T>(w.real());
            chirp->filterIm[static_cast<std::size_t>(at)] = static_cast<T>(-w.imag());
        }
    }
    std::vector<T> work(static_cast<std::size_t>(chirp->inner->workElements(1)));
    chirp->inner->transform(chirp->filterRe.data(), chirp->filterIm.data(), 1, work.data());
    m_chirp = std::move(chirp);
}

template <typename T>
std::int64_t Fourier<T>::workElements(std::int64_t batch) const {
    if (!m_chirp) return 2 * m_length * batch;
    return 2 * m_chirp->inner->m_length * batch + m_chirp->inner->workElements(batch);
}

template <typename T>
void Fourier<T>::transform(T* re, T* im, std::int64_t batch, T* work) const {
    if (m_chirp)
        runChirp(re, im, batch, work);
    else
        runStages(re, im, batch, work);
}

template <typename T>
void Fourier<T>::runStages(T* re, T* im, std::int64_t batch, T* work) const {
    T* from[2] = {re, im};
    T* to[2] = {work, work + m_length * batch};
    std::int64_t stride = batch;
    for (const Stage& stage : m_stages) {
        for (std::int64_t p = 0; p < stage.rest; ++p) {
            const std::int64_t twiddle = p * (stage.radix - 1);
            const std::int64_t target = stride * stage.radix * p;
            const Butterfly<T> b{from[0] + stride * p,
                                 from[1] + stride * p,
                                 to[0] + target,
                                 to[1] + target,
                                 stride * stage.rest,
                                 stride,
                                 stage.cos.data() + twiddle,
                                 stage.sin.data() + twiddle};
            switch (stage.radix) {
            case 2:
                radix2(b);
                break;
            case 3:
                radix3(b);
                break;
            case 4:
                radix4(b);
                break;
            default:
                radixAny(b, stage.radix, stage.rootCos.data(), stage.rootSin.data());
            }
        }
        stride *= stage.radix;
        std::swap(from, to);
    }
    if (from[0] == re) return;
    std::copy_n(from[0], m_length * batch, re);
    std::copy_n(from[1], m_length * batch, im);
}

template <typename T>
void Fourier<T>::runChirp(T* re, T* im, std::int64_t batch, T* work) const {
    const Chirp& chirp = *m_chirp;
    const std::int64_t padded = chirp.inner->m_length;
    T* const a = work;
    T* const b = work + padded * batch;
    T* const rest = work + 2 * padded * batch;
    std::fill(a + m_length * batch, b, T(0));
    std::fill(b + m_length * batch, rest, T(0));
    const auto rotate = [batch](const T* x, const T* y, T* outX, T* outY, std::int64_t j, T c, T s) {
        for (std::int64_t at = j * batch; at < (j + 1) * batch; ++at)
            store(outX + at, outY + at, x[at], y[at], c, s);
    };
    for (std::int64_t j = 0; j < m_length; ++j)
        rotate(re, im, a, b, j, chirp.cos[static_cast<std::size_t>(j)], chirp.sin[static_cast<std::size_t>(j)]);
    chirp.inner->transform(a, b, batch, rest);
    for (std::int64_t j = 0; j < padded; ++j)
        rotate(a, b, a, b, j, chirp.filterRe[static_cast<std::size_t>(j)],
               chirp.filterIm[static_cast<std::size_t>(j)]);
    chirp.inner->transform(b, a, batch, rest);
    const T scale = T(1) / static_cast<T>(padded);
    for (std::int64_t j = 0; j < m_length; ++j)
        rotate(a, b, re, im, j, chirp.cos[static_cast<std::size_t>(j)] * scale,
               chirp.sin[static_cast<std::size_t>(j)] * scale);
}

template <typename T>
Result<RealFourier<T>> RealFourier<T>::make(std::int64_t length) {
    ASSIGN_OR_RETURN(auto transform, Fourier<T>::make(length % 2 == 0 ? length / 2 : length));
    RealFourier result(std::move(transform));
    result.m_length = length;
    for (std::int64_t k = 0; k <= length / 4 && length % 2 == 0; ++k) {
        result.m_cos.push_back(static_cast<T>(root(k, length).real()));
        result.m_sin.push_back(static_cast<T>(root(k, length).imag()));
    }
    return result;
}

template <typename T>
void RealFourier<T>::transform(T* re, T* im, std::int64_t batch, T* work) const {
    if (m_length % 2 != 0) {
        std::fill_n(im, m_length * batch, T(0));
        m_complex.transform(re, im, batch, work);
        return;
    }
    // Even elements become real parts, odd ones imaginary parts of a sequence of half the length.
    for (std::int64_t j = 0; j < m_length / 2; ++j) {
        std::copy_n(re + (2 * j + 1) * batch, batch, im + j * batch);
        if (j > 0) std::copy_n(re + 2 * j * batch, batch, re + j * batch);
    }
    m_complex.transform(re, im, batch, work);
    separate(re, im, batch);
}

// With Z the transform of the packed sequence and h half the length: E = (Z[k] + conj Z[h-k]) / 2 is that of
// the even elements, O = (Z[k] - conj Z[h-k]) / 2i that of the odd ones; X[k] = E + w^k O and X[h-k] = conj(E -
// w^k O).
template <typename T>
void RealFourier<T>::separate(T* re, T* im, std::int64_t batch) const {
    const std::int64_t half = m_length / 2;
    for (std::int64_t q = 0; q < batch; ++q) {
        const T sum = re[q] + im[q], difference = re[q] - im[q];
        re[q] = sum;
        re[half * batch + q] = difference;
        im[q] = im[half * batch + q] = T(0);
    }
    for (std::int64_t k = 1; k <= half / 2; ++k) {
        T* const ar = re + k * batch;
        T* const ai = im + k * batch;
        T* const br = re + (half - k) * batch;
        T* const bi = im + (half - k) * batch;
        const T c = m_cos[static_cast<std::size_t>(k)], s = m_sin[static_cast<std::size_t>(k)];
        for (std::int64_t q = 0; q < batch; ++q) {
            const T evenR = T(0.5) * (ar[q] + br[q]), evenI = T(0.5) * (ai[q] - bi[q]);
            const T oddR = T(0.5) * (ai[q] + bi[q]), oddI = T(0.5) * (br[q] - ar[q]);
            const T turnedR = oddR * c - oddI * s, turnedI = oddR * s + oddI * c;
            ar[q] = evenR + turnedR;
            ai[q] = evenI + turnedI;
            br[q] = evenR - turnedR;
            bi[q] = turnedI - evenI;
        }
    }
}

template class Fourier<float>;
template class Fourier<double>;
template class RealFourier<float>;
template class RealFourier<double>;

} // namespace edgewright::ops
