/**
 * What the town sells second-hand: kinds of things, how neighbours call them, what they cost, what they
 * say of them.
 */
import type { Good } from "./good.ts"
import { HOUSEHOLD_GOODS } from "./household-goods.ts"
import { LEISURE_GOODS } from "./leisure-goods.ts"
import { POPULAR_GOODS } from "./popular-goods.ts"

/** In the order in which they come up: the town is the same only while it stays. */
export const GOODS: readonly Good[] = [...POPULAR_GOODS, ...LEISURE_GOODS, ...HOUSEHOLD_GOODS]
