/**
 * What an article may hold: words, headings, lists, tables and links; everything else is cleaned away
 * when it is saved.
 */
const ALLOWED_TAGS = [
  "h2",
  "h3",
  "p",
  "br",
  "hr",
  "strong",
  "em",
  "u",
  "s",
  "ul",
  "ol",
  "li",
  "blockquote",
  "a",
  "table",
  "thead",
  "tbody",
  "tr",
  "th",
  "td",
  "code",
]

/**
 * `html` with nothing in it that could act: no scripts, styles, frames or handlers; links lead to https,
 * mail, telephone or our own pages.
 */
export async function cleanHtml(html: string): Promise<string> {
  // With the first article that is saved: with its parsers it is more than 2 MB.
  const { default: sanitize } = await import("sanitize-html")
  return sanitize(html, {
    allowedTags: ALLOWED_TAGS,
    allowedAttributes: {
      a: ["href", "target", "rel"],
      th: ["colspan", "rowspan", "scope"],
      td: ["colspan", "rowspan"],
      ol: ["start"],
    },
    allowedSchemes: ["https", "mailto", "tel"],
    allowProtocolRelative: false,
    transformTags: {
      h1: "h2",
      b: "strong",
      i: "em",
      a: (tagName, attributes) => {
        const href = attributes.href ?? ""
        const isInternal = href.startsWith("/") && !href.startsWith("//")
        const attribs: Record<string, string> = isInternal
          ? { href }
          : { href, target: "_blank", rel: "noreferrer noopener" }
        return { tagName, attribs }
      },
    },
    exclusiveFilter: (frame) => frame.tag === "a" && !frame.attribs.href,
  }).trim()
}

/** The words of `html`, which `cleanHtml` has cleaned, in one line: for the search, for descriptions. */
export const toPlainText = (html: string): string =>
  html
    .replaceAll(/<\/(p|h2|h3|li|td|th|tr)>|<br\s*\/?>/g, " ")
    .replaceAll(/<[^>]*>/g, "")
    .replaceAll("&amp;", "&")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll(/\s+/g, " ")
    .trim()
