/**
 * Every form that a page draws is sent back as it was drawn, the way a browser without scripts does it: none
 * leads nowhere, and one with nothing to fill in is taken.
 */
import { beforeAll, expect, test } from "vitest"
import { withApp } from "../setup/app.ts"
import { parsePostForms, type HtmlForm } from "../setup/html-forms.ts"
import { listRoutes } from "../setup/routes.ts"
import { buildPath, createTestWorld, ROLES, type Role, type TestWorld } from "../setup/test-world.ts"
import { ACCESS } from "./access.ts"

const app = withApp()
let town: TestWorld
beforeAll(async () => {
  town = await createTestWorld()
})

/** Forms that differ by what they are about alone are one. */
const kindOf = (form: HtmlForm) =>
  `${form.action.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, ":id").replace(/\?.*/, "")} ${form.fields
    .map(([name, value]) =>
      name === "intent" || name === "move" || name === "to"
        ? `${name}=${value}`
        : name.replaceAll(/\d+/g, "#"),
    )
    .toSorted()
    .join(" ")}`

/** Ends the session that the test asks with. */
const OUT = new Set(["/logout"])

test.each(ROLES.filter((role) => role !== "banned"))(
  "what is drawn for %s is taken as it is drawn",
  async (role: Role) => {
    const sent = new Set<string>()
    const refused: string[] = []
    for (const [place, route] of listRoutes().entries()) {
      const line = ACCESS[route.pattern]
      if (!route.isScreen || line?.read[role] !== "in") continue
      const address = buildPath(town, line.at ?? route.pattern)
      for (;;) {
        const cookie = await town.signIn(role)
        const from = {
          ...(cookie && { cookie }),
          headers: { "X-Forwarded-For": `10.${ROLES.indexOf(role)}.${place}.${sent.size % 250}` },
        }
        // Drawn afresh each time: what was sent may have taken others away.
        const page = await app.get(address, from)
        const form = parsePostForms(await page.text(), address).find(
          (one) => !OUT.has(one.action) && !sent.has(`${route.pattern} ${kindOf(one)}`),
        )
        if (!form) break
        sent.add(`${route.pattern} ${kindOf(form)}`)
        const body = new FormData()
        for (const [name, value] of form.fields) body.append(name, value)
        const answer = await app.post(form.action, body, from)
        const answered = answer.status
        const isUnknown = answered === 400 && (await answer.text()).includes("무엇을 하려는지 알 수 없어요")
        if (answered >= 400 && answered !== 409 && (isUnknown || !(answered === 400 && form.hasInputs)))
          refused.push(`${answered} ${route.pattern}: ${kindOf(form)}`)
      }
    }
    expect(refused).toEqual([])
    expect(sent.size).toBeGreaterThan(role === "visitor" ? 10 : 30)
  },
  120_000,
)
