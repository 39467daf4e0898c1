import { describe, expect, test } from "vitest"
import {
  isRegionCode,
  isSigunguCode,
  isRegionWithin,
  findRegionCodeByName,
  formatRegionFullName,
  formatRegionName,
  formatRegionShortName,
  listSidos,
  getSidoCode,
  listSigungus,
  WHOLE_COUNTRY,
} from "./regions.ts"
import { SIDO_ALIASES, FORMER_SIGUNGUS } from "./region-names.ts"

const all = listSidos().flatMap((sido) => listSigungus(sido.code))

describe("regions", () => {
  test("are the 16 시·도 and 256 시·군·구 of 2026-07-01", () => {
    expect(listSidos().map((sido) => sido.short)).toEqual([
      "서울",
      "부산",
      "대구",
      "인천",
      "대전",
      "울산",
      "세종",
      "경기",
      "강원",
      "충북",
      "충남",
      "전북",
      "전남광주",
      "경북",
      "경남",
      "제주",
    ])
    const counts = Object.fromEntries(listSidos().map((sido) => [sido.short, listSigungus(sido.code).length]))
    expect(counts).toEqual({
      서울: 25,
      부산: 16,
      대구: 9,
      인천: 11,
      대전: 5,
      울산: 5,
      세종: 1,
      경기: 47,
      강원: 18,
      충북: 14,
      충남: 16,
      전북: 15,
      전남광주: 27,
      경북: 23,
      경남: 22,
      제주: 2,
    })
    expect(all).toHaveLength(256)
  })

  test("have codes of their own that begin with the code around them", () => {
    expect(new Set(all.map((region) => region.code)).size).toBe(all.length)
    for (const sido of listSidos()) {
      expect(sido.code).toMatch(/^\d{2}$/)
      for (const region of listSigungus(sido.code)) {
        expect(region.code).toMatch(/^\d{5}$/)
        expect(getSidoCode(region.code)).toBe(sido.code)
        expect(region.name).toMatch(/^(?:[가-힣]+시 )?[가-힣]+[시군구]$/)
      }
    }
  })

  test("have names of their own, and are offered in 가나다 order", () => {
    expect(new Set(all.map((region) => formatRegionName(region.code))).size).toBe(all.length)
    for (const sido of listSidos()) {
      const names = listSigungus(sido.code).map((region) => region.name)
      expect(names).toEqual([...names].sort(new Intl.Collator("ko").compare))
    }
  })

  test.each([
    ["11650", "서울 서초구", "서초구", "서울특별시 서초구"],
    ["41135", "경기 성남시 분당구", "분당구", "경기도 성남시 분당구"],
    ["12240", "전남광주 서구", "전남광주 서구", "전남광주통합특별시 서구"],
    ["27230", "대구 북구", "대구 북구", "대구광역시 북구"],
    ["47113", "경북 포항시 북구", "포항 북구", "경상북도 포항시 북구"],
    ["36110", "세종시", "세종시", "세종특별자치시"],
    ["11", "서울 전체", "서울", "서울특별시"],
    ["all", "전국", "전국", null],
    ["99999", "지역 미정", "지역 미정", null],
    ["", "지역 미정", "지역 미정", null],
    ["11999", "지역 미정", "지역 미정", null],
  ])("%s is called %s", (code, name, short, full) => {
    expect([formatRegionName(code), formatRegionShortName(code), formatRegionFullName(code)]).toEqual([
      name,
      short,
      full,
    ])
  })

  test("know their codes", () => {
    for (const code of ["11", "11650", "all"]) expect(isRegionCode(code)).toBe(true)
    for (const code of ["", "1", "29", "29140", "46110", "28110", "11999", "__proto__", "toString"])
      expect(isRegionCode(code)).toBe(false)
    expect(isSigunguCode("11650")).toBe(true)
    expect(isSigunguCode("11")).toBe(false)
    expect(listSigungus("99")).toEqual([])
    expect(getSidoCode(WHOLE_COUNTRY)).toBeNull()
  })

  test("lie within one another", () => {
    expect(isRegionWithin("11650", "11")).toBe(true)
    expect(isRegionWithin("11650", "11650")).toBe(true)
    expect(isRegionWithin("11650", "all")).toBe(true)
    expect(isRegionWithin("11", "all")).toBe(true)
    expect(isRegionWithin("all", "all")).toBe(true)
    expect(isRegionWithin("11", "11650")).toBe(false)
    expect(isRegionWithin("all", "11")).toBe(false)
    expect(isRegionWithin("26110", "11")).toBe(false)
    expect(isRegionWithin("11999", "11")).toBe(false)
    expect(isRegionWithin("11650", "")).toBe(false)
    expect(isRegionWithin("11650", "1")).toBe(false)
  })
})

describe("a name of a place", () => {
  test.each([
    ["광주광역시 서구", "12240"],
    ["광주 광산구 수완동", "12330"],
    ["전라남도 여수시", "12130"],
    ["전남 신안군", "12870"],
    ["전남광주통합특별시 북구", "12300"],
    ["인천 중구", "28125"],
    ["인천광역시 중구 운서동", "28155"],
    ["인천 동구 송림동", "28125"],
    ["인천 서구 청라동", "28275"],
    ["인천 서구 당하동", "28290"],
    ["인천 남구", "28177"],
    ["강원도 춘천시", "51110"],
    ["전라북도 전주시 완산구", "52111"],
    ["경북 군위군", "27720"],
    ["경기 성남시 분당구 정자동", "41135"],
    ["경기 화성시 동탄구", "41597"],
    ["경기 광주시", "41610"],
    ["세종특별자치시", "36"],
    ["세종 한누리대로", "36110"],
    ["제주특별자치도 제주시", "50110"],
    ["서울시 강남구", "11680"],
    ["광주광역시", "12"],
    ["전남", "12"],
    ["  서울   강남구  ", "11680"],
    ["서울 강남구".normalize("NFD"), "11680"],
  ])("%s is %s", (name, code) => {
    expect(findRegionCodeByName(name)).toBe(code)
  })

  test.each([
    "",
    "중구",
    "경기도 성남시",
    "경기 화성시",
    "서울 없는구",
    "toString",
    "__proto__ x",
    "constructor",
  ])("%j does not say enough", (name) => {
    expect(findRegionCodeByName(name)).toBeNull()
  })

  test("leads only to codes that exist", () => {
    const codes = [
      ...Object.values(SIDO_ALIASES),
      ...FORMER_SIGUNGUS.flatMap((row) => [row.code, ...Object.keys(row.dongs ?? {})]),
    ]
    expect(codes.filter((code) => !isRegionCode(code))).toEqual([])
    for (const sido of listSidos()) {
      for (const region of listSigungus(sido.code)) {
        expect(findRegionCodeByName(`${sido.name} ${region.name}`)).toBe(region.code)
        expect(findRegionCodeByName(`${sido.short} ${region.name} 어딘가`)).toBe(region.code)
      }
    }
  })
})
