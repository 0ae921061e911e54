// From light to a file, step by step over whole batches of pictures: lens blur, motion, exposure,
// noise, tone, sharpening, JPEG. The same text is compiled for a graphics card (nvcc) and for a CPU
// (g++); `film.py` hands the pictures over.
//
// A step is a struct whose `at` does one pixel (or one block of 8 x 8) of one picture. It reads what
// the step before has written and writes elsewhere, or its own block, so that their order does not
// matter.

#include <math.h>
#include <stdint.h>

#ifdef __CUDACC__
#define ANY static __device__ __forceinline__
#define TABLE __constant__ const
#define UNROLLED _Pragma("unroll")
#else
#define ANY static inline
#define TABLE static const
#define UNROLLED
#endif

// Rows of `film`, in the order of `FILM` in scenes.py.
enum { EXPOSURE, RED, BLUE, NOISE, GRAIN, BLUR, MOTION, TURN, GAMMA, CONTRAST, SATURATION, SHARPEN,
       QUALITY, VIGNETTE, VALUES };
enum { PLANES = 3, BLOCK = 8, PATCH = 2 * BLOCK };
#define GRAIN_SIGMA 0.9f
#define GRAIN_GAIN 2.2f
#define SHARPEN_SIGMA 1.2f
#define MOVES_FROM 0.3f

// Pictures are count x 3 x high x wide. `a` and `b` are room for what lies between; `out` too, until
// the last step.
struct Pictures {
    const float *light, *film, *white, *dots;
    float *a, *b, *out;
    int64_t count;
    int high, wide;
};

ANY float clip(float x, float low, float high) { return fminf(fmaxf(x, low), high); }
ANY int within(int k, int size) { return k < 0 ? 0 : k >= size ? size - 1 : k; }
ANY int64_t area(const Pictures &p) { return (int64_t)p.high * p.wide; }
ANY float value(const Pictures &p, int64_t i, int name) { return p.film[i * VALUES + name]; }

// The three planes of picture i around pixel k, blurred along x (`along` 0) or along y (1).
ANY void blurred(const Pictures &p, const float *from, int k, int along, float sigma, float *to) {
    int x = k % p.wide, y = k / p.wide, reach = (int)(3 * sigma + 0.5f);
    if (reach < 1) reach = 1;
    float total = 0, sharp = -0.5f / (sigma * sigma);
    to[0] = to[1] = to[2] = 0;
    for (int d = -reach; d <= reach; d++) {
        float weight = expf(sharp * (float)(d * d));
        int spot = along ? within(y + d, p.high) * p.wide + x : y * p.wide + within(x + d, p.wide);
        for (int c = 0; c < PLANES; c++) to[c] += weight * from[c * area(p) + spot];
        total += weight;
    }
    for (int c = 0; c < PLANES; c++) to[c] /= total;
}

ANY void put(const Pictures &p, float *planes, int k, const float *values) {
    for (int c = 0; c < PLANES; c++) planes[c * area(p) + k] = values[c];
}

// One plane between its pixels, at x and y as pixels are counted; beyond the edge as at the edge.
ANY float between(const Pictures &p, const float *plane, float x, float y) {
    x = clip(x, 0, (float)(p.wide - 1)), y = clip(y, 0, (float)(p.high - 1));
    int left = (int)x, top = (int)y;
    int right = within(left + 1, p.wide), low = within(top + 1, p.high);
    float u = x - (float)left, v = y - (float)top;
    return (plane[top * p.wide + left] * (1 - u) + plane[top * p.wide + right] * u) * (1 - v) +
           (plane[low * p.wide + left] * (1 - u) + plane[low * p.wide + right] * u) * v;
}

// One pixel of picture i, blurred along x or y from one place to another.
ANY void blur(const Pictures &p, const float *from, float *to, int64_t i, int k, int along, float sigma) {
    float seen[PLANES];
    int64_t start = i * PLANES * area(p);
    blurred(p, from + start, k, along, sigma, seen);
    put(p, to + start, k, seen);
}
ANY float lens_sigma(const Pictures &p, int64_t i) { return fmaxf(value(p, i, BLUR), 0.05f); }

