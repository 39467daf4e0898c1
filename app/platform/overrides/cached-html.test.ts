import { createElement, useId } from "react"
import { describe, expect, test } from "vitest"
import { listCacheSizes } from "../cache-sizes.server.ts"
import { createPageAssembler } from "./cached-html.server.tsx"

const text = (word: string) => () => createElement("b", null, word)

describe("a cached part", () => {
  test("is written once for as long as its object is the same, and stands where it belongs", () => {
    const source = {}
    let written = 0
    const renderContent = () => {
      written += 1
      return createElement("b", null, "하나")
    }
    const pages = [1, 2].map(() => {
      const { cacheHtml, assemble } = createPageAssembler()
      return assemble(
        `<p>${cacheHtml(source, "", renderContent)}</p><i>${cacheHtml({}, "", text("둘"))}</i>`,
      ).toString()
    })
    expect(pages).toEqual(Array(2).fill("<p><b>하나</b></p><i><b>둘</b></i>"))
    expect(written).toBe(1)
  })
  test("is another one for another object and another variant", () => {
    const source = {}
    const { cacheHtml, assemble } = createPageAssembler()
    expect(
      assemble(
        [
          cacheHtml(source, "a", text("가")),
          cacheHtml(source, "b", text("나")),
          cacheHtml({}, "a", text("다")),
          cacheHtml(source, "a", text("라")),
        ].join("|"),
      ).toString(),
    ).toBe("<b>가</b>|<b>나</b>|<b>다</b>|<b>가</b>")
  })
  test("does not forget in the middle of a page what it holds", () => {
    const source = {}
    const { cacheHtml, assemble } = createPageAssembler()
    const marks = Array.from({ length: 400 }, (_, at) => cacheHtml(source, String(at), text(String(at))))
    expect(assemble(marks.join("")).toString()).toBe(
      Array.from({ length: 400 }, (_, at) => `<b>${at}</b>`).join(""),
    )
  })
  test("is counted, and beyond the ceiling written anew for each page", () => {
    const readSize = () => new Map(listCacheSizes()).get("cached_html") ?? { bytes: 0, maxBytes: 0 }
    const before = readSize().bytes
    const source = {}
    const { cacheHtml } = createPageAssembler()
    let written = 0
    const renderLarge = () => {
      written += 1
      return createElement("p", null, "x".repeat(3 * 1_048_576))
    }
    for (let round = 0; round < 2; round += 1)
      for (const variant of ["a", "b", "c", "d", "e", "f"]) cacheHtml(source, variant, renderLarge)
    const { bytes, maxBytes } = readSize()
    expect(bytes - before).toBeGreaterThanOrEqual(3 * 3 * 1_048_576)
    expect(bytes).toBeLessThanOrEqual(maxBytes)
    expect(written).toBeGreaterThan(6)
    expect(written).toBeLessThan(12)
  })
  test("tells the browser of no pictures inside the page, where it would count them as drawn", () => {
    const { cacheHtml, assemble } = createPageAssembler()
    const first = () => createElement("img", { src: "/first.webp", alt: "", fetchPriority: "high" })
    expect(assemble(cacheHtml({}, "", first)).toString()).toMatch(/^<img [^>]*>$/)
  })
  test("may not use useId, whose ids the browser would count otherwise", () => {
    const WithId = () => createElement("input", { id: useId() })
    expect(() => createPageAssembler().cacheHtml({}, "", () => createElement(WithId))).toThrow(/useId/)
  })
})
