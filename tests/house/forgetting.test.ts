/**
 * What the law had us keep goes when its time is over, and not a day before
 * (docs/decisions/015-forgetting.md).
 */
import { eq, sql } from "drizzle-orm"
import { beforeAll, expect, test } from "vitest"
import { createPerson } from "#app/areas/accounts/fixtures.ts"
import { departures } from "#app/areas/accounts/schema.server.ts"
import { leaveMembership } from "#app/areas/accounts/service/leaving.server.ts"
import { cleanUpAccounts } from "#app/areas/accounts/service/cleanup.server.ts"
import { createConversation, sendText } from "#app/areas/chat/fixtures.ts"
import { createTicket } from "#app/areas/content/fixtures.ts"
import { createExpert, createPictureRow } from "#app/areas/experts/fixtures.ts"
import { experts } from "#app/areas/experts/schema.server.ts"
import { createJobAtStage } from "#app/areas/jobs/fixtures.ts"
import { createOrderInState } from "#app/areas/orders/fixtures.ts"
import { createPaidPurchase, createShop, createVariant } from "#app/areas/shop/fixtures.ts"
import { fileReport } from "#app/areas/trust/service/report.server.ts"
import { newId } from "#app/basics/ids.ts"
import { getRetentionCutoff } from "#app/basics/retention.ts"
import { db } from "#app/platform/db.server.ts"
import { drainEvents } from "#app/platform/events.server.ts"
import { runJob } from "#app/platform/jobs.server.ts"
import { registerSubscriptions } from "#app/subscriptions.server.ts"
import { withDatabase } from "../setup/database.ts"

withDatabase()
beforeAll(registerSubscriptions)

const minute = 60_000
/** A minute before the end of its time, and a minute after it. */
const kept = (kind: "contract" | "complaint") =>
  new Date(getRetentionCutoff(kind, new Date()).getTime() + minute).toISOString()
const past = (kind: "contract" | "complaint") =>
  new Date(getRetentionCutoff(kind, new Date()).getTime() - minute).toISOString()
const one = async <Row extends Record<string, unknown>>(query: ReturnType<typeof sql>) =>
  (await db().execute<Row>(query))[0]

test("the periods are years of the calendar, also over leap days", () => {
  expect(getRetentionCutoff("contract", new Date("2029-03-01T00:00:00Z")).toISOString()).toBe(
    "2024-03-01T00:00:00.000Z",
  )
  expect(getRetentionCutoff("complaint", new Date("2028-02-29T12:00:00Z")).toISOString()).toBe(
    "2025-03-01T12:00:00.000Z",
  )
})

test("a request is emptied of all but kind and price 5 years after its end, not before", async () => {
  const [done, working] = [await createOrderInState("completed"), await createOrderInState("in_progress")]
  const pictureId = await createPictureRow(done.customer.actor.userId, "order", true)
  await db().execute(
    sql`insert into order_photos (order_id, picture_id, kind, position)
      values (${done.orderId}::uuid, ${pictureId}::uuid, 'site', 7)`,
  )
  const read = () =>
    one<{ address: string; title: string; agreed_won: number; photos: number }>(
      sql`select address, title, agreed_won, (select count(*)::int from order_photos
        where order_id = orders.id) as photos from orders where id = ${done.orderId}::uuid`,
    )
  const before = await read()
  await db().execute(
    sql`update orders set updated_at = ${kept("contract")}::timestamptz where id = ${done.orderId}::uuid`,
  )
  await runJob("forget-orders")
  expect(await read()).toEqual(before)
  await db().execute(
    sql`update orders set updated_at = ${past("contract")}::timestamptz
      where id in (${done.orderId}::uuid, ${working.orderId}::uuid)`,
  )
  await runJob("forget-orders")
  expect(await read()).toEqual({ address: "", title: "지난 요청", agreed_won: before?.agreed_won, photos: 0 })
  expect(
    await one(sql`
      select (select count(*)::int from order_evidence where order_id = ${done.orderId}::uuid) as entries,
        (select count(*)::int from order_evidence_heads where order_id = ${done.orderId}::uuid) as heads`),
  ).toEqual({ entries: 0, heads: 0 })
  expect(await one(sql`select attached_at from pictures where id = ${pictureId}::uuid`)).toEqual({
    attached_at: null,
  })
  expect(
    (await one<{ address: string }>(sql`select address from orders where id = ${working.orderId}::uuid`))
      ?.address,
  ).not.toBe("")
})

test("a purchase is emptied 5 years after the last thing that happened to it; its sums stay", async () => {
  const [shop, buyer] = [await createShop(), await createPerson()]
  const { groupId } = await createPaidPurchase(buyer, [
    { variantId: await createVariant(shop.sellerId, 40_000, 9), quantity: 1 },
  ])
  const read = () =>
    one<{ recipient: string; address: string; total_won: number }>(
      sql`select recipient, address, total_won from order_groups where id = ${groupId}::uuid`,
    )
  const before = await read()
  const happened = (at: string) =>
    db().execute(
      sql`update order_lines set paid_at = ${at}::timestamptz where order_id in (select id from shop_orders
        where group_id = ${groupId}::uuid)`,
    )
  await db().execute(
    sql`update order_groups set created_at = ${past("contract")}::timestamptz where id = ${groupId}::uuid`,
  )
  await happened(kept("contract"))
  await runJob("forget-purchases")
  expect(await read()).toEqual(before)
  await happened(past("contract"))
  await runJob("forget-purchases")
  expect(await read()).toEqual({ recipient: "", address: "", total_won: before?.total_won })
})