struct LensAcross {
    ANY void at(const Pictures &p, int64_t i, int k) { blur(p, p.light, p.a, i, k, 0, lens_sigma(p, i)); }
};
struct LensDown {
    ANY void at(const Pictures &p, int64_t i, int k) { blur(p, p.a, p.b, i, k, 1, lens_sigma(p, i)); }
};
struct GrainAcross {
    ANY void at(const Pictures &p, int64_t i, int k) { blur(p, p.dots, p.a, i, k, 0, GRAIN_SIGMA); }
};

// What one pixel of a sensor makes of its light: gain, shade towards the corners, noise, curve.
ANY float exposed(const Pictures &p, int64_t i, int c, float x, float shade, float dot, float soft) {
    float gain = c == 0 ? value(p, i, RED) : c == 2 ? value(p, i, BLUE) : 1.0f;
    float noise = value(p, i, NOISE), grain = value(p, i, GRAIN), contrast = value(p, i, CONTRAST);
    x *= gain * value(p, i, EXPOSURE) / fmaxf(p.white[i], 0.02f) * shade;
    dot = dot * (1 - grain) + GRAIN_GAIN * soft * grain;
    x += dot * sqrtf(noise * noise + noise * 0.08f * fmaxf(x, 0));
    x = powf(clip(x, 0, 1), 1 / value(p, i, GAMMA));
    return x + contrast * (3 * x * x - 2 * x * x * x - x);
}

struct Expose {  // b and dots and a to out
    ANY void at(const Pictures &p, int64_t i, int k) {
        int x = k % p.wide, y = k / p.wide;
        int64_t start = i * PLANES * area(p);
        float soft[PLANES], seen[PLANES], length = value(p, i, MOTION), turn = value(p, i, TURN);
        blurred(p, p.a + start, k, 1, GRAIN_SIGMA, soft);
        float u = p.wide > 1 ? 2.0f * (float)x / (float)(p.wide - 1) - 1 : 0;
        float v = p.high > 1 ? 2.0f * (float)y / (float)(p.high - 1) - 1 : 0;
        float shade = fmaxf(1 - value(p, i, VIGNETTE) * 0.5f * (u * u + v * v), 0.2f);
        for (int c = 0; c < PLANES; c++) {
            const float *plane = p.b + start + c * area(p);
            float light = plane[k];
            if (length > MOVES_FROM) {
                light = 0;
                for (int step = -2; step <= 2; step++) {
                    float way = 0.25f * (float)step * length;
                    light += between(p, plane, (float)x + way * cosf(turn), (float)y + way * sinf(turn)) / 5;
                }
            }
            seen[c] = exposed(p, i, c, light, shade, p.dots[start + c * area(p) + k], soft[c]);
        }
        float grey = (seen[0] + seen[1] + seen[2]) / 3;
        for (int c = 0; c < PLANES; c++) seen[c] = grey + (seen[c] - grey) * value(p, i, SATURATION);
        put(p, p.out + start, k, seen);
    }
};

struct SharpenAcross {
    ANY void at(const Pictures &p, int64_t i, int k) { blur(p, p.out, p.a, i, k, 0, SHARPEN_SIGMA); }
};

struct Sharpen {  // out and a to b, as luma and two chromas
    ANY void at(const Pictures &p, int64_t i, int k) {
        float seen[PLANES];
        int64_t start = i * PLANES * area(p);
        blurred(p, p.a + start, k, 1, SHARPEN_SIGMA, seen);
        for (int c = 0; c < PLANES; c++) {
            float x = p.out[start + c * area(p) + k];
            seen[c] = 255 * clip(x + value(p, i, SHARPEN) * (x - seen[c]), 0, 1);
        }
        float luma = 0.299f * seen[0] + 0.587f * seen[1] + 0.114f * seen[2];
        float coded[PLANES] = {luma, (seen[2] - luma) * 0.564f, (seen[0] - luma) * 0.713f};
        put(p, p.b + start, k, coded);
    }
};

TABLE float STEPS[BLOCK * BLOCK] = {  // of luma, at quality 50
    16, 11, 10, 16, 24, 40, 51, 61, 12, 12, 14, 19, 26, 58, 60, 55, 14, 13, 16, 24, 40, 57,
    69, 56, 14, 17, 22, 29, 51, 87, 80, 62, 18, 22, 37, 56, 68, 109, 103, 77, 24, 35, 55, 64,
    81, 104, 113, 92, 49, 64, 78, 87, 103, 121, 120, 101, 72, 92, 95, 98, 112, 100, 103, 99};

