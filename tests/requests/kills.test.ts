import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, test } from "vitest"
import { chatThroughKills } from "../setup/chat-through-kills.ts"

const dataDir = mkdtempSync(join(tmpdir(), "baroildang-kills-"))
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

const NAME = "the product, its database and both are killed: what was acknowledged is there once"
test(NAME, { timeout: 300_000 }, async () => {
  // How soon it is back is measured where nothing else runs: tests/chaos/kills.test.ts.
  await chatThroughKills(dataDir, ["database", "both", "app"])
})
