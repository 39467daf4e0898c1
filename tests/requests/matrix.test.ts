/** Every route × every role, by every way in: pages, their data, one route's data alone, and forms. */
import { beforeAll, describe, expect, test } from "vitest"
import { withApp } from "../setup/app.ts"
import { listRoutes, type ListedRoute } from "../setup/routes.ts"
import {
  buildPath,
  createTestWorld,
  fillParams,
  ROLES,
  type Role,
  type TestWorld,
} from "../setup/test-world.ts"
import { checksumTables } from "../setup/table-checksums.ts"
import { ACCESS } from "./access.ts"
import type { Outcome, Who } from "./access-roles.ts"

const app = withApp()
const routes = listRoutes()

let town: TestWorld
beforeAll(async () => {
  town = await createTestWorld()
})

const addressOf = ({ pattern }: ListedRoute) => buildPath(town, ACCESS[pattern]?.at ?? pattern)
const fieldsOf = ({ pattern }: ListedRoute) =>
  Object.fromEntries(
    Object.entries(ACCESS[pattern]?.fields ?? {}).map(([name, value]) => [name, fillParams(town, value)]),
  )

/** What a line says, with the ids of the town in the addresses. */
const expectedOf = (who: Who) =>
  Object.fromEntries(
    ROLES.map((role) => [role, who[role].startsWith("/") ? fillParams(town, who[role]) : who[role]]),
  )

const dataAddress = (address: string) => {
  const [path = "", query] = address.split("?")
  return `${path === "/" ? "/_" : path}.data${query ? `?${query}` : ""}`
}

function outcomeOf(answer: Response, body: string): Outcome {
  const to =
    answer.headers.get("Location") ??
    (answer.status === 202 ? (/"redirect","([^"]+)"/.exec(body)?.[1] ?? null) : null)
  if (to !== null)
    return to.startsWith("/login?returnTo=")
      ? "sign-in"
      : to.startsWith("/")
        ? (to.split(/[?#]/)[0] as `/${string}`)
        : `/${to}`
  // What a form is told in words means that it was let in and read.
  if (answer.status <= 400 || answer.status === 409) return "in"
  return String(answer.status) as Outcome
}

/** What `work` gives for each role, one after the other. */
const everyRole = async <Result>(work: (role: Role) => Promise<Result>): Promise<Record<Role, Result>> => {
  const results: [Role, Result][] = []
  for (const role of ROLES) results.push([role, await work(role)])
  return Object.fromEntries(results) as Record<Role, Result>
}

/** Words in `body` that `role` may not be sent. */
const leaks = (body: string, role: Role) =>
  town.secrets
    .filter((secret) => !secret.for.includes(role) && body.includes(secret.text))
    .map((secret) => secret.text)

async function read(
  role: Role,
  address: string,
  cookie: string | undefined,
): Promise<{ outcome: Outcome; leaks: string[] }> {
  const answer = await app.get(address, cookie ? { cookie } : {})
  if (answer.headers.get("Content-Type")?.startsWith("text/event-stream")) {
    await answer.body?.cancel()
    return { outcome: "in", leaks: [] }
  }
  const body = await answer.text()
  return { outcome: await outcomeOf(answer, body), leaks: leaks(body, role) }
}

test("every route has its line in tests/requests/access.ts, and every line its route", async () => {
  const missing: string[] = []
  for (const route of routes) {
    if (ACCESS[route.pattern]) continue
    let seen = "write who gets what"
    try {
      const address = addressOf(route)
      const outcomes = await everyRole(
        async (role) => (await read(role, address, await town.signIn(role))).outcome,
      )
      seen = [...new Set(ROLES.map((role) => outcomes[role]))]
        .map((outcome) => `${outcome}: ${ROLES.filter((role) => outcomes[role] === outcome).join(", ")}`)
        .join(" · ")
    } catch (error) {
      seen = String(error)
    }
    missing.push(
      `${route.pattern} is not in tests/requests/access.ts. Add a line that says who gets what; as ` +
        `it is now: ${seen}`,
    )
  }
  expect(missing).toEqual([])
  expect(Object.keys(ACCESS).filter((pattern) => !routes.some((route) => route.pattern === pattern))).toEqual(
    [],
  )
})

describe.each(routes.filter((route) => ACCESS[route.pattern]))("$pattern", (route) => {
  const line = ACCESS[route.pattern]
  if (!line) return

  test("gives everybody what their line says, and nothing of others", async () => {
    const address = addressOf(route)
    const cookies = await everyRole((role) => town.signIn(role))
    const asPage = await everyRole((role) => read(role, address, cookies[role]))
    expect(Object.fromEntries(ROLES.map((role) => [role, asPage[role].outcome]))).toEqual(
      expectedOf(line.read),
    )
    const asData = await everyRole((role) => read(role, dataAddress(address), cookies[role]))
    const ownData =
      `${dataAddress(address)}${address.includes("?") ? "&" : "?"}_routes=` +
      `${encodeURIComponent(route.id)}`
    const alone = await everyRole((role) => read(role, ownData, cookies[role]))
    for (const role of ROLES) {
      expect([...asPage[role].leaks, ...asData[role].leaks, ...alone[role].leaks], role).toEqual([])
      if (!route.isScreen) continue
      expect([role, asData[role].outcome]).toEqual([role, expectedOf(line.read)[role]])
      // A screen without a loader of its own has no data to give.
      if (alone[role].outcome !== "404")
        expect([role, alone[role].outcome]).toEqual([role, expectedOf(line.read)[role]])
    }
  })

  test("takes forms of those whose line says so; those of others change nothing", async () => {
    const take = async (role: Role) => {
      const cookie = await town.signIn(role)
      const headers = { "X-Forwarded-For": `10.1.${ROLES.indexOf(role)}.${routes.indexOf(route)}` }
      const send = async (address: string) => {
        const answer = await app.post(address, fieldsOf(route), cookie ? { cookie, headers } : { headers })
        const body = await answer.text()
        expect([role, leaks(body, role)]).toEqual([role, []])
        return outcomeOf(answer, body)
      }
      const outcome = await send(addressOf(route))
      const asData = await send(dataAddress(addressOf(route)))
      if (route.isScreen && /^\d+$/.test(outcome)) expect([role, asData]).toEqual([role, outcome])
      // Where a form leads is its own affair, as long as it was taken.
      return line.write[role] === "in" && outcome.startsWith("/") && outcome !== "/" ? "in" : outcome
    }
    const outcomes: Partial<Record<Role, Outcome>> = {}
    const before = await checksumTables()
    // First whoever may not: all that they could change is still there.
    for (const role of ROLES) if (line.write[role] !== "in") outcomes[role] = await take(role)
    // Where there is no form, nothing was asked to change.
    if (Object.values(outcomes).some((outcome) => outcome !== "405"))
      expect([Object.keys(outcomes), await checksumTables()]).toEqual([Object.keys(outcomes), before])
    for (const role of ROLES) if (line.write[role] === "in") outcomes[role] = await take(role)
    expect(outcomes).toEqual(line.write)
  })
})
