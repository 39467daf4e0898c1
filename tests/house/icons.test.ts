import { readFileSync } from "node:fs"
import { join } from "node:path"
import sharp from "sharp"
import { expect, test } from "vitest"
import { drawIcons, drawIconsOfCards, drawIconsOfShortcuts } from "../../bin/icons.ts"

const ui = join(import.meta.dirname, "../../app/ui")
const source = readFileSync(join(ui, "icons.tsx"), "utf8")

test("the two files draw every icon that icons.tsx exports, once: npm run icons", () => {
  const exported = source.match(/^export const \w+ = /gm)?.length
  const common = readFileSync(join(ui, "common-icons.svg"), "utf8")
  const others = readFileSync(join(ui, "icons.svg"), "utf8")
  const symbols = (common + others).match(/<symbol id="[a-z0-9-]+" viewBox="0 0 24 24"><\w/g) ?? []
  expect(new Set(symbols).size).toBe(symbols.length)
  expect(symbols).toHaveLength(exported ?? 0)
  expect(common).toBe(drawIcons(source, "common-icons"))
  expect(others).toBe(drawIcons(source, "icons"))
})

test("what a phone reads before its first paint is at most 32 icons", () => {
  expect(readFileSync(join(ui, "common-icons.svg"), "utf8").match(/<symbol/g)?.length).toBeLessThan(33)
})

test("icons.css draws the icons of cards: npm run icons", async () => {
  expect(readFileSync(join(ui, "icons.css"), "utf8")).toBe(await drawIconsOfCards())
})

test("each shortcut of the installed app has an icon of its own: npm run icons", async () => {
  const root = join(ui, "../../public")
  const manifest: { shortcuts: { icons: { src: string }[] }[] } = JSON.parse(
    readFileSync(join(root, "manifest.webmanifest"), "utf8"),
  )
  const drawn = drawIconsOfShortcuts()
  expect(manifest.shortcuts.map(({ icons }) => icons.map(({ src }) => src))).toEqual(
    drawn.map(({ file }) => [`/${file}`]),
  )
  for (const { file, png } of drawn) expect(readFileSync(join(root, file)).equals(await png), file).toBe(true)
})

test("a push stands in the status bar as a shape: white on nothing", async () => {
  const root = join(ui, "../../public")
  const file = /badge: "\/([\w-]+\.png)"/.exec(readFileSync(join(root, "sw.js"), "utf8"))?.[1] ?? ""
  const pixels = await sharp(join(root, file)).ensureAlpha().raw().toBuffer()
  const colours = Array.from({ length: pixels.length / 4 }, (_, at) => [
    ...pixels.subarray(at * 4, at * 4 + 4),
  ])
  const drawn = colours.filter(([, , , alpha]) => alpha === 255)
  expect(new Set(drawn.map(String))).toEqual(new Set(["255,255,255,255"]))
  expect(colours.filter(([, , , alpha]) => alpha === 0).length).toBeGreaterThan(drawn.length)
})
