/** What experts of the town offer: lines that add up, what is in and out, a message of their own. */
import { getProposalTotalWon, type ProposalLine } from "#app/areas/orders/rules.ts"
import { addDays, DAY_MS, endOfKstDay, toKstDateString } from "#app/basics/time.ts"
import { createDeck, createRandom, createSeedId, type SeededRandom } from "./random.ts"
import type { OrderRequest } from "./requests.ts"
import { categorySeeds } from "./services.ts"
import { earliestOf, minutesAfter } from "./times.ts"
import { suggestPlan } from "#app/areas/orders/payment-rules.ts"
import type { Expert, Rows, Town } from "./town.ts"

type Row = Rows["proposals"][number]
export type ProposalContent = Pick<
  Row,
  | "lines"
  | "included"
  | "excluded"
  | "extraChargeRule"
  | "totalWon"
  | "plan"
  | "validUntil"
  | "earliestStart"
  | "days"
  | "warrantyMonths"
  | "siteVisitNeeded"
  | "siteVisitFeeWon"
  | "message"
>

/** What the experts of one order say: no two the same. */
export type MessageWriter = (own: string | null) => string

/** Hands out messages for an order: `own` words of an expert, or words of the trade, with a last sentence. */
export function createMessageWriter(request: OrderRequest, label: string): MessageWriter {
  const random = createRandom(`voices/${label}`)
  const message = createDeck(request.service.messages, random)
  const closing = createDeck(categorySeeds[request.service.category].closings, random)
  const usedMessages = new Set<string>()
  return (own) => {
    let text = ""
    do text = `${own ?? message()} ${closing()}`
    while (usedMessages.has(text))
    usedMessages.add(text)
    return text
  }
}

/** A sum near `won` as lines. */
function createLines(request: OrderRequest, won: number): ProposalLine[] {
  const lineSeeds = request.seed.lines ?? request.service.lines
  const lines = lineSeeds.map(([name, unit, share, quantity = 1]): ProposalLine => {
    const count = quantity === "pyeong" ? request.facts.pyeong : quantity
    const unitWon = (won * share) / count
    const step =
      count > 1 && unitWon < 60_000 ? 500 : unitWon > 100_000 ? 10_000 : unitWon > 8_000 ? 5_000 : 1_000
    return { name, quantity: count, unit, unitPriceWon: Math.max(step, Math.round(unitWon / step) * step) }
  })
  // Estimates end in 만원: what is over or missing goes into the largest single item.
  const adjustableLine = lines
    .filter((line) => line.quantity === 1)
    .toSorted((a, b) => b.unitPriceWon - a.unitPriceWon)[0]
  const total = getProposalTotalWon(lines)
  const roundingWon = total < 100_000 ? 5_000 : 10_000
  if (adjustableLine)
    adjustableLine.unitPriceWon = Math.max(
      1_000,
      adjustableLine.unitPriceWon + Math.round(total / roundingWon) * roundingWon - total,
    )
  return lines
}

/** What `expert` offers for `request` at `sentAt`. */
export function createOffer(
  request: OrderRequest,
  expert: Expert,
  sentAt: Date,
  messageWriter: MessageWriter,
  random: SeededRandom,
): ProposalContent {
  const { service } = request
  const category = categorySeeds[service.category]
  const lines = createLines(request, request.baseWon * expert.priceLevel * (0.94 + random.next() * 0.14))
  const included = random.sample(service.included, random.int(2, Math.min(5, service.included.length)))
  const excluded = random.chance(0.16)
    ? []
    : random.sample(
        service.excluded.filter((item) => !included.includes(item)),
        random.int(1, 3),
      )
  const [minDays, maxDays] = service.days
  const needsVisit = request.baseWon > 700_000 && random.chance(0.4)
  const day = toKstDateString(sentAt)
  return {
    lines,
    included,
    excluded,
    totalWon: getProposalTotalWon(lines),
    extraChargeRule: random.chance(0.75) ? random.pick(category.extraChargeRules) : "",
    validUntil: endOfKstDay(addDays(day, random.pick([7, 10, 14, 14, 21]))),
    earliestStart: addDays(day, random.int(1, 9)),
    days: random.int(minDays, maxDays),
    warrantyMonths: random.pick(service.warrantyMonths),
    siteVisitNeeded: needsVisit,
    siteVisitFeeWon: needsVisit && random.chance(0.3) ? random.pick([20_000, 30_000, 50_000]) : 0,
    message: messageWriter(random.chance(0.3) ? expert.seed.line : null),
  }
}

export type SentProposal = { row: Row; expert: Expert }

