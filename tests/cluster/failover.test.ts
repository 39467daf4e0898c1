/**
 * Hosts that fail under load, one after the other, and a process of the product with each: nothing that was
 * acknowledged is lost, nothing is sold twice, and everybody goes on by themselves. FAILOVERS says how many;
 * twenty take as many minutes.
 */
import { execFileSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as wait } from "node:timers/promises"
import { eq, inArray, sql } from "drizzle-orm"
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest"
import { createPerson } from "#app/areas/accounts/fixtures.ts"
import { chatMessages } from "#app/areas/chat/schema.server.ts"
import { createExpert } from "#app/areas/experts/fixtures.ts"
import { agreeToPayCharge } from "#app/areas/money/fixtures.ts"
import { charges } from "#app/areas/money/schema.server.ts"
import {
  createBegunSafeOrder,
  createChosenSafeOrder,
  deliverPart,
  findParts,
} from "#app/areas/orders/fixtures.ts"
import { createItemForSale } from "#app/areas/market/fixtures.ts"
import { createProduct, createShop } from "#app/areas/shop/fixtures.ts"
import { orderGroups, variants } from "#app/areas/shop/schema.server.ts"
import { registerCharges } from "#app/charges.server.ts"
import { forgetPrimary } from "#app/platform/database-address.server.ts"
import { connectDatabase, db, disconnectDatabase } from "#app/platform/db.server.ts"
import { readEnvironment, setEnvironment } from "#app/platform/env.server.ts"
import { registerSubjects } from "#app/subjects.server.ts"
import { SECRET, startCluster, waitFor, type Cluster } from "./cluster.ts"
import type { Host } from "./hosts.ts"
import { buy, longestGap, sendUntilDecided, startClusterLoad, type ClusterLoad } from "./load.ts"
import { listMissing } from "./programs.ts"

const FAILOVERS = Number(process.env.FAILOVERS ?? 20)
const MAX_WRITE_GAP_MS = 30_000
/** Pages that a standby can answer: as long as it takes to notice that the primary is away. */
const MAX_LIST_GAP_MS = 10_000
/** Streams come back, and those who missed something are told, within this time. */
const MAX_LATE_MS = 30_000
const LINK_CUT_MS = 20_000
/** Each round: this many want the last pieces of something, and so many parts are paid and released. */
const BUYERS = 10
const STOCK = 6
const PARTS = 4
/** People who hide and show what they sell, and look at their list each time. */
const TRADERS = 6
const PLAN = [{ name: "작업비", task: "도배", materials: "", amountWon: 1_780_000, days: 2 }]

const missing = listMissing()
// oxlint-disable-next-line no-console -- a test that is left out says why
if (missing.length > 0) console.warn(`클러스터 검사를 건너뛰어요. 없는 것: ${missing.join(", ")}`)

