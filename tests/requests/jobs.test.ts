import { eq, sql } from "drizzle-orm"
import { afterEach, beforeAll, expect, test } from "vitest"
import { createPerson, type Person } from "#app/areas/accounts/fixtures.ts"
import { createJobAtStage, createOpenHire, createOpenSeek, listSlotIds } from "#app/areas/jobs/fixtures.ts"
import { hirePosts, jobApplications, jobOffers, jobReviews } from "#app/areas/jobs/schema.server.ts"
import { hireSubject, seekSubject } from "#app/areas/jobs/service/subject.server.ts"
import { signContract } from "#app/areas/jobs/service/work.server.ts"
import { resetClock, setClock } from "#app/basics/clock.ts"
import { newId } from "#app/basics/ids.ts"
import { addDays, DAY_MS, toKstDateString } from "#app/basics/time.ts"
import { db, inTransaction } from "#app/platform/db.server.ts"
import { withApp } from "../setup/app.ts"

const app = withApp()

let employer: Person
let worker: Person
beforeAll(async () => {
  employer = await createPerson({ name: "고용주" })
  worker = await createPerson({ name: "일꾼이" })
})
afterEach(resetClock)

const inDays = (days: number) => addDays(toKstDateString(new Date()), days)
const stateOf = async (applicationId: string) =>
  (
    await db()
      .select({ state: jobApplications.state })
      .from(jobApplications)
      .where(eq(jobApplications.id, applicationId))
  )[0]?.state
const hireOf = async (hireId: string) =>
  (await db().select().from(hirePosts).where(eq(hirePosts.id, hireId)))[0]
const place = (answer: Response) => [answer.status, answer.headers.get("Location")]
const queriesOf = (answer: Response) => Number(answer.headers.get("X-Queries"))
const titlesIn = (html: string) =>
  [...html.matchAll(/<h3[^>]*><a[^>]*href="\/jobs\/(?:hire|seek)\/[^"]+"[^>]*>([^<]+)</g)].map(
    ([, title]) => title,
  )
