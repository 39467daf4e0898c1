import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { eq } from "drizzle-orm"
import { resetClock, setClock } from "#app/basics/clock.ts"
import { newId } from "#app/basics/ids.ts"
import { countQueries, db } from "#app/platform/db.server.ts"
import { drainEvents } from "#app/platform/events.server.ts"
import { pictures } from "#app/platform/schema.server.ts"
import { registerSubscriptions } from "#app/subscriptions.server.ts"
import { withDatabase } from "../../../../tests/setup/database.ts"
import { createPerson } from "../../accounts/fixtures.ts"
import { countUnreadByKind } from "../../notifications/service/centre.server.ts"
import { createExpert, createPictureRow, type Expert } from "../fixtures.ts"
import { EXPERT_STATES, PUBLIC_PAGE_LIMITS } from "../rules.ts"
import { expertCertificates, expertFavorites, experts } from "../schema.server.ts"
import { findExpertHearts, findLikedExperts, setFavorite } from "./favorites.server.ts"
import {
  addPortfolioItem,
  editPortfolioItem,
  movePortfolioItem,
  removePortfolioItem,
} from "./portfolio.server.ts"
import { findExpertProfile } from "./profile.server.ts"
import { addVacation, removeVacation, updatePublicPage, updatePrices } from "./public-page.server.ts"
import { answerQuestion, askQuestion } from "./questions.server.ts"

withDatabase()

const visitor = { kind: "visitor" as const, draftId: null }
let expert: Expert
beforeAll(registerSubscriptions)
beforeEach(async () => {
  setClock(() => new Date("2026-11-21T03:00:00Z"))
  expert = await createExpert()
})
afterEach(resetClock)

const profile = () => findExpertProfile(expert.actor, expert.expertId)
const attached = async (id: string) =>
  (await db().select().from(pictures).where(eq(pictures.id, id)))[0]?.attachedAt !== null
const words = {
  oneLine: "이음매가 안 보여요",
  introduction: "하루에 한 집만 맡아 처음부터 끝까지 제 손으로 마무리해요.",
  workHours: "",
  warranty: "",
  avatar: null,
  cover: null,
}
const work = (after: string, before: string | null = null, title = "거실 도배") => ({
  title,
  description: "",
  category: "interior" as const,
  priceWon: 1_780_000,
  areaPyeong: 24,
  doneOn: null,
  before,
  after,
})

describe("a profile", () => {
  test.each(EXPERT_STATES)(
    "in state %s is seen by everybody only when approved, by its owner always",
    async (state) => {
      const other = await createExpert({ state })
      const admin = await createPerson({ role: "admin" })
      const shown = state === "approved"
      expect((await findExpertProfile(visitor, other.expertId)) !== null).toBe(shown)
      expect((await findExpertProfile(admin.actor, other.expertId)) !== null).toBe(shown)
      expect(await findExpertProfile(other.actor, other.expertId)).toMatchObject({
        isOwner: true,
        isPublic: shown,
      })
    },
  )

  test("that is hidden is seen by its owner alone, an unknown one by nobody", async () => {
    await db().update(experts).set({ hiddenAt: new Date() }).where(eq(experts.userId, expert.expertId))
    expect(await findExpertProfile(visitor, expert.expertId)).toBeNull()
    expect(await profile()).not.toBeNull()
    expect(await findExpertProfile(visitor, newId())).toBeNull()
  })

  test("never carries a certificate's picture, a lapsed badge or a past vacation, in one query", async () => {
    const picture = await createPictureRow(expert.expertId, "certificate", true)
    await db().insert(expertCertificates).values({
      id: newId(),
      expertId: expert.expertId,
      name: "도배기능사",
      issuer: "한국산업인력공단",
      pictureId: picture,
      verifiedAt: new Date(),
    })
    await db()
      .update(experts)
      .set({
        badges: [
          {
            kind: "insurance",
            label: "보험",
            source: "보험사",
            grantedOn: "2025-01-01",
            expiresOn: "2026-01-01",
          },
        ],
        vacations: [
          { from: "2026-11-01", to: "2026-11-20" },
          { from: "2026-12-24", to: "2026-12-25" },
          { from: "2026-11-20", to: "2026-11-21" },
        ],
      })
      .where(eq(experts.userId, expert.expertId))
    const { result, queries } = await countQueries(() => findExpertProfile(visitor, expert.expertId))
    expect(queries).toBe(1)
    expect(JSON.stringify(result)).not.toContain(picture)
    expect(result).toMatchObject({
      badges: [],
      verified: false,
      certificates: [{ name: "도배기능사" }],
      vacations: [{ from: "2026-11-20" }, { from: "2026-12-24" }],
    })
  })
})

