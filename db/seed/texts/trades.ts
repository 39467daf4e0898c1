/** What every trade of the town has: prices, papers, finished works, and what people ask about it. */
import { buildingTrades } from "./building-trades.ts"
import { movingTrades } from "./moving-trades.ts"
import type { Trade, TradeSeed } from "../seed-types.ts"

export const trades: Readonly<Record<Trade, TradeSeed>> = { ...buildingTrades, ...movingTrades }
