/** Owns the first screen of the back office: what waits, and how the market goes. */
import type { Actor } from "../../accounts/rules.ts"
import { countSignUps } from "../../accounts/service/people.server.ts"
import { countApplications, findApplicationQueue } from "../../experts/service/application-review.server.ts"
import { orderNumbers } from "../../orders/service/admin.server.ts"
import { countReports } from "../../trust/service/queue.server.ts"
import { EXPERT_QUEUE_STATES } from "../rules.ts"

const DAYS = 14

/** The numbers and the longest waiting applications in five queries; null for anybody but an admin. */
export async function findAdminDashboard(actor: Actor) {
  const [applications, queue, orders, signUps, reports] = await Promise.all([
    countApplications(actor),
    findApplicationQueue(actor, { states: EXPERT_QUEUE_STATES.waiting, cursor: null }),
    orderNumbers(actor, DAYS),
    countSignUps(actor, DAYS),
    countReports(actor),
  ])
  if (!applications || !queue || !orders || !signUps || !reports) return null
  return { applications, queue: queue.rows, orders, signUps, reports }
}
