/**
 * `node bin/ledger.mjs`: counts the ledger and says where it does not agree; exits with 1 then.
 */
import { join } from "node:path"
import { withProductDatabase } from "./database.mjs"
import { continueUnderNode24, root } from "./node24.mjs"

process.chdir(root)
if (!(await continueUnderNode24(join(root, "bin", "ledger.mjs")))) {
  await withProductDatabase(async () => {
    const { formatLedgerReport } = await import("../app/areas/money/service/ledger.server.ts")
    const { registerCharges } = await import("../app/charges.server.ts")
    registerCharges()
    const { lines, isBalanced } = await formatLedgerReport()
    for (const line of lines) console.log(line)
    process.exitCode = isBalanced ? 0 : 1
  })
}
