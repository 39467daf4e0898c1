/** What the demo accounts have in day work: what they post, who applies, where they work themselves. */
import type { ApplicationState } from "#app/areas/jobs/rules.ts"
import { HOUR_MS, getKstFields } from "#app/basics/time.ts"
import type { DemoPeople, DemoPerson } from "../parts.ts"
import { atWrapped } from "../random.ts"
import { addApplication, addOffer, type JobActivity } from "./activity.ts"
import { createHirePost, type HireSpec, type Post } from "./posts.ts"
import { createSeek, type SeekRow } from "./seeks.ts"
import { KIND_TEXTS } from "./texts.ts"

const findKindText = (kind: string) =>
  KIND_TEXTS.find((text) => text.kind === kind) ?? atWrapped(KIND_TEXTS, 0)

const getClockHour = (moment: Date) => {
  const { hour } = getKstFields(moment)
  return `${String(hour).padStart(2, "0")}:00`
}

/**
 * The demo accounts: expert@demo.kr hires, customer@demo.kr works and hires, each with something in every
 * state.
 */
export function addDemoPosts(
  activity: JobActivity,
  people: DemoPeople,
  present: Date,
): { posts: Post[]; seek: SeekRow } {
  const posts = createDemoHires(people, present)
  const { open, soon, rainy, today, past, own } = posts
  addDemoApplications(activity, posts, people, present)
  const { customer } = people.demo
  const seek = createSeek(
    customer,
    findKindText("cleaning"),
    new Date(present.getTime() - 60 * HOUR_MS),
    present,
    "open",
  )
  addOffer(activity, open, seek, customer, "sent", present)
  return { posts: [open, soon, rainy, today, ...past, own], seek }
}

type DemoHires = { open: Post; soon: Post; rainy: Post; today: Post; past: Post[]; own: Post }

/** Two days, of which the second is called off. */
export const OPEN_JOB = {
  title: "30평 아파트 실크 도배 보조",
  text: "풀 바르기와 초배지 붙이기를 도와요. 가구가 없는 빈집이라 움직이기 편해요.",
}
/** Outdoor work that is called off for the weather (called-off.ts). */
export const RAINY_JOB = {
  title: "빌라 옥상 방수 페인트 보조",
  text: "바닥을 쓸고 방수 페인트를 두 번 발라요. 장갑과 덧신은 준비돼 있어요.",
}

/** Worked days of expert@demo.kr's posts: as usual, longer than eight hours, and into the night. */
const PAST_DAYS: readonly (Pick<HireSpec, "hours" | "job"> & { days: number })[] = [
  { days: 3, hours: ["08:00", "19:00", 60] },
  {
    days: 9,
    hours: ["15:00", "00:30", 60],
    job: {
      title: "문 닫은 카페 벽지 교체 보조",
      text: "영업이 없는 날 오후에 시작해 자정 지나 끝나요. 재단과 풀칠을 도와주시면 돼요.",
    },
  },
  { days: 20, hours: ["08:00", "17:00", 60] },
]

