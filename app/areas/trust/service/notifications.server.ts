/**
 * What people are told of reports: the reporter of the outcome, the person concerned of the decision and
 * of the way to appeal it.
 */
import { href } from "react-router"
import { eq } from "drizzle-orm"
import type { Events } from "#app/platform/events.server.ts"
import type { Transaction } from "#app/platform/db.server.ts"
import { publishToUsers } from "#app/platform/live.server.ts"
import { notify } from "../../notifications/service/notify.server.ts"
import { KIND_LABELS } from "../rules.ts"
import { reports, sanctions } from "../schema.server.ts"
import { buildAppealHref } from "./appeal.server.ts"

type ReportEvent = { reportId: string }
const MY_REPORTS_PATH = href("/my-info/reports")

async function findReport(tx: Transaction, reportId: string) {
  const [report] = await tx.select().from(reports).where(eq(reports.id, reportId))
  return report
}

export async function notifyActioned({ reportId }: ReportEvent, tx: Transaction): Promise<void> {
  const report = await findReport(tx, reportId)
  if (!report) return
  const subjectText = `${KIND_LABELS[report.subjectKind]} · ${report.subjectTitle}`
  const givenSanctions = await tx
    .select({ kind: sanctions.kind })
    .from(sanctions)
    .where(eq(sanctions.reportId, reportId))
  const isBanned = givenSanctions.some((sanction) => sanction.kind === "banned")
  const isHidden = givenSanctions.some((sanction) => sanction.kind === "hidden")
  await notify(tx, [
    {
      userId: report.reporterId,
      kind: "account",
      title: "신고한 내용을 확인하고 조치했어요",
      text: subjectText,
      href: MY_REPORTS_PATH,
      deduplicationKey: `report.decided:${reportId}`,
    },
    ...(report.accusedId
      ? [
          {
            userId: report.accusedId,
            kind: "account" as const,
            title: isBanned
              ? "운영 정책을 어겨 이용이 정지됐어요"
              : isHidden
                ? "운영 정책에 따라 내용을 숨겼어요"
                : "운영 정책을 지켜 주세요",
            text: `${subjectText}. 이유를 보고 14일 안에 이의를 제기할 수 있어요.`.slice(0, 200),
            href: buildAppealHref(reportId, report.accusedId),
            deduplicationKey: `report.actioned:${reportId}`,
          },
        ]
      : []),
  ])
}

export async function notifyDismissed({ reportId }: ReportEvent, tx: Transaction): Promise<void> {
  const report = await findReport(tx, reportId)
  if (!report) return
  await notify(tx, [
    {
      userId: report.reporterId,
      kind: "account",
      title: "신고한 내용을 확인했어요",
      text: `${report.subjectTitle} · 운영 정책에 어긋나는 점을 찾지 못했어요.`,
      href: MY_REPORTS_PATH,
      deduplicationKey: `report.decided:${reportId}`,
    },
  ])
}

export async function notifySettled(
  { reportId, upheld }: Events["report.settled"],
  tx: Transaction,
): Promise<void> {
  const report = await findReport(tx, reportId)
  if (!report) return
  const once = `report.settled:${reportId}`
  await notify(tx, [
    {
      userId: report.reporterId,
      kind: "account",
      title: upheld ? "신고한 내용의 조치를 유지해요" : "신고한 내용의 조치를 취소했어요",
      text: report.subjectTitle,
      href: MY_REPORTS_PATH,
      deduplicationKey: once,
    },
    ...(report.accusedId
      ? [
          {
            userId: report.accusedId,
            kind: "account" as const,
            title: upheld ? "이의를 검토했지만 결정을 유지해요" : "이의를 받아들여 조치를 취소했어요",
            text: report.subjectTitle,
            href: buildAppealHref(reportId, report.accusedId),
            deduplicationKey: once,
          },
        ]
      : []),
  ])
}

/**
 * Subscriber of "block.changed": the pages of both look at what they may do with each other anew. The blocked
 * one is not told why.
 */
export async function publishBlockChange({ blockerId, blockedId }: Events["block.changed"]): Promise<void> {
  await publishToUsers([blockerId, blockedId], { type: "block.changed" })
}
