/**
 * `npm run restore -- <folder>`: brings a backup back into an empty DATA_DIR, or into the empty database of
 * DATABASE_URL, and compares.
 */
import { existsSync } from "node:fs"
import { join, resolve } from "node:path"
import { continueUnderNode24, root } from "./node24.mjs"

async function run([path, ...others]) {
  if (!path || others.length > 0) throw new Error("쓰는 법: npm run restore -- <백업 폴더>")
  const folder = resolve(path)
  if (existsSync(".env")) process.loadEnvFile(".env")
  const { readEnvironment, setEnvironment } = await import("../app/platform/env.server.ts")
  const settings = readEnvironment(process.env)
  setEnvironment({ ...settings, DATA_DIR: resolve(settings.DATA_DIR) })
  const { restoreBackup } = await import("../app/platform/backup/backup.server.ts")
  const manifest = await restoreBackup(folder, (sentence) => console.log(`✓ ${sentence}`))
  console.log(`✓ ${manifest.createdAt}의 백업을 되살렸어요. npm run ledger로 장부를 대조한 뒤 시작하세요.`)
}

process.chdir(root)
if (!(await continueUnderNode24(join(root, "bin", "restore.mjs")))) {
  try {
    await run(process.argv.slice(2))
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    if (process.env.DEBUG) console.error(error)
    process.exitCode = 1
  }
}
