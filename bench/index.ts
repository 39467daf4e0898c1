/** Runs every measurement in one go, so that what is compared was measured side by side. */
import { join } from "node:path"
import { connectDatabase, disconnectDatabase } from "../app/platform/db.server.ts"
import { measureOrderFlow } from "./order-flow.ts"
import { measureAudits } from "./audits.ts"
import { measureCharges } from "./charges.ts"
import { printComparison, writeFigures } from "./figures.ts"
import { measureLive } from "./live.ts"
import { measurePages, measureShopPages } from "./pages.ts"
import { measurePurchase } from "./purchase.ts"
import { measureScreens } from "./screens.ts"
import { measureSearch } from "./search.ts"
import { startChildServer } from "./servers.ts"
import { measureTaps } from "./taps.ts"

/** `json`: where the figures are written; `compare`: a file of them, to say what became worse. */
export async function runBench(options: {
  databaseUrl: string
  dataDir: string
  json?: string
  compare?: string
}): Promise<void> {
  connectDatabase(options.databaseUrl, 24)
  const product = await startChildServer("product", {
    DATABASE_URL: options.databaseUrl,
    DATA_DIR: options.dataDir,
  })
  try {
    await measureScreens(product.url)
    await measureTaps(product.url)
    await measureAudits(product.url)
    await measurePages(product)
    await measureLive(product)
    await measureShopPages(product)
    await measurePurchase(product)
  } finally {
    await product.stop()
  }
  await measureOrderFlow()
  await measureCharges()
  await disconnectDatabase()
  await measureSearch(options.databaseUrl, join(import.meta.dirname, "../db/migrations"))
  if (options.json) writeFigures(options.json)
  if (options.compare) printComparison(options.compare)
}
