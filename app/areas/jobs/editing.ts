/**
 * Owns what of a posted hire may no longer change: a pay never under the minimum wage and, once somebody has
 * applied, neither a lower one nor another address.
 */
import { judgePay, payOf, type Paid, type Shift } from "./wages.ts"

export type EditRefusal = "below_minimum" | "lower_pay" | "other_address"

/**
 * Why a post does not take a pay and an address, the pay's reason first; `null` stands for what cannot be
 * read yet and is not judged.
 */
export function editRefusals(
  post: Paid & { address: string; applicationCount: number },
  slots: readonly Shift[],
  typed: { payWon: number | null; address: string | null },
): EditRefusal[] {
  const applied = post.applicationCount > 0
  const refusals: EditRefusal[] = []
  if (typed.payWon !== null) {
    if (!judgePay(payOf({ ...post, payWon: typed.payWon }), slots).ok) refusals.push("below_minimum")
    else if (applied && typed.payWon < post.payWon) refusals.push("lower_pay")
  }
  if (applied && typed.address !== null && typed.address !== post.address) refusals.push("other_address")
  return refusals
}
