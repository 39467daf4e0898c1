/** What a form makes of names, numbers of entries and texts that no page of ours sends. */
import * as fc from "fast-check"
import { describe, expect, test } from "vitest"
import { z } from "zod"
import { parseForm } from "./form.ts"
import {
  text,
  optionalText,
  multiline,
  optional,
  wonAmount,
  integer,
  choice,
  choices,
  listOf,
  checkbox,
  requiredConsent,
  regionCode,
  dateString,
  businessNumber,
  idField,
} from "./form-fields.ts"
import { email, password, phone } from "./account-fields.ts"
import { type Entry, form, rawForm, typed } from "../../tests/setup/forms.ts"

const title = text({ label: "제목", min: 2, max: 10 })

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
