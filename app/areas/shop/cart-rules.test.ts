import { expect, test } from "vitest"
import { newId } from "#app/basics/ids.ts"
import { formatCartLines, mergeCartLines, readCartLines, type CartLine } from "./cart-rules.ts"
import { LIMITS } from "./rules.ts"

const line = (quantity: number, values: Partial<CartLine> = {}): CartLine => ({
  variantId: newId(),
  quantity,
  selected: true,
  seenWon: 10_000,
  ...values,
})
const plenty = (...lines: readonly CartLine[]) => new Map(lines.map((each) => [each.variantId, 1_000]))

test("lines come back from their text as they were; a full cart fits into a cookie", () => {
  const lines = [line(2), line(99, { seenWon: null, selected: false })]
  expect(readCartLines(formatCartLines(lines))).toEqual(lines)
  const full = Array.from({ length: LIMITS.cartLines }, () => line(99, { seenWon: 50_000_000 }))
  // 4,096 bytes with the name, the id and the signature.
  expect(formatCartLines(full).length).toBeLessThan(2_600)
})

test("what is no line is left out, and no cart has more than 50", () => {
  const good = line(1)
  const texts = ["", "nonsense", `${newId()}:0:1:1`, `${newId()}:1.5:1:1`, `${newId()}:x:1:1`, "a:1:1:1"]
  expect(readCartLines([...texts, formatCartLines([good])].join("~"))).toEqual([good])
  expect(readCartLines(formatCartLines([line(500)]))[0]?.quantity).toBe(LIMITS.quantity)
  expect(readCartLines(formatCartLines(Array.from({ length: 60 }, () => line(1)))).length).toBe(50)
})

test("quantities of one option are added up to the stock and to 99", () => {
  const [own, other] = [line(2), line(3)]
  const same = { ...own, quantity: 4, seenWon: 9_000 }
  const merge = (stock: number) =>
    mergeCartLines([own, other], [same], new Map([[own.variantId, stock]])).lines.map((each) => each.quantity)
  expect(merge(1_000)).toEqual([6, 3])
  expect(merge(5)).toEqual([5, 3])
  // What the member had is never made less, and what is sold out stays to be seen.
  expect(merge(1)).toEqual([2, 3])
  expect(merge(0)).toEqual([6, 3])
  const lot = mergeCartLines([{ ...own, quantity: 90 }], [{ ...own, quantity: 20 }], plenty(own))
  expect(lot.lines.map((each) => each.quantity)).toEqual([99])
})

test("new lines come first; those over 50 find no room, and are counted", () => {
  const [mine, hers] = [line(1), line(7)]
  expect(mergeCartLines([mine], [hers], new Map([[hers.variantId, 2]]))).toEqual({
    lines: [{ ...hers, quantity: 2 }, mine],
    left: 0,
  })
  const full = Array.from({ length: 49 }, () => line(1))
  const merged = mergeCartLines(full, [hers, line(1), line(1)], plenty(hers))
  expect([merged.lines.length, merged.left, merged.lines[0]]).toEqual([50, 2, hers])
})
