/** What a form's `intent` means is said in one way: by `intents()`. */
import { globSync, readFileSync } from "node:fs"
import { expect, test } from "vitest"

/**
 * Forms of several steps, which show what was typed again before anything is done, read by themselves which
 * button was pressed.
 */
const OF_SEVERAL_STEPS = [
  "app/areas/content/screens/expert-tools.tsx",
  "app/areas/experts/screens/expert-registration.tsx",
  "app/areas/jobs/post-wizard.server.ts",
  "app/areas/orders/request-draft.ts",
  "app/areas/orders/screens/new-order-actions.server.ts",
  "app/areas/orders/screens/new-order.tsx",
  "app/areas/orders/screens/propose.tsx",
  "app/areas/selling/product-form-changes.ts",
  "app/areas/selling/screens/seller-parcels.tsx",
]

test("no screen reads by itself which of its forms was sent", () => {
  const own = globSync("app/{areas,shell}/**/*.{ts,tsx}")
    .filter((file) => !file.includes(".test.") && !OF_SEVERAL_STEPS.includes(file))
    .filter((file) =>
      /switch \(.*get\("intent"\)|= (?:String\()?\w+\.get\("intent"\)/.test(readFileSync(file, "utf8")),
    )
  expect(own).toEqual([])
})
