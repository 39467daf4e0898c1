/**
 * `node bin/audit.mjs`: computes the chain of the audit log anew and says where it is not what was written;
 * exits with 1 then.
 */
import { join } from "node:path"
import { withProductDatabase } from "./database.mjs"
import { continueUnderNode24, root } from "./node24.mjs"

process.chdir(root)
if (!(await continueUnderNode24(join(root, "bin", "audit.mjs")))) {
  await withProductDatabase(async () => {
    const { checkAuditChain, formatAuditChain } = await import("../app/platform/audit-chain.server.ts")
    const report = await checkAuditChain()
    console.log(formatAuditChain(report))
    console.log(`마지막 값: ${report.linked} ${report.head}`)
    process.exitCode = report.problem ? 1 : 0
  })
}
