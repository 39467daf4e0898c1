/**
 * The back office's part of the demo town: reports and what became of them, sanctions, a colleague, and
 * what both admins did.
 */
import type postgres from "postgres"
import { eq, inArray } from "drizzle-orm"
import { CONSENTS } from "#app/areas/accounts/consents.ts"
import { consents, credentials, profiles, users } from "#app/areas/accounts/schema.server.ts"
import { adminRequests } from "#app/areas/admin/schema.server.ts"
import type { ReportReason, ReportState } from "#app/areas/trust/rules.ts"
import { reportEvents, reports, sanctions } from "#app/areas/trust/schema.server.ts"
import type { SubjectKind } from "#app/basics/subject.ts"
import { DAY_MS, HOUR_MS } from "#app/basics/time.ts"
import { auditLog } from "#app/platform/schema.server.ts"
import { storePictures } from "../demo-pictures.ts"
import { findDemoPeople, writePart, writeWithProgress, type RunStep } from "../parts.ts"
import { atWrapped, createSeedId } from "../random.ts"
import { getDemoPicture } from "../town.ts"
import { insertInBatches } from "../write.ts"
import { findHolders, createPapers, writePapers } from "./insurance-papers.ts"

type ReportSubject = { kind: SubjectKind; id: string; title: string; ownerId: string }
type ReportDetails = {
  reason: ReportReason
  details: string
  state: ReportState
  note: string
  daysAgo: number
}

const REPORTS: readonly ReportDetails[] = [
  {
    reason: "outside_deal",
    details: "가격을 깎아 줄 테니 계좌로 먼저 보내 달라고 했어요.",
    state: "filed",
    note: "",
    daysAgo: 0.2,
  },
  {
    reason: "scam",
    details: "보낸 사진이 다른 판매 글에 있던 사진이에요.",
    state: "filed",
    note: "",
    daysAgo: 0.6,
  },
  {
    reason: "false_info",
    details: "설명에 없던 흠집이 여러 군데 있었어요.",
    state: "filed",
    note: "",
    daysAgo: 1.4,
  },
  { reason: "spam", details: "같은 글을 하루에 열 번 넘게 올려요.", state: "filed", note: "", daysAgo: 2.1 },
  {
    reason: "abuse",
    details: "가격을 물었더니 반말과 욕설을 했어요.",
    state: "triaged",
    note: "",
    daysAgo: 2.6,
  },
  {
    reason: "no_show",
    details: "약속한 시간에 두 번이나 나오지 않았어요.",
    state: "triaged",
    note: "",
    daysAgo: 3.3,
  },
  {
    reason: "counterfeit",
    details: "정품이라고 했는데 일련번호가 없는 제품이에요.",
    state: "appealed",
    note: "구입 증빙이 없고 정품과 다른 점이 확인됐어요.",
    daysAgo: 6,
  },
  {
    reason: "abuse",
    details: "후기를 지우지 않으면 가만두지 않겠다고 했어요.",
    state: "actioned",
    note: "상대방을 위협하는 말을 되풀이했어요.",
    daysAgo: 9,
  },
  {
    reason: "scam",
    details: "예약금을 보냈는데 연락이 끊겼어요.",
    state: "actioned",
    note: "입금을 유도한 뒤 연락을 끊은 일이 세 건 확인됐어요.",
    daysAgo: 12,
  },
  {
    reason: "other",
    details: "설명이 조금 부족해요.",
    state: "dismissed",
    note: "운영 정책에 어긋나는 점이 없어요.",
    daysAgo: 14,
  },
  {
    reason: "privacy",
    details: "글에 다른 사람 전화번호가 적혀 있어요.",
    state: "actioned",
    note: "다른 사람의 전화번호를 적었어요.",
    daysAgo: 17,
  },
  {
    reason: "false_info",
    details: "사진과 실제 색이 달라요.",
    state: "dismissed",
    note: "조명 차이로 보여요. 두 분이 환불로 정리했어요.",
    daysAgo: 21,
  },
]

