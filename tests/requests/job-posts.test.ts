import { eq } from "drizzle-orm"
import { afterEach, beforeAll, expect, test } from "vitest"
import { createPerson, type Person } from "#app/areas/accounts/fixtures.ts"
import { createJobAtStage } from "#app/areas/jobs/fixtures.ts"
import { hirePosts } from "#app/areas/jobs/schema.server.ts"
import { resetClock, setClock } from "#app/basics/clock.ts"
import { newId } from "#app/basics/ids.ts"
import { addDays, toKstDateString } from "#app/basics/time.ts"
import { db } from "#app/platform/db.server.ts"
import { withApp } from "../setup/app.ts"

const app = withApp()

let worker: Person
beforeAll(async () => {
  worker = await createPerson({ name: "일꾼이" })
})
afterEach(resetClock)

const inDays = (days: number) => addDays(toKstDateString(new Date()), days)
const hireOf = async (hireId: string) =>
  (await db().select().from(hirePosts).where(eq(hirePosts.id, hireId)))[0]
const place = (answer: Response) => [answer.status, answer.headers.get("Location")]
const queriesOf = (answer: Response) => Number(answer.headers.get("X-Queries"))

/** The answers of the wizard for one day of eight paid hours, step by step. */
const stepsOf = (of: {
  date: string
  payWon: string
  title?: string
  description?: string
}): [step: string, fields: Record<string, string>][] => [
  ["kind", { kind: "cleaning" }],
  ["pay-type", { payType: "day" }],
  [
    "slots",
    {
      "slots[0].date": of.date,
      "slots[0].start": "09:00",
      "slots[0].end": "18:00",
      "slots[0].breakMinutes": "60",
      "slots[0].headcount": "2",
    },
  ],
  ["pay", { payWon: of.payWon, payDate: "same_day" }],
  ["place", { regionCode: "11650", address: "서초대로 77, 3층" }],
  [
    "details",
    { title: of.title ?? "입주청소 보조 두 분", description: of.description ?? "32평 빈집을 함께 청소해요." },
  ],
  ["conditions", { meals: "on" }],
  [
    "employer",
    {
      employerKind: "business",
      businessName: "맑은 청소",
      representative: "김하늘",
      businessNumber: "2148612337",
      workforce: "five_or_more",
      contactPhone: "010-9876-0001",
    },
  ],
  ["deadline", { deadline: inDays(2) }],
]
const send = (who: Person, step: string, fields: Record<string, string>) =>
  app.post(
    `/jobs/post/hire?step=${step}`,
    { ...fields, intent: step === "summary" ? "send" : "next" },
    { cookie: who.cookie },
  )

test("a job is posted step by step without scripts, kept as a draft on the way, and made once", async () => {
  const person = await createPerson()
  for (const [step, fields] of stepsOf({ date: inDays(3), payWon: "150,000" }))
    expect([step, (await send(person, step, fields)).status]).toEqual([step, 302])
  const resume = await app.get("/jobs/post/hire", { cookie: person.cookie })
  expect(await resume.text()).toContain("쓰던 공고가 있어요")
  const summary = await app.get("/jobs/post/hire?step=summary", { cookie: person.cookie })
  const page = await summary.text()
  expect(queriesOf(summary)).toBeLessThanOrEqual(6)
  expect(page).toContain("일급 150,000원 (시간당 18,750원)")
  const submissionKey = /name="submissionKey" value="([^"]+)"/.exec(page)?.[1] ?? ""
  const [first, second] = [
    await send(person, "summary", { submissionKey }),
    await send(person, "summary", { submissionKey }),
  ]
  expect(first.status).toBe(302)
  expect(first.headers.get("Location")).toMatch(/^\/jobs\/hire\/[0-9a-f-]{36}$/)
  expect(place(second)).toEqual([302, first.headers.get("Location")])
  const made = await db().select().from(hirePosts).where(eq(hirePosts.employerId, person.actor.userId))
  expect(made).toHaveLength(1)
  expect(made[0]).toMatchObject({
    state: "open",
    payWon: 150_000,
    hourlyWon: 18_750,
    headcount: 2,
    businessNumber: "2148612337",
    workforce: "five_or_more",
  })
})

test("all that is missing of a business is said at once, and a household is not asked for it", async () => {
  const person = await createPerson()
  for (const [step, fields] of stepsOf({ date: inDays(3), payWon: "150,000" }).slice(0, 7))
    expect([step, (await send(person, step, fields)).status]).toEqual([step, 302])
  const refused = await send(person, "employer", { employerKind: "business", businessName: "" })
  expect(refused.status).toBe(400)
  const page = await refused.text()
  for (const sentence of ["사업장 이름을 입력해", "사업자등록번호를 입력해", "직원이 5명 이상인지 골라"])
    expect(page).toContain(sentence)
  const household = { employerKind: "person", businessName: "서초동 가정집", representative: "김하늘" }
  expect((await send(person, "employer", { ...household, contactPhone: "010-9876-0001" })).status).toBe(302)
})

