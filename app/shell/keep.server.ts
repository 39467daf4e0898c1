/** Owns the parts of pages that are written once for all: HTML that lives as long as the data it was made of. */
import { createElement, Fragment } from "react"
import { renderToString } from "react-dom/server"
import type { Keep } from "../ui/keep.ts"

/** Of one object; more means that a variant holds what it should not. */
const MOST_VARIANTS = 300
/** Stands in every id that React makes inside a part, so that one can be found. */
const ID_PREFIX = "kept"

const parts = new WeakMap<object, Map<string, string>>()

export const keep: Keep = (of, variant, part) => {
  let variants = parts.get(of)
  if (!variants) parts.set(of, (variants = new Map()))
  const known = variants.get(variant)
  if (known !== undefined) return known
  const html = renderToString(createElement(Fragment, null, part()), { identifierPrefix: ID_PREFIX })
  // The browser counts ids through the whole page and would come to other ones.
  if (html.includes(`_${ID_PREFIX}R_`)) throw new Error(`A kept part uses useId (variant ${JSON.stringify(variant)})`)
  if (variants.size >= MOST_VARIANTS) variants.clear()
  variants.set(variant, html)
  return html
}
