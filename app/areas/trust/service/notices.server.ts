/**
 * Owns what people are told of reports: the reporter of the outcome, the person concerned of the decision and
 * of the way to appeal it.
 */
import { eq } from "drizzle-orm"
import type { Events } from "#app/platform/events.server.ts"
import type { Transaction } from "#app/platform/db.server.ts"
import { tellUsers } from "#app/platform/live.server.ts"
import { notify } from "../../notifications/service/notify.server.ts"
import { KIND_LABELS } from "../rules.ts"
import { reports, sanctions } from "../schema.server.ts"
import { appealHref } from "./appeal.server.ts"

type Told = { reportId: string }
const MINE = "/my-info/reports"

async function reportOf(tx: Transaction, reportId: string) {
  const [report] = await tx.select().from(reports).where(eq(reports.id, reportId))
  return report
}

export async function noticeActioned({ reportId }: Told, tx: Transaction): Promise<void> {
  const report = await reportOf(tx, reportId)
  if (!report) return
  const about = `${KIND_LABELS[report.subjectKind]} · ${report.subjectTitle}`
  const done = await tx
    .select({ kind: sanctions.kind })
    .from(sanctions)
    .where(eq(sanctions.reportId, reportId))
  const banned = done.some((one) => one.kind === "banned")
  const hidden = done.some((one) => one.kind === "hidden")
  await notify(tx, [
    {
      userId: report.reporterId,
      kind: "account",
      title: "신고한 내용을 확인하고 조치했어요",
      text: about,
      href: MINE,
      once: `report.decided:${reportId}`,
    },
    ...(report.accusedId
      ? [
          {
            userId: report.accusedId,
            kind: "account" as const,
            title: banned
              ? "운영 정책을 어겨 이용이 정지됐어요"
              : hidden
                ? "운영 정책에 따라 내용을 숨겼어요"
                : "운영 정책을 지켜 주세요",
            text: `${about}. 이유를 보고 14일 안에 이의를 제기할 수 있어요.`.slice(0, 200),
            href: appealHref(reportId, report.accusedId),
            once: `report.actioned:${reportId}`,
          },
        ]
      : []),
  ])
}

export async function noticeDismissed({ reportId }: Told, tx: Transaction): Promise<void> {
  const report = await reportOf(tx, reportId)
  if (!report) return
  await notify(tx, [
    {
      userId: report.reporterId,
      kind: "account",
      title: "신고한 내용을 확인했어요",
      text: `${report.subjectTitle} · 운영 정책에 어긋나는 점을 찾지 못했어요.`,
      href: MINE,
      once: `report.decided:${reportId}`,
    },
  ])
}

export async function noticeSettled(
  { reportId, upheld }: Events["report.settled"],
  tx: Transaction,
): Promise<void> {
  const report = await reportOf(tx, reportId)
  if (!report) return
  const once = `report.settled:${reportId}`
  await notify(tx, [
    {
      userId: report.reporterId,
      kind: "account",
      title: upheld ? "신고한 내용의 조치를 유지해요" : "신고한 내용의 조치를 취소했어요",
      text: report.subjectTitle,
      href: MINE,
      once,
    },
    ...(report.accusedId
      ? [
          {
            userId: report.accusedId,
            kind: "account" as const,
            title: upheld ? "이의를 검토했지만 결정을 유지해요" : "이의를 받아들여 조치를 취소했어요",
            text: report.subjectTitle,
            href: appealHref(reportId, report.accusedId),
            once,
          },
        ]
      : []),
  ])
}

/**
 * Subscriber of "block.changed": the pages of both look at what they may do with each other anew. The blocked
 * one is not told why.
 */
export async function tellBlocked({ blockerId, blockedId }: Events["block.changed"]): Promise<void> {
  await tellUsers([blockerId, blockedId], { type: "block.changed" })
}
