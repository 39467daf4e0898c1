import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, test } from "vitest"
import { chatThroughKills } from "../setup/chat-through-kills.ts"

const dataDir = mkdtempSync(join(tmpdir(), "baroildang-kills-"))
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

const NAME = "the database is killed, and then the product with it: what was acknowledged is there once"
test(NAME, { timeout: 300_000 }, async () => {
  // The product alone, and how soon it is back: tests/chaos/kills.test.ts.
  await chatThroughKills(dataDir, ["database", "both"])
})
