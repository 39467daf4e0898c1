/** Owns what lies on the tables of the two demo accounts: everything a visitor wants to try is there. */
import type { Content } from "./proposals.ts"
import { caseOf, placeOrder, type Placed, type Plan } from "./orders.ts"
import { dice } from "./random.ts"
import { review, type ReviewWords } from "./reviews.ts"
import { serviceOf } from "./services.ts"
import { addDays, endOfKstDay, kstDateString } from "#app/basics/time.ts"
import type { Customer, Expert, Town } from "./town.ts"

function expertCalled(town: Town, name: string): Expert {
  const found = town.experts.find((expert) => expert.seed.name === name && expert.approvedAt)
  if (!found) throw new Error(`The demo town has no expert called ${name}`)
  return found
}

const wallpaper = serviceOf("interior", "wallpaper")
const flooring = serviceOf("interior", "flooring")
const patch = serviceOf("repair", "wallpaper-patch")

/** The orders of customer@demo.kr: one in every state, and three proposals that wait to be compared. */
export function addCustomersOrders(town: Town, customer: Customer, demo: Expert, words: ReviewWords): void {
  const order = (label: string, plan: Omit<Plan, "label" | "customer">): Placed => placeOrder(town, { ...plan, label: `customer/${label}`, customer })
  const home = { home: "아파트", pyeong: 24, rooms: 3, floor: 12 } as const
  const own = { regionCode: customer.regionCode, facts: home }
  order("compare", {
    ...own, state: "open", service: wallpaper, seed: caseOf(wallpaper, 0), age: 1.3, proposals: 3, experts: [demo, expertCalled(town, "박서연"), expertCalled(town,
      "정민호")], only: true, unseen: true,
    title: "24평 아파트 거실·방3 실크 도배", description: "다음 주에 입주하기 전에 도배를 끝내고 싶어요. 기존 벽지는 두 겹이고, 방 하나는 모서리에 곰팡이가 조금 있어요. 짐은 모두 빼 둔 상태예요.",
    budget: { min: 1_500_000, max: 2_000_000 }, offers: comparedOffers(town),
  })
  order("fresh", { ...own, state: "open", service: serviceOf("repair", "leak"), seed: caseOf(serviceOf("repair", "leak"), 0), age: 12 / 1_440, proposals: 0 })
  order("many", { ...own, state: "open", service: serviceOf("demolition", "move-in"), seed: caseOf(serviceOf("demolition", "move-in"), 2), age: 4.4,
    proposals: 6 })
  order("draft", { ...own, state: "draft", service: serviceOf("installation", "aircon"), seed: caseOf(serviceOf("installation", "aircon"), 0), age: 0.6,
    proposals: 0 })
  order("matched", { ...own, state: "matched", service: serviceOf("moving", "full"), seed: caseOf(serviceOf("moving", "full"), 2), age: 0.7, proposals: 4 })
  order("change", { ...own, state: "in_progress", service: flooring, seed: caseOf(flooring, 0), age: 1, proposals: 3 })
  order("delivered", { ...own, state: "delivered", service: serviceOf("interior", "film-paint"), seed: caseOf(serviceOf("interior", "film-paint"), 0), age: 2,
    proposals: 3 })
  order("changes", { ...own, state: "changes_requested", service: serviceOf("installation", "furniture"), seed: caseOf(serviceOf("installation", "furniture"),
    0), age: 1, proposals: 2 })
  order("disputed", { ...own, state: "disputed", service: serviceOf("demolition", "move-out"), seed: caseOf(serviceOf("demolition", "move-out"), 0), age: 5,
    proposals: 3 })
  order("cancelled", { ...own, state: "cancelled", service: serviceOf("moving", "truck"), seed: caseOf(serviceOf("moving", "truck"), 0), age: 40,
    proposals: 2 })
  order("cancelled-late", { ...own, state: "cancelled", cancelledLate: true, service: serviceOf("repair", "door-window"), seed: caseOf(serviceOf("repair",
    "door-window"), 2), age: 66, proposals: 2 })
  order("expired", { ...own, state: "expired", service: serviceOf("installation", "light"), seed: caseOf(serviceOf("installation", "light"), 1), age: 90,
    proposals: 1 })
  // One to be rated, and three that were.
  order("unrated", { ...own, state: "completed", service: serviceOf("demolition", "aircon"), seed: caseOf(serviceOf("demolition", "aircon"), 1), age: 1,
    proposals: 3 })
  for (const [place, service] of [serviceOf("repair", "electric"), serviceOf("installation", "tv"), serviceOf("demolition", "living")].entries()) {
    review(town, order(`rated/${place}`, { ...own, state: "completed", service, seed: caseOf(service, place), age: 70 + place * 85, proposals: 3 }), words,
      { sure: true, keep: true })
  }
}

