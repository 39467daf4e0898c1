/**
 * Builders of requests, proposals and orders in every state, for tests: through the services, as people
 * make them.
 */
import { eq } from "drizzle-orm"
import { newId } from "#app/basics/ids.ts"
import { addDays, toKstDateString } from "#app/basics/time.ts"
import { now } from "#app/basics/clock.ts"
import { db } from "#app/platform/db.server.ts"
import { pictures } from "#app/platform/schema.server.ts"
import { createPerson, type Person } from "../accounts/fixtures.ts"
import type { Actor } from "../accounts/rules.ts"
import { createExpert, type Expert } from "../experts/fixtures.ts"
import { payCharge } from "../money/fixtures.ts"
import type { OrderPayment, PlanPart } from "./payment-rules.ts"
import type { OrderState } from "./rules.ts"
import { orderParts, orders } from "./schema.server.ts"
import { acceptProposal } from "./service/received-proposals.server.ts"
import { createOrder, type CreateOrderInput } from "./service/create-order.server.ts"
import { sendProposal, type ProposalInput } from "./service/proposals.server.ts"
import { escalateWarrantyClaim, openWarrantyClaim, refuseWarrantyClaim } from "./service/warranties.server.ts"
import { expireOrders } from "./service/scheduled.server.ts"
import {
  cancelOrder,
  completeWork,
  deliverWork,
  openDispute,
  requestChanges,
  startNextPart,
  startWork,
} from "./service/work.server.ts"

/** A request as the form gives it. */
export const buildOrderInput = (overrides: Partial<CreateOrderInput> = {}): CreateOrderInput => ({
  category: "repair",
  service: "도배",
  title: "24평 아파트 거실·방3 실크 도배",
  description: "벽지가 누렇게 변했어요. 가구는 저희가 옮겨 둘게요.",
  answers: [{ question: "area", label: "몇 평인가요?", answer: "24평" }],
  regionCode: "11650",
  schedule: "date",
  wantedOn: addDays(toKstDateString(now()), 7),
  budgetMinWon: 1_500_000,
  budgetMaxWon: 2_000_000,
  pictureIds: [],
  address: null,
  contactPhone: null,
  thirdPartyConsent: false,
  invitedExpertId: null,
  submissionKey: newId(),
  ...overrides,
})

/** A proposal as the form gives it: 1,780,000원. */
export const buildProposalInput = (overrides: Partial<ProposalInput> = {}): ProposalInput => ({
  lines: [
    { name: "실크 벽지 시공", quantity: 24, unit: "평", unitPriceWon: 62_000 },
    { name: "기존 벽지 제거", quantity: 1, unit: "식", unitPriceWon: 292_000 },
  ],
  included: ["실크 벽지 자재", "기존 벽지 제거", "폐기물 처리"],
  excluded: ["가구 이동"],
  extraChargeRule: "곰팡이 제거는 1㎡에 15,000원",
  validUntil: addDays(toKstDateString(now()), 10),
  earliestStart: addDays(toKstDateString(now()), 3),
  days: 2,
  warrantyMonths: 12,
  siteVisitNeeded: false,
  siteVisitFeeWon: 0,
  message: "하루 한 집만 맡아서 이틀 안에 깔끔하게 끝내드려요.",
  plan: [],
  ...overrides,
})

export const CONTACT: {
  address: string
  contactPhone: string
  thirdPartyConsent: true
  payment: OrderPayment
} = {
  address: "서울 서초구 서초대로 1, 101동 1001호",
  contactPhone: "+821012345678",
  thirdPartyConsent: true,
  payment: "direct",
}

/** Stores what the database keeps of a picture, without its file. */
export async function createPicture(ownerId: string, purpose: "order" | "after" | "claim"): Promise<string> {
  const id = newId()
  await db()
    .insert(pictures)
    .values({
      id,
      ownerId,
      purpose,
      storageKey: `test/${id}`,
      originalName: "사진.jpg",
      alt: "현장 사진",
      width: 800,
      height: 600,
      bytes: 1_000,
      placeholder: "data:image/webp;base64,UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==",
    })
  return id
}

async function expectOk<Result extends { ok: boolean }>(
  pendingOutcome: Promise<Result>,
): Promise<Extract<Result, { ok: true }>> {
  const result = await pendingOutcome
  if (!result.ok) throw new Error(`refused: ${JSON.stringify(result)}`)
  return result as Extract<Result, { ok: true }>
}

/** Opens a request of `customer`. */
export async function createOpenOrder(
  customer: Actor,
  overrides: Partial<CreateOrderInput> = {},
): Promise<string> {
  return (await expectOk(createOrder(customer, buildOrderInput(overrides)))).orderId
}

/** Sends a proposal of `expert`. */
export async function createProposal(
  expert: Actor,
  orderId: string,
  overrides: Partial<ProposalInput> = {},
): Promise<string> {
  return (await expectOk(sendProposal(expert, orderId, buildProposalInput(overrides)))).proposalId
}

export type OrderFixture = { orderId: string; proposalId: string; customer: Person; expert: Expert }

