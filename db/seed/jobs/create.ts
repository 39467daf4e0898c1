/**
 * Owns the creation of the jobs' part of the town: posts, applications in every state, offers, reviews, and
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
import { hourMs, kstFields } from "#app/basics/time.ts"
import { findTownspeople, writePart, writing, type Step, type Townspeople } from "../parts.ts"
import { at, dice } from "../random.ts"
import { insert } from "../write.ts"
import { addAppeal, addApplication, addOffer, noLives, type Lives } from "./lives.ts"
import { addHires, addSeeks, postOf, seekOf, type Post, type SeekRow } from "./posts.ts"
import { KIND_TEXTS } from "./texts.ts"

const textOf = (kind: string) => KIND_TEXTS.find((text) => text.kind === kind) ?? at(KIND_TEXTS, 0)

/** People apply; where the work is over, they worked. */
function live(lives: Lives, posts: readonly Post[], people: Townspeople, present: Date): void {
  const chance = dice("jobs/lives")
  for (const post of posts) {
    const { hire } = post
    const places = Math.min(...post.slots.map((slot) => slot.headcount))
    const workers = chance.some(people.customers, chance.int(0, hire.state === "open" ? 5 : places + 3))
    for (const [place, worker] of workers.entries()) {
      if (hire.state === "open") {
        const state = chance.weighted(
          ["applied", "viewed", "shortlisted", "hired", "rejected", "withdrawn"] as const,
          (each) => ({ applied: 5, viewed: 3, shortlisted: 2, hired: 1, rejected: 1, withdrawn: 0.5 })[each],
        )
        // A post that is still open has a place left.
        const taken =
          state === "hired" && (places < 2 || post.slots.some((slot) => slot.hired >= slot.headcount - 1))
        addApplication(lives, post, worker, taken ? "viewed" : state, present)
      } else {
        const state: ApplicationState =
          place < places && hire.closedReason !== "owner"
            ? chance.weighted(
                ["wage_paid", "worked", "no_show", "wage_disputed"] as const,
                (each) => ({ wage_paid: 20, worked: 3, no_show: 1, wage_disputed: 0.7 })[each],
              )
            : chance.pick(["rejected", "rejected", "withdrawn"])
        addApplication(lives, post, worker, state, present)
      }
    }
    // What is called filled has no place left; what was not filled ended by its deadline.
    if (hire.closedReason === "filled" && post.slots.some((slot) => slot.hired < slot.headcount))
      hire.closedReason = "deadline"
  }
}

const clockOf = (moment: Date) => {
  const { hour } = kstFields(moment)
  return `${String(hour).padStart(2, "0")}:00`
}

/**
 * The demo accounts: expert@demo.kr hires, customer@demo.kr works and hires, each with something in every
 * state.
 */
