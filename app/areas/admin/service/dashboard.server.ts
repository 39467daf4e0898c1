/** The first screen of the back office: what waits, and how the market goes for whom it concerns. */
import { now } from "#app/basics/clock.ts"
import { addDays, toKstDateString } from "#app/basics/time.ts"
import { hasRight, type Actor } from "../../accounts/rules.ts"
import { findApplicationQueue } from "../../experts/service/application-queries.server.ts"
import type { Metric } from "../figure-rules.ts"
import { EXPERT_QUEUE_STATES } from "../rules.ts"
import type { AdminDesk } from "../desk-view.ts"
import { sumFigures } from "./figures.server.ts"

const DASHBOARD_DAYS = 14
const DASHBOARD_METRICS = [
  "requests",
  "agreed_won",
  "received_won",
  "refunded_won",
  "sign_ups",
] as const satisfies readonly Metric[]

/**
 * What waits, the longest waiting applications and the figures of two weeks (each null for who has no right
 * to it) in two queries, beside what the frame has read (`desk`); null for anybody but an admin.
 */
export async function findAdminDashboard(actor: Actor, desk: Promise<AdminDesk | null>) {
  const today = toKstDateString(now())
  const [frame, applications, figures] = await Promise.all([
    desk,
    findApplicationQueue(actor, {
      states: EXPERT_QUEUE_STATES.waiting,
      term: "",
      sort: "oldest",
      cursor: null,
    }),
    hasRight(actor, "figures")
      ? sumFigures(DASHBOARD_METRICS, {
          span: { from: addDays(today, 1 - DASHBOARD_DAYS), to: today, step: "day" },
          category: null,
          region: null,
        })
      : null,
  ])
  return frame && { queues: frame.queues, applications: applications?.rows ?? null, figures }
}