test("an application and its contract lose who it was 5 years after the last shift", async () => {
  const { applicationId } = await createJobAtStage("wage_paid")
  const read = () =>
    one<{ phone: string; business: string; pay: number }>(
      sql`select phone, contract ->> 'businessName' as business, (contract ->> 'payWon')::int as pay
        from job_applications where id = ${applicationId}::uuid`,
    )
  const before = await read()
  const ended = (at: string) =>
    db().execute(
      sql`update job_applications set last_ends_at = ${at}::timestamptz, updated_at = ${at}::timestamptz
        where id = ${applicationId}::uuid`,
    )
  await ended(kept("contract"))
  await runJob("forget-applications")
  expect(await read()).toEqual(before)
  await ended(past("contract"))
  await runJob("forget-applications")
  expect(await read()).toEqual({ phone: "", business: "", pay: before?.pay })
})

test("a conversation goes 5 years after its last word, a ticket 3 years after it was closed", async () => {
  const { roomId, customer } = await createConversation()
  await sendText(customer.actor, roomId, "안녕하세요")
  const ticketId = await createTicket(customer.actor.userId, "결제가 안 돼요. 도와주세요.")
  const counts = () =>
    one<{ rooms: number; tickets: number }>(
      sql`select (select count(*)::int from chat_rooms
        where id = ${roomId}::uuid) as rooms, (select count(*)::int from tickets
        where id = ${ticketId}::uuid) as tickets`,
    )
  const age = async (talk: string, ticket: string, state: string) => {
    await db().execute(
      sql`update chat_rooms set last_message_at = ${talk}::timestamptz where id = ${roomId}::uuid`,
    )
    await db().execute(
      sql`update tickets set updated_at = ${ticket}::timestamptz, state = ${state}
        where id = ${ticketId}::uuid`,
    )
    await runJob("forget-talks")
    await runJob("forget-tickets")
  }
  await age(kept("contract"), kept("complaint"), "closed")
  expect(await counts()).toEqual({ rooms: 1, tickets: 1 })
  await age(kept("contract"), past("complaint"), "open")
  expect(await counts()).toEqual({ rooms: 1, tickets: 1 })
  await age(past("contract"), past("complaint"), "closed")
  expect(await counts()).toEqual({ rooms: 0, tickets: 0 })
})

test("a report goes 3 years after its decision, unless a ban of it is in force", async () => {
  const filed = async () => {
    const done = await fileReport(
      (await createPerson()).actor,
      { kind: "expert", id: (await createExpert()).expertId },
      { reason: "scam", details: "", block: false, pictureIds: [], submissionKey: newId() },
    )
    if (!done.ok) throw new Error(done.reason)
    return done.reportId
  }
  const [fresh, over, banned] = [await filed(), await filed(), await filed()]
  await db().execute(
    sql`update reports set state = 'actioned', created_at = ${past("complaint")}::timestamptz,
      updated_at = ${past("complaint")}::timestamptz`,
  )
  await db().execute(
    sql`update reports set updated_at = ${kept("complaint")}::timestamptz where id = ${fresh}::uuid`,
  )
  await db().execute(
    sql`insert into sanctions (id, report_id, kind, reason, ends_at)
      values (${newId()}::uuid, ${banned}::uuid, 'banned', '사기', '2999-01-01')`,
  )
  await runJob("forget-reports")
  const left = await db().execute<{ id: string }>(sql`select id from reports`)
  expect(left.map(({ id }) => id).sort()).toEqual([fresh, banned].sort())
  expect(left.map(({ id }) => id)).not.toContain(over)
})

test("an expert who leaves is nameless at once, and their papers go when nothing must be kept", async () => {
  const { expert } = await createOrderInState("completed")
  const { actor, expertId } = expert
  await db().execute(
    sql`insert into expert_certificates (id, expert_id, name, issuer, picture_id)
      values (${newId()}::uuid, ${expertId}::uuid, '도배기능사', '공단',
      ${await createPictureRow(expertId, "certificate", true)}::uuid)`,
  )
  if (actor.kind !== "member") throw new Error("An expert is a member")
  expect(await leaveMembership(actor, { password: "", reason: "", signedInAt: new Date() })).toEqual({
    ok: true,
  })
  await drainEvents()
  const read = () =>
    one<{ state: string; name: string; number: string; papers: number }>(
      sql`select state, name, business_number as number, (select count(*)::int from expert_certificates
        where expert_id = user_id) as papers from experts where user_id = ${expertId}::uuid`,
    )
  const number = (
    await db().select({ number: experts.businessNumber }).from(experts).where(eq(experts.userId, expertId))
  )[0]?.number
  expect(await read()).toEqual({ state: "terminated", name: "탈퇴한 전문가", number, papers: 1 })
  await cleanUpAccounts()
  await drainEvents()
  expect((await read())?.papers).toBe(1)
  await db()
    .update(departures)
    .set({ retainUntil: new Date(Date.now() - minute) })
    .where(eq(departures.userId, expertId))
  await cleanUpAccounts()
  await drainEvents()
  expect(await read()).toEqual({
    state: "terminated",
    name: "탈퇴한 전문가",
    number: `left-${expertId}`,
    papers: 0,
  })
  expect(await one(sql`select record from departures where user_id = ${expertId}::uuid`)).toEqual({
    record: null,
  })
})
