/** Owns what experts of the town offer: lines that add up, what is in and out, a message of their own. */
import { proposalTotal, type ProposalLine } from "#app/areas/orders/rules.ts"
import { addDays, dayMs, endOfKstDay, kstDateString } from "#app/basics/time.ts"
import { deck, dice, idOf, type Dice } from "./random.ts"
import type { Request } from "./requests.ts"
import { categorySeeds } from "./services.ts"
import { earlier, minutesAfter } from "./times.ts"
import type { Expert, Rows, Town } from "./town.ts"

type Row = Rows["proposals"][number]
export type Content = Pick<
  Row,
  | "lines"
  | "included"
  | "excluded"
  | "extraChargeRule"
  | "totalWon"
  | "validUntil"
  | "earliestStart"
  | "days"
  | "warrantyMonths"
  | "siteVisitNeeded"
  | "siteVisitFeeWon"
  | "message"
>

/** What the experts of one order say: no two the same. */
export type Voices = (own: string | null) => string

/** Hands out messages for an order: `own` words of an expert, or words of the trade, with a last sentence. */
export function voicesFor(request: Request, label: string): Voices {
  const chance = dice(`voices/${label}`)
  const message = deck(request.service.messages, chance)
  const closing = deck(categorySeeds[request.service.category].closings, chance)
  const said = new Set<string>()
  return (own) => {
    let words = ""
    do words = `${own ?? message()} ${closing()}`
    while (said.has(words))
    said.add(words)
    return words
  }
}

/** A sum near `won` as lines. */
function linesFor(request: Request, won: number): ProposalLine[] {
  const parts = request.seed.lines ?? request.service.lines
  const lines = parts.map(([name, unit, share, quantity = 1]): ProposalLine => {
    const count = quantity === "pyeong" ? request.facts.pyeong : quantity
    const each = (won * share) / count
    const step = count > 1 && each < 60_000 ? 500 : each > 100_000 ? 10_000 : each > 8_000 ? 5_000 : 1_000
    return { name, quantity: count, unit, unitPriceWon: Math.max(step, Math.round(each / step) * step) }
  })
  // Estimates end in 만원: what is over or missing goes into the largest single item.
  const single = lines
    .filter((line) => line.quantity === 1)
    .toSorted((a, b) => b.unitPriceWon - a.unitPriceWon)[0]
  const total = proposalTotal(lines)
  const whole = total < 100_000 ? 5_000 : 10_000
  if (single)
    single.unitPriceWon = Math.max(1_000, single.unitPriceWon + Math.round(total / whole) * whole - total)
  return lines
}

/** What `expert` offers for `request` at `sentAt`. */
export function offer(request: Request, expert: Expert, sentAt: Date, voices: Voices, chance: Dice): Content {
  const { service } = request
  const category = categorySeeds[service.category]
  const lines = linesFor(request, request.baseWon * expert.priceLevel * (0.94 + chance.next() * 0.14))
  const included = chance.some(service.included, chance.int(2, Math.min(5, service.included.length)))
  const excluded = chance.chance(0.16)
    ? []
    : chance.some(
        service.excluded.filter((item) => !included.includes(item)),
        chance.int(1, 3),
      )
  const [least, most] = service.days
  const visit = request.baseWon > 700_000 && chance.chance(0.4)
  const day = kstDateString(sentAt)
  return {
    lines,
    included,
    excluded,
    totalWon: proposalTotal(lines),
    extraChargeRule: chance.chance(0.75) ? chance.pick(category.extraChargeRules) : "",
    validUntil: endOfKstDay(addDays(day, chance.pick([7, 10, 14, 14, 21]))),
    earliestStart: addDays(day, chance.int(1, 9)),
    days: chance.int(least, most),
    warrantyMonths: chance.pick(service.warrantyMonths),
    siteVisitNeeded: visit,
    siteVisitFeeWon: visit && chance.chance(0.3) ? chance.pick([20_000, 30_000, 50_000]) : 0,
    message: voices(chance.chance(0.3) ? expert.seed.line : null),
  }
}

export type Sent = { row: Row; expert: Expert }

