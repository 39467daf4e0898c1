import { readFileSync } from "node:fs"
import { createElement, Fragment } from "react"
import { renderToString } from "react-dom/server"
import { createMemoryRouter, Form, Link, RouterProvider } from "react-router"
import { expect, test } from "vitest"
import { removeLinkMarks } from "./unmarked-links.ts"

test("what marks the router's links and forms is removed, and nothing else", () => {
  const quoted = 'what says data-discover="true"'
  const Screen = () =>
    createElement(
      Fragment,
      null,
      createElement(Link, { to: "/experts", title: quoted }, quoted),
      createElement(Form, { action: "/search" }),
    )
  const html = renderToString(
    createElement(RouterProvider, { router: createMemoryRouter([{ path: "/", Component: Screen }]) }),
  )
  expect(html.match(/<(?:a|form)[^>]* data-discover="true"/g)).toHaveLength(2)
  const quotedHtml = quoted.replaceAll('"', "&quot;")
  expect(removeLinkMarks(html)).toBe(
    `<a title="${quotedHtml}" href="/experts">${quotedHtml}</a><form action="/search" method="get"></form>`,
  )
})

test("the router finds links by that mark", () => {
  const router = readFileSync(
    new URL("../../../node_modules/react-router/dist/production/lib/dom/ssr/fog-of-war.js", import.meta.url),
    "utf8",
  )
  expect(router).toContain("a[data-discover], form[data-discover]")
})
