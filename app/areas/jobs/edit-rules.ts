/**
 * What of a posted hire may no longer change: a pay never under the minimum wage and, once somebody has
 * applied, neither a lower one nor another address.
 */
import { checkPay, toPay, type PostedPay, type Shift } from "./wages.ts"

export type EditRefusal = "below_minimum" | "lower_pay" | "other_address"

/**
 * Why a post does not take a pay and an address, the pay's reason first; `null` stands for what cannot be
 * read yet and is not judged.
 */
export function findEditRefusals(
  post: PostedPay & { address: string; applicationCount: number },
  slots: readonly Shift[],
  submitted: { payWon: number | null; address: string | null },
): EditRefusal[] {
  const hasApplications = post.applicationCount > 0
  const refusals: EditRefusal[] = []
  if (submitted.payWon !== null) {
    if (!checkPay(toPay({ ...post, payWon: submitted.payWon }), slots).ok) refusals.push("below_minimum")
    else if (hasApplications && submitted.payWon < post.payWon) refusals.push("lower_pay")
  }
  if (hasApplications && submitted.address !== null && submitted.address !== post.address)
    refusals.push("other_address")
  return refusals
}
