import { readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import { drawIcons, drawIconsOfCards } from "../../bin/icons.ts"

const ui = join(import.meta.dirname, "../../app/ui")
const source = readFileSync(join(ui, "icons.tsx"), "utf8")

test("icons.svg draws every icon that icons.tsx exports: npm run icons", () => {
  const exported = source.match(/^export const \w+ = /gm)?.length
  const sprite = readFileSync(join(ui, "icons.svg"), "utf8")
  expect(sprite.match(/<symbol id="[a-z0-9-]+" viewBox="0 0 24 24"><\w/g)).toHaveLength(exported ?? 0)
  expect(sprite).toBe(drawIcons(source))
})

test("icons.css draws the icons of cards: npm run icons", () => {
  expect(readFileSync(join(ui, "icons.css"), "utf8")).toBe(drawIconsOfCards())
})
