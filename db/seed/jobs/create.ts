/**
 * The creation of the jobs' part of the town: posts, applications in every state, offers, reviews, and
 * what the demo accounts have in work.
 */
import type postgres from "postgres"
import { jobAlerts } from "#app/areas/jobs/alert-schema.server.ts"
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
  resumes,
  seekPosts,
  seekSaves,
  wages,
  workCorrections,
  workDays,
  workMarks,
} from "#app/areas/jobs/schema.server.ts"
import type { ApplicationState } from "#app/areas/jobs/rules.ts"
import { toKeywordColumns } from "#app/basics/alert-words.ts"
import {
  findDemoPeople,
  writePart,
  writeWithProgress,
  type RunStep,
  type DemoPeople,
  type DemoPerson,
} from "../parts.ts"
import { atWrapped, createRandom, createSeedId } from "../random.ts"
import { getAlertMoment } from "../times.ts"
import { insertInBatches } from "../write.ts"
import { addAppeal, addApplication, addOffer, createEmptyJobActivity, type JobActivity } from "./activity.ts"
import { addDemoPosts } from "./demo-posts.ts"
import { addHires, type Post } from "./posts.ts"
import { createResume } from "./resumes.ts"
import { addSeeks, type SeekRow } from "./seeks.ts"

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
    const fitting = open.filter((post) => seek.kinds.includes(post.hire.kind))
    if (fitting.length === 0) continue
    addOffer(
      activity,
      random.pick(fitting),
      seek,
      worker,
      atWrapped(["sent", "accepted", "declined", "expired"] as const, index),
      present,
    )
  }
}

type AlertWish = Pick<typeof jobAlerts.$inferInsert, "kind" | "keyword" | "range">

/** What customer@demo.kr waits for: cleaning and events in the city, cafés on weekends nearer to home. */
const DEMO_WISHES: readonly AlertWish[] = [
  { kind: "cleaning", keyword: "", range: "city" },
  { kind: "event", keyword: "", range: "city" },
  { kind: "cafe", keyword: "주말", range: "next" },
]

const createAlert = (
  person: DemoPerson,
  { keyword, ...wish }: AlertWish,
  present: Date,
): typeof jobAlerts.$inferInsert => ({
  id: createSeedId(`job-alert/${person.id}/${wish.kind}`, present),
  userId: person.id,
  ...wish,
  ...toKeywordColumns(keyword),
  regionCode: null,
  createdAt: getAlertMoment(person, present),
})

/** The new jobs that people wait for: those of the demo customer, and of some others a kind near home. */
function createAlerts({ demo, customers }: DemoPeople, present: Date): (typeof jobAlerts.$inferInsert)[] {
  const random = createRandom("jobs/alerts")
  return [
    ...DEMO_WISHES.map((wish) => createAlert(demo.customer, wish, present)),
    ...random.sample(customers, 24).map((person) => {
      const wish = {
        kind: random.pick(WISHED_KINDS),
        keyword: "",
        range: random.pick(["next", "city"] as const),
      }
      return createAlert(person, wish, present)
    }),
  ]
}
const WISHED_KINDS = ["cleaning", "event", "filming", "wallpaper", "site", "kitchen"] as const

/** Creates `part` of the town. */
export async function create(client: postgres.Sql, part: string, step: RunStep): Promise<void> {
  const people = await findDemoPeople(client)
  await writePart(client, part, async (tx, present) => {
    const resumeRows = [
      createResume(people.demo.customer, present, 1),
      ...people.customers.map((person) => createResume(person, present, 0.5)),
    ].filter((row) => row !== null)
    const activity = createEmptyJobActivity(
      people.demo.admin.id,
      new Map(resumeRows.map((row) => [row.userId, row])),
    )
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
      await insertInBatches(tx, jobAlerts, createAlerts(people, present))
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
      await insertInBatches(tx, resumes, resumeRows)
      await insertInBatches(tx, jobApplications, activity.applications)
      await insertInBatches(tx, applicationSlots, activity.slots)
      await insertInBatches(tx, jobOffers, activity.offers)
      await insertInBatches(tx, jobAppeals, activity.appeals)
      await insertInBatches(tx, jobReviews, activity.reviews)
      await insertInBatches(tx, wages, activity.wages)
      await insertInBatches(tx, workDays, activity.workDays)
      await insertInBatches(tx, workMarks, activity.marks)
      await insertInBatches(tx, workCorrections, activity.corrections)
      await insertInBatches(tx, jobEvents, [...history, ...activity.events])
    })
  })
}
