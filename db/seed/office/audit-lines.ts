/** What both admins of the demo town did, as lines of the audit log. */
import { DAY_MS } from "#app/basics/time.ts"
import type { auditLog } from "#app/platform/schema.server.ts"
import type postgres from "postgres"
import type { DemoPeople } from "../parts.ts"
import { atWrapped, createSeedId } from "../random.ts"
import type { createPapers } from "./insurance-papers.ts"
import type { FiledReport } from "./reports.ts"
import type { GivenSanction } from "./sanctions.ts"

type AuditRow = typeof auditLog.$inferInsert
/** Ids of the two admins. */
type Admins = { first: string; colleague: string }
/** What the other parts of the town say that an admin did. */
type EarlierWork = Awaited<ReturnType<typeof findEarlierWork>>

export async function findEarlierWork(client: postgres.Sql) {
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
  return { approved, notices, asked }
}

const line = (name: string, moment: Date, row: Omit<AuditRow, "id" | "at">): AuditRow => ({
  id: createSeedId(`office/audit/${name}`, moment),
  at: moment,
  ...row,
})

/** Every line, of this part of the town and of those before it. */
export function createAuditLines(
  work: EarlierWork & {
    given: readonly GivenSanction[]
    filed: readonly FiledReport[]
    papers: ReturnType<typeof createPapers>
  },
  people: DemoPeople,
  admins: Admins,
  present: Date,
): AuditRow[] {
  return [
    ...listSanctionLines(work.given, admins),
    ...listReportLines(work.filed, admins, present),
    ...listExpertLines(work.approved, admins),
    ...listPaperLines(work.papers, admins, present),
    ...listContentLines(work, admins),
    line("export", new Date(present.getTime() - 4 * DAY_MS), {
      actorId: admins.first,
      action: "export.orders",
      subjectKind: "export",
      subjectId: "orders",
      subjectTitle: "견적 요청",
      after: { filter: "queue=disputed" },
    }),
    line("request", new Date(present.getTime() - DAY_MS), {
      actorId: admins.colleague,
      action: "admin.request",
      subjectKind: "person",
      subjectId: atWrapped(people.customers, 3).id,
      note: "문의 답변을 맡을 사람이 필요해요.",
    }),
  ]
}

/** Warned and banned. */
const listSanctionLines = (given: readonly GivenSanction[], admins: Admins): AuditRow[] =>
  given.map((one) =>
    line(`sanction/${one.id}`, one.createdAt, {
      actorId: admins.first,
      action: one.kind === "banned" ? "person.ban" : "person.warn",
      subjectKind: "person",
      subjectId: one.person.id,
      note: one.reason,
      ...(one.endsAt
        ? { before: { bannedUntil: null }, after: { bannedUntil: one.endsAt.toISOString() } }
        : {}),
    }),
  )

/** Decided reports. */
const listReportLines = (filed: readonly FiledReport[], admins: Admins, present: Date): AuditRow[] =>
  filed
    .filter((one) => one.decidedAt)
    .map((one) =>
      line(`report/${one.id}`, one.decidedAt ?? present, {
        actorId: admins.colleague,
        action: one.told.state === "dismissed" ? "report.dismiss" : "report.act",
        subjectKind: "report",
        subjectId: one.id,
        subjectTitle: one.thing.title.slice(0, 80),
        note: one.told.note,
        before: { state: "triaged" },
        after: { state: one.told.state === "dismissed" ? "dismissed" : "actioned" },
      }),
    )

/** Approved experts. */
const listExpertLines = (approved: EarlierWork["approved"], admins: Admins): AuditRow[] =>
  approved.map((one) =>
    line(`expert/${one.id}`, new Date(one.at), {
      actorId: admins.first,
      action: "expert.approve",
      subjectKind: "expert",
      subjectId: one.id,
      before: { state: "reviewing" },
      after: { state: "approved" },
    }),
  )

/** Insurance papers that were looked at. */
const listPaperLines = (papers: ReturnType<typeof createPapers>, admins: Admins, present: Date): AuditRow[] =>
  papers
    .filter((one) => one.decidedAt)
    .map((one) =>
      line(`paper/${one.id}`, one.decidedAt ?? present, {
        actorId: admins.colleague,
        action: one.state === "approved" ? "expert.insure" : "expert.refuse_insurance",
        subjectKind: "expert",
        subjectId: one.expertId,
        subjectTitle: one.name,
        note: one.reason,
        ...(one.state === "approved"
          ? { before: { insurance: null }, after: { insurance: one.expiresOn } }
          : {}),
      }),
    )

/** Notices written and tickets answered. */
const listContentLines = ({ notices, asked }: EarlierWork, admins: Admins): AuditRow[] => [
  ...notices.map((one) =>
    line(`notice/${one.id}`, new Date(one.at), {
      actorId: admins.colleague,
      action: "article.write",
      subjectKind: one.kind,
      subjectId: one.id,
      subjectTitle: one.title,
      after: { title: one.title, state: "published", version: 1 },
    }),
  ),
  ...asked.map((one, index) =>
    line(`ticket/${one.id}/${index}`, new Date(one.at), {
      actorId: admins.colleague,
      action: "ticket.answer",
      subjectKind: "ticket",
      subjectId: one.id,
      subjectTitle: one.title,
      before: { state: "open" },
      after: { state: "answered" },
    }),
  ),
]
