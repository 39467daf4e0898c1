/**
 * The main job a second: 16 workers, each a customer who asks, an expert who proposes, and the customer who
 * chooses.
 */
import { createPerson } from "../app/areas/accounts/fixtures.ts"
import { createExpert } from "../app/areas/experts/fixtures.ts"
import { createOrder } from "../app/areas/orders/service/create-order.server.ts"
import { acceptProposal } from "../app/areas/orders/service/received-proposals.server.ts"
import { sendProposal } from "../app/areas/orders/service/proposals.server.ts"
import { newId } from "../app/basics/ids.ts"
import { addDays, toKstDateString } from "../app/basics/time.ts"
import { noteFigure } from "./figures.ts"

const WORKERS = 16
const SECONDS = 5

export async function measureOrderFlow(): Promise<void> {
  const people = await Promise.all(
    Array.from({ length: WORKERS }, async () => ({
      customer: await createPerson(),
      expert: await createExpert(),
    })),
  )
  const today = toKstDateString(new Date())
  const times: number[] = []
  const end = performance.now() + SECONDS * 1_000
  const started = performance.now()
  await Promise.all(
    people.map(async ({ customer, expert }) => {
      while (performance.now() < end) {
        const begunAt = performance.now()
        const order = await createOrder(customer.actor, {
          category: "repair",
          service: "leak",
          title: "싱크대 아래에서 물이 새요",
          description: "어제부터 조금씩 새요.",
          answers: [],
          regionCode: "11650",
          schedule: "soon",
          wantedOn: null,
          budgetMinWon: null,
          budgetMaxWon: 200_000,
          pictureIds: [],
          address: null,
          contactPhone: null,
          thirdPartyConsent: false,
          invitedExpertId: null,
          submissionKey: newId(),
        })
        if (!order.ok) throw new Error(order.reason)
        const proposal = await sendProposal(expert.actor, order.orderId, {
          lines: [{ name: "배관 교체", quantity: 1, unit: "식", unitPriceWon: 150_000 }],
          included: ["자재"],
          excluded: ["도배"],
          extraChargeRule: "",
          validUntil: addDays(today, 7),
          earliestStart: today,
          days: 1,
          warrantyMonths: 12,
          siteVisitNeeded: false,
          siteVisitFeeWon: 0,
          plan: [],
          message: "바로 갈 수 있어요.",
        })
        if (!proposal.ok) throw new Error(proposal.reason)
        const chosen = await acceptProposal(customer.actor, order.orderId, {
          proposalId: proposal.proposalId,
          version: 1,
          address: "서초대로 1",
          contactPhone: "+821012345678",
          thirdPartyConsent: true,
          payment: "direct",
        })
        if (!chosen.ok) throw new Error(chosen.reason)
        times.push(performance.now() - begunAt)
      }
    }),
  )
  const seconds = (performance.now() - started) / 1_000
  times.sort((a, b) => a - b)
  const percentile = (share: number) => (times[Math.floor(times.length * share)] ?? 0).toFixed(0)
  noteFigure("orders.perSecond", times.length / seconds, "more")
  console.log(
    `\n요청 → 견적 → 선택 (작업자 ${WORKERS}명): 초당 ${(times.length / seconds).toFixed(0)}건 · p50 ${percentile(0.5)} ` +
      `ms · p99 ${percentile(0.99)} ms`,
  )
}
