/** What both are told of worked days, corrections and wages. */
import { href as toHref } from "react-router"
import { formatDateLong } from "#app/basics/time.ts"
import type { Transaction } from "#app/platform/db.server.ts"
import { notify, type UserNotification } from "../../notifications/service/notify.server.ts"
import type { ApplicationEvent, CorrectionHistoryMove, WageEvent } from "./events.server.ts"
import { findHireTitle } from "./notifications.server.ts"

type Message = { userId: string; title: string; key: string; href: string }

const getWorkPath = ({ applicationId }: { applicationId: string }) =>
  toHref("/jobs/applications/:applicationId/work", { applicationId })
const getWagePath = ({ applicationId, wageId }: WageEvent) =>
  toHref("/jobs/applications/:applicationId/wages/:wageId", { applicationId, wageId })

async function notifyAll(tx: Transaction, hireId: string, messages: readonly Message[]): Promise<void> {
  const text = await findHireTitle(tx, hireId)
  await notify(
    tx,
    messages.map(({ userId, title, key, href }): UserNotification => ({
      userId,
      kind: "job",
      title,
      text,
      href,
      deduplicationKey: key,
    })),
  )
}

/** Who forgot to check out, and the employer, hear which hours count. */
export async function notifyForgottenDay(
  event: ApplicationEvent & { forgotten?: boolean },
  tx: Transaction,
): Promise<void> {
  if (!event.forgotten) return
  const title = "퇴근 기록이 없어 계약한 시간으로 남겼어요. 다르면 정정을 요청해 주세요"
  await notifyAll(
    tx,
    event.hireId,
    [event.workerId, event.employerId].map((userId) => ({
      userId,
      title,
      href: getWorkPath(event),
      key: `work_day.forgotten:${event.applicationId}`,
    })),
  )
}

/** A day that the employer called off. */
export async function notifyDayCalledOff(
  event: ApplicationEvent & { workDayId: string; date: string },
  tx: Transaction,
): Promise<void> {
  await notifyAll(tx, event.hireId, [
    {
      userId: event.workerId,
      title: `${formatDateLong(event.date)} 근무가 취소됐어요. 이유를 확인해 주세요`,
      href: getWorkPath(event),
      key: `work_day.called_off:${event.workDayId}`,
    },
  ])
}

const CORRECTION_TITLES: Partial<Record<CorrectionHistoryMove, string>> = {
  correction_asked: "근무 시간 정정을 요청했어요. 확인해 주세요",
  correction_accepted: "근무 시간 정정을 받아들였어요",
  correction_refused: "근무 시간 정정을 거절했어요",
}

export async function notifyCorrection(
  event: ApplicationEvent & { correctionId: string; move: CorrectionHistoryMove },
  tx: Transaction,
): Promise<void> {
  const title = CORRECTION_TITLES[event.move]
  if (!title) return
  await notifyAll(tx, event.hireId, [
    {
      userId: event.role === "worker" ? event.employerId : event.workerId,
      title,
      href: getWorkPath(event),
      key: `work_day.${event.move}:${event.correctionId}`,
    },
  ])
}

const WAGE_TITLES = {
  send: "임금을 지급했다고 해요. 받았는지 확인해 주세요",
  deny: "임금을 받지 못했다고 해요. 확인해 주세요",
  receive: "임금을 받았다고 확인했어요",
} as const

/** Tells the other one of a step of a wage. */
export async function notifyWageMoved(
  event: WageEvent & { move: keyof typeof WAGE_TITLES; stepId: string },
  tx: Transaction,
): Promise<void> {
  await notifyAll(tx, event.hireId, [
    {
      userId: event.role === "worker" ? event.employerId : event.workerId,
      title: WAGE_TITLES[event.move],
      href: getWagePath(event),
      key: `wage.${event.move}:${event.stepId}`,
    },
  ])
}

const notifyBoth =
  (name: string, titles: { employer: string; worker: string }) =>
  (event: WageEvent, tx: Transaction): Promise<void> =>
    notifyAll(tx, event.hireId, [
      {
        userId: event.employerId,
        title: titles.employer,
        href: getWagePath(event),
        key: `${name}:${event.wageId}`,
      },
      {
        userId: event.workerId,
        title: titles.worker,
        href: getWagePath(event),
        key: `${name}:${event.wageId}`,
      },
    ])

export const notifyWageLate = notifyBoth("wage.late", {
  employer: "지급일이 지났어요. 임금을 바로 지급해 주세요",
  worker: "지급일이 지났어요. 사업장에 알렸고, 기록 파일을 받을 수 있어요",
})
export const notifyWageEscalated = notifyBoth("wage.escalated", {
  employer: "임금이 3일 넘게 늦어 운영팀이 확인해요",
  worker: "임금이 3일 넘게 늦어 운영팀이 확인해요",
})
export const notifyWageHandled = notifyBoth("wage.handled", {
  employer: "운영팀이 늦은 임금을 확인했어요",
  worker: "운영팀이 늦은 임금을 확인했어요. 결과를 봐 주세요",
})
