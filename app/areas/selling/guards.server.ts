/** Who may enter an owner's screens of the shop; services ask again for themselves. */
import { redirect, href } from "react-router"
import { requireMember } from "../accounts/guards.server.ts"
import type { Member } from "../accounts/rules.ts"
import { hasSellerDashboard } from "./rules.ts"

/** Somebody who has or had a shop: a visitor signs in first, everybody else is shown how to open one. */
export function requireSeller(context: Parameters<typeof requireMember>[0], request: Request): Member {
  const actor = requireMember(context, request)
  if (!hasSellerDashboard(actor.sellerState)) throw redirect(href("/shop/apply"))
  return actor
}
