/** What comes back of a return, told before it is asked for. */
import { inTransaction, type Transaction } from "#app/platform/db.server.ts"
import { sumEntries } from "../../money/service/ledger.server.ts"
import { FAULTS, type Fault } from "../claim-rules.ts"
import { calculateReturnRefundWon } from "../pricing.ts"
import { calculatePaidLineWon } from "../postings.ts"
import { isActiveLineState } from "../rules.ts"
import { toDiscountedLine, toSellerOrderMoney } from "./after-sale.server.ts"
import { findOpenReturnParcel } from "./request-claim.server.ts"
import type { LineRow, SellerOrderRow } from "./transitions.server.ts"

/** A sum that comes back, with what of the way back is taken off it. */
export type ReturnEstimate = { refundWon: number; feeWon: number }

/**
 * Computes in won what a return of `line` gives back, by whose fault it is: as its end will, if nothing else
 * of the order changes until then. What goes back in a parcel that was asked for before pays no way back.
 */
export async function estimateReturn(
  { sellerOrder, lines }: { sellerOrder: SellerOrderRow; lines: readonly LineRow[] },
  line: LineRow,
): Promise<Record<Fault, ReturnEstimate>> {
  return inTransaction(async (tx) => {
    const hasParcel = (await findOpenReturnParcel(tx, sellerOrder.id)) !== null
    const isLast = !lines.some((each) => each.id !== line.id && isActiveLineState(each.state))
    const estimate = async (fault: Fault): Promise<ReturnEstimate> => {
      const feeWon = fault === "buyer" && !hasParcel ? sellerOrder.returnWon : 0
      const refundWon =
        line.state === "confirmed"
          ? Math.max(0, calculatePaidLineWon(line) - feeWon) +
            (isLast && fault === "seller" ? await findShippingWon(tx, sellerOrder) : 0)
          : calculateReturnRefundWon(toSellerOrderMoney(sellerOrder), toDiscountedLine(line), {
              feeWon,
              fault,
              isLast,
            })
      return { refundWon, feeWon }
    }
    const [buyer, seller] = [await estimate(FAULTS[0]), await estimate(FAULTS[1])]
    return { buyer, seller }
  })
}

/** The parcel of an order that is over, where its seller has it. */
const findShippingWon = async (tx: Transaction, sellerOrder: SellerOrderRow) =>
  Math.max(
    0,
    (await sumEntries(tx, { orderId: sellerOrder.id, kind: "order_rest", account: "seller" })) -
      sellerOrder.retainedWon,
  )
