import { expect, test } from "vitest"
import { createPerson } from "#app/areas/accounts/fixtures.ts"
import { withApp } from "../setup/app.ts"

const app = withApp()

test("an unknown address answers 404", async () => {
  expect((await app.get("/no-such-screen")).status).toBe(404)
})

test("a form from another site, from a null origin and from none is refused", async () => {
  const person = await createPerson()
  const forged: Record<string, string>[] = [
    { Origin: "https://evil.example" },
    { Origin: "null" },
    { Origin: "" },
    { "Sec-Fetch-Site": "cross-site" },
  ]
  for (const headers of forged) {
    const answer = await app.post("/", { a: "1" }, { cookie: person.cookie, headers })
    expect(answer.status).toBe(403)
  }
})
