import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll } from "vitest"
import { startChildServer, type ChildServer } from "../../bench/servers.ts"

/**
 * Starts the built product as a process of its own on the database of this file, with `settings` of this
 * file's, and stops it afterwards. What is set up before this call is there before it starts. Returns where
 * it keeps files, and, in tests, its address and what it uses.
 */
export function withChildServer(
  database: { url: string },
  settings: Record<string, string> = {},
): { files: string } & Pick<ChildServer, "url" | "usage"> {
  const files = mkdtempSync(join(tmpdir(), "baroildang-child-"))
  let child: ChildServer | undefined
  const started = () => {
    if (!child) throw new Error("The child server has not started yet.")
    return child
  }
  beforeAll(async () => {
    child = await startChildServer("product", {
      DATABASE_URL: database.url,
      DATA_DIR: files,
      DEMO: "0",
      ...settings,
    })
  })
  afterAll(async () => {
    await child?.stop()
    rmSync(files, { recursive: true, force: true })
  })
  return {
    files,
    get url() {
      return started().url
    },
    usage: () => started().usage(),
  }
}
