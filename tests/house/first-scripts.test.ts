/** What a browser loads before a screen comes to life, read from the build. */
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { brotliCompressSync } from "node:zlib"
import { describe, expect, test } from "vitest"

const MAX_KB = 147
/** A result of the search is a card of one of five areas, narrowed by the filters of that area. */
const MAX_KB_OF_SCREEN: Readonly<Record<string, number>> = { "shell/screens/search": 157 }
/** Screens that nobody sees without signing in first. All others, also new ones, are public. */
const SIGNED_IN = new RegExp(
  [
    /^admin-/,
    /^areas\/admin\//,
    /^shell\/screens\/my-info$/,
    /^areas\/accounts\/screens\/(my-profile|login-settings|consent-settings|leave|outbox)/,
    /^platform\/screens\/(upload-test|order-upload-test)/,
    /^areas\/orders\/screens\/(my-orders|order|edit-order|order-proposals|propose)$/,
    /^areas\/experts\/screens\/expert-(registration|dashboard|requests|proposals|public)$/,
    /^areas\/experts\/screens\/rating$/,
  ]
    .map(({ source }) => source)
    .join("|"),
)

type Part = { module: string; imports?: string[] } & Record<string, unknown>
type Manifest = { entry: Part; routes: Record<string, Part> }

const client = join(import.meta.dirname, "../../build/client")
const assets = join(client, "assets")

function readManifest(): Manifest {
  const [file] = existsSync(assets)
    ? readdirSync(assets).filter((name) => /^manifest-.*\.js$/.test(name))
    : []
  if (!file) throw new Error("There is no build: npm test makes one first")
  const text = readFileSync(join(assets, file), "utf8")
  const manifest: Manifest = JSON.parse(text.slice(text.indexOf("{"), text.lastIndexOf("}") + 1))
  return manifest
}

const sizes = new Map<string, number>()
function sizeOf(path: string): number {
  const known = sizes.get(path)
  if (known !== undefined) return known
  const size = brotliCompressSync(readFileSync(join(client, path))).byteLength
  sizes.set(path, size)
  return size
}

const scriptsOf = (parts: Part[]) => new Set(parts.flatMap((part) => [part.module, ...(part.imports ?? [])]))

describe(`the first scripts of every public screen are at most ${MAX_KB} KB in brotli`, () => {
  const manifest = readManifest()
  const screens = Object.keys(manifest.routes).filter((id) => id !== "root" && !SIGNED_IN.test(id))
  test.each(screens)("%s", (id) => {
    const { entry, routes } = manifest
    const scripts = [...scriptsOf([entry, routes.root, routes[id]].filter((part) => part !== undefined))]
    const kb = scripts.reduce((sum, script) => sum + sizeOf(script), 0) / 1024
    const largest = scripts
      .sort((a, b) => sizeOf(b) - sizeOf(a))
      .slice(0, 6)
      .map((script) => `${script} ${(sizeOf(script) / 1024).toFixed(1)}`)
    expect(kb, largest.join(", ")).toBeLessThanOrEqual(MAX_KB_OF_SCREEN[id] ?? MAX_KB)
  })
})
