/** `npm run events`: prints every event, the area that emits it and the functions that hear it. */
import { join } from "node:path"
import { continueUnderNode24, root } from "./node24.mjs"

process.chdir(root)
if (!(await continueUnderNode24(join(root, "bin", "events.mjs")))) {
  const { describeEvents } = await import("../app/subscriptions.server.ts")
  for (const { name, emitter, subscribers } of describeEvents()) {
    console.log(`${name} (${emitter})`)
    for (const subscriber of subscribers) console.log(`  → ${subscriber}`)
  }
}
