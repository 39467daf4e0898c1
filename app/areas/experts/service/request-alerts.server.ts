/** Notifies experts of new requests in their trades and regions: in waves, the nearest active ones first. */
import { href } from "react-router"
import { and, eq, sql } from "drizzle-orm"
import { now } from "#app/basics/clock.ts"
import { hideContacts } from "#app/basics/contacts.ts"
import { formatPlace } from "#app/basics/distance.ts"
import { getDistance, listCodesByDistance } from "#app/basics/region-distance.server.ts"
import { getSidoCode, WHOLE_COUNTRY } from "#app/basics/regions.ts"
import { addDays, toKstDateString } from "#app/basics/time.ts"
import { inTransaction, type Transaction } from "#app/platform/db.server.ts"
import type { Events } from "#app/platform/events.server.ts"
import { forEachIsolated } from "#app/platform/for-each-isolated.server.ts"
import { enqueue } from "#app/platform/jobs.server.ts"
import { workingExpertsTable } from "../../accounts/service/audience.server.ts"
import { notify, type UserNotification } from "../../notifications/service/notify.server.ts"
import { wasNotified, wasNotifiedOften } from "../../notifications/service/results.server.ts"
import { wantsKind } from "../../notifications/service/settings.server.ts"
import { getServiceLabel } from "../../orders/questions.ts"
import { publishOrderChange } from "../../orders/service/events.server.ts"
import {
  findRequestsToAlert,
  lockRequestToAlert,
  recordAlerts,
  type RequestToAlert,
} from "../../orders/service/request-alerts.server.ts"
import { buildBlockedCondition } from "../../trust/service/blocks.server.ts"
import { getNextWaveTime, REQUEST_ALERTS } from "../request-alert-rules.ts"
import { experts } from "../schema.server.ts"
import { listedCondition } from "./directory.server.ts"

declare module "#app/platform/jobs.server.ts" {
  interface JobPayloads {
    "alert-experts-of": { orderId: string }
  }
}

/** Subscriber of "order.opened": the first wave goes at once. */
export const enqueueRequestAlerts = (events: readonly Events["order.opened"][]): Promise<void> =>
  enqueue(
    "alert-experts-of",
    events.map(({ orderId }) => ({ orderId })),
  )

/** Sends the wave that is due of each request; work of the queue. */
export const alertExpertsOf = (work: readonly { orderId: string }[]): Promise<void> =>
  forEachIsolated(work, { what: "request alert", id: ({ orderId }) => orderId }, async ({ orderId }) => {
    const request = await inTransaction((tx) => sendWave(tx, orderId))
    // The open page of the customer says how many were told.
    if (request) await publishOrderChange({ orderId, customerId: request.customerId, expertId: null })
  })

/** Sends every wave that is due: the later ones, and a first one that the queue lost. A job calls it. */
export const alertExperts = async (): Promise<void> => alertExpertsOf(await findRequestsToAlert())

/** Tells the next experts of a request; null where no wave is due, or nobody was told. */
async function sendWave(tx: Transaction, orderId: string): Promise<RequestToAlert | null> {
  const request = await lockRequestToAlert(tx, orderId)
  if (!request) return null
  const found = await findRequestNotifications(tx, request)
  const told = await notify(tx, found)
  const alerted = request.alertedCount + told
  await recordAlerts(tx, orderId, {
    alerted,
    nextAt: getNextWaveTime(now(), { alerted, found: found.length }),
  })
  return told > 0 ? request : null
}

/** What the next experts are told of `request`. */
export async function findRequestNotifications(
  tx: Transaction,
  request: RequestToAlert,
): Promise<UserNotification[]> {
  const found = await findNextExperts(tx, request)
  return found.map(({ expertId, home }) => buildNotification(request, expertId, home))
}

const getKey = (orderId: string) => `request.opened:${orderId}`

function buildNotification(request: RequestToAlert, expertId: string, home: string | null): UserNotification {
  const { orderId, category, service, title, regionCode } = request
  return {
    userId: expertId,
    kind: "request",
    title: `새 ${getServiceLabel(category, service)} 요청이 올라왔어요`,
    text: `${hideContacts(title)} · ${formatPlace(regionCode, getDistance(regionCode, home))}`,
    href: href("/orders/:orderId/propose", { orderId }),
    deduplicationKey: getKey(orderId),
  }
}

/**
 * Who is told of a request next: experts in whose trades and regions it is, as on their board, who want to
 * hear of it, work today, and have not heard of it or of too many others. Who was here lately comes first,
 * of these who lives nearest, of these who was here last.
 */
async function findNextExperts(
  tx: Transaction,
  request: RequestToAlert,
): Promise<{ expertId: string; home: string | null }[]> {
  const { orderId, customerId, category, regionCode, invitedExpertId, alertedCount } = request
  const at = now()
  const codes = [regionCode, getSidoCode(regionCode) ?? regionCode, WHOLE_COUNTRY]
  const nearest = sql`unnest(${sql.param([...listCodesByDistance(regionCode)])}::text[])
    with ordinality nearest (code, position)`
  const limits = { kind: "request" as const, times: REQUEST_ALERTS.perExpertDaily, since: addDays(at, -1) }
  const isActive = sql`m.used_at > ${addDays(at, -REQUEST_ALERTS.activeDays).toISOString()}::timestamptz`
  return tx
    .select({ expertId: experts.userId, home: sql<string | null>`m.region_code` })
    .from(experts)
    .innerJoin(sql`${workingExpertsTable()} m`, eq(sql`m.user_id`, experts.userId))
    .leftJoin(nearest, sql`nearest.code = m.region_code`)
    .where(
      and(
        listedCondition,
        sql`${experts.userId} in (select er.expert_id from expert_regions er
          join expert_categories ec on ec.expert_id = er.expert_id and ec.category = ${category}
          where er.region_code = any(${sql.param(codes)}::text[]))`,
        sql`${experts.userId} <> ${customerId}::uuid`,
        sql`${experts.userId} is distinct from ${invitedExpertId}::uuid`,
        sql`not exists (select from jsonb_array_elements(${experts.vacations}) vacation
          where ${toKstDateString(at)} between vacation ->> 'from' and vacation ->> 'to')`,
        sql`not ${buildBlockedCondition(sql`${customerId}::uuid`, experts.userId)}`,
        wantsKind(experts.userId, "request"),
        sql`not ${wasNotified(experts.userId, getKey(orderId))}`,
        sql`not ${wasNotifiedOften(experts.userId, limits)}`,
      ),
    )
    .orderBy(sql`${isActive} desc, nearest.position, m.used_at desc, ${experts.userId}`)
    .limit(Math.min(REQUEST_ALERTS.perWave, REQUEST_ALERTS.perRequest - alertedCount))
}
