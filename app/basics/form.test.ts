import * as fc from "fast-check"
import { describe, expect, expectTypeOf, test } from "vitest"
import { z } from "zod"
import { setClock, resetClock, now } from "./clock.ts"
import {
  businessNumber,
  checkbox,
  choice,
  choices,
  dateString,
  email,
  existingPassword,
  FORM_ERROR_KEY,
  idField,
  integer,
  listOf,
  multiline,
  optional,
  optionalText,
  parseForm,
  password,
  getPersonalPasswordProblem,
  phone,
  readQuery,
  rejectPersonalPassword,
  regionCode,
  requiredConsent,
  text,
  wonAmount,
} from "./form.ts"
import { newId } from "./ids.ts"
import { addDays, toKstDateString } from "./time.ts"

type Entry = [string, string | File]

function form(...entries: Entry[]): FormData {
  const data = new FormData()
  for (const [name, value] of entries) data.append(name, value)
  return data
}

/** Stands in for a caller that gives text as it is: FormData itself repairs broken surrogates. */
function rawForm(...entries: Entry[]): FormData {
  return { [Symbol.iterator]: () => entries[Symbol.iterator]() } as unknown as FormData
}

/** What one field makes of one piece of text: the value, or the sentence. */
function typed<Schema extends z.ZodType>(schema: Schema, ...values: (string | File)[]) {
  const parsed = parseForm(
    z.object({ field: schema }),
    form(...values.map((value): Entry => ["field", value])),
  )
  return parsed.ok ? { value: (parsed.value as { field: z.output<Schema> }).field } : parsed.errors.field
}

const sameTag = (count: number) => form(...Array.from({ length: count }, (): Entry => ["tags[]", "a"]))

const title = text({ label: "제목", min: 2, max: 10 })

describe("a form", () => {
  test("gives checked values of the right types", () => {
    const schema = z.object({
      title,
      memo: optionalText({ label: "메모", max: 5 }),
      price: optional(wonAmount({ label: "금액" })),
      kind: choice(["hire", "seek"], "종류"),
      tags: choices(["a", "b", "c"], { label: "태그" }),
      agree: checkbox(),
      terms: requiredConsent("이용약관"),
    })
    const parsed = parseForm(
      schema,
      form(
        ["title", "도배"],
        ["kind", "hire"],
        ["tags[]", "c"],
        ["tags[]", "a"],
        ["terms", "on"],
        ["memo", ""],
        ["price", "180만"],
        ["unknown", "x"],
      ),
    )
    expect(parsed).toEqual({
      ok: true,
      value: {
        title: "도배",
        memo: null,
        price: 1_800_000,
        kind: "hire",
        tags: ["a", "c"],
        agree: false,
        terms: true,
      },
    })
    if (!parsed.ok) return
    expectTypeOf(parsed.value).toEqualTypeOf<{
      title: string
      memo: string | null
      price: number | null
      kind: "hire" | "seek"
      tags: ("a" | "b" | "c")[]
      agree: boolean
      terms: true
    }>()
  })

  test("is trimmed and composed", () => {
    expect(typed(title, `  ${"화장실".normalize("NFD")} \n 도배 `)).toEqual({ value: "화장실 도배" })
  })

  test("that is wrong keeps what was typed, but no password, code or file", () => {
    const schema = z.object({ title, tags: choices(["a", "b"]) })
    const secrets = [
      "password",
      "passwordConfirm",
      "newPassword",
      "newPassword2",
      "currentPassword",
      "code",
      "owner.password",
      "PASSWORD",
    ]
    const parsed = parseForm(
      schema,
      form(
        ["title", " 도"],
        ["tags[]", "a"],
        ["tags[]", "x"],
        ["one[]", "1"],
        ["twice", "1"],
        ["twice", "2"],
        ["photo", new File(["x"], "a.png")],
        ...secrets.map((name): Entry => [name, "hunter2!!"]),
      ),
    )
    expect(parsed).toMatchObject({
      ok: false,
      errors: { title: "제목은 2자 이상 입력해 주세요.", tags: "항목을 목록에서 골라 주세요." },
    })
    expect(parsed.ok ? null : { ...parsed.values }).toEqual({
      title: " 도",
      tags: ["a", "x"],
      one: ["1"],
      twice: ["1", "2"],
    })
    expect(JSON.stringify(parsed)).not.toContain("hunter2")
  })

  test("does not trim a password", () => {
    expect(typed(z.object({}), "x")).toBeTypeOf("string")
    const parsed = parseForm(z.object({ password: existingPassword() }), form(["password", " a b "]))
    expect(parsed).toEqual({ ok: true, value: { password: " a b " } })
  })

  test("tells what is wrong with it as a whole", () => {
    const schema = z
      .object({ a: text({ label: "가", max: 3 }), b: text({ label: "나", max: 3 }) })
      .refine((value) => value.a !== value.b, { error: "둘이 같아요." })
    expect(parseForm(schema, form(["a", "x"], ["b", "x"]))).toMatchObject({
      ok: false,
      errors: { [FORM_ERROR_KEY]: "둘이 같아요." },
    })
    expect(parseForm(z.strictObject({}), form(["a", "x"]))).toMatchObject({
      ok: false,
      errors: { [FORM_ERROR_KEY]: /[가-힣]/ },
    })
  })

  test("speaks Korean even where a schema of its own does not", () => {
    const parsed = parseForm(
      z.object({ a: z.number(), b: z.string().min(5), c: z.enum(["x"]) }),
      form(["a", "1"], ["b", "1"]),
    )
    expect(parsed.ok ? [] : Object.values(parsed.errors)).toEqual(
      Array(3).fill("입력한 내용이 맞지 않아요. 다시 확인해 주세요."),
    )
  })
})

