/** The first screen of the back office: what waits, and how the market goes. */
import type { Actor } from "../../accounts/rules.ts"
import { countSignUps } from "../../accounts/service/people.server.ts"
import { findApplicationQueue } from "../../experts/service/application-queries.server.ts"
import { getOrderStatistics } from "../../orders/service/admin-orders.server.ts"
import { EXPERT_QUEUE_STATES } from "../rules.ts"
import type { AdminDesk } from "../desk-view.ts"
import { findDailySales } from "./overview.server.ts"

const DASHBOARD_DAYS = 14

/**
 * The numbers and the longest waiting applications in four queries, beside what the frame has read (`desk`);
 * null for anybody but an admin.
 */
export async function findAdminDashboard(actor: Actor, desk: Promise<AdminDesk | null>) {
  const [frame, applications, orders, signUps, sales] = await Promise.all([
    desk,
    findApplicationQueue(actor, {
      states: EXPERT_QUEUE_STATES.waiting,
      term: "",
      sort: "oldest",
      cursor: null,
    }),
    getOrderStatistics(actor, DASHBOARD_DAYS),
    countSignUps(actor, DASHBOARD_DAYS),
    findDailySales(actor, DASHBOARD_DAYS),
  ])
  if (!frame || !orders || !signUps || !sales) return null
  return { queues: frame.queues, applications: applications?.rows ?? [], orders, signUps, sales }
}
