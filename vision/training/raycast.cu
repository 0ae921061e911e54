// The ray caster: one ray, one answer. The same text is compiled for a graphics card (nvcc) and for
// a CPU (g++); `raycast.py` says which and hands the scenes over.
//
// A ray meets rounded boxes (dice, tiles, pip dice, blocks), capsules (hands, pencils), a cup and
// the table; two lamps throw soft or hard shadows. It is no path tracer: what matters is that
// nothing a camera sees on such a table is always the same.

#include <math.h>
#include <stdint.h>

#ifdef __CUDACC__
#define ANY static __device__ __forceinline__
#else
#define ANY static inline
#endif

enum { CAPSULES = 9, PAPERS = 2, COINS = 3, PRINTS = 24, FACE = 16, NOISE = 512, NOISES = 24 };
#define FAR 1e4f

// Pointers to arrays with one row per scene, in the order of `KEYS` in raycast.py.
struct Scenes {
    const float *eye, *axes, *lens, *centre, *turn, *half, *kind, *round, *body, *faces;
    const float *capsules, *capsule_colours, *cup, *cup_colour, *papers, *paper_colour, *coins;
    const float *prints, *surface, *surface_colours, *lights, *light_colours, *sky, *soft, *shine;
    const float *style;
    const uint8_t *glyphs;
    const float *noise;
    const float *points, *px;
    float *out;
    int64_t count, rays, boxes, masks, numerals, points_stride;
};