const SANCTIONS = [
  { kind: "banned", days: 30, daysAgo: 12, reason: "입금을 유도한 뒤 연락을 끊은 일이 세 건 확인됐어요." },
  { kind: "banned", days: 7, daysAgo: 3, reason: "주의를 받은 뒤에도 욕설을 되풀이했어요." },
  { kind: "warned", days: 0, daysAgo: 9, reason: "상대방을 위협하는 말을 되풀이했어요." },
  { kind: "warned", days: 0, daysAgo: 17, reason: "다른 사람의 전화번호를 글에 적었어요." },
  { kind: "banned", days: 3, daysAgo: 26, reason: "같은 글을 여러 번 올렸어요." },
] as const

/** Creates `part` of the town. */
export async function create(client: postgres.Sql, part: string, step: RunStep): Promise<void> {
  const demoPictures = await storePictures(["policy"], step)
  const people = await findDemoPeople(client)
  const holders = await findHolders(client)
  const things = await client<ReportSubject[]>`
    (select 'item' as kind, id, title, seller_id as "ownerId" from items
      where deleted_at is null and state = 'selling' order by id limit 8)
    union all (select 'expert', user_id, name, user_id from experts where state = 'approved' order by user_id
      limit 4)`
  const approved = await client<
    { id: string; at: Date }[]
  >`select expert_id as id, at from expert_decisions where to_state = 'approved' order by at desc limit 20`
  const notices = await client<
    { id: string; kind: string; title: string; at: Date }[]
  >`select id, kind, title, published_at as at from articles where state = 'published' and kind = 'notice'
    order by published_at desc limit 12`
  const asked = await client<
    { id: string; title: string; at: Date }[]
  >`select t.id, t.title, m.created_at as at from tickets t join ticket_messages m on m.ticket_id = t.id
    and m.by_staff order by m.created_at desc limit 12`
  await writePart(client, part, async (tx, present) => {
    const timeAgo = (days: number) => new Date(present.getTime() - days * DAY_MS)
    const { admin } = people.demo
    const joined = timeAgo(200)
    const colleague = createSeedId("office/colleague", joined)
    await writeWithProgress(step, "관리자 동료", 1, "명", async () => {
      const [own] = await tx
        .select({ password: credentials.password })
        .from(credentials)
        .where(eq(credentials.userId, admin.id))
      await tx.insert(users).values({
        id: colleague,
        email: "manager@demo.kr",
        emailVerified: true,
        name: "오나래",
        createdAt: joined,
        updatedAt: joined,
      })
      await tx.insert(profiles).values({
        userId: colleague,
        name: "오나래",
        role: "admin",
        phone: "+821055550199",
        regionCode: "11650",
        createdAt: joined,
        updatedAt: joined,
      })
      await tx.insert(credentials).values({
        id: createSeedId("office/colleague/password", joined),
        accountId: colleague,
        providerId: "credential",
        userId: colleague,
        password: own?.password ?? null,
        createdAt: joined,
        updatedAt: joined,
      })
      await tx.insert(consents).values(
        CONSENTS.map((consent) => ({
          id: createSeedId(`office/colleague/${consent.kind}`, joined),
          userId: colleague,
          kind: consent.kind,
          version: consent.version,
          granted: consent.required,
          givenAt: joined,
        })),
      )
      await tx.insert(adminRequests).values({
        id: createSeedId("office/request", timeAgo(1)),
        userId: atWrapped(people.customers, 3).id,
        askedBy: colleague,
        reason: "문의 답변을 맡을 사람이 필요해요.",
        state: "waiting",
        createdAt: timeAgo(1),
      })
    })

    const filed =
      things.length === 0
        ? []
        : REPORTS.map((told, place) => {
            const thing = atWrapped(things, place)
            const reporter =
              people.customers.find(
                (person, index) => index >= place * 5 + 20 && person.id !== thing.ownerId,
              ) ?? people.demo.customer
            const createdAt = timeAgo(told.daysAgo)
            const decided = told.state !== "filed" && told.state !== "triaged"
            return {
              told,
              thing,
              reporterId: reporter.id,
              createdAt,
              decidedAt: decided ? new Date(createdAt.getTime() + 5 * HOUR_MS) : null,
              id: createSeedId(`office/report/${place}`, createdAt),
            }
          })
    await writeWithProgress(step, "신고", filed.length, "건", async () => {
      await insertInBatches(
        tx,
        reports,
        filed.map(({ told, thing, reporterId, createdAt, decidedAt, id }) => ({
          id,
          reporterId,
          subjectKind: thing.kind,
          subjectId: thing.id,
          subjectTitle: thing.title.slice(0, 80),
          accusedId: thing.ownerId,
          reason: told.reason,
          details: told.details,
          state: told.state,
          decidedBy: decidedAt ? colleague : null,
          decidedAt,
          createdAt,
          updatedAt: decidedAt ?? createdAt,
        })),
      )
      await insertInBatches(
        tx,
        reportEvents,
        filed.flatMap(({ told, thing, reporterId, createdAt, decidedAt, id }) => {
          const event = (name: string, moment: Date) => ({
            id: createSeedId(`office/event/${id}/${name}`, moment),
            reportId: id,
            at: moment,
          })
          const looked = new Date(createdAt.getTime() + 2 * HOUR_MS)
          const dismissed = told.state === "dismissed"
          return [
            {
              ...event("file", createdAt),
              move: "file" as const,
              toState: "filed" as const,
              actorId: reporterId,
              actorRole: "reporter" as const,
              note: told.details,
            },
            ...(told.state === "filed"
              ? []
              : [
                  {
                    ...event("triage", looked),
                    move: "triage" as const,
                    fromState: "filed" as const,
                    toState: "triaged" as const,
                    actorId: colleague,
                    actorRole: "admin" as const,
                  },
                ]),
            ...(decidedAt
              ? [
                  {
                    ...event("decide", decidedAt),
                    move: dismissed ? ("dismiss" as const) : ("act" as const),
                    fromState: "triaged" as const,
                    toState: dismissed ? ("dismissed" as const) : ("actioned" as const),
                    actorId: colleague,
                    actorRole: "admin" as const,
                    note: told.note,
                  },
                ]
              : []),
            ...(told.state === "appealed"
              ? [
                  {
                    ...event("appeal", timeAgo(1)),
                    move: "appeal" as const,
                    fromState: "actioned" as const,
                    toState: "appealed" as const,
                    actorId: thing.ownerId,
                    actorRole: "accused" as const,
                    note: "백화점에서 산 물건이에요. 영수증 사진을 보낼 수 있어요.",
                  },
                ]
              : []),
          ]
        }),
      )
      await insertInBatches(
        tx,
        sanctions,
        filed
          .filter(({ told }) => told.state === "actioned" || told.state === "appealed")
          .map(({ told, thing, decidedAt, id }) => ({
            id: createSeedId(`office/warned/${id}`, decidedAt ?? present),
            reportId: id,
            kind: "warned" as const,
            userId: thing.ownerId,
            reason: told.note,
            decidedBy: colleague,
            createdAt: decidedAt ?? present,
          })),
      )
    })

    const given = SANCTIONS.map((one, place) => {
      const createdAt = timeAgo(one.daysAgo)
      return {
        ...one,
        createdAt,
        person: atWrapped(people.customers, place * 11 + 7),
        id: createSeedId(`office/sanction/${place}`, createdAt),
        endsAt: one.kind === "banned" ? new Date(createdAt.getTime() + one.days * DAY_MS) : null,
      }
    })
    await writeWithProgress(step, "제재", given.length, "건", async () => {
      await insertInBatches(
        tx,
        sanctions,
        given.map(({ id, kind, person, reason, endsAt, createdAt }) => ({
          id,
          kind,
          userId: person.id,
          reason,
          endsAt,
          decidedBy: admin.id,
          createdAt,
        })),
      )
      const now = given.filter((one) => one.endsAt && one.endsAt > present)
      for (const one of now)
        await tx
          .update(profiles)
          .set({ bannedUntil: one.endsAt, banReason: one.reason })
          .where(inArray(profiles.userId, [one.person.id]))
    })

    const papers = createPapers(holders, present)
    await writeWithProgress(step, "보험 증권", papers.length, "장", () =>
      writePapers(tx, papers, getDemoPicture({ demoPictures }, "document-insurance"), colleague),
    )

    const line = (name: string, moment: Date, row: Omit<typeof auditLog.$inferInsert, "id" | "at">) => ({
      id: createSeedId(`office/audit/${name}`, moment),
      at: moment,
      ...row,
    })
    const lines = [
      ...given.map((one) =>
        line(`sanction/${one.id}`, one.createdAt, {
          actorId: admin.id,
          action: one.kind === "banned" ? "person.ban" : "person.warn",
          subjectKind: "person",
          subjectId: one.person.id,
          note: one.reason,
          ...(one.endsAt
            ? { before: { bannedUntil: null }, after: { bannedUntil: one.endsAt.toISOString() } }
            : {}),
        }),
      ),
      ...filed
        .filter((one) => one.decidedAt)
        .map((one) =>
          line(`report/${one.id}`, one.decidedAt ?? present, {
            actorId: colleague,
            action: one.told.state === "dismissed" ? "report.dismiss" : "report.act",
            subjectKind: "report",
            subjectId: one.id,
            subjectTitle: one.thing.title.slice(0, 80),
            note: one.told.note,
            before: { state: "triaged" },
            after: { state: one.told.state === "dismissed" ? "dismissed" : "actioned" },
          }),
        ),
      ...approved.map((one) =>
        line(`expert/${one.id}`, new Date(one.at), {
          actorId: admin.id,
          action: "expert.approve",
          subjectKind: "expert",
          subjectId: one.id,
          before: { state: "reviewing" },
          after: { state: "approved" },
        }),
      ),
      ...papers
        .filter((one) => one.decidedAt)
        .map((one) =>
          line(`paper/${one.id}`, one.decidedAt ?? present, {
            actorId: colleague,
            action: one.state === "approved" ? "expert.insure" : "expert.refuse_insurance",
            subjectKind: "expert",
            subjectId: one.expertId,
            subjectTitle: one.name,
            note: one.reason,
            ...(one.state === "approved"
              ? { before: { insurance: null }, after: { insurance: one.expiresOn } }
              : {}),
          }),
        ),
      ...notices.map((one) =>
        line(`notice/${one.id}`, new Date(one.at), {
          actorId: colleague,
          action: "article.write",
          subjectKind: one.kind,
          subjectId: one.id,
          subjectTitle: one.title,
          after: { title: one.title, state: "published", version: 1 },
        }),
      ),
      ...asked.map((one, place) =>
        line(`ticket/${one.id}/${place}`, new Date(one.at), {
          actorId: colleague,
          action: "ticket.answer",
          subjectKind: "ticket",
          subjectId: one.id,
          subjectTitle: one.title,
          before: { state: "open" },
          after: { state: "answered" },
        }),
      ),
      line("export", timeAgo(4), {
        actorId: admin.id,
        action: "export.orders",
        subjectKind: "export",
        subjectId: "orders",
        subjectTitle: "견적 요청",
        after: { filter: "queue=disputed" },
      }),
      line("request", timeAgo(1), {
        actorId: colleague,
        action: "admin.request",
        subjectKind: "person",
        subjectId: atWrapped(people.customers, 3).id,
        note: "문의 답변을 맡을 사람이 필요해요.",
      }),
    ]
    await writeWithProgress(step, "감사 기록", lines.length, "줄", () => insertInBatches(tx, auditLog, lines))
  })
}
