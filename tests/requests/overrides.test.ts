/**
 * The overrides of app/platform/overrides: each turned off alone, and all of them, give the same pages. So an
 * upgrade of React Router that changes what one of them relies on fails here.
 */
import { runInNewContext } from "node:vm"
import { beforeAll, describe, expect, test } from "vitest"
import { createPerson } from "#app/areas/accounts/fixtures.ts"
import { createItemForSale } from "#app/areas/market/fixtures.ts"
import { createProduct, createShop } from "#app/areas/shop/fixtures.ts"
import { OVERRIDES } from "#app/platform/overrides/names.ts"
import { withApp } from "../setup/app.ts"

const app = withApp({ SHARED_MS: "5000" })
let cookie = ""
let paths: string[] = []
beforeAll(async () => {
  const [shop, person] = [await createShop(), await createPerson({ name: "나손님" })]
  const { productId } = await createProduct(shop.sellerId, [{ priceWon: 12_000, stock: 3 }])
  const itemId = await createItemForSale(await createPerson())
  cookie = person.cookie
  paths = [
    "/",
    "/experts",
    "/marketplace?sort=cheapest",
    `/marketplace/${itemId}`,
    `/shopping/product/${productId}`,
    "/notifications",
    "/nowhere/at/all",
  ]
  // The first look of a person counts, and the page says how many there were.
  for (const path of paths) await app.get(path, { cookie })
})

const SCRIPT = /<script[^>]*>([\s\S]*?)<\/script>/g
/** Written into the page by React where it renders a stream: marks of what came when. */
const STREAM_MARK = /<!--[\s\S]*?-->|<template id="[^"]*"><\/template>/g

/** What a visitor sees of a page: its elements without scripts, hints and what names one request. */
const toView = (html: string) =>
  html
    .replace(SCRIPT, "")
    .replace(STREAM_MARK, "")
    .replace(/<link rel="preload"[^>]*>/g, "")
    .replace(/ data-overrides-off="[^"]*"/g, "")
    .replace(/ data-discover="true"/g, "")
    .replace(/[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g, "id")
    .replace(/\b[0-9a-f]{32,}\b/g, "key")

/** What the page gives the router in the browser, in one piece. */
const toRouterData = (html: string) =>
  [...html.matchAll(/streamController\.enqueue\(("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')\)/g)]
    .map((match) => String(runInNewContext(match[1] ?? "''")))
    .join("")

async function read(path: string, off: readonly string[]) {
  app.set({ SHARED_MS: "5000", OVERRIDES_OFF: off.join(",") })
  const response = await app.get(path, { cookie })
  return { response, html: await response.text() }
}

describe.each([...OVERRIDES.map((name) => [name]), [...OVERRIDES]])("without %s", (...off) => {
  test("every page shows the same", async () => {
    for (const path of paths) {
      const [withAll, without] = [await read(path, []), await read(path, off)]
      expect(without.response.status, path).toBe(withAll.response.status)
      expect(toView(without.html), path).toBe(toView(withAll.html))
    }
  })
  test("the browser's router gets its data, to the end", async () => {
    for (const path of paths) {
      const [withAll, without] = [await read(path, []), await read(path, off)]
      expect(toRouterData(withAll.html).length, path).toBeGreaterThan(100)
      expect(toRouterData(without.html).length, path).toBeGreaterThan(100)
      expect(withAll.html, path).toContain("__reactRouterContext.streamController.close()")
      expect(without.html, path).toContain("__reactRouterContext.streamController.close()")
    }
  })
  test("the policy names every script of the page", async () => {
    for (const path of paths) {
      const { response, html } = await read(path, off)
      const policy = response.headers.get("Content-Security-Policy") ?? ""
      const inline = [...html.matchAll(SCRIPT)].filter(
        ([tag]) => !/^<script[^>]* (?:src=|type="application\/ld\+json")/.test(tag),
      )
      for (const [, script = ""] of inline) expect(policy, path).toContain(await hashOf(script))
    }
  })
})

const hashOf = async (script: string) =>
  Buffer.from(await crypto.subtle.digest("SHA-256", Buffer.from(script))).toString("base64")