describe("lists in a form", () => {
  const line = z.object({ name: text({ label: "항목 이름", max: 5 }), price: wonAmount({ label: "금액" }) })
  const schema = z.object({ lines: listOf(line, { label: "항목", min: 1, max: 3 }) })

  test("come in the order of their numbers, gaps closed", () => {
    const parsed = parseForm(
      schema,
      form(
        ["lines[7].name", "나"],
        ["lines[2].name", "가"],
        ["lines[2].price", "1"],
        ["lines[7].price", "2"],
      ),
    )
    expect(parsed).toEqual({
      ok: true,
      value: {
        lines: [
          { name: "가", price: 1 },
          { name: "나", price: 2 },
        ],
      },
    })
  })

  test("name the field that was sent when it is wrong", () => {
    const parsed = parseForm(
      schema,
      form(
        ["lines[0].name", "가"],
        ["lines[0].price", "1"],
        ["lines[7].name", "너무너무 길어요"],
        ["lines[7].price", "x"],
      ),
    )
    expect(parsed.ok ? null : Object.keys(parsed.errors).sort()).toEqual(["lines[7].name", "lines[7].price"])
    expect(parsed.ok ? null : parsed.values["lines[7].name"]).toBe("너무너무 길어요")
  })

  test("are neither empty nor too long", () => {
    expect(parseForm(schema, form())).toMatchObject({
      ok: false,
      errors: { lines: "항목을 하나 이상 넣어 주세요." },
    })
    const four = [0, 1, 2, 3].flatMap((place): Entry[] => [
      [`lines[${place}].name`, "가"],
      [`lines[${place}].price`, "1"],
    ])
    expect(parseForm(schema, form(...four))).toMatchObject({
      ok: false,
      errors: { lines: "항목은 3개까지 넣을 수 있어요. 몇 개를 빼 주세요." },
    })
    expect(parseForm(schema, form(["lines", "x"]))).toMatchObject({
      ok: false,
      errors: { lines: "항목을 다시 입력해 주세요." },
    })
  })

  test("of files stay files, and an empty file field is nothing", () => {
    const photos = z.object({ photos: z.array(z.instanceof(File)).default([]) })
    expect(parseForm(photos, form(["photos[]", new File([], "")]))).toMatchObject({
      ok: true,
      value: { photos: [] },
    })
    expect(parseForm(photos, form(["photos[]", new File(["x"], "a.png")]))).toMatchObject({
      ok: true,
      value: { photos: [{ name: "a.png" }] },
    })
  })

  test("hold at most 200", () => {
    expect(parseForm(z.object({ tags: z.array(z.string()) }), sameTag(200)).ok).toBe(true)
    expect(parseForm(z.object({ tags: z.array(z.string()) }), sameTag(201))).toMatchObject({
      ok: false,
      errors: { form: /200개/ },
    })
    expect(parseForm(z.object({}), sameTag(3_000))).toMatchObject({ ok: false, errors: { form: /양식/ } })
  })
})