describe("the own page", () => {
  test("is changed by whoever has a registration that goes on, and by nobody else", async () => {
    expect(await updatePublicPage(visitor, words)).toEqual({ ok: false, reason: "not_found" })
    expect(await updatePublicPage((await createPerson()).actor, words)).toEqual({
      ok: false,
      reason: "not_found",
    })
    for (const state of ["rejected", "terminated"] as const) {
      expect(await updatePublicPage((await createExpert({ state })).actor, words)).toEqual({
        ok: false,
        reason: "closed",
      })
    }
    expect(
      await updatePublicPage(expert.actor, {
        ...words,
        introduction: "문의는 010-1234-5678로 주세요. 친절히 답해요.",
      }),
    ).toEqual({ ok: true })
    expect(await profile()).toMatchObject({
      oneLine: "이음매가 안 보여요",
      introduction: "문의는 (연락처 숨김)로 주세요. 친절히 답해요.",
    })
  })

  test("takes own fresh pictures, lets go of what they replace, and keeps all on a refusal", async () => {
    const first = await createPictureRow(expert.expertId, "avatar")
    const second = await createPictureRow(expert.expertId, "avatar")
    const cover = await createPictureRow(expert.expertId, "cover")
    const foreign = await createPictureRow(newId(), "cover")
    expect(await updatePublicPage(expert.actor, { ...words, avatar: first, cover })).toEqual({ ok: true })
    expect(await updatePublicPage(expert.actor, { ...words, avatar: second, cover: foreign })).toEqual({
      ok: false,
      reason: "picture_not_yours",
    })
    expect(await profile()).toMatchObject({ avatarId: first, cover: { id: cover } })
    expect([await attached(first), await attached(second), await attached(cover)]).toEqual([
      true,
      false,
      true,
    ])
    expect(await updatePublicPage(expert.actor, { ...words, avatar: second, cover })).toEqual({ ok: true })
    expect([await attached(first), await attached(second), await attached(cover)]).toEqual([
      false,
      true,
      true,
    ])
  })

  test("shows the lowest price as the one to start at, and free work as no price", async () => {
    await updatePrices(expert.actor, {
      prices: [
        { name: "방문", unit: "", priceWon: 0 },
        { name: "실크", unit: "1평", priceWon: 62_000 },
        { name: "합지", unit: "1평", priceWon: 38_000 },
      ],
    })
    expect(await profile()).toMatchObject({ priceFrom: { name: "합지", unit: "1평", priceWon: 38_000 } })
    await updatePrices(expert.actor, { prices: [] })
    expect((await profile())?.priceFrom).toBeNull()
  })

  test("keeps vacations apart from each other", async () => {
    expect(await addVacation(expert.actor, { from: "2026-12-24", to: "2026-12-26" })).toEqual({ ok: true })
    expect(await addVacation(expert.actor, { from: "2026-12-26", to: "2026-12-27" })).toEqual({
      ok: false,
      reason: "overlaps",
    })
    expect(await removeVacation(expert.actor, { from: "2026-12-24" })).toEqual({ ok: true })
    expect((await profile())?.vacations).toEqual([])
    for (let day = 0; day < PUBLIC_PAGE_LIMITS.vacations; day += 1) {
      const on = `2027-01-${String(day + 1).padStart(2, "0")}`
      expect(await addVacation(expert.actor, { from: on, to: on })).toEqual({ ok: true })
    }
    expect(await addVacation(expert.actor, { from: "2027-03-01", to: "2027-03-01" })).toEqual({
      ok: false,
      reason: "too_many",
    })
  })
})

describe("the portfolio", () => {
  test("holds works in the order the expert gives them, the newest first", async () => {
    const ids = await Promise.all([1, 2, 3].map(() => createPictureRow(expert.expertId, "portfolio")))
    for (const [place, id] of ids.entries())
      expect(await addPortfolioItem(expert.actor, work(id, null, `작업 ${place}`))).toEqual({ ok: true })
    const titles = async () => (await profile())?.portfolio.map((item) => item.title)
    expect(await titles()).toEqual(["작업 2", "작업 1", "작업 0"])
    const [first, , last] = (await profile())?.portfolio ?? []
    await movePortfolioItem(expert.actor, { itemId: first?.id ?? "", to: "later" })
    expect(await titles()).toEqual(["작업 1", "작업 2", "작업 0"])
    await movePortfolioItem(expert.actor, { itemId: last?.id ?? "", to: "later" })
    expect(await titles()).toEqual(["작업 1", "작업 2", "작업 0"])
  })

  test("lets nobody change another's work, and releases the pictures of what is gone", async () => {
    const [before, after, newer] = await Promise.all(
      [1, 2, 3].map(() => createPictureRow(expert.expertId, "portfolio")),
    )
    if (!before || !after || !newer) throw new Error("no pictures")
    await addPortfolioItem(expert.actor, work(after, before))
    const itemId = (await profile())?.portfolio[0]?.id ?? ""
    const other = await createExpert()
    expect(await editPortfolioItem(other.actor, itemId, work(newer))).toEqual({
      ok: false,
      reason: "not_found",
    })
    expect(await removePortfolioItem(other.actor, itemId)).toEqual({ ok: false, reason: "not_found" })
    expect(await movePortfolioItem(other.actor, { itemId, to: "later" })).toEqual({
      ok: false,
      reason: "not_found",
    })
    expect(await editPortfolioItem(expert.actor, itemId, work(newer, newer))).toEqual({
      ok: false,
      reason: "picture_not_yours",
    })
    expect(await editPortfolioItem(expert.actor, itemId, work(newer, before))).toEqual({ ok: true })
    expect([await attached(before), await attached(after), await attached(newer)]).toEqual([
      true,
      false,
      true,
    ])
    expect(await removePortfolioItem(expert.actor, itemId)).toEqual({ ok: true })
    expect([await attached(before), await attached(newer)]).toEqual([false, false])
  })
})

