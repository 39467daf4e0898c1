/**
 * `npm run doctor`: tries each part that the product stands on, and says what needs somebody; 1 where one
 * failed.
 */
import { join } from "node:path"
import { withDatabaseAddress } from "./database.mjs"
import { continueUnderNode24, root } from "./node24.mjs"
import { isBuilt } from "./prepare.mjs"

const SIGNS = { ok: "✓", warning: "!", failed: "✗", off: "-" }

async function run() {
  const print = (name, { state, text }) => console.log(`${SIGNS[state]} ${name}: ${text}`)
  print("Node", { state: "ok", text: process.versions.node })
  print(
    "빌드",
    (await isBuilt())
      ? { state: "ok", text: "지금 소스로 만든 것이에요" }
      : { state: "warning", text: "지금 소스로 만든 것이 없어요. 시작할 때 만들어요" },
  )
  let failures = 0
  await withDatabaseAddress(async (url) => {
    const { listExaminations, runExamination } = await import("../app/platform/doctor.server.ts")
    for (const examination of listExaminations(url, join(root, "db", "migrations"))) {
      const finding = await runExamination(examination)
      print(examination.name, finding)
      if (finding.state === "failed") failures += 1
    }
  })
  console.log(failures === 0 ? "\n모두 괜찮아요." : `\n손봐야 할 것이 ${failures}가지 있어요.`)
  process.exitCode = failures === 0 ? 0 : 1
}

process.chdir(root)
if (!(await continueUnderNode24(join(root, "bin", "doctor.mjs")))) {
  try {
    await run()
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    if (process.env.DEBUG) console.error(error)
    process.exitCode = 1
  }
}
