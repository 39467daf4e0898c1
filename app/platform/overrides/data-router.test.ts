import { createElement } from "react"
import { renderToString } from "react-dom/server"
import { createMemoryRouter, RouterProvider } from "react-router"
import { expect, test } from "vitest"
import { useDataRouter } from "./data-router.ts"

test("gives the router of the page, which says where a visitor is going", () => {
  const states: unknown[] = []
  function Screen() {
    states.push(useDataRouter()?.state.navigation.state)
    return null
  }
  const router = createMemoryRouter([{ path: "/", Component: Screen }])
  renderToString(createElement(RouterProvider, { router }))
  expect(states).toEqual(["idle"])
})
