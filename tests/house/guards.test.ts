/** Every form of the back office asks who sends it by the guard that refuses what is somebody else's work. */
import { globSync, readFileSync } from "node:fs"
import { expect, test } from "vitest"

test("each action of the office begins with its guard", () => {
  const unguarded = globSync("app/areas/admin/screens/*.{ts,tsx}").filter((file) => {
    const action = /^export async function action\b.*?^}/ms.exec(readFileSync(file, "utf8"))?.[0]
    return action !== undefined && !action.includes("requireAdmin(context)")
  })
  expect(unguarded).toEqual([])
})
