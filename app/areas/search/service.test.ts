import { beforeAll, describe, expect, test } from "vitest"
import { withDatabase } from "../../../tests/setup/database.ts"
import { createExpert, type Expert } from "../experts/fixtures.ts"
import { updateExpertPublic, updatePrices } from "../experts/service/public-page.server.ts"
import { searchEverything } from "./service.server.ts"

withDatabase()
const everywhere = { category: null, region: null }
const idsOf = async (term: string, where: Parameters<typeof searchEverything>[1] = everywhere) => (await searchEverything(term, where)).experts.map((expert) => expert.id)

let paperer: Expert
let mover: Expert
beforeAll(async () => {
  paperer = await createExpert({ name: "남궁달", businessName: "달빛공방", oneLine: "이음매가 보이지 않게", categories: ["interior"], regions: ["11650"] })
  mover = await createExpert({ name: "표이사", businessName: "한걸음", oneLine: "약속한 시간에", categories: ["moving"], regions: ["26"] })
  await createExpert({ name: "남궁숨", businessName: "숨은공방", state: "suspended", categories: ["interior"] })
})

describe("experts are found", () => {
  test.each(["남궁달", "남궁", "ㄴㄱㄷ", "skarndekf", "달빛 공방", "인테리어 남궁"])("by %s, and only those everybody may see", async (term) => expect(await idsOf(term)).toEqual([paperer.expertId]))
  test("within a category and a region only, where one is asked for", async () => {
    expect(await idsOf("남궁", { category: "moving", region: null })).toEqual([])
    expect(await idsOf("이사", { category: null, region: "26350" })).toEqual([mover.expertId])
  })
  test("by what they have written since", async () => {
    expect(await idsOf("실크벽지")).toEqual([])
    await updatePrices(paperer.actor, { prices: [{ name: "실크 벽지", unit: "평", priceWon: 62_000 }] })
    expect(await idsOf("실크벽지")).toEqual([paperer.expertId])
    await updateExpertPublic(paperer.actor, { oneLine: "천장 몰딩 전문", introduction: "소개입니다. 열네 해째 한길을 걷고 있어요.", workHours: "", warranty: "", avatar: null, cover: null })
    expect(await idsOf("몰딩")).toEqual([paperer.expertId])
    expect(await idsOf("이음매")).toEqual([])
  })
})

describe("services are found", () => {
  const labels = async (term: string, where = everywhere) => (await searchEverything(term, where)).services.map((found) => found.label)
  test("the one called so first, then those that begin so", async () => {
    const found = await labels("도배")
    expect(found[0]).toBe("도배")
    expect(found).toContain("도배 부분 보수")
  })
  test("by their category, itself first", async () => expect((await labels("이사"))[0]).toBe("이사"))
  test("at most eight", async () => expect((await labels("리")).length).toBeLessThanOrEqual(8))
})

test("nothing is found by nothing", async () => {
  expect(await searchEverything("   ", everywhere)).toEqual({ services: [], experts: [], expertCount: 0, moreExperts: false })
  expect(await searchEverything("%_", everywhere)).toMatchObject({ services: [], expertCount: 0 })
})