describe("questions", () => {
  test("appear once they are answered, with a nickname, and their contacts hidden", async () => {
    const asker = await createPerson({ nickname: "느린고양이" })
    const input = { expertId: expert.expertId, question: "주말에도 되나요? 010-1234-5678" }
    expect(await askQuestion(visitor, input)).toEqual({ ok: false, reason: "not_allowed" })
    expect(await askQuestion(expert.actor, input)).toEqual({ ok: false, reason: "own_page" })
    expect(
      await askQuestion(asker.actor, {
        ...input,
        expertId: (await createExpert({ state: "suspended" })).expertId,
      }),
    ).toEqual({ ok: false, reason: "not_found" })
    expect(await askQuestion(asker.actor, input)).toEqual({ ok: true })
    expect((await findExpertProfile(visitor, expert.expertId))?.questions).toEqual([])
    const [question] = (await profile())?.questions ?? []
    expect(question).toMatchObject({
      asker: "느린고양이",
      question: "주말에도 되나요? (연락처 숨김)",
      answer: null,
    })
    expect(
      await answerQuestion((await createExpert()).actor, { questionId: question?.id ?? "", answer: "네" }),
    ).toEqual({ ok: false, reason: "not_found" })
    await drainEvents()
    expect(await countUnreadByKind(expert.actor)).toEqual({ review: 1 })
    expect(
      await answerQuestion(expert.actor, { questionId: question?.id ?? "", answer: "네, 토요일도 돼요." }),
    ).toEqual({ ok: true })
    expect(await countUnreadByKind(expert.actor)).toEqual({})
    expect((await findExpertProfile(visitor, expert.expertId))?.questions).toHaveLength(1)
  })

  test("come at most ten an hour from one person", async () => {
    const asker = await createPerson()
    const ask = () => askQuestion(asker.actor, { expertId: expert.expertId, question: "언제 되나요?" })
    for (let time = 0; time < 10; time += 1) expect(await ask()).toEqual({ ok: true })
    expect(await ask()).toEqual({ ok: false, reason: "too_many" })
  })
})

describe("a heart", () => {
  test("counts once however often it is given, by several at once", async () => {
    const people = await Promise.all([1, 2, 3, 4].map(() => createPerson()))
    await Promise.all(
      people.flatMap((person) =>
        [1, 2].map(() => setFavorite(person.actor, { expertId: expert.expertId, on: true })),
      ),
    )
    expect(await profile()).toMatchObject({ statistics: { favorites: 4 } })
    expect(await findExpertProfile(people[0]?.actor ?? visitor, expert.expertId)).toMatchObject({
      isFavorite: true,
    })
    await setFavorite(people[0]?.actor ?? visitor, { expertId: expert.expertId, on: false })
    expect(await profile()).toMatchObject({ statistics: { favorites: 3 } })
  })

  test("brings experts to its giver's list, the newest first, while they can be found", async () => {
    const person = await createPerson()
    const liked = await createExpert({ name: "먼저" })
    const hidden = await createExpert({ name: "숨은", hiddenAt: new Date() })
    await db().insert(expertFavorites).values({ userId: person.actor.userId, expertId: hidden.expertId })
    for (const [minutes, { expertId }] of [liked, expert].entries()) {
      setClock(() => new Date(Date.UTC(2026, 10, 26, 3, minutes)))
      await setFavorite(person.actor, { expertId, on: true })
    }
    const list = async () => (await findLikedExperts(person.actor, null)).cards.map((card) => card.id)
    expect(await list()).toEqual([expert.expertId, liked.expertId])
    expect(
      await findExpertHearts(person.actor, [{ id: liked.expertId }, { id: person.actor.userId }]),
    ).toEqual({
      [liked.expertId]: true,
      [person.actor.userId]: null,
    })
    expect(await findExpertHearts(visitor, [{ id: liked.expertId }])).toEqual({ [liked.expertId]: false })
    await setFavorite(person.actor, { expertId: liked.expertId, on: false })
    expect(await list()).toEqual([expert.expertId])
  })

  test("is not for visitors, not for oneself, not for whom one cannot see", async () => {
    const person = await createPerson()
    const suspended = await createExpert({ state: "suspended" })
    expect(await setFavorite(visitor, { expertId: expert.expertId, on: true })).toEqual({
      ok: false,
      reason: "not_allowed",
    })
    expect(await setFavorite(expert.actor, { expertId: expert.expertId, on: true })).toEqual({
      ok: false,
      reason: "not_found",
    })
    expect(await setFavorite(person.actor, { expertId: suspended.expertId, on: true })).toEqual({
      ok: false,
      reason: "not_found",
    })
    expect(await setFavorite(person.actor, { expertId: newId(), on: true })).toEqual({
      ok: false,
      reason: "not_found",
    })
  })
})
