/** The fields that forms are built from: what each takes, and what it says of the rest. */
import { describe, expect, test } from "vitest"
import { z } from "zod"
import { setClock, resetClock, now } from "./clock.ts"
import { parseForm } from "./form.ts"
import { newId } from "./ids.ts"
import { addDays, toKstDateString } from "./time.ts"
import {
  text,
  optionalText,
  multiline,
  optional,
  wonAmount,
  integer,
  choice,
  choices,
  checkbox,
  requiredConsent,
  regionCode,
  dateString,
  businessNumber,
  idField,
} from "./form-fields.ts"
import { phone } from "./account-fields.ts"
import { form, typed } from "../../tests/setup/forms.ts"

const title = text({ label: "제목", min: 2, max: 10 })

describe("text", () => {
  test.each([
    ["", "제목을 입력해 주세요."],
    ["   ", "제목을 입력해 주세요."],
    ["\u3164\u200b", "제목을 입력해 주세요."],
    ["가", "제목은 2자 이상 입력해 주세요."],
    ["가".repeat(11), "제목은 10자까지 쓸 수 있어요. 조금 줄여 주세요."],
  ])("%j is refused with a cause and a way out", (value, sentence) => {
    expect(typed(title, value)).toBe(sentence)
  })

  test("is counted as people count", () => {
    expect(typed(title, "😀".repeat(10))).toEqual({ value: "😀".repeat(10) })
    expect(typed(title, "각".normalize("NFD").repeat(10))).toEqual({ value: "각".repeat(10) })
  })

  test("that is missing is asked for", () => {
    expect(parseForm(z.object({ title }), form())).toMatchObject({
      errors: { title: "제목을 입력해 주세요." },
    })
  })

  test("of several lines keeps its lines", () => {
    expect(typed(multiline({ label: "내용", max: 20 }), "가 \r\n\r\n\r\n\r\n나\t\r\n")).toEqual({
      value: "가\n\n나",
    })
  })

  test("may be optional", () => {
    const memo = optionalText({ label: "메모", max: 3 })
    expect([typed(memo, ""), typed(memo, "  "), typed(memo), typed(memo, "네")]).toEqual([
      { value: null },
      { value: null },
      { value: null },
      { value: "네" },
    ])
    expect(typed(memo, "네네네네")).toBe("메모는 3자까지 쓸 수 있어요. 조금 줄여 주세요.")
  })
})

describe("numbers", () => {
  const price = wonAmount({ label: "견적 금액", min: 10_000, max: 100_000_000 })

  test.each([
    ["1,800,000", { value: 1_800_000 }],
    ["180만원", { value: 1_800_000 }],
    ["", "견적 금액을 입력해 주세요."],
    ["abc", "견적 금액은 1,800,000처럼 숫자로 써요. 다시 확인해 주세요."],
    ["1e309", "견적 금액은 1,800,000처럼 숫자로 써요. 다시 확인해 주세요."],
    ["-5", "견적 금액은 1,800,000처럼 숫자로 써요. 다시 확인해 주세요."],
    ["9999", "견적 금액은 1만원 이상이어야 해요. 금액을 올려 주세요."],
    ["100000001", "견적 금액은 1억원까지 쓸 수 있어요. 금액을 낮춰 주세요."],
  ])("the amount %j", (value, outcome) => {
    expect(typed(price, value)).toEqual(outcome)
  })

  const count = integer({ label: "수량", min: 1, max: 9_999 })

  test.each([
    ["3", { value: 3 }],
    ["1,000", { value: 1_000 }],
    ["", "수량을 입력해 주세요."],
    ["0", "수량은 1 이상이어야 해요. 숫자를 올려 주세요."],
    ["-1", "수량은 1 이상이어야 해요. 숫자를 올려 주세요."],
    ["10000", "수량은 9,999까지 쓸 수 있어요. 숫자를 낮춰 주세요."],
    ["1.5", "수량은 소수점 없는 숫자로 입력해 주세요."],
    ["1e309", "수량은 소수점 없는 숫자로 입력해 주세요."],
    ["Infinity", "수량은 소수점 없는 숫자로 입력해 주세요."],
    ["0x1f", "수량은 소수점 없는 숫자로 입력해 주세요."],
    ["9".repeat(400), "수량은 소수점 없는 숫자로 입력해 주세요."],
  ])("the count %j", (value, outcome) => {
    expect(typed(count, value)).toEqual(outcome)
  })

  test("never are minus nothing", () => {
    expect(Object.is((typed(integer({ label: "수" }), "-0") as { value: number }).value, 0)).toBe(true)
  })

  test("that are optional are null when left out, and keep their sentence when wrong", () => {
    expect(typed(optional(price), "")).toEqual({ value: null })
    expect(typed(optional(price))).toEqual({ value: null })
    expect(typed(optional(price), "1")).toBe("견적 금액은 1만원 이상이어야 해요. 금액을 올려 주세요.")
  })
})