test("a summary that is sent again leads to what was made, whatever was begun since", async () => {
  const person = await createPerson()
  const ofSeek = (step: string, fields: Record<string, string>, who = person) =>
    app.post(`/jobs/post/seek?step=${step}`, fields, { cookie: who.cookie })
  const answers: [string, Record<string, string>][] = [
    ["kinds", { "kinds[]": "cleaning" }],
    ["regions", { "regionCodes[]": "11650" }],
    ["when", { availableFrom: inDays(1), "weekdays[]": "1", "dayTimes[]": "morning" }],
    ["pay", { payType: "day", payWon: "150,000" }],
    [
      "about",
      {
        title: "입주청소 맡겨 주세요",
        introduction: "구석구석 꼼꼼하게 닦아요.",
        careerYears: "3",
        adult: "on",
      },
    ],
  ]
  for (const [step, fields] of answers)
    expect([step, (await ofSeek(step, { ...fields, intent: "next" })).status]).toEqual([step, 302])
  const page = await (await app.get("/jobs/post/seek?step=summary", { cookie: person.cookie })).text()
  const sent = {
    intent: "send",
    submissionKey: /name="submissionKey" value="([^"]+)"/.exec(page)?.[1] ?? "",
  }
  const made = (await ofSeek("summary", sent)).headers.get("Location")
  expect(made).toMatch(/^\/jobs\/seek\/[0-9a-f-]{36}$/)
  expect(place(await ofSeek("summary", sent))).toEqual([302, made])
  await ofSeek("kinds", { "kinds[]": "moving", intent: "next" })
  expect(place(await ofSeek("summary", sent))).toEqual([302, made])
  // Nobody else learns what was made of a key, and a key of which nothing was made leads to the start.
  expect(place(await ofSeek("summary", sent, worker))).toEqual([302, "/jobs/post/seek"])
  const unknown = { ...sent, submissionKey: newId() }
  expect(place(await ofSeek("summary", unknown, worker))).toEqual([302, "/jobs/post/seek"])
  expect(place(await ofSeek("summary", { intent: "send" }, worker))).toEqual([302, "/jobs/post/seek"])
})

test.each([
  { year: 2026, day: "2026-12-30", least: 82_560, sentence: "2026년 최저임금은 시간당 10,320원이에요." },
  { year: 2027, day: "2027-01-04", least: 85_600, sentence: "2027년 최저임금은 시간당 10,700원이에요." },
])(
  "a day's pay one won below the minimum wage of $year is refused, the minimum taken",
  async ({ day, least, sentence }) => {
    setClock(() => new Date("2026-12-20T03:00:00Z"))
    const person = await createPerson()
    for (const [step, fields] of stepsOf({ date: day, payWon: "" }).slice(0, 3))
      expect([step, (await send(person, step, fields)).status]).toEqual([step, 302])
    const refused = await send(person, "pay", { payWon: String(least - 1), payDate: "same_day" })
    const page = await refused.text()
    expect(refused.status).toBe(400)
    expect(page).toContain(sentence)
    expect(page).toContain(`이 일은 ${least.toLocaleString("en-US")}원부터 올릴 수 있어요.`)
    expect(place(await send(person, "pay", { payWon: String(least), payDate: "same_day" }))).toEqual([
      302,
      "/jobs/post/hire?step=place",
    ])
  },
)

test("words that discriminate by sex, age or looks are refused beside the field", async () => {
  const person = await createPerson()
  for (const [step, fields] of stepsOf({ date: inDays(3), payWon: "150000" }).slice(0, 5))
    await send(person, step, fields)
  for (const [title, description] of [
    ["여성 우대 입주청소", "32평 빈집을 함께 청소해요."],
    ["입주청소 보조", "35세 이하 지원해 주세요. 함께 청소해요."],
    ["입주청소 보조", "용모 단정한 분과 함께 청소해요."],
  ] as const) {
    const refused = await send(person, "details", { title, description })
    const page = await refused.text()
    expect(refused.status).toBe(400)
    expect(page).toContain("표현은 쓸 수 없어요.")
    expect(page).toContain(title)
  }
})