/** Writes a proposal down with its versions; every eighth was revised once, before `until`. */
export function send(
  town: Town,
  label: string,
  orderId: string,
  expert: Expert,
  content: Content,
  sentAt: Date,
  until: Date,
  chance: Dice,
): Sent {
  const id = idOf(`proposal/${label}`, sentAt)
  const room = until.getTime() - sentAt.getTime()
  const revised = room > 6 * 3_600_000 && chance.chance(0.13)
  const revisedAt = revised
    ? minutesAfter(sentAt, Math.min((room / 60_000) * 0.6, chance.int(40, 900)))
    : sentAt
  const row: Row = {
    id,
    orderId,
    expertId: expert.id,
    state: "sent",
    version: revised ? 2 : 1,
    ...content,
    sentAt: revisedAt,
    createdAt: sentAt,
    updatedAt: revisedAt,
  }
  const keep = (version: number, kept: Content, at: Date) =>
    town.rows.proposalVersions.push({ proposalId: id, version, content: kept, at })
  if (revised) {
    const lines = content.lines.map((line, place) =>
      place === 0 ? { ...line, unitPriceWon: Math.round((line.unitPriceWon * 1.06) / 500) * 500 } : line,
    )
    keep(
      1,
      { ...content, lines, totalWon: proposalTotal(lines), included: content.included?.slice(0, -1) ?? [] },
      sentAt,
    )
  }
  keep(row.version ?? 1, content, revisedAt)
  town.rows.proposals.push(row)
  return { row, expert }
}

/** When `expert` answers a request opened at `openedAt`: about as fast as they are known for. */
export const answerTime = (expert: Expert, openedAt: Date, chance: Dice): Date =>
  minutesAfter(openedAt, Math.max(2, expert.speed * (0.45 + chance.next() * 1.4)))

const viewedBetween = (from: Date, to: Date, chance: Dice) =>
  new Date(from.getTime() + Math.round((to.getTime() - from.getTime()) * (0.1 + chance.next() * 0.75)))

/**
 * Lets a proposal come to its end. `closedAt` is when the request stopped taking proposals and the rest were
 * passed over, null while it is open; `seenAt` is when its customer last looked, null where they did not.
 */
export function settle(
  town: Town,
  sent: Sent,
  end: { closedAt: Date | null; seenAt: Date | null; mayDecline: boolean },
  chance: Dice,
): void {
  const { row } = sent
  const finish = (state: Row["state"], decidedAt: Date) =>
    Object.assign(row, { state, decidedAt, updatedAt: decidedAt })
  const until = end.closedAt ?? town.present
  const decidedBy = earlier(until, row.validUntil)
  if (end.seenAt && end.seenAt > row.sentAt && end.seenAt < decidedBy)
    Object.assign(row, { state: "viewed", viewedAt: end.seenAt, updatedAt: end.seenAt })
  else if (end.closedAt && chance.chance(0.9))
    Object.assign(row, { state: "viewed", viewedAt: viewedBetween(row.sentAt, decidedBy, chance) })
  const from = row.viewedAt ?? row.sentAt
  const kind = chance.next()
  const enough = decidedBy.getTime() - from.getTime() > 0.05 * dayMs
  if (end.mayDecline && row.viewedAt && enough && kind < 0.07) {
    finish("declined", viewedBetween(from, decidedBy, chance))
    row.declineReason = chance.pick([
      "금액이 예산과 달라요",
      "일정이 맞지 않아요",
      "작업 범위가 달라요",
      "그 밖의 이유예요",
    ])
  } else if (end.mayDecline && enough && kind > 0.965)
    finish("withdrawn", viewedBetween(from, decidedBy, chance))
  else if (row.validUntil <= until) finish("expired", row.validUntil)
  else if (end.closedAt) finish("not_selected", end.closedAt)
}

/** Makes a proposal the chosen one. */
export function choose(sent: Sent, matchedAt: Date, chance: Dice): void {
  const viewedAt = viewedBetween(sent.row.sentAt, matchedAt, chance)
  const validUntil =
    sent.row.validUntil > matchedAt ? sent.row.validUntil : endOfKstDay(addDays(kstDateString(matchedAt), 5))
  Object.assign(sent.row, {
    state: "accepted",
    viewedAt,
    decidedAt: matchedAt,
    updatedAt: matchedAt,
    validUntil,
  })
}
