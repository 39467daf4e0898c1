/**
 * The creation of the jobs' part of the town: posts, applications in every state, offers, reviews, and
 * what the demo accounts have in work.
 */
import type postgres from "postgres"
import {
  applicationSlots,
  hirePosts,
  hireSaves,
  hireSlots,
  jobAppeals,
  jobApplications,
  jobEvents,
  jobOffers,
  jobReviews,
  seekPosts,
  seekSaves,
} from "#app/areas/jobs/schema.server.ts"
import type { ApplicationState } from "#app/areas/jobs/rules.ts"
import { HOUR_MS, getKstFields } from "#app/basics/time.ts"
import { findDemoPeople, writePart, writeWithProgress, type RunStep, type DemoPeople } from "../parts.ts"
import { atWrapped, createRandom } from "../random.ts"
import { insertInBatches } from "../write.ts"
import { addAppeal, addApplication, addOffer, createEmptyJobActivity, type JobActivity } from "./activity.ts"
import { addHires, addSeeks, createHirePost, createSeek, type Post, type SeekRow } from "./posts.ts"
import { KIND_TEXTS } from "./texts.ts"

const findKindText = (kind: string) =>
  KIND_TEXTS.find((text) => text.kind === kind) ?? atWrapped(KIND_TEXTS, 0)

/** People apply; where the work is over, they worked. */
function addApplications(
  activity: JobActivity,
  posts: readonly Post[],
  people: DemoPeople,
  present: Date,
): void {
  const random = createRandom("jobs/lives")
  for (const post of posts) {
    const { hire } = post
    const places = Math.min(...post.slots.map((slot) => slot.headcount))
    const workers = random.sample(people.customers, random.int(0, hire.state === "open" ? 5 : places + 3))
    for (const [index, worker] of workers.entries()) {
      if (hire.state === "open") {
        const state = random.pickWeighted(
          ["applied", "viewed", "shortlisted", "hired", "rejected", "withdrawn"] as const,
          (each) => ({ applied: 5, viewed: 3, shortlisted: 2, hired: 1, rejected: 1, withdrawn: 0.5 })[each],
        )
        // A post that is still open has a place left.
        const taken =
          state === "hired" && (places < 2 || post.slots.some((slot) => slot.hired >= slot.headcount - 1))
        addApplication(activity, post, worker, taken ? "viewed" : state, present)
      } else {
        const state: ApplicationState =
          index < places && hire.closedReason !== "owner"
            ? random.pickWeighted(
                ["wage_paid", "worked", "no_show", "wage_disputed"] as const,
                (each) => ({ wage_paid: 20, worked: 3, no_show: 1, wage_disputed: 0.7 })[each],
              )
            : random.pick(["rejected", "rejected", "withdrawn"])
        addApplication(activity, post, worker, state, present)
      }
    }
    // What is called filled has no place left; what was not filled ended by its deadline.
    if (hire.closedReason === "filled" && post.slots.some((slot) => slot.hired < slot.headcount))
      hire.closedReason = "deadline"
  }
}

const getClockHour = (moment: Date) => {
  const { hour } = getKstFields(moment)
  return `${String(hour).padStart(2, "0")}:00`
}

/**
 * The demo accounts: expert@demo.kr hires, customer@demo.kr works and hires, each with something in every
 * state.
 */