test("a closed post is posted again as a new one, from its own words", async () => {
  const { hireId, employer: boss } = await createJobAtStage("signed", { hire: { title: "다시 올릴 청소" } })
  expect(
    place(await app.post(`/jobs/hire/${hireId}`, { intent: "repost" }, { cookie: boss.cookie })),
  ).toEqual([302, "/jobs/post/hire?step=slots"])
  const [, slots] = stepsOf({ date: inDays(5), payWon: "" })[2] ?? ["", {}]
  expect(place(await send(boss, "slots", slots))).toEqual([302, "/jobs/post/hire?step=deadline"])
  expect(place(await send(boss, "deadline", { deadline: inDays(4) }))).toEqual([
    302,
    "/jobs/post/hire?step=summary",
  ])
  const page = await (await app.get("/jobs/post/hire?step=summary", { cookie: boss.cookie })).text()
  expect(page).toContain("다시 올릴 청소")
  expect(
    (await app.post(`/jobs/hire/${hireId}`, { intent: "repost" }, { cookie: worker.cookie })).status,
  ).toBe(404)
})

test("once somebody applied the pay only rises and the address stays", async () => {
  const { hireId, employer: boss } = await createJobAtStage("applied")
  const path = `/jobs/hire/${hireId}/edit`
  const edit = (changes: Record<string, string>) =>
    app.post(
      path,
      {
        title: "입주청소 보조 두 분",
        description: "32평 빈집을 함께 청소해요.",
        payWon: "150000",
        address: "서초대로 77, 101동 1001호",
        contactPhone: "010-9876-0001",
        deadline: inDays(2),
        ...changes,
      },
      { cookie: boss.cookie },
    )
  const sentenceOf = async (answer: Response) => [answer.status, await answer.text()] as const
  const low = await sentenceOf(await edit({ payWon: "140000" }))
  expect([low[0], low[1].includes("급여를 낮출 수 없어요")]).toEqual([400, true])
  const least = await sentenceOf(await edit({ payWon: "80000" }))
  expect([least[0], least[1].includes("최저임금은 시간당")]).toEqual([400, true])
  const moved = await sentenceOf(await edit({ address: "다른 곳으로 옮겨요 12" }))
  expect([moved[0], moved[1].includes("주소를 바꿀 수 없어요")]).toEqual([400, true])
  const all = await sentenceOf(
    await edit({ title: "짧", payWon: "140000", address: "다른 곳으로 옮겨요 12" }),
  )
  expect([
    all[0],
    all[1].includes("급여를 낮출 수 없어요"),
    all[1].includes("주소를 바꿀 수 없어요"),
  ]).toEqual([400, true, true])
  expect((await edit({ payWon: "160000" })).status).toBe(302)
  expect(await hireOf(hireId)).toMatchObject({ payWon: 160_000, hourlyWon: 20_000 })
})

test("alerts of new jobs work without scripts; what is made up is refused in words", async () => {
  const [person, other] = [await createPerson({ regionCode: "11710" }), await createPerson()]
  const path = "/my-info/job-alerts"
  const add = (fields: Record<string, string>) =>
    app.post(path, { intent: "add", ...fields }, { cookie: person.cookie })
  for (const [fields, sentence] of [
    [{ kind: "cleaning", range: "100km" }, "알림 받을 곳을 목록에서 골라 주세요."],
    [{ kind: "cleaning", range: "region", regionCode: "00000" }, "지역을 목록에서 다시 골라 주세요."],
    [{ kind: "cleaning", range: "region" }, "알림 받을 지역을 골라 주세요."],
    [{ kind: "king", range: "own" }, "하는 일을 목록에서 골라 주세요."],
    [{ keyword: "!!", range: "own" }, "키워드는 글자나 숫자로 두 자 이상 써 주세요."],
    [{ range: "all" }, "하는 일이나 키워드를 정하거나, 알림 받을 곳을 좁혀 주세요."],
  ] as const) {
    const answer = await add(fields)
    expect([answer.status, (await answer.text()).includes(sentence)]).toEqual([400, true])
  }
  const read = async () => {
    const answer = await app.get(path, { cookie: person.cookie })
    expect(Number(answer.headers.get("X-Queries"))).toBeLessThanOrEqual(6)
    return answer.text()
  }
  expect(await read()).not.toContain('name="alertId"')
  expect((await add({ kind: "cleaning", range: "next" })).status).toBe(302)
  expect((await add({ kind: "cleaning", range: "next" })).status).toBe(409)
  const page = await read()
  expect(page).toContain("송파구와 옆 동네</p>")
  const alertId = /name="alertId" value="([^"]+)"/.exec(page)?.[1] ?? ""
  await app.post(path, { intent: "remove", alertId }, { cookie: other.cookie })
  expect(await read()).toContain(alertId)
  await app.post(path, { intent: "remove", alertId }, { cookie: person.cookie })
  expect(await read()).not.toContain(alertId)
})