describe("a hostile form", () => {
  test.each([
    "__proto__",
    "constructor",
    "prototype",
    "__proto__.polluted",
    "a.__proto__.polluted",
    "a.constructor.prototype.x",
    "constructor[prototype]",
    "a[0].__proto__",
    "a[__proto__]",
    "a[200].b",
    "a[9999]",
    "a[-1]",
    "a[1e3]",
    "a[0",
    "a]",
    "a..b",
    ".a",
    "a.",
    "a[][]",
    "a[].b",
    "a b",
    "",
    "[]",
    "[0]",
    "1a",
    "a.b.c.d.e",
    "a[0][0][0][0]",
    "ㄱ",
    `a${"b".repeat(300)}`,
    "a\u0000",
  ])("with the name %j is refused whole", (name) => {
    const parsed = parseForm(z.object({}), rawForm([name, "x"]))
    expect(parsed).toMatchObject({
      ok: false,
      errors: { form: "양식을 읽지 못했어요. 새로고침한 뒤 다시 시도해 주세요." },
    })
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
    expect(parsed.ok ? null : Object.keys(parsed.values)).toEqual([])
  })

  test.each([
    [["a", "a.b"]],
    [["a.b", "a"]],
    [["a[0]", "a.b"]],
    [["a[]", "a[0]"]],
    [["a.b", "a[]"]],
    [["a[0].b", "a[0]"]],
  ])("with the shapes %j at once is refused", (names) => {
    expect(parseForm(z.object({}), form(...names.map((name): Entry => [name, "x"])))).toMatchObject({
      ok: false,
      errors: { form: /양식/ },
    })
  })

  test("cannot reach what every object has", () => {
    const parsed = parseForm(
      z.object({ toString: text({ label: "글", max: 1 }), hasOwnProperty: text({ label: "글", max: 9 }) }),
      form(["toString", "xx"], ["hasOwnProperty", "y"], ["valueOf.call", "z"]),
    )
    expect(parsed.ok ? null : { ...parsed.errors }).toEqual({
      toString: "글은 1자까지 쓸 수 있어요. 조금 줄여 주세요.",
    })
  })

  test.each(["a\u0000b", "\ud800", "x\udfff"])("with the text %j gets a sentence at its field", (value) => {
    const parsed = parseForm(
      z.object({ title, tags: choices(["a"]) }),
      rawForm(["title", value], ["tags[]", value]),
    )
    expect(parsed.ok ? null : { ...parsed.errors }).toEqual({
      title: "사용할 수 없는 글자가 들어 있어요. 지우고 다시 입력해 주세요.",
      tags: "사용할 수 없는 글자가 들어 있어요. 지우고 다시 입력해 주세요.",
    })
    expect(JSON.stringify(parsed)).not.toMatch(/\\u0000|\\ud800|\\udfff/)
  })

  const everything = z.object({
    text: text({ label: "글", max: 5 }),
    optional: optionalText({ label: "글", max: 5 }),
    multiline: multiline({ label: "글", max: 5 }),
    email: email(),
    password: password(),
    phone: phone(),
    won: wonAmount({ label: "금액" }),
    integer: integer({ label: "수" }),
    choice: choice(["a"], "값"),
    choices: choices(["a", "b"], { min: 1 }),
    checkbox: checkbox(),
    consent: requiredConsent("약관"),
    region: regionCode(),
    date: dateString(),
    business: businessNumber(),
    id: idField(),
    maybe: optional(integer({ label: "수" })),
    lines: listOf(z.object({ name: text({ label: "이름", max: 2 }) }), { label: "줄" }),
  })

  test("never makes it throw, and every sentence is Korean", () => {
    const names = fc.oneof(
      fc.constantFrom(...Object.keys(everything.shape)),
      fc.constantFrom(
        "choices[]",
        "text[]",
        "text.a",
        "lines[0].name",
        "lines[1]",
        "lines[0][1]",
        "lines",
        "lines[]",
        "__proto__.x",
        "won[0]",
        "checkbox[]",
      ),
      fc.string({ unit: "binary", maxLength: 12 }),
    )
    const values = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.constantFrom(
        "",
        "on",
        "a",
        "1e309",
        "-0",
        "NaN",
        "9".repeat(400),
        "2026-02-30",
        "11680",
        "\u3164",
        "x@y",
        "0".repeat(10),
      ),
      fc.constant(new File(["x"], "a.txt")),
      fc.constant(new File([], "")),
    )
    fc.assert(
      fc.property(fc.array(fc.tuple(names, values), { maxLength: 20 }), (entries) => {
        for (const data of [form(...entries), rawForm(...entries)]) {
          const parsed = parseForm(everything, data)
          if (parsed.ok) continue
          expect(Object.keys(parsed.errors).length).toBeGreaterThan(0)
          for (const sentence of Object.values(parsed.errors)) expect(sentence).toMatch(/^[가-힣].*[요.]$/u)
          for (const value of Object.values(parsed.values).flat()) expect(typeof value).toBe("string")
        }
      }),
      { numRuns: 500 },
    )
  })

  test("gets a sentence for a list or a file where text belongs, in every field", () => {
    const scalars = Object.keys(everything.shape).filter((name) => !["choices", "lines"].includes(name))
    for (const value of [["a", "b"], [new File(["x"], "a.txt")]] as (string | File)[][]) {
      const parsed = parseForm(
        everything,
        form(...scalars.flatMap((name) => value.map((item): Entry => [name, item]))),
      )
      expect(parsed.ok ? null : Object.keys(parsed.errors)).toEqual(expect.arrayContaining(scalars))
    }
    expect(typed(title, "가나", "다라")).toBe("제목은 하나만 보낼 수 있어요. 다시 입력해 주세요.")
    expect(typed(title, new File(["x"], "a.txt"))).toBe("제목을 글자로 입력해 주세요.")
  })
})

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

