/**
 * Charges that are held and released a second: 16 orders at a time, each asked for, chosen with safe payment,
 * paid, begun, delivered and confirmed, beside a floor of the same statements sent through the bare driver.
 */
import { createPerson, type Person } from "../app/areas/accounts/fixtures.ts"
import { createExpert, type Expert } from "../app/areas/experts/fixtures.ts"
import { createBegunSafeOrder, deliverPart } from "../app/areas/orders/fixtures.ts"
import { completeWork } from "../app/areas/orders/service/work.server.ts"
import { measureRate, median } from "./rate.ts"
import { openDriver, recordStatements, type Statement } from "./recorded-statements.ts"
import { noteFigure } from "./figures.ts"

const WORKERS = 16
const SECONDS = 4
const ROUNDS = 3
const PLAN = [{ name: "작업비", task: "도배", materials: "", amountWon: 1_780_000, days: 2 }]

type Pair = { customer: Person; expert: Expert }

/** One order from its request to the release of what was held for it. */
export async function holdAndRelease(people: Pair): Promise<void> {
  const order = await createBegunSafeOrder(PLAN, people)
  await deliverPart(order)
  const released = await completeWork(people.customer.actor, order.orderId)
  if (!released.ok) throw new Error(released.reason)
}

/** Prints the rates of three rounds; fails where a charge was not released. */
export async function measureCharges(): Promise<void> {
  const pairs = await Promise.all(
    Array.from({ length: WORKERS }, async () => ({
      customer: await createPerson(),
      expert: await createExpert(),
    })),
  )
  const recorded: Statement[][] = []
  for (const pair of pairs) {
    await holdAndRelease(pair)
    recorded.push(await recordStatements(() => holdAndRelease(pair)))
  }
  const stableIds = new Set(pairs.flatMap(({ customer, expert }) => [customer.actor.userId, expert.expertId]))
  const bare = openDriver(WORKERS)
  const rounds: { services: number; baseline: number; p50: number; p99: number }[] = []
  // The first round lets everything warm up.
  for (let round = 0; round <= ROUNDS; round += 1) {
    const services = await measureRate(pairs, SECONDS, holdAndRelease)
    const baseline = await measureRate(pairs, SECONDS, (_, index) =>
      bare.repeat(recorded[index] ?? [], stableIds),
    )
    if (round > 0)
      rounds.push({
        services: services.perSecond,
        baseline: baseline.perSecond,
        p50: services.p50,
        p99: services.p99,
      })
  }
  await bare.close()
  const middle = (read: (round: (typeof rounds)[number]) => number) => median(rounds.map(read))
  console.log(`\n안심결제 (요청에서 지급까지, ${WORKERS}건씩, 질의 ${recorded[0]?.length ?? 0}개)`)
  const [p50, p99] = [middle((round) => round.p50), middle((round) => round.p99)]
  const ratio = middle((round) => round.services / round.baseline)
  const times = `p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms`
  const [services, baseline] = [middle((round) => round.services), middle((round) => round.baseline)]
  noteFigure("charges.perSecond", services, "more")
  noteFigure("charges.ratioToStatements", ratio, "more")
  console.log(
    `  초당 ${services.toFixed(1)}건 (${times}) · 같은 질의만 ${baseline.toFixed(1)}건 · 비율 ${ratio.toFixed(2)}`,
  )
}
