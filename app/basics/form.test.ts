import * as fc from "fast-check"
import { describe, expect, expectTypeOf, test } from "vitest"
import { z } from "zod"
import { chosenIds } from "./chosen-ids.ts"
import { FORM_ERROR_KEY, parseForm, readQuery } from "./form.ts"
import {
  text,
  optionalText,
  optional,
  wonAmount,
  integer,
  choice,
  choices,
  listOf,
  checkbox,
  requiredConsent,
  regionCode,
} from "./form-fields.ts"
import { newId } from "./ids.ts"
import { existingPassword } from "./account-fields.ts"
import { type Entry, form, typed, sameTag } from "../../tests/setup/forms.ts"

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

  test("of ticked ids are each once, and one is chosen at least", () => {
    const ticked = z.object({ ids: chosenIds({ label: "상품", max: 1 }) })
    const [first, second] = [newId(), newId()]
    const parse = (...ids: string[]) => parseForm(ticked, form(...ids.map((id): Entry => ["ids[]", id])))
    expect(parse(first, first)).toMatchObject({ ok: true, value: { ids: [first] } })
    expect(parse()).toMatchObject({ errors: { ids: "상품을 골라 주세요." } })
    expect(parse(first, second)).toMatchObject({
      errors: { ids: "상품은 1개까지 고를 수 있어요. 몇 개를 빼 주세요." },
    })
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
