/** Registers people whose accounts were checked at the provider that pays them, and follows its approval. */
import { and, asc, eq, isNotNull, sql } from "drizzle-orm"
import { now } from "#app/basics/clock.ts"
import { db, inTransaction, type Transaction } from "#app/platform/db.server.ts"
import { forEachIsolated } from "#app/platform/for-each-isolated.server.ts"
import { getPayoutPort } from "#app/platform/payouts/port.server.ts"
import {
  isPayable,
  type PayoutResult,
  type ProviderSeller,
  type SellerState,
} from "#app/platform/payouts/payout.ts"
import { getPayoutProvider } from "#app/platform/services.server.ts"
import { findContactChannels } from "../../accounts/service/contact-channels.server.ts"
import { selectOwnPhone } from "../../accounts/service/own-phone.server.ts"
import { payoutAccounts } from "../schema.server.ts"
import type { PayeeBusiness } from "../views.ts"
import { getPayees } from "./payees.server.ts"
import {
  createSellerRef,
  findPersonAccount,
  lockPersonAccount,
  type PersonAccount,
} from "./person-accounts.server.ts"

const MAX_BATCH = 100

/** How the provider can reach somebody. */
async function findContact(userId: string): Promise<{ email: string; phone: string }> {
  const [channels, [own]] = await Promise.all([
    findContactChannels([userId]),
    db().execute<{ phone: string | null }>(sql`select ${selectOwnPhone(userId)} as phone`),
  ])
  const phone = (own?.phone ?? "").replace(/^\+82/, "0").replace(/\D/g, "")
  return { email: channels.get(userId)?.email ?? "", phone }
}

/** The same registration asked twice is one; another account is another. */
const createIdempotencyKey = (account: PersonAccount) =>
  `seller-${account.sellerRef}-${account.updatedAt.getTime()}`

/**
 * The account of somebody, with the name under which the provider is to know them: a person who has opened a
 * business since, or a business that changed, is somebody else to it.
 */
async function findAccountOf(
  userId: string,
  business: PayeeBusiness | undefined,
): Promise<PersonAccount | undefined> {
  const businessNumber = business?.businessNumber ?? ""
  const found = await findPersonAccount(userId)
  if (!found || found.businessNumber === businessNumber) return found
  return inTransaction(async (tx) => {
    const account = await lockPersonAccount(tx, userId)
    if (!account || account.businessNumber === businessNumber) return account
    const columns = {
      businessNumber,
      sellerRef: createSellerRef(),
      sellerId: null,
      sellerState: null,
      isRegistrationDue: true,
      updatedAt: now(),
    }
    await tx.update(payoutAccounts).set(columns).where(eq(payoutAccounts.userId, userId))
    return { ...account, ...columns }
  })
}

/** Tells the provider of somebody's account. What it did not answer is told again by the job. */
export async function registerPayee(userId: string): Promise<void> {
  const business = (await getPayees().findApprovedBusinesses([userId])).get(userId)
  const account = await findAccountOf(userId, business)
  const provider = account?.provider ?? getPayoutProvider()
  if (!account?.isRegistrationDue || !provider) return
  const port = getPayoutPort(provider)
  const seller = {
    refSellerId: account.sellerRef,
    name: account.accountHolder,
    ...(await findContact(userId)),
    bank: account.bank,
    accountNumber: account.accountNumber,
    accountHolder: account.accountHolder,
    business: business ?? null,
  }
  const key = createIdempotencyKey(account)
  const result = account.sellerId
    ? await port.updateSeller(account.sellerId, seller, key)
    : await port.registerSeller(seller, key)
  await applyRegistration(account, result, provider)
}

