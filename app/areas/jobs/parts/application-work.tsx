import { CalendarCheck, Smartphone } from "#app/ui/icons.tsx"
import { Link, href } from "react-router"
import type { ApplicationView } from "../views.ts"
import { NextStepPanel, primaryButtonClass } from "./next-step-panel.tsx"

/** Leads to the days and wages of an application. */
export const WorkRecordLink = ({
  view,
  className,
  children,
}: {
  view: ApplicationView
  className: string
  children: string
}) => (
  <Link
    to={href("/jobs/applications/:applicationId/work", { applicationId: view.id })}
    reloadDocument
    className={className}
  >
    <CalendarCheck size={20} /> {children}
  </Link>
)

/** The way to the record of the days: for the employer by the code of the workplace. */
export function WorkLink({ view, children }: { view: ApplicationView; children: string }) {
  return view.role === "employer" ? (
    <Link
      to={href("/jobs/hire/:hireId/site", { hireId: view.hire.id })}
      reloadDocument
      className={primaryButtonClass}
    >
      <Smartphone size={20} /> 현장 코드 띄우기
    </Link>
  ) : (
    <WorkRecordLink view={view} className={primaryButtonClass}>
      {children}
    </WorkRecordLink>
  )
}

/** Wages of recorded days are paid and confirmed beside their payslips. */
export function WageStep({ view }: { view: ApplicationView }) {
  const isWorker = view.role === "worker"
  const isDisputed = view.state === "wage_disputed"
  return (
    <NextStepPanel
      tone={isDisputed ? "warn" : "tint"}
      title={
        isDisputed
          ? isWorker
            ? "임금 분쟁 중이에요"
            : "근로자가 임금을 받지 못했다고 해요"
          : isWorker
            ? "임금을 받았나요?"
            : "임금을 보내 주세요"
      }
      text={isDisputed ? view.note : "임금명세서에서 금액과 지급일을 확인해 주세요."}
    >
      <WorkRecordLink view={view} className={primaryButtonClass}>
        근무 기록과 임금명세서
      </WorkRecordLink>
    </NextStepPanel>
  )
}
