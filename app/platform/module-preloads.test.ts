import { expect, test } from "vitest"
import { deferModulePreloads } from "./module-preloads.server.ts"

const page = (head: string) => `<!DOCTYPE html><html><head>${head}</head><body><link rel="x"></body></html>`

test("scripts are named after the stylesheet, and at a low priority", () => {
  const scripts = ["/assets/entry.js", "/assets/root.js"]
  const links = scripts.map((href) => `<link rel="modulepreload" href="${href}"/>`).join("")
  expect(deferModulePreloads(page(`<title>홈</title>${links}<link rel="stylesheet" href="/a.css"/>`))).toBe(
    page(
      `<title>홈</title><link rel="stylesheet" href="/a.css"/>${scripts
        .map((href) => `<link rel=modulepreload fetchpriority=low href=${href}>`)
        .join("")}`,
    ),
  )
})

test("a page without them, or without a head, stays as it is", () => {
  for (const html of [page("<title>홈</title>"), "<p>홈</p>"]) expect(deferModulePreloads(html)).toBe(html)
})