describe.skipIf(missing.length > 0)("a cluster whose hosts fail", () => {
  let cluster: Cluster
  let load: ClusterLoad
  let killedProcesses = 0
  let restartedRedis = 0
  beforeAll(async () => {
    cluster = await startCluster()
    setEnvironment(readEnvironment({ APP_ENV: "test", SECRET }))
    registerCharges()
    registerSubjects()
    connectDatabase(cluster.sessionUrl, 8)
    const traders = await Promise.all(
      Array.from({ length: TRADERS }, async () => {
        const seller = await createPerson()
        const { userId } = seller.actor
        return { userId, itemId: await createItemForSale(seller), cookie: seller.cookie }
      }),
    )
    load = await startClusterLoad(cluster.url, traders)
  })
  afterAll(async () => {
    load?.close()
    await disconnectDatabase()
    cluster?.close()
  })

  /** Three members, one of which answers each commit of the leader. */
  const isWhole: Parameters<Cluster["waitForLeader"]>[0] = (all) =>
    all.length === 3 &&
    all.some(({ role }) => role === "sync_standby") &&
    all.every(({ state }) => /running|streaming/.test(state))

  /** Ends one process of the product; its supervisor starts another. */
  const killProcess = (app: Host | undefined) => {
    const pid = app
      ?.listPids()
      .find((each) => readFileSync(`/proc/${each}/cmdline`, "utf8").includes("serve.mjs"))
    if (pid === undefined) return
    process.kill(pid, "SIGKILL")
    killedProcesses += 1
  }

  const faults: readonly [name: string, inject: (round: number) => Promise<void>][] = [
    [
      "the primary's PostgreSQL is killed",
      async () => {
        const former = await cluster.waitForLeader()
        former.killPostgres()
        await cluster.waitForLeader((_, leader) => leader !== former.name)
      },
    ],
    [
      "the primary's host is killed",
      async () => {
        const former = await cluster.waitForLeader()
        former.killAll()
        await cluster.waitForLeader((_, leader) => leader !== former.name)
        former.startEtcd()
        former.startPatroni()
      },
    ],
    [
      "etcd's leader is killed",
      async () => {
        const leader = await cluster.findEtcdLeader()
        leader.killEtcd()
        await cluster.findEtcdLeader()
        leader.startEtcd()
      },
    ],
    [
      "the primary's link is cut both ways",
      async () => {
        const former = await cluster.waitForLeader()
        former.cutLink()
        await wait(LINK_CUT_MS)
        former.mendLink()
      },
    ],
    [
      "a host of the product is killed, and Redis restarted",
      async (round) => {
        const app = cluster.apps[round % 2]
        if (!app) return
        app.killAll()
        cluster.restartRedis()
        restartedRedis += 1
        cluster.startApp(app)
      },
    ],
  ]

  /** The test's own connections look for the primary anew; nobody watches the database for it. */
  const reconnect = async () => {
    await disconnectDatabase()
    forgetPrimary(cluster.sessionUrl)
    connectDatabase(cluster.sessionUrl, 8)
    await waitFor("The database", () => db().execute(sql`select 1 as one`))
  }

  async function prepareRound(shopId: string) {
    const { productId, variantIds } = await createProduct(shopId, [{ priceWon: 40_000, stock: STOCK }])
    const buyers = await Promise.all(
      Array.from({ length: BUYERS }, async () => ({
        ...(await createPerson()),
        productId,
        variantId: variantIds[0] ?? "",
      })),
    )
    const people = async () => ({ customer: await createPerson(), expert: await createExpert() })
    const requests: { path: string; cookie: string; fields?: Record<string, string> }[] = []
    const [toHold, toRelease]: [string[], string[]] = [[], []]
    for (let part = 0; part < PARTS; part += 1) {
      const chosen = await createChosenSafeOrder(PLAN, await people())
      const chargeId = (await findParts(chosen.orderId))[0]?.chargeId ?? ""
      const agreed = await agreeToPayCharge(chosen.customer.actor, chargeId)
      const query = new URLSearchParams({
        paymentKey: agreed.paymentKey,
        orderId: agreed.paymentId,
        amount: String(agreed.amountWon),
      })
      requests.push({
        path: `/shopping/pay/${agreed.paymentId}/done?${query}`,
        cookie: chosen.customer.cookie,
      })
      toHold.push(chargeId)
      const begun = await createBegunSafeOrder(PLAN, await people())
      await deliverPart(begun)
      toRelease.push((await findParts(begun.orderId))[0]?.chargeId ?? "")
      const { cookie } = begun.customer
      requests.push({ path: `/orders/${begun.orderId}`, cookie, fields: { intent: "complete" } })
    }
    return { buyers, requests, toHold, toRelease, variantId: variantIds[0] ?? "" }
  }

  test(`${FAILOVERS} failovers lose nothing, sell nothing twice, and need nobody`, async () => {
    const shop = await createShop()
    const figures: string[] = []
    const gaps: { writeMs: number; listMs: number }[] = []
    for (let round = 0; round < FAILOVERS; round += 1) {
      const [name, inject] = faults[round % faults.length] ?? ["", async () => undefined]
      const prepared = await vi.waitFor(() => prepareRound(shop.sellerId), {
        timeout: 120_000,
        interval: 500,
      })
      const from = Date.now()
      // Spread over the time before, in and after the fault.
      const bought = Promise.all(
        prepared.buyers.map((buyer, index) => wait(index * 900).then(() => buy(cluster.url, buyer))),
      )
      const decided = Promise.all(
        prepared.requests.map(({ path, cookie, fields }, index) =>
          wait(index * 1_100).then(() => sendUntilDecided(cluster.url, path, cookie, fields)),
        ),
      )
      await wait(1_500)
      await inject(round)
      await cluster.waitForProduct()
      killProcess(cluster.apps[(round + 1) % 2])
      const [paidIds] = await Promise.all([bought, decided])
      await cluster.waitForLeader(isWhole)
      await reconnect()
      const to = Date.now()
      const [writeGapMs, ...readGapsMs] = [
        load.acknowledgedAt,
        load.pagesAt,
        load.listsAt,
        load.memberListsAt,
      ].map((times) => longestGap(times, from, to))
      gaps.push({ writeMs: writeGapMs ?? 0, listMs: Math.max(...readGapsMs.slice(1)) })
      const [pages, lists, memberLists] = readGapsMs.map((ms) => (ms / 1000).toFixed(1))
      figures.push(
        `${round + 1}. ${name}: writes paused ${((writeGapMs ?? 0) / 1000).toFixed(1)} s, ` +
          `pages ${pages} s, lists of visitors ${lists} s, of members ${memberLists} s, ` +
          `whole again after ${((to - from) / 1000).toFixed(0)} s`,
      )
      process.stdout.write(`${figures.at(-1)}\n`)
      await checkMoney(prepared, paidIds)
    }
    await load.stop()
    await checkMessages()
    process.stdout.write(
      `${load.acknowledged.length} messages acknowledged, ${load.pagesAt.length} pages read; ` +
        `unanswered or 5xx: ${JSON.stringify(Object.fromEntries(load.pageFailures))}\n`,
    )
    const statements = await cluster.readStatements()
    process.stdout.write(
      `statements ${JSON.stringify(statements)}; of ${load.ownReads.all} lists that were read right after ` +
        `a change of one's own, ${load.ownReads.stale} did not show it\n`,
    )
    expect(load.ownReads.stale).toBe(0)
    expect(load.ownReads.all).toBeGreaterThan(FAILOVERS * TRADERS)
    expect(statements.standby).toBeGreaterThan(0)
    const ledger = execFileSync(process.execPath, [join(import.meta.dirname, "../../bin/ledger.mjs")], {
      env: { PATH: process.env.PATH, APP_ENV: "test", SECRET, DATABASE_URL: cluster.sessionUrl },
    })
    process.stdout.write(ledger)
    const died = cluster.apps.map((app) => cluster.readOutput(app).match(/a process has died/g)?.length ?? 0)
    expect(died.reduce((sum, count) => sum + count, 0)).toBe(killedProcesses)
    process.stdout.write(
      `${FAILOVERS} failovers, ${killedProcesses} processes killed, Redis restarted ` +
        `${restartedRedis} times; lists answered ${load.lists.answered} of ${load.lists.asked}\n`,
    )
    expect(killedProcesses).toBe(FAILOVERS)
    expect(Math.max(...gaps.map(({ writeMs }) => writeMs))).toBeLessThan(MAX_WRITE_GAP_MS)
    expect(Math.max(...gaps.map(({ listMs }) => listMs))).toBeLessThan(MAX_LIST_GAP_MS)
  })

  type Prepared = Awaited<ReturnType<typeof prepareRound>>

  /** What was paid is paid once, the stock agrees, and the parts are held and released. */
  async function checkMoney({ toHold, toRelease, variantId }: Prepared, paidIds: readonly (string | null)[]) {
    const paid = paidIds.filter((id) => id !== null)
    const groups = await db()
      .select({ id: orderGroups.id, state: orderGroups.state })
      .from(orderGroups)
      .where(inArray(orderGroups.id, paid))
    expect(groups.filter(({ state }) => state === "paid")).toHaveLength(paid.length)
    const [sold] = await db().execute<{ quantity: number }>(sql`
      select coalesce(sum(l.quantity), 0)::int as quantity from order_lines l
      join shop_orders o on o.id = l.order_id join order_groups g on g.id = o.group_id
      where l.variant_id = ${variantId} and g.state = 'paid'`)
    const [variant] = await db().select().from(variants).where(eq(variants.id, variantId))
    expect(sold?.quantity).toBeLessThanOrEqual(STOCK)
    expect(Number(sold?.quantity) + Number(variant?.stock)).toBeLessThanOrEqual(STOCK)
    const states = async (ids: readonly string[]) =>
      (
        await db()
          .select()
          .from(charges)
          .where(inArray(charges.id, [...ids]))
      ).map(({ state }) => state)
    await waitFor("Every payment", async () =>
      (await states(toHold)).every((state) => state === "held") ? true : undefined,
    )
    expect(await states(toRelease)).toEqual(toRelease.map(() => "released"))
  }

  /** Every acknowledged message is there once, and its listeners heard it or were told to look again. */
  async function checkMessages() {
    const roomIds = [...new Set(load.listeners.map(({ roomId }) => roomId))]
    const stored = await db().select().from(chatMessages).where(inArray(chatMessages.roomId, roomIds))
    const byKey = Map.groupBy(stored, ({ clientKey }) => clientKey)
    expect(load.acknowledged.filter(({ clientKey }) => byKey.get(clientKey)?.length !== 1)).toEqual([])
    await waitFor("What each listener missed", async () =>
      listLateness(stored).every(({ lateMs }) => Number.isFinite(lateMs)) ? true : undefined,
    ).catch(() => undefined)
    const latest = listLateness(stored).sort((a, b) => b.lateMs - a.lateMs)
    process.stdout.write(
      `listeners knew of each message at most ${latest[0]?.lateMs} ms after it was written\n`,
    )
    expect(latest.filter(({ lateMs }) => lateMs > MAX_LATE_MS).slice(0, 5)).toEqual([])
  }

  /**
   * How long after a message was written its listener heard it, or a later one of the room, whose number says
   * that one is missing, or was told to look again.
   */
  const listLateness = (stored: readonly (typeof chatMessages.$inferSelect)[]) =>
    load.listeners.flatMap(({ userId, roomId, heardAt, lookedAgainAt, connections }) =>
      stored
        .filter((message) => message.roomId === roomId && message.senderId !== userId)
        .map(({ seq, createdAt }) => {
          const at = createdAt.getTime()
          const lookedAgain = lookedAgainAt.find((each) => each >= at)
          const heard = [...heardAt].flatMap(([number, time]) => (number >= seq ? [time] : []))
          const knownAt = Math.min(lookedAgain ?? Infinity, ...heard)
          return { lateMs: knownAt - at, roomId, seq, createdAt, connections: connections.slice(-6) }
        }),
    )
})
