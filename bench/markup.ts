/** A page's HTML as data, and as React elements: what plain React has to render to send the same page. */
import { createElement, type ReactElement } from "react"

export type Markup = { tag: string; attributes: Record<string, string>; children: (Markup | string)[] }

const VOID = new Set([
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
const RAW = new Set(["script", "style"])
const TOKEN =
  /<!--[\s\S]*?-->|<!DOCTYPE[^>]*>|<\/([a-zA-Z0-9-]+)>|<([a-zA-Z0-9-]+)((?:\s+[^\s=>/]+(?:="[^"]*")?)*)\s*(\/?)>|[^<]+/g
const ATTRIBUTE = /([^\s=>/]+)(?:="([^"]*)")?/g

const decode = (text: string) =>
  text.replace(/&(#x?[0-9a-f]+|amp|lt|gt|quot|apos);/gi, (whole, name: string) => {
    const named: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" }
    if (!name.startsWith("#")) return named[name.toLowerCase()] ?? whole
    return String.fromCodePoint(
      name[1]?.toLowerCase() === "x" ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1)),
    )
  })

/** Reads HTML as React writes it: well formed, attributes in double quotes. */
export function parseMarkup(html: string): Markup {
  const top: Markup = { tag: "", attributes: {}, children: [] }
  const open = [top]
  TOKEN.lastIndex = 0
  for (let match = TOKEN.exec(html); match; match = TOKEN.exec(html)) {
    const [whole, closing, opening, attributes = "", selfClosing] = match
    const parent = open.at(-1) as Markup
    if (closing) open.pop()
    else if (opening) {
      const element: Markup = { tag: opening, attributes: {}, children: [] }
      for (const [, name = "", value = ""] of attributes.matchAll(ATTRIBUTE))
        element.attributes[name] = decode(value)
      parent.children.push(element)
      if (RAW.has(opening)) {
        const end = html.indexOf(`</${opening}>`, TOKEN.lastIndex)
        element.children.push(html.slice(TOKEN.lastIndex, end))
        TOKEN.lastIndex = end + opening.length + 3
      } else if (!VOID.has(opening) && !selfClosing) open.push(element)
    } else if (!whole.startsWith("<")) parent.children.push(decode(whole))
  }
  const html5 = top.children.find((child) => typeof child !== "string" && child.tag === "html")
  if (!html5 || typeof html5 === "string") throw new Error("The page has no <html>")
  return html5
}

const NAMES: Record<string, string> = {
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
const PLAIN_TRUE = new Set([
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
        NAMES[name] ??
          name.replace(
            /^(stroke|fill|stop|clip|text|font|flood|color)-([a-z])([a-z-]*)$/,
            (_, a: string, b: string, c: string) => `${a}${b.toUpperCase()}${c}`,
          )
      ] = PLAIN_TRUE.has(name) && value === "" ? true : value
  }
  if (RAW.has(markup.tag)) {
    if (markup.children.length > 0)
      properties.dangerouslySetInnerHTML = { __html: String(markup.children[0]) }
    return createElement(markup.tag, properties)
  }
  if (VOID.has(markup.tag)) return createElement(markup.tag, properties)
  return createElement(
    markup.tag,
    properties,
    ...markup.children.map((child) => (typeof child === "string" ? child : toElement(child))),
  )
}