struct V { float x, y, z; };
ANY V v3(const float *p) { return {p[0], p[1], p[2]}; }
ANY V operator+(V a, V b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
ANY V operator-(V a, V b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
ANY V operator*(V a, V b) { return {a.x * b.x, a.y * b.y, a.z * b.z}; }
ANY V operator*(V a, float k) { return {a.x * k, a.y * k, a.z * k}; }
ANY float dot(V a, V b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
ANY float length(V a) { return sqrtf(dot(a, a)); }
ANY V unit(V a) { return a * (1.0f / fmaxf(length(a), 1e-9f)); }
ANY V mix(V a, V b, float k) { return a * (1 - k) + b * k; }
ANY float clip(float x, float low, float high) { return fminf(fmaxf(x, low), high); }
ANY float part(float x) { return x - floorf(x); }
ANY float sign(float x) { return (float)((x > 0) - (x < 0)); }
ANY float luck(float a, float b, float c) {
    return part(sinf(a * 12.9898f + b * 78.233f + c * 3.1f) * 43758.5453f);
}
// A vector of the world in a box's own frame, and back.
ANY V inward(V a, const float *t) {
    return {a.x * t[0] + a.y * t[3] + a.z * t[6], a.x * t[1] + a.y * t[4] + a.z * t[7],
            a.x * t[2] + a.y * t[5] + a.z * t[8]};
}
ANY V outward(V a, const float *t) { return {dot(v3(t), a), dot(v3(t + 3), a), dot(v3(t + 6), a)}; }

ANY void slab(V origin, V d, V half, float &enter, float &leave) {
    V o = {1 / (fabsf(d.x) < 1e-7f ? 1e-7f : d.x), 1 / (fabsf(d.y) < 1e-7f ? 1e-7f : d.y),
           1 / (fabsf(d.z) < 1e-7f ? 1e-7f : d.z)};
    V mid = origin * o * -1.0f, reach = half * V{fabsf(o.x), fabsf(o.y), fabsf(o.z)};
    enter = fmaxf(mid.x - reach.x, fmaxf(mid.y - reach.y, mid.z - reach.z));
    leave = fminf(mid.x + reach.x, fminf(mid.y + reach.y, mid.z + reach.z));
}

ANY float capsule(const float *c, V origin, V d) {
    float r = c[6];
    if (r <= 0) return FAR;
    V a = v3(c), ba = v3(c + 3) - a, oa = origin - a;
    float baba = dot(ba, ba), baoa = dot(ba, oa), bard = dot(ba, d), rdoa = dot(d, oa);
    float rdrd = dot(d, d), qa = baba * rdrd - bard * bard, qb = baba * rdoa - baoa * bard;
    float qc = baba * dot(oa, oa) - baoa * baoa - r * r * baba, h = qb * qb - qa * qc;
    if (h <= 0) return FAR;
    float t = (-qb - sqrtf(h)) / fmaxf(qa, 1e-9f), y = baoa + t * bard;
    if (!(y > 0 && y < baba)) {
        V oc = y <= 0 ? oa : origin - v3(c + 3);
        float b = dot(d, oc), h2 = b * b - rdrd * (dot(oc, oc) - r * r);
        if (h2 <= 0) return FAR;
        t = (-b - sqrtf(h2)) / rdrd;
    }
    return t > 0 ? t : FAR;
}

ANY float cup(const float *c, V origin, V d, bool &inside, V &wall) {
    float r = c[2], top = c[3], ox = origin.x - c[0], oy = origin.y - c[1];
    inside = false, wall = {0, 0, 0};
    float qa = fmaxf(d.x * d.x + d.y * d.y, 1e-9f), qb = ox * d.x + oy * d.y;
    float h = qb * qb - qa * (ox * ox + oy * oy - r * r);
    if (h <= 0 || r <= 0) return FAR;
    float near = (-qb - sqrtf(h)) / qa, far = (-qb + sqrtf(h)) / qa;
    float lid = (top - origin.z) / fminf(d.z, -1e-6f), z = origin.z + near * d.z;
    wall = {(ox + near * d.x) / r, (oy + near * d.y) / r, 0};
    inside = lid > near && lid < far;
    if (inside) return lid;
    return z > 0 && z < top ? near : FAR;
}

// Which degree of blur (`BLURS` in raycast.py) a glyph needs that is `wide` rays wide: blur of half
// a ray's reach leaves no stairs and takes no ink away.
ANY int lod_of(float wide) {
    return (int)clip(roundf(logf(0.5f * 64 / fmaxf(wide, 1) / 0.8f) / logf(1.5f)), 0, 4);
}

ANY float glyph_at(const Scenes &s, float glyph, int level, float x, float y) {
    if (!(x > 0 && x < 63 && y > 0 && y < 63 && glyph >= 0)) return 0;
    x = clip(x, 0.01f, 62.99f), y = clip(y, 0.01f, 62.99f);
    int x0 = (int)x, y0 = (int)y, mask = (int)fminf(glyph, (float)s.masks - 1);
    float fx = x - x0, fy = y - y0;
    const uint8_t *v = s.glyphs + (((int64_t)level * s.masks + mask) * 64 + y0) * 64 + x0;
    float low = v[0] * (1 - fx) + v[1] * fx, high = v[64] * (1 - fx) + v[65] * fx;
    return (low * (1 - fy) + high * fy) / 255;
}

// Clouds, grain along x and fine fibre at a place, mirrored at the edges so that no seam shows.
ANY V noise_at(const Scenes &s, float seed, float x, float y, int shift) {
    const float *bank = s.noise + (int64_t)(((int)seed + shift) % NOISES) * NOISE * NOISE * 3;
    float g[2] = {x / 6, y / 6};
    int low[2], high[2];
    float f[2];
    for (int k = 0; k < 2; k++) {
        float m = 1 - fabsf(part(g[k] / 4) * 4 - 2);
        float p = clip(((m + 1) * NOISE - 1) / 2, 0, NOISE - 1.001f);
        low[k] = (int)p, f[k] = p - low[k], high[k] = low[k] + 1;
    }
    V a = v3(bank + ((int64_t)low[1] * NOISE + low[0]) * 3);
    V b = v3(bank + ((int64_t)low[1] * NOISE + high[0]) * 3);
    V c = v3(bank + ((int64_t)high[1] * NOISE + low[0]) * 3);
    V d = v3(bank + ((int64_t)high[1] * NOISE + high[0]) * 3);
    return mix(mix(a, b, f[0]), mix(c, d, f[0]), f[1]);
}

// Walks from a box's hull to its rounded body; answers whether it is met.
ANY bool rounded(V origin, V d, V half, float bevel, float &t, V &place, V &normal) {
    float step = length(d);
    V core = half - V{bevel, bevel, bevel}, out;
    for (int k = 0; k < 8; k++) {
        place = origin + d * t;
        out = {fmaxf(fabsf(place.x) - core.x, 0), fmaxf(fabsf(place.y) - core.y, 0),
               fmaxf(fabsf(place.z) - core.z, 0)};
        if (k < 7) t += (length(out) - bevel) / step;
    }
    V side = {sign(place.x), sign(place.y), sign(place.z)};
    normal = unit(out * side + place * 1e-6f);
    return length(out) - bevel < 0.02f;
}

ANY float marked(const float *style, const float *row, float gx, float gy, float soft) {
    float gap = style[1], bar = style[2], wide = style[3], dot_ = style[4] * 0.7f;
    float bw = row[11], bh = row[12];
    if (row[10] == 1) {
        float over = fmaxf(fabsf(gx) - bw * wide, fabsf(gy - bh - gap - bar / 2) - bar / 2);
        return clip(0.5f - over / soft, 0, 1);
    }
    if (row[10] == 2) {  // round on the die, also where the glyph is squeezed
        float dx = (gx - bw - gap * 0.7f) * row[3] - dot_, dy = (gy - bh) * row[4] + dot_;
        return clip(0.5f - (sqrtf(dx * dx + dy * dy) - dot_) / soft, 0, 1);
    }
    return 0;
}

// How much ink lies at a place of a face: the glyph, and the bar or dot of a 6 or 9.
ANY float ink_at(const Scenes &s, const float *style, const float *row, float u, float v, float px) {
    int lod = lod_of(px * sqrtf(row[3] * row[4]));
    float c = row[1], n = row[2], x = u - row[5], y = v - row[6];
    float gx = (x * c + y * n) / row[3], gy = -(-x * n + y * c) / row[4];
    float raw = glyph_at(s, row[0], lod, gx * 64 + 31.5f, gy * 64 + 31.5f);
    // The more a glyph is blurred, the less its edge is steepened and its strokes made bolder: at the
    // coarsest the blur itself is what a pixel sees.
    float wide = 0.45f + 0.14f * lod, lean = (style[0] - 0.5f) * (1 - 0.2f * lod);
    float soft = fmaxf(0.012f, 1 / fmaxf(px, 1));
    return fmaxf(clip((raw - 0.5f - lean) / wide + 0.5f, 0, 1), marked(style, row, gx, gy, soft));
}

ANY float pips_at(float u, float v, int n) {
    float a = 0.27f, r = 0.11f * 0.11f;
    bool on = (n % 2 && u * u + v * v < r);
    for (int k = -1; k <= 1; k += 2) {
        on |= n >= 2 && (u - a * k) * (u - a * k) + (v - a * k) * (v - a * k) < r;
        on |= n >= 4 && (u - a * k) * (u - a * k) + (v + a * k) * (v + a * k) < r;
        on |= n == 6 && (u - a * k) * (u - a * k) + v * v < r;
    }
    return on;
}

// The colour of a box at a place of its own frame, and how an engraving shades it there.
ANY V face_paint(const Scenes &s, int64_t i, int64_t box, V place, float px, float &shade) {
    const float *style = s.style + i * 8;
    int64_t at = i * s.boxes + box;
    V half = v3(s.half + at * 3), body = v3(s.body + at * 3);
    float kind = s.kind[at], wear = style[6];
    V share = {place.x / half.x, place.y / half.y, place.z / half.z};
    V big = {fabsf(share.x), fabsf(share.y), fabsf(share.z)};
    int axis = big.x >= big.y ? (big.x >= big.z ? 0 : 2) : (big.y >= big.z ? 1 : 2);
    float way = axis == 0 ? share.x : axis == 1 ? share.y : share.z;
    int face = axis * 2 + (way < 0);
    const float *row = s.faces + (at * 6 + face) * FACE;
    float u = axis == 0 ? (way < 0 ? -place.y : place.y)
            : axis == 1 ? (way < 0 ? place.x : -place.x) : (way < 0 ? -place.x : place.x);
    float v = (axis == 2 ? place.y : place.z) - (kind == 4 ? half.y - half.x : 0);
    u /= 2 * half.x, v /= 2 * half.x;
    float ink = ink_at(s, style, row, u, v, px);
    float deeper = ink_at(s, style, row, u + 0.012f, v + 0.012f, px);
    V paint = v3(row + 7);
    float mask = ink;
    if (kind == 2) {
        float level = 0.02f + ((body.x + body.y + body.z) / 3 < 0.35f) * 0.9f;
        paint = {level, level, level}, mask = pips_at(u, v, (int)row[13]);
    } else if (kind == 3) {
        mask = 0;
    }
    V noise = noise_at(s, s.surface[i * 8 + 3], u * 3 + s.centre[at * 3] * 1.7f, v * 3 + face * 2.3f, 7);
    mask *= 1 - wear * clip(noise.x * 2 - 0.7f, 0, 1);
    body = body * (1 - 0.25f * wear * clip(noise.z - 0.3f, 0, 1));
    shade = kind == 2 || kind == 3 ? 0 : style[5] * (deeper - ink);  // pips and blocks bear none
    return mix(body, paint, mask);
}

// How much of its second and third colour a surface shows at a place.
ANY void pattern(int kind, float u, float v, V noise, float k, float &first, float &second) {
    float cu = part(u) - 0.5f, cv = part(v) - 0.5f, radius = sqrtf(cu * cu + cv * cv);
    first = second = 0;
    switch (kind) {
        case 0: first = noise.x * 0.5f; break;
        case 1: first = noise.y, second = part(v / k * 2) < 0.02f; break;
        case 2: first = noise.z; break;
        case 3: first = 0.5f * ((cu > 0) + (cv > 0)); break;
        case 4: first = part(u) < 0.15f + 0.08f * k, second = part(u + 0.3f) < 0.08f; break;
        case 5: first = radius < 0.05f * clip(k, 2, 7); break;
        case 6:
            first = radius < 0.28f + 0.1f * cosf(atan2f(cv, cu) * roundf(k));
            second = radius < 0.1f;
            break;
        case 7: first = clip(1 - fabsf(noise.x - 0.5f) * 9, 0, 1); break;
        case 8: first = part(v + fabsf(cu) * 1.2f) < 0.5f, second = noise.x * 0.3f; break;
        case 9: first = sinf(u * 4) * sinf(v * 4) > 0, second = noise.z * 0.5f; break;
        case 10:
            first = 0.5f * ((part(u + v) > 0.5f) + (part(u - v) > 0.5f));
            second = part(2 * u + 2 * v) < 0.02f * k || part(2 * u - 2 * v) < 0.02f * k;
            break;
        case 11: {
            float row = floorf(v), along = u / 2 + 0.5f * (row - 2 * floorf(row / 2));
            first = 0.7f * luck(floorf(along), row, k);
            second = fabsf(cv) > 0.46f || fabsf(part(along) - 0.5f) > 0.48f;
            break;
        }
        case 12: first = luck(floorf(u), floorf(v), k), second = luck(floorf(u), floorf(v), k + 3) < 0.2f; break;
        case 13: {
            float edge = fmaxf(fabsf(cu), fabsf(cv));
            first = edge < 0.1f + 0.045f * k && luck(floorf(u), floorf(v), 5) < 0.6f;
            second = first > 0 && edge < 0.02f * k;
            break;
        }
    }
}

// A printed thing at -1 to 1 of its own size: -1 where nothing is printed, else its brightness.
ANY float printed(const Scenes &s, const float *p, float u, float v, float px) {
    int kind = (int)p[5];
    float seed = p[6], level = p[7];
    if (kind == 1 || kind == 5) {  // a marker with a black rim, or a code without one
        int cells = kind == 1 ? 4 + (int)(part(seed * 7) * 3) : 12 + (int)(part(seed * 7) * 14);
        float x = (u + 1) / 2 * (cells + 2) - 1, y = (v + 1) / 2 * (cells + 2) - 1;
        bool rim = x < 0 || y < 0 || x >= cells || y >= cells;
        if (rim) return kind == 1 ? 0 : 1;
        return luck(floorf(x), floorf(y), seed * 50) < 0.5f;
    }
    if (kind == 3) return part((u + 1) * p[2] / 2 * 16) < 0.15f && v < part(seed * 3) ? 0 : -1;
    if (kind == 4) return fmaxf(fabsf(u), fabsf(v)) > 1 - level * 0.3f ? 0 : -1;  // a frame
    if (kind == 6) return ((int)floorf(u * 4) + (int)floorf(v * 4)) & 1 ? 0 : 1;
    if (kind == 7) return u * u + v * v < 1 ? (sqrtf(u * u + v * v) < level ? 0 : 1) : -1;
    if (kind == 8) {  // a number
        float glyph = floorf(seed * (s.numerals - 1));
        float ink = clip(glyph_at(s, glyph, lod_of(px * p[2] * 64 / 38), u * 38 + 31.5f, -v * 38 + 31.5f) * 1.6f, 0, 1);
        return ink > 0.3f ? level * 0.4f : -1;
    }
    return level;
}

ANY V decals(const Scenes &s, int64_t i, V paint, float x, float y, float px) {
    V pen = v3(s.surface_colours + i * 9 + 6) * 0.3f, sheet = v3(s.paper_colour + i * 3);
    for (int k = 0; k < PAPERS; k++) {
        const float *p = s.papers + (i * PAPERS + k) * 7;
        float c = cosf(p[4]), n = sinf(p[4]), dx = x - p[0], dy = y - p[1];
        float u = dx * c + dy * n, v = -dx * n + dy * c;
        if (fabsf(u) >= p[2] || fabsf(v) >= p[3]) continue;
        float cell = fmaxf(p[5], 0.1f), cu = u / cell, cv = v / cell;
        float chance = luck(floorf(cu), floorf(cv), p[0]);
        int64_t fonts = s.numerals / 13;
        float glyph = (float)((int64_t)(s.surface[i * 8 + 3] * 7) % fonts * 13 + (int)(chance * 977) % 13);
        float raw = glyph_at(s, glyph, lod_of(px * cell * 0.8f), part(cu) * 80 - 8, (1 - part(cv)) * 80 - 8);
        float ink = chance < p[6] ? clip(raw * 1.6f, 0, 1) : 0;
        float line = part(cv) < 0.05f && p[6] < 0.5f ? 0.4f : 0;
        paint = mix(sheet * (1 - 0.5f * line), pen, ink);
    }
    for (int k = 0; k < PRINTS; k++) {
        const float *p = s.prints + (i * PRINTS + k) * 8;
        if (p[2] <= 0) continue;
        float c = cosf(p[4]), n = sinf(p[4]), dx = x - p[0], dy = y - p[1];
        float u = (dx * c + dy * n) / p[2], v = (-dx * n + dy * c) / p[3];
        if (fabsf(u) >= 1 || fabsf(v) >= 1) continue;
        float level = printed(s, p, u, v, px);
        if (level < 0) continue;
        bool inked = p[5] == 8 && part(p[6] * 91) < 0.6f;
        paint = inked ? pen * 2.0f : sheet * (0.03f + 0.97f * level);
    }
    for (int k = 0; k < COINS; k++) {
        const float *p = s.coins + (i * COINS + k) * 3;
        float gap = hypotf(x - p[0], y - p[1]), ring = sinf(gap * 9 / fmaxf(p[2], 0.1f));
        if (gap < p[2]) paint = V{0.5f, 0.38f, 0.22f} * (0.7f + 0.5f * ring * ring);
    }
    return paint;
}

ANY V table_paint(const Scenes &s, int64_t i, float x, float y, float px) {
    const float *surface = s.surface + i * 8, *colours = s.surface_colours + i * 9;
    float scale = surface[1], c = cosf(surface[2]), n = sinf(surface[2]), amount = surface[4];
    float u = (x * c + y * n) / scale, v = (-x * n + y * c) / scale, first, second;
    V noise = noise_at(s, surface[3], u * 2, v * 2, 0);
    float fine = noise_at(s, surface[3], x * 5, y * 5, 3).z;
    pattern((int)surface[0], u, v, noise, surface[6], first, second);
    V paint = mix(mix(v3(colours), v3(colours + 3), first), v3(colours + 6), second);
    float rough = amount * (fine - 0.5f) + 0.3f * amount * (noise.x - 0.5f);
    return decals(s, i, paint * clip(1 + 1.5f * rough, 0.2f, 2), x, y, px);
}

// How much of a lamp's light reaches a point: soft where the lamp is large.
ANY float lamp_seen(const Scenes &s, int64_t i, V lamp, float soft, V spot) {
    V d = spot - lamp;
    float far = length(d), blocked = 0, enter, leave;
    for (int64_t k = i * s.boxes; k < (i + 1) * s.boxes; k++) {
        if (s.kind[k] <= 0) continue;
        const float *turn = s.turn + k * 9;
        slab(inward(lamp - v3(s.centre + k * 3), turn), inward(d, turn), v3(s.half + k * 3), enter, leave);
        if (enter <= 0) continue;
        float inside = (fminf(leave, 1) - fminf(enter, 1)) * far;
        blocked = fmaxf(blocked, clip((inside - 0.12f) / (0.15f + soft), 0, 1));
    }
    float hand = FAR;
    for (int k = 0; k < CAPSULES; k++)
        hand = fminf(hand, capsule(s.capsules + (i * CAPSULES + k) * 7, lamp, d));
    return (1 - blocked) * (hand < 0.985f ? 0.1f : 1.0f);
}

// Lamps, sky and shine on what the ray met; `gloss` is how much it mirrors.
ANY V lit(const Scenes &s, int64_t i, V spot, V normal, V colour, V d, float gloss, float shade) {
    const float *shine = s.shine + i * 5;
    V view = unit(d) * -1.0f, mirror = normal * (2 * dot(normal, view)) - view;
    V light = v3(s.sky + i * 3) * ((0.55f + 0.45f * normal.z) * (1 + 0.6f * shade)), glare = {0, 0, 0};
    for (int k = 0; k < 2; k++) {
        V lamp = v3(s.lights + i * 6 + k * 3), tint = v3(s.light_colours + i * 6 + k * 3);
        V way = unit(lamp - spot);
        float seen = lamp_seen(s, i, lamp, s.soft[i * 2 + k], spot);
        light = light + tint * (fmaxf(dot(normal, way), 0) * seen * (1 + 1.5f * shade));
        float sharp = expf(-(1 - dot(mirror, way)) / (shine[1] * shine[1]));
        glare = glare + tint * (sharp * seen * shine[0]);
    }
    float off = (acosf(clip(dot(mirror, view), -0.999f, 0.999f)) - shine[3]) / shine[4];
    float ring = expf(-off * off) * shine[2];
    return colour * light + (glare + V{ring, ring, ring}) * gloss;
}

ANY V capsule_normal(const float *c, V spot) {
    V a = v3(c), ba = v3(c + 3) - a;
    return unit(spot - a - ba * clip(dot(spot - a, ba) / fmaxf(dot(ba, ba), 1e-6f), 0, 1));
}

// The nearest rounded box on a ray: its number or -1, the distance, place and normal in its frame.
ANY int64_t first_box(const Scenes &s, int64_t i, V eye, V d, float &t, V &place, V &normal) {
    int64_t found[2] = {-1, -1};
    float entry[2] = {FAR, FAR}, enter, leave;
    for (int64_t k = 0; k < s.boxes; k++) {
        int64_t at = i * s.boxes + k;
        if (s.kind[at] <= 0) continue;
        const float *turn = s.turn + at * 9;
        slab(inward(eye - v3(s.centre + at * 3), turn), inward(d, turn), v3(s.half + at * 3), enter, leave);
        if (enter >= leave || enter <= 0 || enter >= entry[1]) continue;
        bool nearer = enter < entry[0];
        entry[1] = nearer ? entry[0] : enter, found[1] = nearer ? found[0] : k;
        if (nearer) entry[0] = enter, found[0] = k;
    }
    for (int k = 0; k < 2 && found[k] >= 0; k++) {
        int64_t at = i * s.boxes + found[k];
        const float *turn = s.turn + at * 9;
        V origin = inward(eye - v3(s.centre + at * 3), turn);
        t = entry[k];
        if (rounded(origin, inward(d, turn), v3(s.half + at * 3), s.round[at], t, place, normal))
            return found[k];
    }
    t = FAR;
    return -1;
}

ANY void cast(const Scenes &s, int64_t i, int64_t ray) {
    const float *point = s.points + i * s.points_stride + ray * 2, *lens = s.lens + i * 3;
    const float *axes = s.axes + i * 9;
    float bend = 1 + lens[1] * 4 * (point[0] * point[0] + point[1] * point[1]);
    V d = v3(axes) * (point[0] / lens[0] * bend) + v3(axes + 3) * (point[1] / lens[0] * bend) + v3(axes + 6);
    V eye = v3(s.eye + i * 3), place, normal, wall;
    float px = s.px[i], t, shade = 0, gloss = 0, hand = FAR;
    int64_t box = first_box(s, i, eye, d, t, place, normal);
    float ground = -eye.z / fminf(d.z, -1e-4f);
    int which = 0;
    for (int k = 0; k < CAPSULES; k++) {
        float far = capsule(s.capsules + (i * CAPSULES + k) * 7, eye, d);
        if (far < hand) hand = far, which = k;
    }
    bool inside;
    float mug = cup(s.cup + i * 4, eye, d, inside, wall);
    float reach = fminf(fminf(t, ground), fminf(hand, mug));
    V spot = eye + d * reach, colour, facing = {0, 0, 1};
    if (reach == t && box >= 0) {
        colour = face_paint(s, i, box, place, px, shade);
        facing = outward(normal, s.turn + (i * s.boxes + box) * 9), gloss = 1;
    } else if (reach == ground) {
        colour = table_paint(s, i, spot.x, spot.y, px), gloss = s.surface[i * 8 + 5];
    } else if (reach == hand) {
        colour = v3(s.capsule_colours + (i * CAPSULES + which) * 3);
        facing = capsule_normal(s.capsules + (i * CAPSULES + which) * 7, spot);
    } else {
        colour = v3(s.cup_colour + i * 3) * (inside ? 0.15f : 1.0f), facing = wall;
    }
    V light = lit(s, i, spot, facing, colour, d, gloss, shade);
    float *out = s.out + i * 3 * s.rays + ray;  // three planes a scene
    out[0] = isfinite(light.x) ? light.x : 0;
    out[s.rays] = isfinite(light.y) ? light.y : 0;
    out[2 * s.rays] = isfinite(light.z) ? light.z : 0;
}

#ifdef __CUDACC__
__global__ void cast_all(Scenes s) {
    int64_t ray = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (ray < s.rays) cast(s, blockIdx.y, ray);
}
extern "C" int render(const Scenes *s, void *stream) {
    dim3 grid((unsigned)((s->rays + 127) / 128), (unsigned)s->count);
    cast_all<<<grid, 128, 0, (cudaStream_t)stream>>>(*s);
    return (int)cudaGetLastError();
}
#else
extern "C" int render(const Scenes *s, void *) {
    for (int64_t i = 0; i < s->count; i++)
        for (int64_t ray = 0; ray < s->rays; ray++) cast(*s, i, ray);
    return 0;
}
#endif
