/** The money of a person: what is held for them, what is on its way, what was paid, and the market's fee. */
import { and, eq, gt, or, sql } from "drizzle-orm"
import { addBusinessDays } from "#app/basics/business-days.ts"
import { toKstDateString } from "#app/basics/time.ts"
import { db } from "#app/platform/db.server.ts"
import { descending, page } from "#app/platform/page.server.ts"
import { isPayable } from "#app/platform/payouts/payout.ts"
import type { Member } from "../../accounts/rules.ts"
import { maskAccountNumber, type ChargeState, type PayeeStatus } from "../rules.ts"
import { charges } from "../schema.server.ts"
import type { MoneyMonth, PayeeAccountView, PersonChargeView, PersonMoneyView } from "../views.ts"
import { findPersonAccount, type PersonAccount } from "./person-accounts.server.ts"
import { isOwedToPerson } from "./payment-sql.server.ts"
import { nextPayoutDay } from "./payouts.server.ts"

const PAGE_SIZE = 20
const MAX_MONTHS = 12

function getPayeeStatus(account: PersonAccount): PayeeStatus {
  if (account.sellerProblem !== "") return "refused"
  if (account.isRegistrationDue || account.sellerState === null) return "registering"
  if (account.sellerState === "KYC_REQUIRED") return "kyc"
  if (!isPayable(account.sellerState)) return "approval"
  return account.holdReason === "" ? "ready" : "on_hold"
}

/** The account that somebody is paid to, and how far they are on the way to it. */
export async function findPayeeAccount(actor: Member): Promise<PayeeAccountView> {
  const account = await findPersonAccount(actor.userId)
  if (!account) return { status: "no_account", reason: "", bank: "", maskedNumber: "", accountHolder: "" }
  return {
    status: getPayeeStatus(account),
    reason: account.sellerProblem || account.holdReason,
    bank: account.bank,
    maskedNumber: maskAccountNumber(account.accountNumber),
    accountHolder: account.accountHolder,
  }
}

type Sums = { held: string; owed: string; on_way: string; paid: string }

/** What is held (without the market's fee), owed and not asked for yet, on its way, and paid; in won. */
async function sumMoney(userId: string) {
  const [sums] = await db().execute<Sums>(sql`
    select (select coalesce(sum(c.amount_won - c.released_won - c.refunded_won
          - c.payee_fee_won * (c.amount_won - c.released_won - c.refunded_won) / c.amount_won), 0)
        from charges c where c.payee_id = ${userId}::uuid and c.state = 'held')::text as held,
      (select coalesce(sum(amount_won), 0) from ledger
        where seller_id = ${userId}::uuid and account = 'seller' and ${isOwedToPerson})::text as owed,
      coalesce(sum(amount_won) filter (where state in ('pending', 'processing')), 0)::text as on_way,
      coalesce(sum(amount_won) filter (where state = 'paid'), 0)::text as paid
    from payouts where seller_id = ${userId}::uuid and source = 'person'`)
  return {
    heldWon: Number(sums?.held ?? 0),
    owedWon: Number(sums?.owed ?? 0),
    onWayWon: Number(sums?.on_way ?? 0),
    paidWon: Number(sums?.paid ?? 0),
  }
}

const CHARGE_ORDER = descending("newest", [charges.id, "id"])

const releasesOfCharge = sql`from ledger l where l.group_id = charges.id and l.account = 'seller'
  and l.kind = 'release'`

/** The first payout of now that covers the newest release of a charge. */
const payoutOfCharge = sql<{ state: string; at: string } | null>`(
  select json_build_object('state', p.state, 'at', p.updated_at) from payouts p
  where p.seller_id = charges.payee_id and p.source = 'person' and p.state <> 'failed'
    and p.covers_until > (select max(l.at) ${releasesOfCharge})
  order by p.covers_until limit 1)`

type ReleasedCharge = { releasedAt: string | null; payout: { state: string; at: string } | null }

