/** Where things are: region codes, their names, and which region lies within which. */
import { SIDO_ROWS } from "./regions-data.ts"
import { SIDO_ALIASES, FORMER_SIGUNGUS } from "./region-names.ts"

/** A 시·도 (code of two digits) or a 시·군·구 (code of five). */
export type Region = { code: string; name: string; short: string }

/**
 * The whole country. Every code begins with the code of the region around it; this one stands for the empty
 * beginning.
 */
export const WHOLE_COUNTRY = "all"

const compareByName = (a: Region, b: Region) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0)
const getLastWord = (name: string) => name.slice(name.lastIndexOf(" ") + 1)

const sidos: readonly Region[] = SIDO_ROWS.map(({ code, name, short }) => ({ code, name, short }))
const sidoByCode = new Map(sidos.map((sido) => [sido.code, sido]))
const sigunguBySido = new Map<string, readonly Region[]>(
  SIDO_ROWS.map((sido) => [
    sido.code,
    sido.sigungu.map(([code, name]) => ({ code, name, short: getLastWord(name) })).sort(compareByName),
  ]),
)
const sigungus = [...sigunguBySido.values()].flat()
const sigunguByCode = new Map(sigungus.map((sigungu) => [sigungu.code, sigungu]))
const sigungusByShortName = Map.groupBy(sigungus, (sigungu) => sigungu.short)

/** The 16 시·도 in the order in which they are offered: 서울 first, 제주 last. */
export function listSidos(): readonly Region[] {
  return sidos
}

/** The 시·군·구 of a 시·도 in 가나다 order; none for an unknown code. */
export function listSigungus(sidoCode: string): readonly Region[] {
  return sigunguBySido.get(sidoCode) ?? []
}

/** Lists the codes of the 시·군·구 of a 시·도; none for an unknown code. */
export const listSigunguCodes = (sidoCode: string): string[] => listSigungus(sidoCode).map(({ code }) => code)

/** The codes of all 시·군·구. */
export const listAllCodes = (): string[] => sigungus.map((region) => region.code)

/**
 * The code of the 시·도 in which a region lies: `"11680"` → `"11"`. Null for the whole country and for unknown
 * codes.
 */
export function getSidoCode(code: string): string | null {
  return sidoByCode.has(code) || sigunguByCode.has(code) ? code.slice(0, 2) : null
}

/** True for a code of a 시·군·구, the narrowest region there is. */
export function isSigunguCode(code: string): boolean {
  return sigunguByCode.has(code)
}

/** True for a code of a 시·군·구 or of a 시·도, and for the whole country. */
export function isRegionCode(code: string): boolean {
  return code === WHOLE_COUNTRY || sidoByCode.has(code) || sigunguByCode.has(code)
}

/** `"서울 서초구"`, `"경기 성남시 분당구"`, `"세종시"`, `"서울 전체"`, `"전국"`; an unknown code is `"지역 미정"`. */
export function formatRegionName(code: string): string {
  if (code === WHOLE_COUNTRY) return "전국"
  const sido = sidoByCode.get(code.slice(0, 2))
  const sigungu = sigunguByCode.get(code)
  if (sido && sigungu) return hasSingleSigungu(sido.code) ? sigungu.name : `${sido.short} ${sigungu.name}`
  return sido && sido.code === code ? `${sido.short} 전체` : "지역 미정"
}

/**
 * The name for a narrow place: `"서초구"`, `"분당구"`, `"서울"`, `"전국"`; with what it lies in where several are
 * called so: `"대구 북구"`, `"포항 북구"`. An unknown code is `"지역 미정"`.
 */
export function formatRegionShortName(code: string): string {
  if (code === WHOLE_COUNTRY) return "전국"
  const sigungu = sigunguByCode.get(code)
  if (sigungu && (sigungusByShortName.get(sigungu.short)?.length ?? 0) > 1) {
    const city = sigungu.name.includes(" ")
      ? sigungu.name.slice(0, sigungu.name.indexOf(" ")).replace(/시$/, "")
      : sidoByCode.get(code.slice(0, 2))?.short
    return `${city} ${sigungu.short}`
  }
  return (sigungu ?? sidoByCode.get(code))?.short ?? "지역 미정"
}

/** The official name in full, for addresses and structured data: `"서울특별시 서초구"`. Null for unknown codes. */
export function formatRegionFullName(code: string): string | null {
  const sido = sidoByCode.get(code.slice(0, 2))
  const sigungu = sigunguByCode.get(code)
  if (sido && sigungu) return hasSingleSigungu(sido.code) ? sido.name : `${sido.name} ${sigungu.name}`
  return sido && sido.code === code ? sido.name : null
}

function hasSingleSigungu(sidoCode: string): boolean {
  return listSigungus(sidoCode).length === 1
}

/**
 * True when `code` is `wider` or lies in it: a 시·도 covers its 시·군·구, the whole country covers all. False for
 * unknown codes.
 */
export function isRegionWithin(code: string, wider: string): boolean {
  if (!isRegionCode(code) || !isRegionCode(wider)) return false
  return wider === WHOLE_COUNTRY || (code !== WHOLE_COUNTRY && code.startsWith(wider))
}

/**
 * The present code of a place called by its former or present name, short or full, with or without what
 * follows: `"광주광역시 서구"`, `"인천 중구 운서동"`, `"경기 성남시 분당구 정자동"`, `"전라북도"`. Null when the name is not known or does
 * not say enough (`"경기도 성남시"`, `"중구"`).
 */
export function findRegionCodeByName(name: string): string | null {
  const words = name.normalize("NFC").trim().split(/\s+/)
  const [first = "", second = "", third = ""] = words
  const sido =
    sidos.find((row) => row.name === first || row.short === first)?.code ??
    (Object.hasOwn(SIDO_ALIASES, first) ? SIDO_ALIASES[first] : undefined)
  if (sido === undefined) return null
  if (second === "") return sido
  const list = listSigungus(sido)
  const present = list.find((row) => row.name === `${second} ${third}` || row.name === second)
  if (present) return present.code
  const former = FORMER_SIGUNGUS.find((row) => row.sido === sido && row.name === second)
  if (former)
    return Object.entries(former.dongs ?? {}).find(([, dongs]) => dongs.includes(third))?.[0] ?? former.code
  return hasSingleSigungu(sido) ? (list[0]?.code ?? null) : null
}
