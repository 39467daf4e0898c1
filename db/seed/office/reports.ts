/** Reports of the demo town in every state, and what was decided about them. */
import type { ReportReason, ReportState } from "#app/areas/trust/rules.ts"
import { reportEvents, reports, sanctions } from "#app/areas/trust/schema.server.ts"
import type { SubjectKind } from "#app/basics/subject.ts"
import { DAY_MS, HOUR_MS } from "#app/basics/time.ts"
import type { DemoPeople, TownTransaction } from "../parts.ts"
import { atWrapped, createSeedId } from "../random.ts"
import { insertInBatches } from "../write.ts"

export type ReportSubject = { kind: SubjectKind; id: string; title: string; ownerId: string }
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

export type FiledReport = {
  told: ReportDetails
  thing: ReportSubject
  reporterId: string
  createdAt: Date
  decidedAt: Date | null
  id: string
}

/** The reports about `things`, none where there are none. */
export function createReports(
  things: readonly ReportSubject[],
  people: DemoPeople,
  present: Date,
): FiledReport[] {
  if (things.length === 0) return []
  return REPORTS.map((told, number) => {
    const thing = atWrapped(things, number)
    const reporter =
      people.customers.find((person, index) => index >= number * 5 + 20 && person.id !== thing.ownerId) ??
      people.demo.customer
    const createdAt = new Date(present.getTime() - told.daysAgo * DAY_MS)
    const decided = told.state !== "filed" && told.state !== "triaged"
    return {
      told,
      thing,
      reporterId: reporter.id,
      createdAt,
      decidedAt: decided ? new Date(createdAt.getTime() + 5 * HOUR_MS) : null,
      id: createSeedId(`office/report/${number}`, createdAt),
    }
  })
}

/** Writes `filed` with their history and the warnings that came of them; `colleague` decides. */
export async function writeReports(
  tx: TownTransaction,
  filed: readonly FiledReport[],
  present: Date,
  colleague: string,
): Promise<void> {
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
    filed.flatMap((report) => listReportEvents(report, present, colleague)),
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
}

function listReportEvents(
  { told, thing, reporterId, createdAt, decidedAt, id }: FiledReport,
  present: Date,
  colleague: string,
): (typeof reportEvents.$inferInsert)[] {
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
            ...event("appeal", new Date(present.getTime() - DAY_MS)),
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
}
