/**
 * Owns the parts of pages that are written once for all: bytes that live as long as the data they were made
 * of.
 */
import { randomBytes } from "node:crypto"
import { createElement, Fragment } from "react"
import { renderToString } from "react-dom/server"
import type { Keep } from "../ui/keep.ts"

/** Of one object; more means that a variant holds what it should not. */
const MOST_VARIANTS = 300
/** Stands in every id that React makes inside a part, so that one can be found. */
const ID_PREFIX = "kept"
/** Stands in a page for a part, whose number follows; nobody outside this process ever sees it. */
const PLACE = `<!--${randomBytes(18).toString("hex")} `
const PLACE_END = "-->"

const parts = new WeakMap<object, Map<string, Buffer<ArrayBuffer>>>()

function partOf(...[of, variant, part]: Parameters<Keep>): Buffer<ArrayBuffer> {
  let variants = parts.get(of)
  if (!variants) parts.set(of, (variants = new Map()))
  const known = variants.get(variant)
  if (known) return known
  // Without a head React puts hints for the first pictures before the part, where the browser expects the
  // part itself.
  const html = renderToString(createElement(Fragment, null, part()), { identifierPrefix: ID_PREFIX }).replace(
    /^(?:<link rel="preload"[^>]*>)+/,
    "",
  )
  // The browser counts ids through the whole page and would come to other ones.
  if (html.includes(`_${ID_PREFIX}R_`))
    throw new Error(`A kept part uses useId (variant ${JSON.stringify(variant)})`)
  if (variants.size >= MOST_VARIANTS) variants.clear()
  const bytes = Buffer.from(html)
  variants.set(variant, bytes)
  return bytes
}

/**
 * What one page is made with: `keep` puts a mark in the place of a kept part, and `assemble` puts the parts
 * there. The page's own text is then all that is searched and encoded for each visitor.
 */
export function pageParts(): { keep: Keep; assemble: (page: string) => Buffer<ArrayBuffer> } {
  const used: Buffer<ArrayBuffer>[] = []
  return {
    keep: (of, variant, part) => `${PLACE}${used.push(partOf(of, variant, part)) - 1}${PLACE_END}`,
    assemble(page) {
      const [first = "", ...rest] = page.split(PLACE)
      const pieces = [Buffer.from(first)]
      for (const piece of rest) {
        const end = piece.indexOf(PLACE_END)
        const part = used[Number(piece.slice(0, end))]
        if (!part) throw new Error("A kept part is missing")
        pieces.push(part, Buffer.from(piece.slice(end + PLACE_END.length)))
      }
      return Buffer.concat(pieces)
    },
  }
}
