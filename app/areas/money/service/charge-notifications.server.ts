/** What payers are told of the account that their refunds go to. */
import { href } from "react-router"
import { eq } from "drizzle-orm"
import { formatWon } from "#app/basics/won.ts"
import type { Transaction } from "#app/platform/db.server.ts"
import type { Events } from "#app/platform/events.server.ts"
import { notify, type UserNotification } from "../../notifications/service/notify.server.ts"
import { refunds } from "../schema.server.ts"

declare module "#app/platform/events.server.ts" {
  interface Events {
    /** A deposit goes back, and nobody has said where to. */
    "charge.account_needed": { refundId: string; chargeId: string; payerId: string }
    "charge.account_told": { chargeId: string; payerId: string; tellingId: string; byOffice: boolean }
  }
}

/** Where a notification of a refund's account leads, and to whom it goes. */
type Reader = Pick<UserNotification, "userId" | "href">

/**
 * Asks `reader` where the refund `refundId` is to go, once for each time that it is asked for; `untold` is
 * said while no account was told. `of` names the event.
 */
export async function askRefundAccount(
  tx: Transaction,
  refundId: string,
  { untold, of, ...reader }: Reader & { kind: UserNotification["kind"]; untold: string; of: string },
): Promise<void> {
  const [refund] = await tx
    .select({ amountWon: refunds.amountWon, asked: refunds.asked, code: refunds.failureCode })
    .from(refunds)
    .where(eq(refunds.id, refundId))
  if (!refund) return
  await notify(tx, [
    {
      ...reader,
      title: `${formatWon(refund.amountWon)}을 환불받을 계좌를 알려 주세요`,
      text:
        refund.code === null
          ? untold
          : "알려 주신 계좌로 보내지 못했어요. 은행, 계좌번호, 예금주를 다시 확인해 주세요",
      deduplicationKey: `${of}:${refundId}:${refund.asked}`,
    },
  ])
}

/** Tells `reader` that an account was told, whoever typed it: money goes there at once. */
export async function notifyOfToldAccount(
  tx: Transaction,
  { byOffice, ...reader }: Reader & { byOffice: boolean; deduplicationKey: string },
): Promise<void> {
  await notify(tx, [
    {
      ...reader,
      kind: "account",
      title: byOffice ? "운영자가 환불받을 계좌를 넣었어요" : "환불받을 계좌를 등록했어요",
      text: "내가 알려 준 계좌가 아니라면 비밀번호를 바꾸고 바로 고객센터에 알려 주세요.",
    },
  ])
}

/** Subscriber of "charge.account_needed": only the payer knows where a deposit goes back to. */
export const notifyRefundAccountNeeded = (
  { refundId, chargeId, payerId }: Events["charge.account_needed"],
  tx: Transaction,
): Promise<void> =>
  askRefundAccount(tx, refundId, {
    userId: payerId,
    kind: "order",
    href: href("/pay/:chargeId", { chargeId }),
    untold: "가상계좌로 낸 돈은 계좌로 돌려드려요",
    of: "charge.account_needed",
  })

/** Subscriber of "charge.account_told". */
export const notifyRefundAccountTold = (
  { chargeId, payerId, tellingId, byOffice }: Events["charge.account_told"],
  tx: Transaction,
): Promise<void> =>
  notifyOfToldAccount(tx, {
    userId: payerId,
    href: href("/pay/:chargeId", { chargeId }),
    byOffice,
    deduplicationKey: `charge.account_told:${tellingId}`,
  })