/** Writes a proposal down with its versions; every eighth was revised once, before `until`. */
export function addProposal(
  town: Town,
  label: string,
  orderId: string,
  expert: Expert,
  content: ProposalContent,
  sentAt: Date,
  until: Date,
  random: SeededRandom,
): SentProposal {
  const id = createSeedId(`proposal/${label}`, sentAt)
  const availableMs = until.getTime() - sentAt.getTime()
  const isRevised = availableMs > 6 * 3_600_000 && random.chance(0.13)
  const revisedAt = isRevised
    ? minutesAfter(sentAt, Math.min((availableMs / 60_000) * 0.6, random.int(40, 900)))
    : sentAt
  const row: Row = {
    id,
    orderId,
    expertId: expert.id,
    state: "sent",
    version: isRevised ? 2 : 1,
    ...content,
    plan: suggestPlan(content.totalWon, content.days),
    sentAt: revisedAt,
    createdAt: sentAt,
    updatedAt: revisedAt,
  }
  const addVersion = (version: number, versionContent: ProposalContent, at: Date) =>
    town.rows.proposalVersions.push({ proposalId: id, version, content: versionContent, at })
  if (isRevised) {
    const lines = content.lines.map((line, index) =>
      index === 0 ? { ...line, unitPriceWon: Math.round((line.unitPriceWon * 1.06) / 500) * 500 } : line,
    )
    addVersion(
      1,
      {
        ...content,
        lines,
        totalWon: getProposalTotalWon(lines),
        plan: suggestPlan(getProposalTotalWon(lines), content.days),
        included: content.included?.slice(0, -1) ?? [],
      },
      sentAt,
    )
  }
  addVersion(row.version ?? 1, { ...content, plan: row.plan }, revisedAt)
  town.rows.proposals.push(row)
  return { row, expert }
}

/** When `expert` answers a request opened at `openedAt`: about as fast as they are known for. */
export const pickAnswerTime = (expert: Expert, openedAt: Date, random: SeededRandom): Date =>
  minutesAfter(openedAt, Math.max(2, expert.speed * (0.45 + random.next() * 1.4)))

const viewedBetween = (from: Date, to: Date, random: SeededRandom) =>
  new Date(from.getTime() + Math.round((to.getTime() - from.getTime()) * (0.1 + random.next() * 0.75)))

/**
 * Lets a proposal come to its end. `closedAt` is when the request stopped taking proposals and the rest were
 * passed over, null while it is open; `seenAt` is when its customer last looked, null where they did not.
 */
export function settleProposal(
  town: Town,
  sent: SentProposal,
  end: { closedAt: Date | null; seenAt: Date | null; mayDecline: boolean },
  random: SeededRandom,
): void {
  const { row } = sent
  const finish = (state: Row["state"], decidedAt: Date) =>
    Object.assign(row, { state, decidedAt, updatedAt: decidedAt })
  const until = end.closedAt ?? town.present
  const decidedBy = earliestOf(until, row.validUntil)
  if (end.seenAt && end.seenAt > row.sentAt && end.seenAt < decidedBy)
    Object.assign(row, { state: "viewed", viewedAt: end.seenAt, updatedAt: end.seenAt })
  else if (end.closedAt && random.chance(0.9))
    Object.assign(row, { state: "viewed", viewedAt: viewedBetween(row.sentAt, decidedBy, random) })
  const from = row.viewedAt ?? row.sentAt
  const kind = random.next()
  const enough = decidedBy.getTime() - from.getTime() > 0.05 * DAY_MS
  if (end.mayDecline && row.viewedAt && enough && kind < 0.07) {
    finish("declined", viewedBetween(from, decidedBy, random))
    row.declineReason = random.pick([
      "금액이 예산과 달라요",
      "일정이 맞지 않아요",
      "작업 범위가 달라요",
      "그 밖의 이유예요",
    ])
  } else if (end.mayDecline && enough && kind > 0.965)
    finish("withdrawn", viewedBetween(from, decidedBy, random))
  else if (row.validUntil <= until) finish("expired", row.validUntil)
  else if (end.closedAt) finish("not_selected", end.closedAt)
}

/** Makes a proposal the chosen one. */
export function chooseProposal(sent: SentProposal, matchedAt: Date, random: SeededRandom): void {
  const viewedAt = viewedBetween(sent.row.sentAt, matchedAt, random)
  const validUntil =
    sent.row.validUntil > matchedAt
      ? sent.row.validUntil
      : endOfKstDay(addDays(toKstDateString(matchedAt), 5))
  Object.assign(sent.row, {
    state: "accepted",
    viewedAt,
    decidedAt: matchedAt,
    updatedAt: matchedAt,
    validUntil,
  })
}