/** Keeps what became of a registration; an account that was changed meanwhile is told by the next. */
async function applyRegistration(
  asked: PersonAccount,
  result: PayoutResult<ProviderSeller>,
  provider: "toss" | "simulator",
): Promise<void> {
  if (result.kind === "unknown") return
  await inTransaction(async (tx) => {
    const account = await lockPersonAccount(tx, asked.userId)
    if (!account || account.sellerRef !== asked.sellerRef) return
    const isRegistrationDue = account.updatedAt.getTime() !== asked.updatedAt.getTime()
    if (result.kind === "done") {
      const { id: sellerId } = result.value
      await writeSeller(tx, account, { provider, sellerId, isRegistrationDue }, result.value.status)
    } else if (!isRegistrationDue) {
      const sellerProblem = result.message || "지급 대행사가 계좌를 받아 주지 않았어요."
      await tx
        .update(payoutAccounts)
        .set({ sellerProblem, isRegistrationDue })
        .where(eq(payoutAccounts.userId, account.userId))
    }
  })
}

/** Who is approved at last is paid what waited. */
async function writeSeller(
  tx: Transaction,
  account: PersonAccount,
  columns: Partial<PersonAccount>,
  sellerState: SellerState,
): Promise<void> {
  const isApprovedNow = isPayable(sellerState) && !isPayable(account.sellerState)
  const holdReason = isApprovedNow ? "" : account.holdReason
  await tx
    .update(payoutAccounts)
    .set({ ...columns, sellerState, sellerProblem: "", holdReason })
    .where(eq(payoutAccounts.userId, account.userId))
}

/** Asks the provider how far it is with somebody that it knows. */
export async function refreshPayee(userId: string): Promise<void> {
  const account = await findPersonAccount(userId)
  if (!account?.sellerId || !account.provider) return
  const result = await getPayoutPort(account.provider).findSeller(account.sellerId)
  // A refusal tells nothing of the account: it is known, and asked about again.
  if (result.kind !== "done") return
  await inTransaction(async (tx) => {
    const current = await lockPersonAccount(tx, userId)
    if (current?.sellerId === result.value.id) await writeSeller(tx, current, {}, result.value.status)
  })
}

/** Registers whose accounts are new, and asks about those who wait for the approval; a job calls it. */
export async function registerDuePayees(): Promise<void> {
  if (!getPayoutProvider()) return
  const due = await db()
    .select({ userId: payoutAccounts.userId })
    .from(payoutAccounts)
    .where(eq(payoutAccounts.isRegistrationDue, true))
    .orderBy(asc(payoutAccounts.updatedAt))
    .limit(MAX_BATCH)
  await forEachIsolated(due, { what: "payee", id: ({ userId }) => userId }, ({ userId }) =>
    registerPayee(userId),
  )
  const waiting = await db()
    .select({ userId: payoutAccounts.userId })
    .from(payoutAccounts)
    .where(
      and(
        isNotNull(payoutAccounts.sellerId),
        sql`${payoutAccounts.sellerState} in ('APPROVAL_REQUIRED', 'KYC_REQUIRED')`,
      ),
    )
    .orderBy(sql`random()`)
    .limit(MAX_BATCH)
  await forEachIsolated(waiting, { what: "payee", id: ({ userId }) => userId }, ({ userId }) =>
    refreshPayee(userId),
  )
}

/**
 * Registers somebody anew whose business was approved, or is none any more, after their account was
 * checked: a subscriber of "expert.decided".
 */
export const renewPayeeRegistration = ({ expertId }: { expertId: string }): Promise<void> =>
  registerPayee(expertId)

/** Subscriber of "payout_account.checked". */
export const registerCheckedPayee = ({ userId }: { userId: string }): Promise<void> => registerPayee(userId)

/** Who the provider calls `sellerId`; null where nobody is. */
export async function findPayeeOfSeller(sellerId: string): Promise<string | null> {
  const [account] = await db()
    .select({ userId: payoutAccounts.userId })
    .from(payoutAccounts)
    .where(eq(payoutAccounts.sellerId, sellerId))
  return account?.userId ?? null
}

/** Whether somebody can be paid now. */
export const canBePaid = (account: PersonAccount): boolean =>
  account.sellerId !== null &&
  !account.isRegistrationDue &&
  account.sellerProblem === "" &&
  isPayable(account.sellerState) &&
  account.holdReason === ""