/** The three proposals side by side: one is dear and fast, one cheap but silent about what is left out. */
function comparedOffers(town: Town): Partial<Content>[] {
  const today = kstDateString(town.present)
  const offerOf = (unitPriceWon: number, work: number, removal: number, rest: Omit<Partial<Content>,
    "lines" | "totalWon" | "validUntil">): Partial<Content> => {
    const lines = [
      { name: "실크 벽지", quantity: 24, unit: "평", unitPriceWon }, { name: "도배 시공", quantity: 1, unit: "식", unitPriceWon: work }, { name: "기존 벽지 제거", quantity: 1,
        unit: "식", unitPriceWon: removal },
    ]
    return { ...rest, lines, totalWon: 24 * unitPriceWon + work + removal, validUntil: endOfKstDay(addDays(today, 9)) }
  }
  return [
    offerOf(32_000, 862_000, 150_000, {
      message: "하루 한 집만 맡아서 이틀 안에 깔끔하게 끝내드려요.", included: ["실크 벽지 자재", "기존 벽지 제거", "폐기물 처리"], excluded: ["가구 이동"], earliestStart: addDays(today, 6), days: 2,
      warrantyMonths: 12, siteVisitNeeded: true, siteVisitFeeWon: 0, extraChargeRule: "석고보드가 젖어 있으면 사진을 보여 드리고 동의를 받은 뒤 한 장에 4만원이 더 들어요.",
    }),
    offerOf(30_000, 830_000, 100_000, {
      message: "자재를 직접 들여와서 가격을 낮췄어요.", included: ["실크 벽지 자재", "기존 벽지 제거"], excluded: [], earliestStart: addDays(today, 11), days: 3, warrantyMonths: 6,
        siteVisitNeeded: true, siteVisitFeeWon: 0,
      extraChargeRule: "",
    }),
    offerOf(35_000, 880_000, 200_000, {
      message: "3명이 함께 가서 하루에 마무리해요.", included: ["실크 벽지 자재", "기존 벽지 제거", "폐기물 처리", "가구 이동"], excluded: ["천장 몰딩 교체"], earliestStart: addDays(today, 4), days: 1,
        warrantyMonths: 12,
      siteVisitNeeded: true, siteVisitFeeWon: 30_000, extraChargeRule: "추가 비용은 없어요.",
    }),
  ]
}

const near = ["11650", "11680", "11590", "11620", "11710", "11440", "11200", "11170", "41290", "41135"] as const