describe("choices", () => {
  test("come from the list", () => {
    expect(typed(choice(["hire", "seek"], "종류"), "seek")).toEqual({ value: "seek" })
    expect(typed(choice(["hire", "seek"], "종류"), "toString")).toBe("종류를 목록에서 골라 주세요.")
    expect(typed(choice(["hire", "seek"], "종류"))).toBe("종류를 골라 주세요.")
  })

  test("of several are in the order of the list, each once", () => {
    const days = choices(["mon", "tue", "wed"], { label: "요일", min: 1, max: 2 })
    expect(typed(days, "wed", "mon", "wed")).toEqual({ value: ["mon", "wed"] })
    expect(typed(days, "tue")).toEqual({ value: ["tue"] })
    expect(typed(days)).toBe("요일을 골라 주세요.")
    expect(typed(days, "mon", "tue", "wed")).toBe("요일은 2개까지 고를 수 있어요. 몇 개를 빼 주세요.")
    expect(typed(days, "sun")).toBe("요일을 목록에서 골라 주세요.")
  })

  test("by tick are true or false", () => {
    expect([
      typed(checkbox(), "on"),
      typed(checkbox(), "true"),
      typed(checkbox()),
      typed(checkbox(), "false"),
    ]).toEqual([{ value: true }, { value: true }, { value: false }, { value: false }])
    expect(typed(checkbox({ label: "마케팅 동의" }), "maybe")).toBe("마케팅 동의를 다시 선택해 주세요.")
  })

  test("of consent are asked for", () => {
    expect(typed(requiredConsent("이용약관"), "on")).toEqual({ value: true })
    for (const value of ["off", "", "false", "x"])
      expect(typed(requiredConsent("이용약관"), value)).toBe("이용약관에 동의해 주세요.")
  })
})

describe("known things", () => {
  test("a region is as wide as the form allows", () => {
    expect(typed(regionCode(), "11650")).toEqual({ value: "11650" })
    expect(typed(regionCode(), "11")).toBe("지역은 시·군·구까지 골라 주세요.")
    expect(typed(regionCode({ widest: "sido" }), "11")).toEqual({ value: "11" })
    expect(typed(regionCode({ widest: "sido" }), "all")).toBe("지역은 시·도까지 골라 주세요.")
    expect(typed(regionCode({ widest: "all" }), "all")).toEqual({ value: "all" })
    expect(typed(regionCode({ widest: "all" }), "29140")).toBe("지역을 목록에서 다시 골라 주세요.")
    expect(typed(regionCode(), "")).toBe("지역을 골라 주세요.")
  })

  test("a date is in the calendar and within its limits, asked anew each time", () => {
    const wish = dateString({
      label: "희망 날짜",
      min: () => toKstDateString(now()),
      max: () => addDays(toKstDateString(now()), 90),
    })
    setClock(() => new Date("2026-11-21T00:30:00+09:00"))
    expect(typed(wish, "2026-11-21")).toEqual({ value: "2026-11-21" })
    expect(typed(wish, "2026-11-20")).toBe(
      "희망 날짜는 2026년 11월 21일부터 고를 수 있어요. 다른 날을 골라 주세요.",
    )
    expect(typed(wish, "2027-02-20")).toBe(
      "희망 날짜는 2027년 2월 19일까지 고를 수 있어요. 다른 날을 골라 주세요.",
    )
    setClock(() => new Date("2026-11-22T00:30:00+09:00"))
    expect(typed(wish, "2026-11-21")).toBeTypeOf("string")
    resetClock()
    for (const value of ["2026-02-29", "2026-13-01", "21/11/2026", "2026-11-21T00:00"])
      expect(typed(dateString(), value)).toBe(
        "날짜는 달력에 있는 날이어야 해요. 2026-11-21처럼 입력해 주세요.",
      )
  })

  test("a business number, a phone number and an id are kept in their one form", () => {
    expect(typed(businessNumber(), "124-81-00998")).toEqual({ value: "1248100998" })
    expect(typed(businessNumber(), "124-81-00999")).toBe(
      "사업자등록번호를 확인해 주세요. 숫자 10자리가 맞지 않아요.",
    )
    expect(typed(phone(), "010 1234 5678")).toEqual({ value: "+821012345678" })
    expect(typed(phone(), "1234")).toBe("휴대폰 번호는 010-1234-5678처럼 써요. 다시 확인해 주세요.")
    const id = newId()
    expect(typed(idField(), id)).toEqual({ value: id })
    expect(typed(idField({ label: "견적서" }), "1; drop table")).toBe(
      "견적서를 찾지 못했어요. 새로고침한 뒤 다시 시도해 주세요.",
    )
  })
})