TABLE float WAVES[BLOCK * BLOCK] = {  // the cosine transform: a row for each frequency
    0.3535534f, 0.3535534f, 0.3535534f, 0.3535534f, 0.3535534f, 0.3535534f, 0.3535534f, 0.3535534f,
    0.4903926f, 0.4157348f, 0.2777851f, 0.0975452f, -0.0975452f, -0.2777851f, -0.4157348f, -0.4903926f,
    0.4619398f, 0.1913417f, -0.1913417f, -0.4619398f, -0.4619398f, -0.1913417f, 0.1913417f, 0.4619398f,
    0.4157348f, -0.0975452f, -0.4903926f, -0.2777851f, 0.2777851f, 0.4903926f, 0.0975452f, -0.4157348f,
    0.3535534f, -0.3535534f, -0.3535534f, 0.3535534f, 0.3535534f, -0.3535534f, -0.3535534f, 0.3535534f,
    0.2777851f, -0.4903926f, 0.0975452f, 0.4157348f, -0.4157348f, -0.0975452f, 0.4903926f, -0.2777851f,
    0.1913417f, -0.4619398f, 0.4619398f, -0.1913417f, -0.1913417f, 0.4619398f, -0.4619398f, 0.1913417f,
    0.0975452f, -0.2777851f, 0.4157348f, -0.4903926f, 0.4903926f, -0.4157348f, 0.2777851f, -0.0975452f};

ANY float coarseness(const Pictures &p, int64_t i) {
    float quality = value(p, i, QUALITY);
    return (quality < 50 ? 5000 / quality : 200 - 2 * quality) / 100;
}

// Eight values of a block, so far apart, as so much of each frequency; or `back`.
ANY void transformed(float *line, int apart, bool back) {
    float made[BLOCK];
    UNROLLED for (int k = 0; k < BLOCK; k++) {
        made[k] = 0;
        UNROLLED for (int x = 0; x < BLOCK; x++)
            made[k] += line[x * apart] * (back ? WAVES[x * BLOCK + k] : WAVES[k * BLOCK + x]);
    }
    UNROLLED for (int k = 0; k < BLOCK; k++) line[k * apart] = made[k];
}

// What JPEG leaves of a block whose coefficients are kept in these steps.
ANY void squeezed(float *block, float coarse, bool is_luma) {
    UNROLLED for (int k = 0; k < BLOCK; k++) transformed(block + k * BLOCK, 1, false);
    UNROLLED for (int k = 0; k < BLOCK; k++) transformed(block + k, BLOCK, false);
    UNROLLED for (int k = 0; k < BLOCK * BLOCK; k++) {
        float step = STEPS[k] * coarse;
        if (!is_luma) step = fminf(99 * 0.6f * coarse, 1.3f * step);
        step = fmaxf(step, 1);
        block[k] = rintf(block[k] / step) * step;
    }
    UNROLLED for (int k = 0; k < BLOCK; k++) transformed(block + k, BLOCK, true);
    UNROLLED for (int k = 0; k < BLOCK; k++) transformed(block + k * BLOCK, 1, true);
}

struct Luma {  // a block of b's first plane, in its place
    ANY void at(const Pictures &p, int64_t i, int k) {
        int across = (p.wide + BLOCK - 1) / BLOCK, left = k % across * BLOCK, top = k / across * BLOCK;
        float *plane = p.b + i * PLANES * area(p), block[BLOCK * BLOCK];
        UNROLLED for (int y = 0; y < BLOCK; y++)
            UNROLLED for (int x = 0; x < BLOCK; x++)
                block[y * BLOCK + x] =
                    plane[within(top + y, p.high) * p.wide + within(left + x, p.wide)] - 128;
        squeezed(block, coarseness(p, i), true);
        UNROLLED for (int y = 0; y < BLOCK; y++)
            UNROLLED for (int x = 0; x < BLOCK; x++)
                if (top + y < p.high && left + x < p.wide)
                    plane[(top + y) * p.wide + left + x] = block[y * BLOCK + x] + 128;
    }
};

// Chroma at half size, in whole blocks: two planes at the beginning of each picture's share of a.
ANY int half_wide(const Pictures &p) { return (p.wide + PATCH - 1) / PATCH * BLOCK; }
ANY int half_high(const Pictures &p) { return (p.high + PATCH - 1) / PATCH * BLOCK; }
ANY float *chroma(const Pictures &p, int64_t i, int c) {
    return p.a + i * PLANES * area(p) + c * half_wide(p) * half_high(p);
}

