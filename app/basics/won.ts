/** How an amount of money is written and read; an amount is always a whole number of won. */
import { formatNumber } from "./numbers.ts"

const TEN_THOUSAND = 10_000
const HUNDRED_MILLION = 100_000_000

function requireWholeWon(amount: number): void {
  if (!Number.isSafeInteger(amount)) throw new RangeError(`not a whole number of won: ${amount}`)
}

/** `1234567` → `"1,234,567원"`. Throws a RangeError for a fraction: whoever divides decides how to round. */
export function formatWon(amountWon: number): string {
  requireWholeWon(amountWon)
  return `${amountWon < 0 ? "-" : ""}${formatNumber(Math.abs(amountWon))}원`
}

/**
 * The same amount as it is said: `"178만원"`, `"1억 2,000만원"`, `"123만 4,567원"`, `"5,000원"`. Nothing is rounded
 * away.
 */
export function formatManwon(amountWon: number): string {
  requireWholeWon(amountWon)
  const amount = Math.abs(amountWon)
  const eok = Math.floor(amount / HUNDRED_MILLION)
  const man = Math.floor((amount % HUNDRED_MILLION) / TEN_THOUSAND)
  const rest = amount % TEN_THOUSAND
  const parts: string[] = []
  if (eok > 0) parts.push(`${formatNumber(eok)}억`)
  if (man > 0) parts.push(`${formatNumber(man)}만`)
  if (rest > 0 || parts.length === 0) parts.push(formatNumber(rest))
  return `${amountWon < 0 ? "-" : ""}${parts.join(" ")}원`
}

/**
 * A budget or pay range in won: `"150만~200만원"`, `"10만원 이내"`, `"150만원 이상"`, `"협의"` when both ends are open.
 */
export function formatWonRange(minWon: number | null | undefined, maxWon: number | null | undefined): string {
  const min = minWon ?? null
  const max = maxWon ?? null
  if (min === null && max === null) return "협의"
  if (min === null) return `${formatManwon(max as number)} 이내`
  if (max === null) return `${formatManwon(min)} 이상`
  const from = formatManwon(min)
  const to = formatManwon(max)
  if (from === to) return from
  const bothRound = /[만억]원$/.test(from) && /[만억]원$/.test(to)
  return `${bothRound ? from.slice(0, -1) : from}~${to}`
}

/**
 * What a person typed into an amount field, in won: `"1,800,000"`, `"1800000원"`, `"180만원"`, `"1억 2,000만"`.
 * Null for anything else, for a negative number and for more than fifteen digits.
 */
export function parseWonInput(typed: string): number | null {
  if (typed.length > 40) return null
  const text = typed
    .replace(/[０-９，]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .replace(/\s/g, "")
    .replace(/원$/, "")
  if (/(^|\D),|,(?!\d{3}(?!\d))/.test(text)) return null
  const match = /^(?:(\d{1,7})억)?(?:(\d{1,11})만)?(\d{1,15})?$/.exec(text.replaceAll(",", ""))
  if (!match || text === "") return null
  const [, eok, man, rest] = match
  const amount = Number(eok ?? 0) * HUNDRED_MILLION + Number(man ?? 0) * TEN_THOUSAND + Number(rest ?? 0)
  return Number.isSafeInteger(amount) ? amount : null
}
