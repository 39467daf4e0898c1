/**
 * Hostile words in everything that people write, on every screen: what the server writes is read by a real
 * browser, and holds no element of theirs. Every payload, with the scripts of the product:
 * tests/chaos/hostile.test.ts.
 */
import { chromium, type Browser, type Page } from "@playwright/test"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { withApp } from "../setup/app.ts"
import { findIntruders, HOSTILE_SCREENS, poison, SOME_PAYLOADS } from "../setup/hostile-words.ts"
import { journeys } from "../setup/journeys-config.ts"
import { buildPath, createTestWorld, type TestWorld } from "../setup/test-world.ts"
import { ACCESS } from "./access.ts"

const app = withApp()
let town: TestWorld
let taken = 0
let shown = 0
let browser: Browser
let page: Page

beforeAll(async () => {
  town = await createTestWorld()
  taken = await poison(SOME_PAYLOADS)
  browser = await chromium.launch(journeys.use.launchOptions)
  page = await browser.newPage()
})
afterAll(() => browser?.close())

/** Reads `html` as the browser would, without running anything of it. */
const read = (html: string) =>
  page.evaluate(
    ([text, find]) => {
      const document = new DOMParser().parseFromString(text, "text/html")
      // oxlint-disable-next-line no-eval -- the function of tests/setup/hostile-words.ts, by its text
      const intruders = (eval(find) as typeof findIntruders)(document)
      for (const script of document.querySelectorAll("script")) script.remove()
      return { intruders, isShown: (document.body.textContent ?? "").includes("ran()") }
    },
    [html, `(${findIntruders})`] as const,
  )

test("the town is full of hostile words", () => {
  expect(taken).toBeGreaterThanOrEqual(60)
})

describe.each(HOSTILE_SCREENS)("$pattern as $role", ({ pattern, role }) => {
  test("holds no element of what people wrote", async () => {
    const cookie = await town.signIn(role)
    const answer = await app.get(buildPath(town, ACCESS[pattern]?.at ?? pattern), cookie ? { cookie } : {})
    expect(answer.status).toBeLessThan(500)
    const { intruders, isShown } = await read(await answer.text())
    if (isShown) shown += 1
    expect(intruders).toEqual([])
  })
})

test("an element of theirs would be found", async () => {
  for (const payload of [
    "<img src=x onerror=ran()>",
    "<script>ran()</script>",
    "<a href=javascript:ran()>가</a>",
  ])
    expect((await read(`<p>${payload}</p>`)).intruders, payload).toHaveLength(1)
})

test("most screens showed some of them", () => {
  expect(shown).toBeGreaterThanOrEqual(HOSTILE_SCREENS.length / 2)
})
