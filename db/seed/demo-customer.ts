/**
 * What lies on the table of customer@demo.kr: everything a visitor wants to try as a customer is there.
 */
import { getProposalTotalWon, type Category } from "#app/areas/orders/rules.ts"
import { addDays, endOfKstDay, toKstDateString } from "#app/basics/time.ts"
import { findExpertByName } from "./experts.ts"
import { pickCase, addOrder, type PlacedOrder, type OrderPlan } from "./orders.ts"
import type { ProposalContent } from "./proposals.ts"
import { addReview, type ReviewTexts } from "./reviews.ts"
import { findServiceSeed } from "./services.ts"
import type { Customer, Expert, Town } from "./town.ts"

type OrderOverrides = Partial<Omit<OrderPlan, "label" | "state" | "service" | "seed" | "customer">>

/** The orders of customer@demo.kr: one in every state, and three proposals that wait to be compared. */
export function addDemoCustomerOrders(
  town: Town,
  customer: Customer,
  demo: Expert,
  words: ReviewTexts,
): void {
  const facts = { home: "아파트", pyeong: 24, rooms: 3, floor: 12 } as const
  const order = (
    label: string,
    state: OrderPlan["state"],
    age: number,
    [category, id, turn]: readonly [Category, string, number],
    rest: OrderOverrides = {},
  ): PlacedOrder => {
    const service = findServiceSeed(category, id)
    const plan = {
      label: `customer/${label}`,
      state,
      service,
      seed: pickCase(service, turn),
      age,
      proposals: 3,
    }
    return addOrder(town, { ...plan, customer, regionCode: customer.regionCode, facts, ...rest })
  }
  order("compare", "open", 1.3, ["interior", "wallpaper", 0], {
    experts: [demo, findExpertByName(town, "박서연"), findExpertByName(town, "정민호")],
    only: true,
    unseen: true,
    offers: createComparedOffers(town),
    title: "24평 아파트 거실·방3 실크 도배",
    budget: { min: 1_500_000, max: 2_000_000 },
    description:
      "다음 주에 입주하기 전에 도배를 끝내고 싶어요. 기존 벽지는 두 겹이고, 방 하나는 모서리에 곰팡이가 조금 있어요. 짐은 모두 빼 둔 상태예요.",
  })
  order("fresh", "open", 12 / 1_440, ["repair", "leak", 0], { proposals: 0 })
  order("many", "open", 4.4, ["demolition", "move-in", 2], { proposals: 6 })
  order("draft", "draft", 0.6, ["installation", "aircon", 0])
  order("matched", "matched", 0.7, ["moving", "full", 2], { proposals: 4 })
  order("change", "in_progress", 1, ["interior", "flooring", 0])
  order("delivered", "delivered", 2, ["interior", "film-paint", 0])
  order("again", "changes_requested", 1, ["installation", "furniture", 0], { proposals: 2 })
  order("disputed", "disputed", 5, ["demolition", "move-out", 0])
  order("cancelled", "cancelled", 40, ["moving", "truck", 0], { proposals: 2 })
  order("cancelled-late", "cancelled", 66, ["repair", "door-window", 2], {
    cancelledLate: true,
    proposals: 2,
  })
  order("expired", "expired", 90, ["installation", "light", 1], { proposals: 1 })
  // One waits to be rated, three were.
  order("unrated", "completed", 1, ["demolition", "aircon", 1])
  const rated = [
    ["repair", "electric", 0],
    ["installation", "tv", 1],
    ["demolition", "living", 2],
  ] as const
  for (const [place, kind] of rated.entries()) {
    addReview(town, order(`rated/${place}`, "completed", 70 + place * 85, kind), words, {
      sure: true,
      keep: true,
    })
  }
}

/** The three proposals side by side: one is dear and fast, one cheap but silent about what is left out. */
function createComparedOffers(town: Town): Partial<ProposalContent>[] {
  const today = toKstDateString(town.present)
  const offered = (
    wallpaperWon: number,
    workWon: number,
    removalWon: number,
    startsIn: number,
    rest: Partial<ProposalContent>,
  ): Partial<ProposalContent> => {
    const lines = [
      { name: "실크 벽지", quantity: 24, unit: "평", unitPriceWon: wallpaperWon },
      { name: "도배 시공", quantity: 1, unit: "식", unitPriceWon: workWon },
      { name: "기존 벽지 제거", quantity: 1, unit: "식", unitPriceWon: removalWon },
    ]
    const days = { earliestStart: addDays(today, startsIn), validUntil: endOfKstDay(addDays(today, 9)) }
    return {
      siteVisitNeeded: true,
      siteVisitFeeWon: 0,
      ...rest,
      ...days,
      lines,
      totalWon: getProposalTotalWon(lines),
    }
  }
  return [
    offered(32_000, 862_000, 150_000, 6, {
      message: "하루 한 집만 맡아서 이틀 안에 깔끔하게 끝내드려요.",
      days: 2,
      warrantyMonths: 12,
      included: ["실크 벽지 자재", "기존 벽지 제거", "폐기물 처리"],
      excluded: ["가구 이동"],
      extraChargeRule: "석고보드가 젖어 있으면 사진을 보여 드리고 동의를 받은 뒤 한 장에 4만원이 더 들어요.",
    }),
    offered(30_000, 830_000, 100_000, 11, {
      message: "자재를 직접 들여와서 가격을 낮췄어요.",
      days: 3,
      warrantyMonths: 6,
      included: ["실크 벽지 자재", "기존 벽지 제거"],
      excluded: [],
      extraChargeRule: "",
    }),
    offered(35_000, 880_000, 200_000, 4, {
      message: "3명이 함께 가서 하루에 마무리해요.",
      days: 1,
      warrantyMonths: 12,
      siteVisitFeeWon: 30_000,
      included: ["실크 벽지 자재", "기존 벽지 제거", "폐기물 처리", "가구 이동"],
      excluded: ["천장 몰딩 교체"],
      extraChargeRule: "추가 비용은 없어요.",
    }),
  ]
}
