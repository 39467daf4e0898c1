import { and, eq, inArray } from "drizzle-orm"
import { afterEach, beforeAll, describe, expect, test } from "vitest"
import { resetClock, setClock } from "#app/basics/clock.ts"
import { newId } from "#app/basics/ids.ts"
import { db } from "#app/platform/db.server.ts"
import { drainEvents } from "#app/platform/events.server.ts"
import { listNewestMessages } from "#app/platform/messages.server.ts"
import { auditLog } from "#app/platform/schema.server.ts"
import { withDatabase } from "../../../../tests/setup/database.ts"
import { registerSubscriptions } from "../../../subscriptions.server.ts"
import { createPerson, type Person } from "../../accounts/fixtures.ts"
import { findArticle, listFaq, listNotices, requirePage } from "./read-articles.server.ts"
import {
  closeSilentTickets,
  findTicket,
  listMyTickets,
  listTickets,
  openTicket,
  replyToTicket,
} from "./tickets.server.ts"
import {
  transitionArticle,
  transitionArticles,
  publishDueArticles,
  saveArticle,
} from "./write-articles.server.ts"
import {
  listAllArticles,
  findEditableArticle,
  findVersion,
} from "#app/areas/content/service/edited-articles.server.ts"

withDatabase()

let admin: Person
let customer: Person
const visitor = { kind: "visitor", draftId: null } as const
beforeAll(async () => {
  registerSubscriptions()
  admin = await createPerson({ role: "admin" })
  customer = await createPerson()
})
afterEach(resetClock)

type Input = Parameters<typeof saveArticle>[2]
const buildNoticeInput = (changes: Partial<Input> = {}): Input => ({
  kind: "notice",
  title: "겨울 점검 안내",
  body: "<p>보일러를 점검하세요.</p>",
  category: "service",
  pinned: false,
  position: null,
  place: null,
  employment: null,
  closesOn: null,
  publishing: "now",
  publishOn: null,
  publishTime: undefined,
  reconsent: false,
  version: null,
  ...changes,
})
const createFrom = async (input: Input): Promise<string> => {
  const done = await saveArticle(admin.actor, null, input)
  if (!done.ok) throw new Error(done.reason)
  return done.id
}