const nextIn = (html: string) =>
  /<a[^>]*href="(\/jobs\/hire[^"]*after=[^"]+)"[^>]*>더 보기/.exec(html)?.[1]?.replaceAll("&amp;", "&")
const act = (who: Person, applicationId: string, fields: Record<string, string>) =>
  app.post(`/jobs/applications/${applicationId}`, fields, { cookie: who.cookie })

test("the list filters by its query, and each filter changes what is found", async () => {
  const region = "26350"
  const day = inDays(9)
  await createOpenHire(employer.actor, {
    title: "해운대 카페 새벽 조",
    kind: "cafe",
    beginners: true,
    regionCode: region,
    payType: "hour",
    payWon: 12_000,
    slots: [{ date: day, start: "06:00", end: "11:00", breakMinutes: 30, headcount: 1 }],
  })
  await createOpenHire(employer.actor, { title: "해운대 이사 하루", kind: "moving", regionCode: region })
  await createOpenHire(employer.actor, {
    title: "해운대 사무 한 달",
    kind: "office",
    regionCode: region,
    payType: "month",
    payWon: 2_400_000,
    payDate: "monthly",
    weekdays: ["1", "2", "3", "4", "5"],
    slots: [{ date: day, start: "13:00", end: "17:00", breakMinutes: 0, headcount: 1 }],
  })
  const found = async (query: string) =>
    titlesIn(await (await app.get(`/jobs/hire?region=${region}${query}`)).text())
  expect((await found("")).sort()).toEqual(["해운대 사무 한 달", "해운대 이사 하루", "해운대 카페 새벽 조"])
  expect(await found("&kind=cafe")).toEqual(["해운대 카페 새벽 조"])
  expect(await found("&pay=month")).toEqual(["해운대 사무 한 달"])
  expect(await found(`&date=${inDays(3)}`)).toEqual(["해운대 이사 하루"])
  expect((await found("&time=afternoon")).sort()).toEqual(["해운대 사무 한 달", "해운대 이사 하루"])
  expect((await found("&short=1")).sort()).toEqual(["해운대 이사 하루", "해운대 카페 새벽 조"])
  expect((await found("&sameDay=1")).sort()).toEqual(["해운대 이사 하루", "해운대 카페 새벽 조"])
  expect(await found("&beginners=1")).toEqual(["해운대 카페 새벽 조"])
  expect(await found("&beginners=1&sameDay=1&urgent=1")).toEqual([])
  expect(await found("&sort=wage")).toEqual(["해운대 이사 하루", "해운대 카페 새벽 조", "해운대 사무 한 달"])
  expect(await found("&kind=sound")).toEqual([])
  expect((await app.get("/jobs/hire?kind=none&region=x&after=%00&sort=-1&date=2026-02-30")).status).toBe(200)
})

test("every sort pages by links through all posts, each once, in at most six queries a page", async () => {
  for (let made = 0; made < 25; made += 1)
    await createOpenHire((await createPerson()).actor, {
      title: `부평 포장 ${made}`,
      regionCode: "28237",
      payWon: 120_000 + (made % 5) * 1_000,
    })
  for (const sort of ["newest", "deadline", "wage", "region"]) {
    const seen: (string | undefined)[] = []
    let path: string | undefined = `/jobs/hire?region=28237&sort=${sort}`
    while (path && seen.length < 100) {
      const answer = await app.get(path, { cookie: worker.cookie })
      expect(queriesOf(answer)).toBeLessThanOrEqual(6)
      const page = await answer.text()
      seen.push(...titlesIn(page))
      path = nextIn(page)
    }
    expect([sort, seen.length, new Set(seen).size]).toEqual([sort, 25, 25])
  }
})

test("a post has JSON-LD while it takes applications, and none when it is closed", async () => {
  const hireId = await createOpenHire(employer.actor, { title: "검색되는 청소" })
  const open = await (await app.get(`/jobs/hire/${hireId}`)).text()
  const told = [...open.matchAll(/<script type="application\/ld\+json">([\s\S]*?)<\/script>/g)].map(
    ([, json]): unknown => JSON.parse(json ?? "null"),
  )
  const posting = told.find((one) => JSON.stringify(one).includes("JobPosting"))
  expect(posting).toMatchObject({
    "@type": "JobPosting",
    title: "검색되는 청소",
    hiringOrganization: { name: "서초동 가정집" },
    baseSalary: { currency: "KRW", value: { value: 150_000, unitText: "DAY" } },
  })
  expect(open).not.toContain("서초대로 77")
  expect(open).not.toContain("98760001")
  expect(
    (await app.post(`/jobs/hire/${hireId}`, { intent: "close" }, { cookie: employer.cookie })).status,
  ).toBe(302)
  const closed = await (await app.get(`/jobs/hire/${hireId}`)).text()
  expect(closed).not.toContain("JobPosting")
  expect(closed).toContain("모집이 끝났어요")
  expect(
    (await app.post(`/jobs/hire/${hireId}`, { intent: "close" }, { cookie: employer.cookie })).status,
  ).toBe(409)
  expect(
    (await app.post(`/jobs/hire/${hireId}`, { intent: "close" }, { cookie: worker.cookie })).status,
  ).toBe(404)
})

test("what is hidden does not exist for others; its owner reads why", async () => {
  const hireId = await createOpenHire(employer.actor, { title: "숨겨질 공고" })
  const seeker = await createPerson()
  const seekId = await createOpenSeek(seeker.actor, { title: "숨겨질 구직" })
  await inTransaction(async (tx) => {
    await hireSubject.setHidden?.(tx, hireId, "허위 공고예요.")
    await seekSubject.setHidden?.(tx, seekId, "허위 글이에요.")
  })
  for (const path of [`/jobs/hire/${hireId}`, `/jobs/seek/${seekId}`]) {
    expect((await app.get(path)).status).toBe(404)
    expect((await app.get(path, { cookie: worker.cookie })).status).toBe(404)
    expect((await app.post(path, { intent: "save", on: "1" }, { cookie: worker.cookie })).status).toBe(404)
  }
  expect(await (await app.get(`/jobs/hire/${hireId}`, { cookie: employer.cookie })).text()).toContain(
    "허위 공고예요.",
  )
  expect(await (await app.get("/jobs/hire")).text()).not.toContain("숨겨질 공고")
  expect(await (await app.get("/jobs/seek")).text()).not.toContain("숨겨질 구직")
  const [slotId = ""] = await listSlotIds(hireId)
  const answer = await app.post(
    `/jobs/hire/${hireId}/apply`,
    {
      "slotIds[]": slotId,
      message: "지원해요. 잘할게요.",
      phone: "010-9876-0002",
      ageConsent: "on",
      thirdPartyConsent: "on",
      submissionKey: newId(),
    },
    { cookie: worker.cookie },
  )
  expect(answer.status).toBe(404)
})

test("an employer offers an open post to a seeker, who accepts or declines", async () => {
  const boss = await createPerson()
  const person = await createPerson()
  const seekId = await createOpenSeek(person.actor)
  const none = await app.get(`/jobs/seek/${seekId}/offer`, { cookie: boss.cookie })
  expect(await none.text()).toContain("먼저 구인 공고를 올려 주세요")
  const hireId = await createOpenHire(boss.actor)
  const offer = () =>
    app.post(
      `/jobs/seek/${seekId}/offer`,
      { hireId, message: "함께 일하고 싶어요." },
      { cookie: boss.cookie },
    )
  expect(place(await offer())).toEqual([302, `/jobs/seek/${seekId}`])
  expect((await offer()).status).toBe(409)
  // Who offered sees so on the post, and nobody else does.
  const sentTo = async (cookie: string) =>
    (await (await app.get(`/jobs/seek/${seekId}`, { cookie })).text()).includes("보낸 제안")
  expect([await sentTo(boss.cookie), await sentTo(worker.cookie), await sentTo(person.cookie)]).toEqual([
    true,
    false,
    false,
  ])
  expect(
    (
      await app.post(
        `/jobs/seek/${seekId}/offer`,
        { hireId, message: "남의 공고예요." },
        { cookie: worker.cookie },
      )
    ).status,
  ).toBe(409)
  const [made] = await db().select().from(jobOffers).where(eq(jobOffers.seekId, seekId))
  const page = `/jobs/seek/${seekId}`
  expect(await (await app.get(page, { cookie: person.cookie })).text()).toContain("함께 일하고 싶어요.")
  expect(await (await app.get(page, { cookie: worker.cookie })).text()).not.toContain("함께 일하고 싶어요.")
  expect(
    (await app.post(page, { intent: "accept", offerId: made?.id ?? "" }, { cookie: person.cookie })).status,
  ).toBe(400)
  const accept = {
    intent: "accept",
    offerId: made?.id ?? "",
    phone: "010-9876-0003",
    ageConsent: "on",
    thirdPartyConsent: "on",
  }
  expect((await app.post(page, accept, { cookie: worker.cookie })).status).toBe(404)
  expect((await app.post(page, accept, { cookie: person.cookie })).headers.get("Location")).toMatch(
    /^\/jobs\/applications\//,
  )
  expect(
    (await app.post(page, { intent: "decline", offerId: made?.id ?? "" }, { cookie: person.cookie })).status,
  ).toBe(409)
  const [application] = await db()
    .select()
    .from(jobApplications)
    .where(eq(jobApplications.workerId, person.actor.userId))
  expect(application).toMatchObject({ hireId, state: "shortlisted", offerId: made?.id })
})

test("posts close by deadline, work is confirmed after 3 days, reviews appear after 7", async () => {
  const hireId = await createOpenHire(employer.actor)
  const job = await createJobAtStage("checked_in")
  const rated = await createJobAtStage("wage_paid")
  expect(
    (
      await act(rated.worker, rated.applicationId, {
        intent: "review",
        rating: "4",
        body: "쉬는 시간을 지켜 줬어요.",
      })
    ).status,
  ).toBe(302)
  await app.runJob("close-hires")
  expect((await hireOf(hireId))?.state).toBe("open")
  setClock(() => new Date(Date.now() + 8 * DAY_MS))
  for (const name of ["close-hires", "confirm-work", "publish-job-reviews"]) await app.runJob(name)
  expect(await hireOf(hireId)).toMatchObject({ state: "closed", closedReason: "deadline" })
  expect(await stateOf(job.applicationId)).toBe("worked")
  expect(
    (await db().select().from(jobReviews).where(eq(jobReviews.applicationId, rated.applicationId)))[0]
      ?.publishedAt,
  ).not.toBeNull()
})

test("the chat button of a post that was just closed says so; a hidden one is 404", async () => {
  const reader = await createPerson()
  const hireId = await createOpenHire(employer.actor)
  const seekId = await createOpenSeek(worker.actor)
  const talk = (kind: string, id: string) =>
    app.post(
      "/chat/open",
      { kind, id },
      { cookie: reader.cookie, headers: { Referer: `http://localhost:3000/jobs/${kind}/${id}` } },
    )
  await app.post(`/jobs/hire/${hireId}`, { intent: "close" }, { cookie: employer.cookie })
  await app.post(`/jobs/seek/${seekId}`, { intent: "pause" }, { cookie: worker.cookie })
  expect(place(await talk("hire", hireId))).toEqual([302, `/jobs/hire/${hireId}`])
  expect(place(await talk("seek", seekId))).toEqual([302, `/jobs/seek/${seekId}`])
  await inTransaction(
    (tx) => hireSubject.setHidden?.(tx, hireId, "확인이 필요해요") ?? Promise.resolve(false),
  )
  expect((await talk("hire", hireId)).status).toBe(404)
})

test("saving, one's own lists and the pages of posts keep to six queries", async () => {
  const { hireId, employer: boss, worker: person, applicationId } = await createJobAtStage("hired")
  const openHireId = await createOpenHire(boss.actor)
  const seekId = await createOpenSeek(person.actor)
  expect((await signContract(person.actor, applicationId)).ok).toBe(true)
  for (const path of [`/jobs/hire/${openHireId}`])
    expect((await app.post(path, { intent: "save", on: "1" }, { cookie: person.cookie })).status).toBe(302)
  expect(await (await app.get("/my-info/saved-jobs", { cookie: person.cookie })).text()).toContain(
    "입주청소 보조 두 분",
  )
  const pages: [Person, string][] = [
    [person, "/my-info/applications"],
    [boss, "/my-info/hiring"],
    [person, "/my-info/saved-jobs"],
    [person, `/jobs/hire/${hireId}`],
    [boss, `/jobs/hire/${openHireId}`],
    [boss, `/jobs/seek/${seekId}`],
    [person, `/jobs/seek/${seekId}`],
    [boss, "/jobs/seek"],
    [boss, `/jobs/seek/${seekId}/offer`],
    [boss, `/jobs/hire/${openHireId}/edit`],
    [person, `/jobs/seek/${seekId}/edit`],
    [worker, `/jobs/hire/${openHireId}/apply`],
    [boss, `/jobs/hire/${hireId}/applicants`],
  ]
  const over: [string, number, number][] = []
  for (const [who, path] of pages) {
    const answer = await app.get(path, { cookie: who.cookie })
    if (answer.status !== 200 || queriesOf(answer) > 6) over.push([path, answer.status, queriesOf(answer)])
  }
  expect(over).toEqual([])
  expect(
    (await db().execute(sql`select 1 from hire_saves where user_id = ${person.actor.userId}`)).length,
  ).toBe(1)
})