/** When a release was paid, or is going to be: the day after it, on a working day. */
function getPayoutView({ releasedAt, payout }: ReleasedCharge): PersonChargeView["payout"] {
  if (releasedAt === null) return null
  if (payout)
    return { state: payout.state === "paid" ? "paid" : "on_way", day: toKstDateString(new Date(payout.at)) }
  const [due, next] = [addBusinessDays(new Date(releasedAt), 1), nextPayoutDay()]
  return { state: "waiting", day: due > next ? due : next }
}

type ChargeColumns = ReleasedCharge &
  Pick<PersonChargeView, "id" | "subjectId" | "kind" | "title" | "amountWon" | "releasedWon"> & {
    state: ChargeState
    refundedWon: number
    payeeFeeWon: number
    netWon: string
  }

function toChargeView({
  state,
  refundedWon,
  payeeFeeWon,
  netWon,
  payout,
  releasedAt,
  ...row
}: ChargeColumns): PersonChargeView {
  const at = releasedAt === null ? null : new Date(releasedAt).toISOString()
  const heldWon = state === "held" ? row.amountWon - row.releasedWon - refundedWon : 0
  return {
    ...row,
    heldWon,
    heldFeeWon: Math.floor((payeeFeeWon * heldWon) / row.amountWon),
    netWon: Number(netWon),
    feeWon: row.releasedWon - Number(netWon),
    releasedAt: at,
    payout: getPayoutView({ releasedAt: at, payout }),
  }
}

async function findCharges(userId: string, after: string | null) {
  const found = await page({
    from: (sortKeys) =>
      db()
        .select({
          id: charges.id,
          subjectId: charges.subjectId,
          kind: charges.kind,
          title: charges.title,
          amountWon: charges.amountWon,
          state: charges.state,
          releasedWon: charges.releasedWon,
          refundedWon: charges.refundedWon,
          payeeFeeWon: charges.payeeFeeWon,
          netWon: sql<string>`(select coalesce(sum(l.amount_won), 0) ${releasesOfCharge})::text`,
          releasedAt: sql<string | null>`(select max(l.at) ${releasesOfCharge})`,
          payout: payoutOfCharge,
          sortKeys,
        })
        .from(charges),
    order: CHARGE_ORDER,
    filter: and(eq(charges.payeeId, userId), or(gt(charges.heldWon, 0), gt(charges.releasedWon, 0))),
    cursor: after,
    size: PAGE_SIZE,
  })
  return { rows: found.rows.map(toChargeView), next: found.cursor }
}

/** The newest twelve months in which something was released, the newest first. */
async function findMonths(userId: string): Promise<MoneyMonth[]> {
  const rows = await db().execute<{ month: string; count: number; net: string; fee: string }>(sql`
    select to_char(l.at at time zone 'Asia/Seoul', 'YYYY-MM') as month,
      count(distinct l.posting)::int as count,
      coalesce(sum(l.amount_won) filter (where l.account = 'seller'), 0)::text as net,
      -- The fee of a payer is theirs, not the payee's.
      coalesce(sum(l.amount_won) filter (where l.account = 'platform' and c.payer_fee_won = 0), 0)::text
        as fee
    from ledger l join charges c on c.id = l.group_id
    where l.seller_id = ${userId}::uuid and l.kind = 'release'
    group by 1 order by 1 desc limit ${MAX_MONTHS}`)
  return rows.map(({ month, count, net, fee }) => ({
    month,
    count,
    netWon: Number(net),
    feeWon: Number(fee),
  }))
}

/** All that a person sees of their money: sums, account, what it is for (the newest first), and months. */
export async function findPersonMoney(actor: Member, after: string | null): Promise<PersonMoneyView> {
  const [sums, account, found, months] = await Promise.all([
    sumMoney(actor.userId),
    findPayeeAccount(actor),
    findCharges(actor.userId, after),
    findMonths(actor.userId),
  ])
  return { ...sums, account, ...found, months, payoutDay: nextPayoutDay() }
}