describe("articles", () => {
  test("are written by admins alone", async () => {
    expect(await saveArticle(customer.actor, null, buildNoticeInput())).toEqual({
      ok: false,
      reason: "forbidden",
    })
    expect(await saveArticle(visitor, null, buildNoticeInput())).toEqual({ ok: false, reason: "forbidden" })
    expect(
      await listAllArticles(customer.actor, {
        kind: "notice",
        state: null,
        term: "",
        sort: "changed",
        cursor: null,
      }),
    ).toEqual({ rows: [], cursor: null })
  })

  test("are seen by everybody from publishing on, and by nobody after they are archived", async () => {
    const id = await createFrom(buildNoticeInput({ publishing: "draft" }))
    expect(await findArticle(visitor, "notice", id)).toBeNull()
    expect(await findArticle(admin.actor, "notice", id)).not.toBeNull()
    expect(await transitionArticle(admin.actor, id, "publish")).toEqual({ ok: true })
    expect((await findArticle(visitor, "notice", id))?.title).toBe("겨울 점검 안내")
    expect(await transitionArticle(admin.actor, id, "publish")).toEqual({ ok: false, reason: "not_now" })
    expect(await transitionArticle(admin.actor, id, "archive")).toEqual({ ok: true })
    expect(await findArticle(visitor, "notice", id)).toBeNull()
  })

  test("move several at once, each with its line in the log, and nobody's but an admin's", async () => {
    const ids = await Promise.all([
      createFrom(buildNoticeInput({ publishing: "draft" })),
      createFrom(buildNoticeInput({ publishing: "draft" })),
      createFrom(buildNoticeInput({ publishing: "now" })),
    ])
    expect(await transitionArticles(customer.actor, ids, "publish")).toEqual({
      transitionedCount: 0,
      refusedCount: 0,
    })
    const rivals = await Promise.all([
      transitionArticles(admin.actor, [...ids, newId(), "nonsense"], "publish"),
      transitionArticles(admin.actor, ids, "publish"),
    ])
    expect(rivals.reduce((sum, each) => sum + each.transitionedCount, 0)).toBe(2)
    for (const id of ids) expect(await findArticle(visitor, "notice", id)).not.toBeNull()
    const lines = await db()
      .select({ subjectId: auditLog.subjectId })
      .from(auditLog)
      .where(and(eq(auditLog.action, "article.publish"), inArray(auditLog.subjectId, ids)))
    expect(lines.map((line) => line.subjectId).sort()).toEqual(ids.slice(0, 2).sort())
    expect(await transitionArticles(admin.actor, ids, "archive")).toEqual({
      transitionedCount: 3,
      refusedCount: 0,
    })
  })

  test("that are scheduled appear when their moment has come", async () => {
    setClock(() => new Date("2026-11-21T03:00:00Z"))
    const id = await createFrom(
      buildNoticeInput({ publishing: "later", publishOn: "2026-11-22", publishTime: "09:00" }),
    )
    setClock(() => new Date("2026-11-21T23:59:00Z"))
    await publishDueArticles()
    expect(await findArticle(visitor, "notice", id)).toBeNull()
    setClock(() => new Date("2026-11-22T00:00:00Z"))
    await publishDueArticles()
    expect((await findArticle(visitor, "notice", id))?.publishedAt).toBe("2026-11-22T00:00:00.000Z")
    expect(
      await saveArticle(
        admin.actor,
        null,
        buildNoticeInput({ publishing: "later", publishOn: "2026-11-21" }),
      ),
    ).toEqual({ ok: false, reason: "past" })
  })

  test("keep every version, and a newer one of somebody else is not written over", async () => {
    const id = await createFrom(buildNoticeInput())
    expect(
      await saveArticle(admin.actor, { id }, buildNoticeInput({ title: "고친 안내", version: 1 })),
    ).toEqual({
      ok: true,
      id,
    })
    expect(
      await saveArticle(admin.actor, { id }, buildNoticeInput({ title: "늦은 저장", version: 1 })),
    ).toEqual({
      ok: false,
      reason: "changed",
    })
    const edited = await findEditableArticle(admin.actor, { id })
    expect(edited?.versions.map((version) => version.title)).toEqual(["고친 안내", "겨울 점검 안내"])
    expect(await findVersion(admin.actor, id, 1)).toMatchObject({ title: "겨울 점검 안내" })
    expect(await findVersion(customer.actor, id, 1)).toBeNull()
  })

  test("without words, or in a group that their kind does not have, are refused", async () => {
    expect(
      await saveArticle(admin.actor, null, buildNoticeInput({ body: "<p><br></p><script>1</script>" })),
    ).toEqual({
      ok: false,
      reason: "empty",
    })
    expect(await saveArticle(admin.actor, null, buildNoticeInput({ category: "payment" }))).toEqual({
      ok: false,
      reason: "category",
    })
  })

  test("are paged without doubles, pinned ones first", async () => {
    for (let number = 0; number < 24; number += 1)
      await createFrom(buildNoticeInput({ title: `소식 ${number}`, pinned: number === 5 }))
    const first = await listNotices({ category: null, cursor: null })
    expect(first.rows[0]?.title).toBe("소식 5")
    const second = await listNotices({ category: null, cursor: first.cursor })
    const ids = [...first.rows, ...second.rows].map((row) => row.id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(second.cursor).toBeNull()
  })

  test("of questions are found by words and by initial consonants", async () => {
    await createFrom(
      buildNoticeInput({
        kind: "faq",
        title: "환불은 언제 되나요?",
        body: "<p>3영업일 안에 돌려드려요.</p>",
        category: "payment",
      }),
    )
    for (const term of ["환불", "영업일", "ㅎㅂ"])
      expect((await listFaq({ category: null, term })).map((entry) => entry.question)).toEqual([
        "환불은 언제 되나요?",
      ])
    expect(await listFaq({ category: "jobs", term: "환불" })).toEqual([])
    expect(await listFaq({ category: null, term: "%" })).toEqual([])
  })

  test("that are pages come with a first version, and an edit replaces it", async () => {
    expect(await requirePage("safety")).toMatchObject({ version: 1, title: "안전 정책" })
    const edited = await findEditableArticle(admin.actor, { slug: "safety" })
    expect(
      await saveArticle(
        admin.actor,
        { slug: "safety" },
        buildNoticeInput({
          kind: "page",
          title: "안전하게 거래하기",
          category: null,
          version: edited?.version ?? null,
        }),
      ),
    ).toMatchObject({ ok: true })
    expect(await requirePage("safety")).toMatchObject({ version: 2, title: "안전하게 거래하기" })
    expect(await saveArticle(admin.actor, null, buildNoticeInput({ kind: "page", category: null }))).toEqual({
      ok: false,
      reason: "not_found",
    })
  })
})

describe("tickets", () => {
  const asked = (changes = {}) => ({
    name: "김하늘",
    email: "haneul@example.kr",
    topic: "use" as const,
    title: "사진은 몇 장까지 되나요?",
    body: "현장 사진을 더 올리고 싶어요.",
    consent: true as const,
    key: newId(),
    ...changes,
  })
  const opened = async (person: Person) => {
    const done = await openTicket(person.actor, asked(), "203.0.113.7")
    if (!done.ok) throw new Error(done.reason)
    return done.ticketId
  }

  test("sent twice are one", async () => {
    const person = await createPerson()
    const form = asked()
    const [one, two] = await Promise.all([
      openTicket(person.actor, form, "203.0.113.8"),
      openTicket(person.actor, form, "203.0.113.8"),
    ])
    expect(one).toEqual(two)
    expect((await listMyTickets(person.actor, null)).rows).toHaveLength(1)
  })

  test("exist for who asked and for admins alone", async () => {
    const id = await opened(customer)
    const other = await createPerson()
    expect(await findTicket(other.actor, id)).toBeNull()
    expect(await findTicket(visitor, id)).toBeNull()
    expect(await replyToTicket(other.actor, id, { body: "끼어들기", key: newId() })).toEqual({
      ok: false,
      reason: "not_found",
    })
    expect((await findTicket(admin.actor, id))?.messages).toHaveLength(1)
    expect(
      (await listTickets(other.actor, { state: null, priority: null, term: "", newest: true, cursor: null }))
        .rows,
    ).toEqual([])
  })

  test("go back and forth until they are closed, after 14 silent days by themselves", async () => {
    setClock(() => new Date("2026-11-01T00:00:00Z"))
    const person = await createPerson()
    const id = await opened(person)
    await replyToTicket(admin.actor, id, { body: "열 장까지예요.", key: newId() })
    expect((await findTicket(person.actor, id))?.state).toBe("answered")
    await replyToTicket(person.actor, id, { body: "동영상은요?", key: newId() })
    expect((await findTicket(person.actor, id))?.state).toBe("open")
    await replyToTicket(admin.actor, id, { body: "사진만 돼요.", key: newId() })
    setClock(() => new Date("2026-11-14T23:00:00Z"))
    await closeSilentTickets()
    expect((await findTicket(person.actor, id))?.state).toBe("answered")
    setClock(() => new Date("2026-11-15T00:01:00Z"))
    await closeSilentTickets()
    expect((await findTicket(person.actor, id))?.state).toBe("closed")
    expect(await replyToTicket(person.actor, id, { body: "하나 더요.", key: newId() })).toEqual({
      ok: false,
      reason: "not_now",
    })
  })

  test("of visitors are answered by mail", async () => {
    const done = await openTicket(visitor, asked({ email: "guest@example.kr" }), "203.0.113.9")
    if (!done.ok) throw new Error(done.reason)
    await replyToTicket(admin.actor, done.ticketId, { body: "답변이에요.", key: newId() })
    await drainEvents()
    expect((await listNewestMessages(5, "guest@example.kr")).map((mail) => mail.body).join()).toContain(
      "답변이에요.",
    )
  })

  test("are five an hour from one person at most", async () => {
    const person = await createPerson()
    for (let number = 0; number < 5; number += 1)
      expect((await openTicket(person.actor, asked(), "203.0.113.10")).ok).toBe(true)
    expect(await openTicket(person.actor, asked(), "203.0.113.10")).toEqual({ ok: false, reason: "too_many" })
  })
})
