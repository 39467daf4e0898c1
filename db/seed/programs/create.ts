/** Keys and webhooks of the demo shop: one key in use, one revoked, and an address with what it was told. */
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
    const keys = buildKeys(demo.shop.id, present)
    const { endpoint, deliveries } = buildWebhook(demo.shop.id, present)
    await writeWithProgress(step, "API 키와 웹훅", keys.length + deliveries.length, "건", async () => {
      await tx.insert(apiKeys).values(keys)
      await tx.insert(webhookEndpoints).values(endpoint)
      await tx.insert(webhookDeliveries).values(deliveries)
    })
  })
}

/** Of a demo key nobody knows more than its hash: with it nothing can be opened. */
const hashOf = (name: string) => createHash("sha256").update(`demo key ${name}`).digest("base64url")

function buildKeys(ownerId: string, present: Date): (typeof apiKeys.$inferInsert)[] {
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

function buildWebhook(ownerId: string, present: Date) {
  const endpointId = createSeedId("webhook/stock", addDays(present, -30))
  const endpoint: typeof webhookEndpoints.$inferInsert = {
    id: endpointId,
    ownerId,
    url: "https://hooks.example.kr/baroildang",
    events: ["order.paid", "claim.moved"],
    createdAt: addDays(present, -30),
  }
  const tell = (
    name: string,
    event: WebhookEvent,
    at: Date,
    outcome: Partial<typeof webhookDeliveries.$inferInsert>,
  ): typeof webhookDeliveries.$inferInsert => ({
    id: createSeedId(`webhook-delivery/${name}`, at),
    endpointId,
    event,
    body: JSON.stringify({ type: event, timestamp: at.toISOString(), data: {} }),
    state: "sent",
    tries: 1,
    nextTryAt: at,
    createdAt: at,
    ...outcome,
  })
  const hoursAgo = (hours: number) => new Date(present.getTime() - hours * HOUR_MS)
  return {
    endpoint,
    deliveries: [
      tell("paid", "order.paid", hoursAgo(3), { status: 204, sentAt: hoursAgo(3) }),
      tell("claim", "claim.moved", hoursAgo(20), { status: 200, tries: 2, sentAt: hoursAgo(19.9) }),
      tell("failed", "order.paid", hoursAgo(52), {
        state: "failed",
        tries: 7,
        status: 503,
      }),
    ],
  }
}
