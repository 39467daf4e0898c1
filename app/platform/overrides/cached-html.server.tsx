/**
 * Override `cached-html`: writes parts of pages once for all, as bytes that live as long as the data they
 * were made of.
 *
 * Reason: most of a signed-in person's page is the same for everybody. Such a part is rendered apart from the
 * page, so the contexts of React Router that links read (`UNSAFE_…`) are handed to it. Gain: up to 30 %
 * of the CPU time of a signed-in page that has such parts (decision 009). Off: `CachedHtml` renders a plain
 * element each time; pages are the same.
 * Relies on: these six contexts are all that a link inside a part reads, and React names ids by
 * `identifierPrefix` (cached-html.test.ts, tests/requests/overrides.test.ts).
 */
import { randomBytes } from "node:crypto"
import { createElement, Fragment, useContext, type ReactNode } from "react"
import { renderToString } from "react-dom/server"
import {
  UNSAFE_DataRouterContext,
  UNSAFE_DataRouterStateContext,
  UNSAFE_FrameworkContext,
  UNSAFE_LocationContext,
  UNSAFE_NavigationContext,
  UNSAFE_RouteContext,
} from "react-router"
import { copyOutOfPool } from "../bounded-cache.server.ts"
import { watchCache } from "../cache-sizes.server.ts"
import { isOverrideOn } from "./switches.server.ts"
import { removeLinkMarks } from "./unmarked-links.ts"

type CacheHtml = (source: object, variant: string, renderContent: () => ReactNode) => string
type CachedElementProps = {
  as: string
  source: object
  variant: string
  attributes: object
  renderContent: () => ReactNode
}

/** Of one object; more means that a variant holds what it should not. */
const MAX_VARIANTS = 300
/** Stands in every id that React makes inside a part, so that one can be found. */
const ID_PREFIX = "cached"
/** Stands in a page for a part, whose number follows; nobody outside this process ever sees it. */
const PLACEHOLDER_START = `<!--${randomBytes(18).toString("hex")} `
const PLACEHOLDER_END = "-->"

/** Parts beyond this are written anew for each page, until those of old data are collected. */
const MAX_PARTS_BYTES = 16 * 1_048_576

type PartsOfSource = { variants: Map<string, Buffer<ArrayBuffer>>; size: { bytes: number } }

const cachedParts = new WeakMap<object, PartsOfSource>()
let partsBytes = 0
const collectedSources = new FinalizationRegistry<PartsOfSource["size"]>(({ bytes }) => (partsBytes -= bytes))
watchCache("cached_html", () => ({ bytes: partsBytes, maxBytes: MAX_PARTS_BYTES }))

function getPartsOf(source: object): PartsOfSource {
  const known = cachedParts.get(source)
  if (known) return known
  const parts: PartsOfSource = { variants: new Map(), size: { bytes: 0 } }
  cachedParts.set(source, parts)
  collectedSources.register(source, parts.size)
  return parts
}

/** Keeps one part, if there is room. */
function storePart({ variants, size }: PartsOfSource, variant: string, part: Buffer<ArrayBuffer>): void {
  if (variants.size >= MAX_VARIANTS) {
    variants.clear()
    partsBytes -= size.bytes
    size.bytes = 0
  }
  if (partsBytes + part.byteLength > MAX_PARTS_BYTES) return
  variants.set(variant, copyOutOfPool(part))
  size.bytes += part.byteLength
  partsBytes += part.byteLength
}

function getCachedPart(...[source, variant, renderContent]: Parameters<CacheHtml>): Buffer<ArrayBuffer> {
  const parts = getPartsOf(source)
  const cached = parts.variants.get(variant)
  if (cached) return cached
  // Without a head React puts hints for the first pictures before the part, where the browser expects the
  // part itself.
  const html = renderToString(createElement(Fragment, null, renderContent()), {
    identifierPrefix: ID_PREFIX,
  }).replace(/^(?:<link rel="preload"[^>]*>)+/, "")
  // The browser counts ids through the whole page and would come to other ones.
  if (html.includes(`_${ID_PREFIX}R_`))
    throw new Error(`A cached part uses useId (variant ${JSON.stringify(variant)})`)
  const bytes = Buffer.from(isOverrideOn("unmarked-links") ? removeLinkMarks(html) : html)
  storePart(parts, variant, bytes)
  return bytes
}

/**
 * Makes what one page is rendered with: `createCachedElement` puts a placeholder where a cached part
 * belongs, and `assemble` replaces the placeholders. The page's own text is then all that is searched and
 * encoded for each visitor.
 */
export function createPageAssembler(): {
  cacheHtml: CacheHtml
  createCachedElement: (element: CachedElementProps) => ReactNode
  assemble: (page: string) => Buffer<ArrayBuffer>
} {
  const usedParts: Buffer<ArrayBuffer>[] = []
  const cacheHtml: CacheHtml = (source, variant, renderContent) => {
    const index = usedParts.push(getCachedPart(source, variant, renderContent)) - 1
    return `${PLACEHOLDER_START}${index}${PLACEHOLDER_END}`
  }
  function CachedElement({ as, source, variant, attributes, renderContent }: CachedElementProps) {
    const wrapInRouter = useRouterWrapper()
    const html = cacheHtml(source, variant, () => wrapInRouter(renderContent()))
    return createElement(as, { ...attributes, dangerouslySetInnerHTML: { __html: html } })
  }
  return {
    cacheHtml,
    createCachedElement: (element) => createElement(CachedElement, element),
    assemble(page) {
      const [head = "", ...tail] = page.split(PLACEHOLDER_START)
      const chunks = [Buffer.from(head)]
      for (const chunk of tail) {
        const placeholderEnd = chunk.indexOf(PLACEHOLDER_END)
        const part = usedParts[Number(chunk.slice(0, placeholderEnd))]
        if (!part) throw new Error("A cached part is missing")
        chunks.push(part, Buffer.from(chunk.slice(placeholderEnd + PLACEHOLDER_END.length)))
      }
      return Buffer.concat(chunks)
    },
  }
}

/** Hands the router's contexts at this place of the page to content that is rendered apart from it. */
function useRouterWrapper(): (content: ReactNode) => ReactNode {
  const dataRouter = useContext(UNSAFE_DataRouterContext)
  const state = useContext(UNSAFE_DataRouterStateContext)
  const framework = useContext(UNSAFE_FrameworkContext)
  const location = useContext(UNSAFE_LocationContext)
  const navigation = useContext(UNSAFE_NavigationContext)
  const route = useContext(UNSAFE_RouteContext)
  return (content) => (
    <UNSAFE_DataRouterContext value={dataRouter}>
      <UNSAFE_DataRouterStateContext value={state}>
        <UNSAFE_FrameworkContext value={framework}>
          <UNSAFE_NavigationContext value={navigation}>
            <UNSAFE_LocationContext value={location}>
              <UNSAFE_RouteContext value={route}>{content}</UNSAFE_RouteContext>
            </UNSAFE_LocationContext>
          </UNSAFE_NavigationContext>
        </UNSAFE_FrameworkContext>
      </UNSAFE_DataRouterStateContext>
    </UNSAFE_DataRouterContext>
  )
}