describe("an e-mail address", () => {
  test("is kept in lower case", () => {
    expect(typed(email(), " Hong.Gildong+1@Naver.com ")).toEqual({ value: "hong.gildong+1@naver.com" })
  })

  test.each([
    "hong",
    "hong@",
    "@naver.com",
    "hong@naver",
    "ho ng@naver.com",
    "hong@@naver.com",
    "hong@naver..com",
    `${"a".repeat(65)}@naver.com`,
    `a@${"b".repeat(260)}.com`,
    "홍@naver.com",
    "a@b.com\nbcc:c@d.com",
  ])("%j is refused", (value) => {
    expect(typed(email(), value)).toBe("이메일은 name@example.com처럼 써요. 다시 확인해 주세요.")
  })
})

describe("a new password", () => {
  test.each([
    "abcd1234",
    "abcd!!ef",
    "1234567!",
    "abcdefghij",
    "비밀번호1234",
    "correct horse battery",
    `${"ab1!".repeat(32)}`,
  ])("%j is good", (value) => {
    expect(typed(password(), value)).toEqual({ value })
  })

  test.each(["abc123", "abcdefgh", "12345678", "aaaa12345", "ab1111cd!", "", `${"ab1!".repeat(32)}c`, "1"])(
    "%j is refused in Korean",
    (value) => {
      expect(typed(password(), value)).toMatch(/[요.]$/)
    },
  )

  test("says what it needs", () => {
    expect(typed(password(), "abc")).toBe(
      "비밀번호가 너무 짧거나 단순해요. 영문, 숫자, 특수문자 중 2가지 이상, 8자 이상으로 만들어 주세요.",
    )
  })

  test("does not hold its owner's e-mail or phone", () => {
    expect(getPersonalPasswordProblem("Hong1234!", { email: "hong@naver.com" })).toMatch("이메일 아이디")
    expect(getPersonalPasswordProblem("x1234-5678x", { phone: "+821012345678" })).toMatch("휴대폰 번호")
    expect(getPersonalPasswordProblem("abc!1234", { email: "abc@naver.com", phone: "" })).toBeNull()
    expect(getPersonalPasswordProblem("abc!1234", {})).toBeNull()
    const schema = z
      .object({ email: email(), phone: phone(), password: password() })
      .superRefine(rejectPersonalPassword())
    const entries: Entry[] = [
      ["email", "hong@naver.com"],
      ["phone", "010-1234-5678"],
    ]
    expect(parseForm(schema, form(...entries, ["password", "honghong1!"]))).toMatchObject({
      ok: false,
      errors: { password: /이메일 아이디/ },
    })
    expect(parseForm(schema, form(...entries, ["password", "my01012345678"]))).toMatchObject({
      ok: false,
      errors: { password: /휴대폰 번호/ },
    })
    expect(parseForm(schema, form(...entries, ["password", "barobaro1!"])).ok).toBe(true)
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

describe("a query", () => {
  const filters = z.object({
    page: integer({ label: "쪽", min: 1, max: 100 }).catch(1),
    sort: choice(["newest", "price"], "정렬").catch("newest"),
    region: regionCode({ widest: "all" }).catch("all"),
    q: text({ label: "검색어", max: 50 }).catch(""),
    kinds: choices(["a", "b"]).catch([]),
  })
  const plain = { page: 1, sort: "newest", region: "all", q: "", kinds: [] }

  test("is read, and what is bad or missing falls back", () => {
    expect(
      readQuery(filters, new URLSearchParams("page=3&sort=price&region=11&q=%EB%8F%84%EB%B0%B0&kinds[]=b")),
    ).toEqual({ page: 3, sort: "price", region: "11", q: "도배", kinds: ["b"] })
    expect(readQuery(filters, new URLSearchParams())).toEqual(plain)
    expect(readQuery(filters, new URLSearchParams("page=0&sort=x&region=29&q=&kinds=z&sort=price"))).toEqual(
      plain,
    )
    expect(readQuery(filters, new URLSearchParams("page=2&q=%00"))).toEqual({ ...plain, page: 2 })
  })

  test("keeps the good part beside names that no form has", () => {
    expect(readQuery(filters, new URLSearchParams("page=2&__proto__[x]=1&a[999]=1&=&utm.=x"))).toEqual({
      ...plain,
      page: 2,
    })
  })

  test("never throws, whatever the address", () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.tuple(
            fc.oneof(
              fc.constantFrom("page", "sort", "q", "kinds[]", "page[]", "q.a"),
              fc.string({ unit: "binary" }),
            ),
            fc.string({ unit: "binary" }),
          ),
        ),
        (pairs) => {
          const value = readQuery(filters, new URLSearchParams(pairs))
          expect(Object.keys(value)).toEqual(Object.keys(plain))
        },
      ),
    )
  })
})
