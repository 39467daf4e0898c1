/**
 * `npm run backup -- <folder>`: the database, the files and what signs, into a new folder. `--check <folder>`
 * looks whether a backup is whole, `--drill` brings the new one back elsewhere and compares.
 */
import { chmod, mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { parseArgs } from "node:util"
import { withDatabaseAddress } from "./database.mjs"
import { continueUnderNode24, root } from "./node24.mjs"

const USAGE = `쓰는 법:
  npm run backup -- <폴더>            데이터베이스와 파일을 새 폴더에 담아요. 서비스는 켜 둔 채여도 돼요
  npm run backup -- <폴더> --drill    담은 뒤 다른 곳에 되살려 보고 대조해요 (내장 PostgreSQL)
  npm run backup -- <폴더> --check    담아 둔 백업이 온전한지 봐요`

const say = (sentence) => console.log(`✓ ${sentence}`)

async function run(argv) {
  const { values, positionals } = parseArgs({
    args: argv,
    allowPositionals: true,
    options: { check: { type: "boolean" }, drill: { type: "boolean" } },
  })
  const [path, ...others] = positionals
  if (!path || others.length > 0 || (values.check && values.drill)) throw new Error(USAGE)
  const folder = resolve(path)
  const { checkBackup, createBackup } = await import("../app/platform/backup/backup.server.ts")
  if (values.check) {
    const manifest = await checkBackup(folder)
    return say(`${Object.keys(manifest.files).length}개 파일이 모두 온전해요 (${manifest.createdAt}).`)
  }
  await withDatabaseAddress(async (url, settings) => {
    if (values.drill && settings.DATABASE_URL)
      throw new Error(
        "DATABASE_URL의 백업은 빈 데이터베이스를 만들어 npm run restore로 되살려 보세요 (docs/operate.md).",
      )
    await createBackup(folder, url, say)
    if (values.drill) await drill(folder, settings)
  })
  say(`백업을 만들었어요: ${folder}`)
}

/** Brings the backup back into a folder of its own, compares, and takes it away again. */
async function drill(folder, settings) {
  const { setEnvironment } = await import("../app/platform/env.server.ts")
  const { restoreBackup } = await import("../app/platform/backup/backup.server.ts")
  const parent = await mkdtemp(join(tmpdir(), "baroildang-drill-"))
  // The server runs as another user where we are root, who has to pass through.
  await chmod(parent, 0o711)
  setEnvironment({ ...settings, DATA_DIR: join(parent, "data"), S3_BUCKET: undefined })
  try {
    await restoreBackup(folder, say)
  } finally {
    setEnvironment(settings)
    await rm(parent, { recursive: true, force: true })
  }
}

process.chdir(root)
if (!(await continueUnderNode24(join(root, "bin", "backup.mjs")))) {
  try {
    await run(process.argv.slice(2))
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    if (process.env.DEBUG) console.error(error)
    process.exitCode = 1
  }
}