/** The work of expert@demo.kr: in every state, with proposals in every state, invitations, and requests to answer. */
export function addExpertsOrders(town: Town, demo: Expert, words: ReviewWords): void {
  const chance = dice("work of the demo expert")
  const services = [wallpaper, wallpaper, patch, wallpaper, flooring]
  let number = 0
  const order = (state: Plan["state"], age: number, extra: Partial<Plan> = {}): Placed => {
    const service = services[number % services.length] ?? wallpaper
    number += 1
    return placeOrder(town, {
      label: `expert/${state}/${number}`, state, service, seed: caseOf(service, Math.floor(number / 2)), age, proposals: chance.int(2, 4), experts: [demo],
        regionCode: chance.pick(near), ...extra,
    })
  }
  // The chart of earnings goes back a year; work grows towards today.
  for (let done = 0; done < 46; done += 1) {
    const placed = order("completed", 2 + Math.round(375 * (done / 46) ** 1.25))
    review(town, placed, words, { sure: done > 1 && done % 8 !== 7, keep: true })
  }
  for (const age of [0.3, 2]) order("matched", age)
  placeOrder(town, { label: "expert/change/in_progress", state: "in_progress", service: flooring, seed: caseOf(flooring, 2), age: 1, proposals: 3,
    experts: [demo], regionCode: "11680" })
  order("in_progress", 1)
  for (const age of [1, 3]) order("delivered", age)
  order("changes_requested", 1)
  order("disputed", 6)
  for (const age of [20, 75]) order("cancelled", age, { cancelledLate: true })
  // Not chosen, expired, declined, withdrawn: somebody else got the work, or nobody.
  for (let missed = 0; missed < 7; missed += 1) placeWithoutHim(town, demo, missed)
  // Open: answered, invited, and free to be answered.
  for (const age of [0.2, 1.1, 2.6, 9.5]) order("open", age)
  for (const [place, age] of [0.08, 0.9].entries()) {
    placeOrder(town, { label: `expert/invited/${place}`, state: "open", service: place === 0 ? wallpaper : patch, seed: caseOf(place === 0 ? wallpaper : patch,
      place + 3), age, proposals: place, invited: demo, regionCode: place === 0 ? "11650" : "11680" })
  }
  for (let free = 0; free < 8; free += 1) {
    const service = services[free % services.length] ?? wallpaper
    placeFree(town, demo, service, free)
  }
  settleHisStates(town, demo)
}

function placeWithoutHim(town: Town, demo: Expert, missed: number): void {
  const rivals = [expertCalled(town, "박서연"), expertCalled(town, "정민호"), expertCalled(town, "송다은")]
  const rival = rivals[missed % rivals.length] ?? demo
  placeOrder(town, {
    label: `expert/missed/${missed}`, state: missed % 3 === 2 ? "expired" : "completed", service: wallpaper, seed: caseOf(wallpaper, missed),
      age: 6 + missed * 11, proposals: 3,
    experts: missed % 3 === 2 ? [demo] : [rival, demo], regionCode: missed % 3 === 2 ? "11650" : "11440",
  })
}

/** A request that fits him and that he has not answered: he is told apart from those who propose. */
function placeFree(town: Town, demo: Expert, service: Plan["service"], free: number): void {
  const approvedAt = demo.approvedAt
  demo.approvedAt = null
  placeOrder(town, { label: `expert/free/${free}`, state: "open", service, seed: caseOf(service, free + 1), age: 0.03 + free * free * 0.11, proposals: [0, 1, 0,
    2, 3, 1, 4, 2][free] ?? 0, regionCode: near[free % near.length] ?? "11650" })
  demo.approvedAt = approvedAt
}

/** Makes sure that each state a proposal can have is on his list, by turning one that was passed over. */
function settleHisStates(town: Town, demo: Expert): void {
  const his = town.rows.proposals.filter((proposal) => proposal.expertId === demo.id)
  const orderOf = new Map(town.rows.orders.map((order) => [order.id, order]))
  for (const state of ["declined", "withdrawn"] as const) {
    if (his.some((proposal) => proposal.state === state)) continue
    const turned = his.find((proposal) => proposal.state === "not_selected" && proposal.viewedAt)
    const order = turned && orderOf.get(turned.orderId)
    if (!turned || !order?.openedAt || !turned.viewedAt || !turned.decidedAt) continue
    const decidedAt = new Date((turned.viewedAt.getTime() + turned.decidedAt.getTime()) / 2)
    Object.assign(turned, { state, decidedAt, updatedAt: decidedAt, ...(state === "declined" ? { declineReason: "일정이 맞지 않아요" } : {}) })
    if (state === "withdrawn") order.proposalCount = (order.proposalCount ?? 1) - 1
  }
}
