/**
 * Keys and webhooks of the demo shop and the demo expert: keys in use, one revoked, and an address of each
 * with what it was told.
 */
import { createHash } from "node:crypto"
import type postgres from "postgres"
import type { WebhookEvent } from "#app/areas/api/rules.ts"
import { apiKeys, webhookDeliveries, webhookEndpoints } from "#app/areas/api/schema.server.ts"
import { addDays, HOUR_MS, MINUTE_MS } from "#app/basics/time.ts"
import { findDemoPeople, writePart, writeWithProgress, type RunStep } from "../parts.ts"
import { createSeedId } from "../random.ts"

/** Creates `part` of the town. */
export async function create(client: postgres.Sql, part: string, step: RunStep): Promise<void> {
  const { demo } = await findDemoPeople(client)
  await writePart(client, part, async (tx, present) => {
    const keys = [...buildShopKeys(demo.shop.id, present), buildExpertKey(demo.expert.id, present)]
    const webhooks = [buildShopWebhook(demo.shop.id, present), buildExpertWebhook(demo.expert.id, present)]
    const deliveries = webhooks.flatMap((webhook) => webhook.deliveries)
    await writeWithProgress(step, "API 키와 웹훅", keys.length + deliveries.length, "건", async () => {
      await tx.insert(apiKeys).values(keys)
      await tx.insert(webhookEndpoints).values(webhooks.map(({ endpoint }) => endpoint))
      await tx.insert(webhookDeliveries).values(deliveries)
    })
  })
}

/** Of a demo key nobody knows more than its hash: with it nothing can be opened. */
const hashOf = (name: string) => createHash("sha256").update(`demo key ${name}`).digest("base64url")

function buildShopKeys(ownerId: string, present: Date): (typeof apiKeys.$inferInsert)[] {
  return [
    {
      id: createSeedId("api-key/stock", addDays(present, -40)),
      ownerId,
      name: "재고 관리 프로그램",
      prefix: "brd_k3Vx9Q",
      keyHash: hashOf("stock"),
      scopes: ["products:read", "stock:read", "stock:write"],
      createdAt: addDays(present, -40),
      lastUsedAt: new Date(present.getTime() - 20 * MINUTE_MS),
    },
    {
      id: createSeedId("api-key/old", addDays(present, -90)),
      ownerId,
      name: "예전 발송 프로그램",
      prefix: "brd_Zp71aT",
      keyHash: hashOf("old"),
      scopes: ["orders:read", "orders:write"],
      createdAt: addDays(present, -90),
      lastUsedAt: addDays(present, -41),
      revokedAt: addDays(present, -40),
    },
  ]
}

const buildExpertKey = (ownerId: string, present: Date): typeof apiKeys.$inferInsert => ({
  id: createSeedId("api-key/calendar", addDays(present, -25)),
  ownerId,
  name: "일정 관리 프로그램",
  prefix: "brd_u8Rm2C",
  keyHash: hashOf("calendar"),
  scopes: ["requests:read", "proposals:read", "work:read"],
  createdAt: addDays(present, -25),
  lastUsedAt: new Date(present.getTime() - 12 * MINUTE_MS),
})

type Outcome = Partial<typeof webhookDeliveries.$inferInsert>

/** An address of `ownerId`, with a delivery for each of `told`: what, how many hours ago, and how it went. */
function buildWebhook(
  present: Date,
  {
    name,
    told,
    ...endpoint
  }: Pick<typeof webhookEndpoints.$inferInsert, "ownerId" | "url" | "events"> & {
    name: string
    told: readonly [event: WebhookEvent, hours: number, outcome: Outcome][]
  },
) {
  const since = addDays(present, -30)
  const endpointId = createSeedId(`webhook/${name}`, since)
  return {
    endpoint: { id: endpointId, ...endpoint, createdAt: since },
    deliveries: told.map(([event, hours, outcome]): typeof webhookDeliveries.$inferInsert => {
      const at = new Date(present.getTime() - hours * HOUR_MS)
      return {
        id: createSeedId(`webhook-delivery/${name}/${event}/${hours}`, at),
        endpointId,
        event,
        body: JSON.stringify({ type: event, timestamp: at.toISOString(), data: {} }),
        state: "sent",
        tries: 1,
        nextTryAt: at,
        createdAt: at,
        sentAt: outcome.state === "failed" ? null : new Date(at.getTime() + MINUTE_MS),
        ...outcome,
      }
    }),
  }
}

const buildShopWebhook = (ownerId: string, present: Date) =>
  buildWebhook(present, {
    name: "stock",
    ownerId,
    url: "https://hooks.example.kr/baroildang",
    events: ["order.paid", "claim.moved"],
    told: [
      ["order.paid", 3, { status: 204 }],
      ["claim.moved", 20, { status: 200, tries: 2 }],
      ["order.paid", 52, { status: 503, state: "failed", tries: 7 }],
    ],
  })

const buildExpertWebhook = (ownerId: string, present: Date) =>
  buildWebhook(present, {
    name: "calendar",
    ownerId,
    url: "https://calendar.example.kr/hooks/baroildang",
    events: ["request.opened", "proposal.moved", "work.moved", "payout.moved"],
    told: [
      ["request.opened", 1, { status: 204 }],
      ["proposal.moved", 6, { status: 204 }],
      ["work.moved", 27, { status: 200, tries: 3 }],
      ["payout.moved", 50, { status: 204 }],
    ],
  })
