/** Runs every measurement in one go, so that what is compared was measured side by side. */
import { connectDatabase, disconnectDatabase } from "../app/platform/db.server.ts"
import { measureOrderFlow } from "./order-flow.ts"
import { measureAudits } from "./audits.ts"
import { measureCharges } from "./charges.ts"
import { printComparison, printDurations, runPart, writeFigures } from "./figures.ts"
import { measureLive } from "./live.ts"
import { measurePages, measureShopPages } from "./pages.ts"
import { measurePurchase } from "./purchase.ts"
import { measureScreens } from "./screens.ts"
import { measureSearch } from "./search.ts"
import { startChildServer } from "./servers.ts"
import { measureTaps } from "./taps.ts"

/** Lighthouse on all its screens, which a usual run has no time for. */
export async function runAudits(options: { databaseUrl: string; dataDir: string }): Promise<void> {
  const product = await startChildServer("product", {
    DATABASE_URL: options.databaseUrl,
    DATA_DIR: options.dataDir,
  })
  try {
    await measureAudits(product.url, true)
  } finally {
    await product.stop()
  }
}

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
    await runPart("화면", () => measureScreens(product.url))
    await runPart("탭", () => measureTaps(product.url))
    await runPart("Lighthouse", () => measureAudits(product.url))
    await runPart("쪽", () => measurePages(product))
    await runPart("채팅", () => measureLive(product))
    await runPart("쇼핑 쪽", () => measureShopPages(product))
    await runPart("구매", () => measurePurchase(product))
  } finally {
    await product.stop()
  }
  await runPart("요청에서 선택까지", measureOrderFlow)
  await runPart("안심결제", measureCharges)
  await disconnectDatabase()
  await runPart("검색", () => measureSearch(options.databaseUrl))
  printDurations()
  if (options.json) writeFigures(options.json)
  if (options.compare) printComparison(options.compare)
}