function addDemoPosts(
  activity: JobActivity,
  people: DemoPeople,
  present: Date,
): { posts: Post[]; seek: SeekRow } {
  const { customer, expert } = people.demo
  const shop = { person: expert, business: "도현 홈케어", representative: expert.name, number: "2148612337" }
  const home = { person: customer, business: "서초동 가정집", representative: customer.name, number: null }
  const timeAgo = (hours: number) => new Date(present.getTime() - hours * HOUR_MS)
  const base = { employer: shop, regionCode: expert.regionCode, text: findKindText("wallpaper") }
  const open = createHirePost(
    {
      ...base,
      label: "demo/open",
      inDays: 3,
      openedAt: timeAgo(20),
      closed: null,
      days: 2,
      headcount: 3,
      hours: ["08:00", "17:00", 60],
      job: {
        title: "30평 아파트 실크 도배 보조 (이틀)",
        text: "풀 바르기와 초배지 붙이기를 도와요. 가구가 없는 빈집이라 움직이기 편해요.",
      },
    },
    present,
  )
  const soon = createHirePost(
    {
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
    },
    present,
  )
  const startsAt = timeAgo(2)
  const today = createHirePost(
    {
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
    },
    present,
  )
  const past = [3, 9, 20].map((days) =>
    createHirePost(
      {
        ...base,
        label: `demo/past/${days}`,
        inDays: -days,
        openedAt: timeAgo((days + 5) * 24),
        closed: "deadline",
        days: 1,
        headcount: 4,
        hours: ["08:00", "17:00", 60],
      },
      present,
    ),
  )
  const own = createHirePost(
    {
      employer: home,
      regionCode: customer.regionCode,
      text: findKindText("moving"),
      label: "demo/customer",
      inDays: 5,
      openedAt: timeAgo(30),
      closed: null,
      days: 1,
      headcount: 2,
      hours: ["09:00", "14:00", 30],
      job: {
        title: "원룸 이사 짐 나르기 반나절",
        text: "3층에서 1층으로 내리는 짐이에요. 상자는 모두 싸 두었어요.",
      },
    },
    present,
  )

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
  addApplication(activity, today, customer, "checked_in", present)
  addApplication(activity, today, worker(10), "hired", present)
  for (const [index, post] of past.entries()) {
    addApplication(activity, post, worker(11 + index), "no_show", present)
    addApplication(activity, post, worker(15 + index), "wage_disputed", present, { reviewed: "none" })
    addApplication(activity, post, worker(19 + index), "wage_paid", present, { reviewed: "both" })
    addApplication(activity, post, customer, index === 0 ? "worked" : "wage_paid", present, {
      reviewed: index === 0 ? "none" : index === 1 ? "worker" : "both",
    })
  }
  addApplication(activity, own, worker(25), "applied", present)
  addApplication(activity, own, worker(26), "shortlisted", present)
  const seek = createSeek(customer, findKindText("cleaning"), timeAgo(60), present, "open")
  addOffer(activity, open, seek, customer, "sent", present)
  return { posts: [open, soon, today, ...past, own], seek }
}

/** Offers of employers with open posts to those who seek, in every state. */
function addOffers(
  activity: JobActivity,
  posts: readonly Post[],
  seeks: readonly SeekRow[],
  people: DemoPeople,
  present: Date,
): void {
  const random = createRandom("jobs/offers")
  const open = posts.filter((post) => post.hire.state === "open")
  for (const [index, seek] of seeks
    .filter((each) => each.state === "open")
    .slice(0, 70)
    .entries()) {
    const worker = people.customers.find((person) => person.id === seek.workerId) ?? people.demo.customer
    addOffer(
      activity,
      random.pick(open),
      seek,
      worker,
      atWrapped(["sent", "accepted", "declined", "expired"] as const, index),
      present,
    )
  }
}

/** Creates `part` of the town. */
export async function create(client: postgres.Sql, part: string, step: RunStep): Promise<void> {
  const people = await findDemoPeople(client)
  await writePart(client, part, async (tx, present) => {
    const activity = createEmptyJobActivity()
    const posts = addHires(people, present)
    addApplications(activity, posts, people, present)
    const own = addDemoPosts(activity, people, present)
    const seeks = [own.seek, ...addSeeks(people, present)]
    addOffers(activity, posts, seeks.slice(1), people, present)
    addAppeal(activity, "filed", present)
    addAppeal(activity, "upheld", present)
    const all = [...posts, ...own.posts]
    const random = createRandom("jobs/saves")
    const listed = all.filter((post) => post.hire.state === "open")
    for (const post of random.sample(listed, 6))
      activity.saves.push({ userId: people.demo.customer.id, hireId: post.hire.id, createdAt: present })
    const history = all.map(({ hire }) => ({
      id: hire.id,
      subject: "hire" as const,
      subjectId: hire.id,
      move: "publish",
      fromState: null,
      toState: "open",
      actorId: hire.employerId,
      actorRole: "employer" as const,
      at: hire.openedAt,
    }))
    await writeWithProgress(step, "구인 공고", all.length, "건", async () => {
      await insertInBatches(
        tx,
        hirePosts,
        all.map((post) => post.hire),
      )
      await insertInBatches(
        tx,
        hireSlots,
        all.flatMap((post) => post.slots),
      )
      await insertInBatches(tx, hireSaves, activity.saves)
    })
    await writeWithProgress(step, "구직 글", seeks.length, "건", async () => {
      await insertInBatches(tx, seekPosts, seeks)
      await insertInBatches(
        tx,
        seekSaves,
        random
          .sample(
            seeks.slice(1).filter((seek) => seek.state === "open"),
            3,
          )
          .map((seek) => ({ userId: people.demo.expert.id, seekId: seek.id, createdAt: present })),
      )
    })
    await writeWithProgress(step, "지원", activity.applications.length, "건", async () => {
      await insertInBatches(tx, jobApplications, activity.applications)
      await insertInBatches(tx, applicationSlots, activity.slots)
      await insertInBatches(tx, jobOffers, activity.offers)
      await insertInBatches(tx, jobAppeals, activity.appeals)
      await insertInBatches(tx, jobReviews, activity.reviews)
      await insertInBatches(tx, jobEvents, [...history, ...activity.events])
    })
  })
}