/** The posts of expert@demo.kr, and the `own` of customer@demo.kr. */
function createDemoHires(people: DemoPeople, present: Date): DemoHires {
  const { customer, expert } = people.demo
  const shop = {
    person: expert,
    business: "도현 홈케어",
    representative: expert.name,
    number: "2148612337",
    workforce: "five_or_more" as const,
  }
  const timeAgo = (hours: number) => new Date(present.getTime() - hours * HOUR_MS)
  const startsAt = timeAgo(2)
  const post = (spec: HireSpec) => createHirePost(spec, present)
  const base = { employer: shop, regionCode: expert.regionCode, text: findKindText("wallpaper") }
  const open = post({
    ...base,
    label: "demo/open",
    inDays: 3,
    openedAt: timeAgo(20),
    closed: null,
    days: 2,
    headcount: 3,
    hours: ["08:00", "17:00", 60],
    job: OPEN_JOB,
  })
  const rainy = post({
    ...base,
    text: findKindText("painting"),
    label: "demo/rainy",
    inDays: 2,
    openedAt: timeAgo(70),
    closed: null,
    days: 2,
    headcount: 4,
    hours: ["08:00", "17:00", 60],
    job: RAINY_JOB,
  })
  const soon = post({
    ...base,
    text: findKindText("cleaning"),
    label: "demo/soon",
    inDays: 1,
    openedAt: timeAgo(44),
    closed: null,
    days: 1,
    headcount: 2,
    hours: ["09:00", "16:00", 60],
    job: {
      title: "입주청소 보조 (초보 가능)",
      text: "24평 빈집을 세 명이 함께 해요. 도구는 모두 준비돼 있어요. 창틀과 욕실을 맡아요.",
    },
  })
  const today = post({
    ...base,
    label: "demo/today",
    inDays: getKstFields(startsAt).day === getKstFields(present).day ? 0 : -1,
    openedAt: timeAgo(96),
    closed: "deadline",
    days: 1,
    headcount: 4,
    hours: [getClockHour(startsAt), getClockHour(new Date(startsAt.getTime() + 7 * HOUR_MS)), 60],
    job: {
      title: "상가 도배 하루 팀원",
      text: "상가 두 칸을 하루에 끝내요. 재단과 정리를 도와주시면 돼요.",
    },
  })
  const past = PAST_DAYS.map(({ days, ...more }) =>
    post({
      ...base,
      label: `demo/past/${days}`,
      inDays: -days,
      openedAt: timeAgo((days + 5) * 24),
      closed: "deadline",
      days: 1,
      headcount: 4,
      ...more,
    }),
  )
  return { open, soon, rainy, today, past, own: createOwnHire(customer, present) }
}

/** What customer@demo.kr wants done at home. */
function createOwnHire(customer: DemoPerson, present: Date): Post {
  const home = {
    person: customer,
    business: "송파동 가정집",
    representative: customer.name,
    number: null,
    workforce: "under_five" as const,
  }
  return createHirePost(
    {
      employer: home,
      regionCode: customer.regionCode,
      text: findKindText("moving"),
      label: "demo/customer",
      inDays: 5,
      openedAt: new Date(present.getTime() - 30 * HOUR_MS),
      closed: null,
      days: 1,
      headcount: 2,
      hours: ["09:00", "14:00", 30],
      job: {
        title: "원룸 이사 짐 나르기 반나절",
        text: "3층에서 1층으로 내리는 짐이에요. 상자는 모두 싸 두었어요.",
        needs: [],
      },
    },
    present,
  )
}

/** Who applied at them; customer@demo.kr works for expert@demo.kr. */
function addDemoApplications(
  activity: JobActivity,
  { open, soon, rainy, today, past, own }: DemoHires,
  people: DemoPeople,
  present: Date,
): void {
  const { customer } = people.demo
  const some = people.customers.slice(40, 80)
  const worker = (index: number) => atWrapped(some, index)
  const states: readonly ApplicationState[] = [
    "applied",
    "applied",
    "viewed",
    "shortlisted",
    "hired",
    "rejected",
    "withdrawn",
  ]
  for (const [index, state] of states.entries()) addApplication(activity, open, worker(index), state, present)
  addApplication(activity, soon, customer, "hired", present, { signed: false })
  addApplication(activity, soon, worker(9), "applied", present)
  for (const person of [customer, worker(30), worker(31)])
    addApplication(activity, rainy, person, "hired", present)
  addApplication(activity, today, customer, "checked_in", present)
  addApplication(activity, today, worker(10), "hired", present)
  for (const [index, post] of past.entries()) {
    addApplication(activity, post, worker(11 + index), "no_show", present)
    addApplication(activity, post, worker(15 + index), "wage_disputed", present, { reviewed: "none" })
    addApplication(activity, post, worker(19 + index), "wage_paid", present, { reviewed: "both" })
    addApplication(activity, post, customer, index === 0 ? "worked" : "wage_paid", present, {
      reviewed: index === 0 ? "none" : index === 1 ? "worker" : "both",
      ...(index === 2 ? {} : { correction: index === 0 ? ("asked" as const) : ("accepted" as const) }),
    })
  }
  addApplication(activity, own, worker(25), "applied", present)
  addApplication(activity, own, worker(26), "shortlisted", present)
  addApplication(activity, own, worker(27), "hired", present)
}