struct Chroma {  // b's other two planes to a, halved
    ANY void at(const Pictures &p, int64_t i, int k) {
        int wide = half_wide(p), blocks = wide * half_high(p) / (BLOCK * BLOCK), c = k / blocks;
        int across = wide / BLOCK, left = k % blocks % across * BLOCK, top = k % blocks / across * BLOCK;
        const float *plane = p.b + i * PLANES * area(p) + (1 + c) * area(p);
        float block[BLOCK * BLOCK], *to = chroma(p, i, c);
        UNROLLED for (int y = 0; y < BLOCK; y++)
            UNROLLED for (int x = 0; x < BLOCK; x++) {
                float sum = 0;
                for (int d = 0; d < 4; d++)
                    sum += plane[within(2 * (top + y) + d / 2, p.high) * p.wide +
                                 within(2 * (left + x) + d % 2, p.wide)];
                block[y * BLOCK + x] = sum / 4;
            }
        squeezed(block, coarseness(p, i), false);
        UNROLLED for (int y = 0; y < BLOCK; y++)
            UNROLLED for (int x = 0; x < BLOCK; x++) to[(top + y) * wide + left + x] = block[y * BLOCK + x];
    }
};

// One plane of chroma at a pixel of the whole picture.
ANY float doubled(const Pictures &p, int64_t i, int c, int x, int y) {
    int wide = half_wide(p), high = half_high(p), near_x = x / 2, near_y = y / 2;
    int far_x = within(near_x + (x % 2 ? 1 : -1), wide), far_y = within(near_y + (y % 2 ? 1 : -1), high);
    const float *from = chroma(p, i, c);
    return 0.75f * (0.75f * from[near_y * wide + near_x] + 0.25f * from[near_y * wide + far_x]) +
           0.25f * (0.75f * from[far_y * wide + near_x] + 0.25f * from[far_y * wide + far_x]);
}

struct Finish {  // luma in b and chroma in a to out
    ANY void at(const Pictures &p, int64_t i, int k) {
        int x = k % p.wide, y = k / p.wide;
        int64_t start = i * PLANES * area(p);
        float luma = p.b[start + k], seen[PLANES];
        seen[0] = luma + doubled(p, i, 1, x, y) / 0.713f;
        seen[2] = luma + doubled(p, i, 0, x, y) / 0.564f;
        seen[1] = (luma - 0.299f * seen[0] - 0.114f * seen[2]) / 0.587f;
        for (int c = 0; c < PLANES; c++) seen[c] = rintf(clip(seen[c], 0, 255)) / 255;
        put(p, p.out + start, k, seen);
    }
};

#ifdef __CUDACC__
template <class Step> __global__ void all(Pictures p, int size) {
    int k = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    if (k < size) Step::at(p, blockIdx.y, k);
}
template <class Step> void step(const Pictures &p, int size, void *stream) {
    dim3 grid((unsigned)((size + 127) / 128), (unsigned)p.count);
    all<Step><<<grid, 128, 0, (cudaStream_t)stream>>>(p, size);
}
static int failed() { return (int)cudaGetLastError(); }
#else
template <class Step> void step(const Pictures &p, int size, void *) {
    for (int64_t i = 0; i < p.count; i++)
        for (int k = 0; k < size; k++) Step::at(p, i, k);
}
static int failed() { return 0; }
#endif

extern "C" int develop(const Pictures *given, void *stream) {
    const Pictures &p = *given;
    int pixels = p.high * p.wide;
    int blocks = (p.wide + BLOCK - 1) / BLOCK * ((p.high + BLOCK - 1) / BLOCK);
    int patches = (p.wide + PATCH - 1) / PATCH * ((p.high + PATCH - 1) / PATCH);
    step<LensAcross>(p, pixels, stream);
    step<LensDown>(p, pixels, stream);
    step<GrainAcross>(p, pixels, stream);
    step<Expose>(p, pixels, stream);
    step<SharpenAcross>(p, pixels, stream);
    step<Sharpen>(p, pixels, stream);
    step<Luma>(p, blocks, stream);
    step<Chroma>(p, 2 * patches, stream);
    step<Finish>(p, pixels, stream);
    return failed();
}