/** A customer's order with an expert's proposal, brought to `state` by the moves of the two. */
export async function createOrderInState(
  state: Exclude<OrderState, "draft">,
  people: {
    customer?: Person
    expert?: Expert
    order?: Partial<CreateOrderInput>
    proposal?: Partial<ProposalInput>
  } = {},
): Promise<OrderFixture> {
  const customer = people.customer ?? (await createPerson({ phone: CONTACT.contactPhone }))
  const expert = people.expert ?? (await createExpert())
  const orderId = await createOpenOrder(customer.actor, people.order)
  const proposalId = await createProposal(expert.actor, orderId, people.proposal)
  const fixture = { orderId, proposalId, customer, expert }
  if (state === "open") return fixture
  if (state === "cancelled") await expectOk(cancelOrder(customer.actor, orderId, ""))
  if (state === "expired") await expireOrder(orderId)
  if (state === "cancelled" || state === "expired") return fixture
  await expectOk(acceptProposal(customer.actor, orderId, { proposalId, version: 1, ...CONTACT }))
  if (state === "matched") return fixture
  await expectOk(startWork(expert.actor, orderId, EARLY_START))
  if (state === "in_progress") return fixture
  await expectOk(
    deliverWork(expert.actor, orderId, {
      pictureIds: [await createPicture(expert.expertId, "after")],
      note: "",
    }),
  )
  if (state === "changes_requested")
    await expectOk(requestChanges(customer.actor, orderId, "이음매가 벌어졌어요."))
  if (state === "completed") await expectOk(completeWork(customer.actor, orderId))
  if (state === "disputed") await expectOk(openDispute(customer.actor, orderId, "약속한 작업과 많이 달라요."))
  return fixture
}

async function expireOrder(orderId: string): Promise<void> {
  await db().update(orders).set({ expiresAt: now() }).where(eq(orders.id, orderId))
  await expireOrders()
}

/** Proposals of tests begin some days from now. */
export const EARLY_START = { reason: "고객이 오늘 시작해 달라고 했어요." }

/** The parts of an order as they stand, in the order of the work. */
export const findParts = (orderId: string) =>
  db().select().from(orderParts).where(eq(orderParts.orderId, orderId)).orderBy(orderParts.position)

/** A plan of three parts of 10, 40 and 50 % of the proposal of {@link buildProposalInput}. */
const THREE_PARTS: PlanPart[] = [
  { name: "계약금", task: "자재 주문", materials: "", amountWon: 178_000, days: 1 },
  { name: "중도금", task: "기존 벽지 제거", materials: "", amountWon: 712_000, days: 1 },
  { name: "잔금", task: "도배와 정리", materials: "", amountWon: 890_000, days: 1 },
]

/** An order that is paid safely, its proposal chosen and nothing paid yet. */
export async function createChosenSafeOrder(
  plan: PlanPart[] = THREE_PARTS,
  people: { customer?: Person; expert?: Expert } = {},
): Promise<OrderFixture> {
  const fixture = await createOrderInState("open", { ...people, proposal: { plan } })
  const { customer, orderId, proposalId } = fixture
  const choice = { proposalId, version: 1, ...CONTACT, payment: "safe" as const }
  await expectOk(acceptProposal(customer.actor, orderId, choice))
  return fixture
}

/** Pays the part that is asked for. */
export async function payAskedPart({ customer, orderId }: OrderFixture): Promise<void> {
  const asked = (await findParts(orderId)).find(({ state }) => state === "asked")
  await expectOk(payCharge(customer.actor, asked?.chargeId ?? ""))
}

/** Hands the part that is under way over. */
export async function deliverPart({ expert, orderId }: OrderFixture): Promise<void> {
  const pictureIds = [await createPicture(expert.expertId, "after")]
  await expectOk(deliverWork(expert.actor, orderId, { pictureIds, note: "여기까지 마쳤어요." }))
}

/** An order that is paid safely, its first part held and its work begun. */
export async function createBegunSafeOrder(
  plan: PlanPart[] = THREE_PARTS,
  people: { customer?: Person; expert?: Expert } = {},
): Promise<OrderFixture> {
  const fixture = await createChosenSafeOrder(plan, people)
  await payAskedPart(fixture)
  await expectOk(startWork(fixture.expert.actor, fixture.orderId, EARLY_START))
  return fixture
}

/** Asks for the next part of an order, which is then paid. */
export async function payNextPart(fixture: OrderFixture): Promise<void> {
  await expectOk(startNextPart(fixture.expert.actor, fixture.orderId))
  await payAskedPart(fixture)
}

/** An order that is paid safely: one part of 1,780,000 won is held, delivered, disputed by the customer. */
export async function createDisputedSafeOrder(people: { customer?: Person } = {}): Promise<OrderFixture> {
  const plan = [{ name: "작업비", task: "도배", materials: "", amountWon: 1_780_000, days: 2 }]
  const fixture = await createBegunSafeOrder(plan, people)
  await deliverPart(fixture)
  await expectOk(openDispute(fixture.customer.actor, fixture.orderId, "약속한 작업과 많이 달라요."))
  return fixture
}

/** A completed order with a claim about a defect that its customer has just reported. */
export async function createClaimedOrder(
  people: { customer?: Person; expert?: Expert } = {},
): Promise<OrderFixture> {
  const fixture = await createOrderInState("completed", people)
  await expectOk(
    openWarrantyClaim(fixture.customer.actor, fixture.orderId, {
      details: "안방 창가 쪽 벽지가 10cm쯤 들떴어요.",
      pictureIds: [await createPicture(fixture.customer.actor.userId, "claim")],
    }),
  )
  return fixture
}

/** Refuses the claim of {@link createClaimedOrder}, and brings it before the administrators. */
export async function createEscalatedClaim(): Promise<OrderFixture> {
  const fixture = await createClaimedOrder()
  const { customer, expert, orderId } = fixture
  await expectOk(
    refuseWarrantyClaim(expert.actor, orderId, { reason: "창문을 오래 열어 두어 생긴 일이에요." }),
  )
  await expectOk(escalateWarrantyClaim(customer.actor, orderId, { note: "창문은 닫혀 있었어요." }))
  return fixture
}
