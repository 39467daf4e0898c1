/** A page's HTML as data, and as React elements: what plain React has to render to send the same page. */
import { createElement, type ReactElement } from "react"

export type Markup = { tag: string; attributes: Record<string, string>; children: (Markup | string)[] }

const VOID_ELEMENTS = new Set([
  "area",
  "base",
  "br",
  "col",
  "embed",
  "hr",
  "img",
  "input",
  "link",
  "meta",
  "source",
  "track",
  "wbr",
])
const RAW_TEXT_ELEMENTS = new Set(["script", "style"])
const TOKEN_PATTERN = new RegExp(
  [
    /<!--[\s\S]*?-->|<!DOCTYPE[^>]*>/,
    /<\/([a-zA-Z0-9-]+)>/,
    /<([a-zA-Z0-9-]+)((?:\s+[^\s=>/]+(?:="[^"]*")?)*)\s*(\/?)>/,
    /[^<]+/,
  ]
    .map(({ source }) => source)
    .join("|"),
  "g",
)
const ATTRIBUTE_PATTERN = /([^\s=>/]+)(?:="([^"]*)")?/g

const decodeEntities = (text: string) =>
  text.replace(/&(#x?[0-9a-f]+|amp|lt|gt|quot|apos);/gi, (matchText, name: string) => {
    const named: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" }
    if (!name.startsWith("#")) return named[name.toLowerCase()] ?? matchText
    return String.fromCodePoint(
      name[1]?.toLowerCase() === "x" ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1)),
    )
  })

/** Reads HTML as React writes it: well formed, attributes in double quotes. */
export function parseMarkup(html: string): Markup {
  const top: Markup = { tag: "", attributes: {}, children: [] }
  const open = [top]
  TOKEN_PATTERN.lastIndex = 0
  for (let match = TOKEN_PATTERN.exec(html); match; match = TOKEN_PATTERN.exec(html)) {
    const [matchText, closing, opening, attributes = "", selfClosing] = match
    const parent = open.at(-1) as Markup
    if (closing) open.pop()
    else if (opening) {
      const element: Markup = { tag: opening, attributes: {}, children: [] }
      for (const [, name = "", value = ""] of attributes.matchAll(ATTRIBUTE_PATTERN))
        element.attributes[name] = decodeEntities(value)
      parent.children.push(element)
      if (RAW_TEXT_ELEMENTS.has(opening)) {
        const end = html.indexOf(`</${opening}>`, TOKEN_PATTERN.lastIndex)
        element.children.push(html.slice(TOKEN_PATTERN.lastIndex, end))
        TOKEN_PATTERN.lastIndex = end + opening.length + 3
      } else if (!VOID_ELEMENTS.has(opening) && !selfClosing) open.push(element)
    } else if (!matchText.startsWith("<")) parent.children.push(decodeEntities(matchText))
  }
  const htmlElement = top.children.find((child) => typeof child !== "string" && child.tag === "html")
  if (!htmlElement || typeof htmlElement === "string") throw new Error("The page has no <html>")
  return htmlElement
}

const PROPERTY_NAMES: Record<string, string> = {
  class: "className",
  for: "htmlFor",
  charset: "charSet",
  srcset: "srcSet",
  tabindex: "tabIndex",
  autocomplete: "autoComplete",
  maxlength: "maxLength",
  minlength: "minLength",
  viewbox: "viewBox",
  crossorigin: "crossOrigin",
  fetchpriority: "fetchPriority",
  enctype: "encType",
  inputmode: "inputMode",
  readonly: "readOnly",
  novalidate: "noValidate",
  "http-equiv": "httpEquiv",
  datetime: "dateTime",
  colspan: "colSpan",
  imagesrcset: "imageSrcSet",
  imagesizes: "imageSizes",
  popovertarget: "popoverTarget",
}
const BOOLEAN_ATTRIBUTES = new Set([
  "checked",
  "selected",
  "disabled",
  "required",
  "multiple",
  "async",
  "hidden",
  "open",
  "autofocus",
  "novalidate",
  "readonly",
  "inert",
])

/** The React elements of `markup`, made anew for each request as a component does. */
export function toElement(markup: Markup): ReactElement {
  const properties: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(markup.attributes)) {
    if (name === "style")
      properties.style = Object.fromEntries(
        value
          .split(";")
          .filter(Boolean)
          .map((rule) =>
            rule
              .split(/:(.*)/s)
              .slice(0, 2)
              .map((part, index) =>
                index === 0 && !part.startsWith("--")
                  ? part.trim().replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())
                  : part.trim(),
              ),
          ),
      )
    else if (name === "value" && markup.tag === "input") properties.defaultValue = value
    else if (name === "checked") properties.defaultChecked = true
    else if (name === "selected") continue
    else
      properties[
        PROPERTY_NAMES[name] ??
          name.replace(
            /^(stroke|fill|stop|clip|text|font|flood|color)-([a-z])([a-z-]*)$/,
            (_, a: string, b: string, c: string) => `${a}${b.toUpperCase()}${c}`,
          )
      ] = BOOLEAN_ATTRIBUTES.has(name) && value === "" ? true : value
  }
  if (RAW_TEXT_ELEMENTS.has(markup.tag)) {
    if (markup.children.length > 0)
      properties.dangerouslySetInnerHTML = { __html: String(markup.children[0]) }
    return createElement(markup.tag, properties)
  }
  if (VOID_ELEMENTS.has(markup.tag)) return createElement(markup.tag, properties)
  return createElement(
    markup.tag,
    properties,
    ...markup.children.map((child) => (typeof child === "string" ? child : toElement(child))),
  )
}