function demo(lives: Lives, people: Townspeople, present: Date): { posts: Post[]; seek: SeekRow } {
  const { customer, expert } = people.demo
  const shop = { person: expert, business: "도현 홈케어", representative: expert.name, number: "2148612337" }
  const home = { person: customer, business: "서초동 가정집", representative: customer.name, number: null }
  const ago = (hours: number) => new Date(present.getTime() - hours * hourMs)
  const base = { employer: shop, regionCode: expert.regionCode, text: textOf("wallpaper") }
  const open = postOf(
    {
      ...base,
      label: "demo/open",
      inDays: 3,
      openedAt: ago(20),
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
  const soon = postOf(
    {
      ...base,
      text: textOf("cleaning"),
      label: "demo/soon",
      inDays: 1,
      openedAt: ago(44),
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
  const startsAt = ago(2)
  const today = postOf(
    {
      ...base,
      label: "demo/today",
      inDays: kstFields(startsAt).day === kstFields(present).day ? 0 : -1,
      openedAt: ago(96),
      closed: "deadline",
      days: 1,
      headcount: 4,
      hours: [clockOf(startsAt), clockOf(new Date(startsAt.getTime() + 7 * hourMs)), 60],
      job: {
        title: "상가 도배 하루 팀원",
        text: "상가 두 칸을 하루에 끝내요. 재단과 정리를 도와주시면 돼요.",
      },
    },
    present,
  )
  const past = [3, 9, 20].map((days) =>
    postOf(
      {
        ...base,
        label: `demo/past/${days}`,
        inDays: -days,
        openedAt: ago((days + 5) * 24),
        closed: "deadline",
        days: 1,
        headcount: 4,
        hours: ["08:00", "17:00", 60],
      },
      present,
    ),
  )
  const own = postOf(
    {
      employer: home,
      regionCode: customer.regionCode,
      text: textOf("moving"),
      label: "demo/customer",
      inDays: 5,
      openedAt: ago(30),
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
  const worker = (place: number) => at(some, place)
  const states: readonly ApplicationState[] = [
    "applied",
    "applied",
    "viewed",
    "shortlisted",
    "hired",
    "rejected",
    "withdrawn",
  ]
  for (const [place, state] of states.entries()) addApplication(lives, open, worker(place), state, present)
  addApplication(lives, soon, customer, "hired", present, { signed: false })
  addApplication(lives, soon, worker(9), "applied", present)
  addApplication(lives, today, customer, "checked_in", present)
  addApplication(lives, today, worker(10), "hired", present)
  for (const [place, post] of past.entries()) {
    addApplication(lives, post, worker(11 + place), "no_show", present)
    addApplication(lives, post, worker(15 + place), "wage_disputed", present, { reviewed: "none" })
    addApplication(lives, post, worker(19 + place), "wage_paid", present, { reviewed: "both" })
    addApplication(lives, post, customer, place === 0 ? "worked" : "wage_paid", present, {
      reviewed: place === 0 ? "none" : place === 1 ? "worker" : "both",
    })
  }
  addApplication(lives, own, worker(25), "applied", present)
  addApplication(lives, own, worker(26), "shortlisted", present)
  const seek = seekOf(customer, textOf("cleaning"), ago(60), present, "open")
  addOffer(lives, open, seek, customer, "sent", present)
  return { posts: [open, soon, today, ...past, own], seek }
}

/** Offers of employers with open posts to those who seek, in every state. */
function addOffers(
  lives: Lives,
  posts: readonly Post[],
  seeks: readonly SeekRow[],
  people: Townspeople,
  present: Date,
): void {
  const chance = dice("jobs/offers")
  const open = posts.filter((post) => post.hire.state === "open")
  for (const [place, seek] of seeks
    .filter((each) => each.state === "open")
    .slice(0, 70)
    .entries()) {
    const worker = people.customers.find((person) => person.id === seek.workerId) ?? people.demo.customer
    addOffer(
      lives,
      chance.pick(open),
      seek,
      worker,
      at(["sent", "accepted", "declined", "expired"] as const, place),
      present,
    )
  }
}

/** Creates `part` of the town. */
export async function create(client: postgres.Sql, part: string, step: Step): Promise<void> {
  const people = await findTownspeople(client)
  await writePart(client, part, async (tx, present) => {
    const lives = noLives()
    const posts = addHires(people, present)
    live(lives, posts, people, present)
    const own = demo(lives, people, present)
    const seeks = [own.seek, ...addSeeks(people, present)]
    addOffers(lives, posts, seeks.slice(1), people, present)
    addAppeal(lives, "filed", present)
    addAppeal(lives, "upheld", present)
    const all = [...posts, ...own.posts]
    const chance = dice("jobs/saves")
    const listed = all.filter((post) => post.hire.state === "open")
    for (const post of chance.some(listed, 6))
      lives.saves.push({ userId: people.demo.customer.id, hireId: post.hire.id, createdAt: present })
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
    await writing(step, "구인 공고", all.length, "건", async () => {
      await insert(
        tx,
        hirePosts,
        all.map((post) => post.hire),
      )
      await insert(
        tx,
        hireSlots,
        all.flatMap((post) => post.slots),
      )
      await insert(tx, hireSaves, lives.saves)
    })
    await writing(step, "구직 글", seeks.length, "건", async () => {
      await insert(tx, seekPosts, seeks)
      await insert(
        tx,
        seekSaves,
        chance
          .some(
            seeks.slice(1).filter((seek) => seek.state === "open"),
            3,
          )
          .map((seek) => ({ userId: people.demo.expert.id, seekId: seek.id, createdAt: present })),
      )
    })
    await writing(step, "지원", lives.applications.length, "건", async () => {
      await insert(tx, jobApplications, lives.applications)
      await insert(tx, applicationSlots, lives.slots)
      await insert(tx, jobOffers, lives.offers)
      await insert(tx, jobAppeals, lives.appeals)
      await insert(tx, jobReviews, lives.reviews)
      await insert(tx, jobEvents, [...history, ...lives.events])
    })
  })
}
