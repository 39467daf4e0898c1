/**
 * Owns the parts of pages that are written once for all: bytes that live as long as the data they were made
 * of.
 */
import { randomBytes } from "node:crypto"
import { createElement, Fragment } from "react"
import { renderToString } from "react-dom/server"
import type { CacheHtml } from "../ui/cached-html-context.ts"

/** Of one object; more means that a variant holds what it should not. */
const MAX_VARIANTS = 300
/** Stands in every id that React makes inside a part, so that one can be found. */
const ID_PREFIX = "kept"
/** Stands in a page for a part, whose number follows; nobody outside this process ever sees it. */
const PLACEHOLDER_START = `<!--${randomBytes(18).toString("hex")} `
const PLACEHOLDER_END = "-->"

const cachedParts = new WeakMap<object, Map<string, Buffer<ArrayBuffer>>>()

function getCachedPart(...[source, variant, renderContent]: Parameters<CacheHtml>): Buffer<ArrayBuffer> {
  let variants = cachedParts.get(source)
  if (!variants) cachedParts.set(source, (variants = new Map()))
  const cached = variants.get(variant)
  if (cached) return cached
  // Without a head React puts hints for the first pictures before the part, where the browser expects the
  // part itself.
  const html = renderToString(createElement(Fragment, null, renderContent()), {
    identifierPrefix: ID_PREFIX,
  }).replace(/^(?:<link rel="preload"[^>]*>)+/, "")
  // The browser counts ids through the whole page and would come to other ones.
  if (html.includes(`_${ID_PREFIX}R_`))
    throw new Error(`A kept part uses useId (variant ${JSON.stringify(variant)})`)
  if (variants.size >= MAX_VARIANTS) variants.clear()
  const bytes = Buffer.from(html)
  variants.set(variant, bytes)
  return bytes
}

/**
 * What one page is made with: `keep` puts a mark in the place of a kept part, and `assemble` puts the parts
 * there. The page's own text is then all that is searched and encoded for each visitor.
 */
export function createPageAssembler(): {
  cacheHtml: CacheHtml
  assemble: (page: string) => Buffer<ArrayBuffer>
} {
  const usedParts: Buffer<ArrayBuffer>[] = []
  return {
    cacheHtml: (source, variant, renderContent) =>
      `${PLACEHOLDER_START}${usedParts.push(getCachedPart(source, variant, renderContent)) - 1}${PLACEHOLDER_END}`,
    assemble(page) {
      const [head = "", ...tail] = page.split(PLACEHOLDER_START)
      const chunks = [Buffer.from(head)]
      for (const chunk of tail) {
        const placeholderEnd = chunk.indexOf(PLACEHOLDER_END)
        const renderContent = usedParts[Number(chunk.slice(0, placeholderEnd))]
        if (!renderContent) throw new Error("A kept part is missing")
        chunks.push(renderContent, Buffer.from(chunk.slice(placeholderEnd + PLACEHOLDER_END.length)))
      }
      return Buffer.concat(chunks)
    },
  }
}
