import type { ReactNode } from "react"
import { Form } from "react-router"
import { now } from "#app/basics/clock.ts"
import { formatDateTime, toKstDateString } from "#app/basics/time.ts"
import type { ScreenAnswer } from "#app/ui/action-answer.ts"
import { ConfirmDialog } from "#app/ui/dialog.tsx"
import { DateField, SelectField, TextArea } from "#app/ui/field.tsx"
import { SubmitButton } from "#app/ui/form.tsx"
import { PAY_METHOD_LABELS, PAY_METHODS } from "../work-rules.ts"
import type { WageView, WorkRecord } from "../work-views.ts"
import { ButtonForm } from "./job-parts.tsx"
import { describePayment, DueClock } from "./wage-card.tsx"

type StepProps = { record: WorkRecord; wage: WageView; answer: ScreenAnswer }

function StepPanel({
  wage,
  tone,
  title,
  text,
  children,
}: {
  wage: WageView
  tone: "tint" | "quiet" | "warn"
  title: string
  text: string
  children?: ReactNode
}) {
  const classByTone = { tint: "bg-primary-tint", quiet: "bg-base-200", warn: "bg-warn-tint" }
  return (
    <section
      aria-label="지금 할 일"
      className={`rounded-xl p-5 [&_.btn-quiet]:[--btn-bg:var(--color-base-100)] ${classByTone[tone]}`}
    >
      <DueClock wage={wage} />
      <h2 className="mt-1 text-lg font-bold">{title}</h2>
      <p className="mt-1 text-base whitespace-pre-line text-ink-2">{text}</p>
      {children ? <div className="mt-4 grid gap-3">{children}</div> : null}
    </section>
  )
}

/** What whoever looks at a wage has to do about it. */
export function WageStep(props: StepProps) {
  const { record, wage } = props
  switch (wage.state) {
    case "open":
      return (
        <StepPanel
          wage={wage}
          tone="quiet"
          title="근무가 끝나면 계산해요"
          text="마지막 날 퇴근까지 기록되면 임금명세서가 나와요."
        />
      )
    case "void":
      return (
        <StepPanel
          wage={wage}
          tone="quiet"
          title="지급할 임금이 없어요"
          text="일한 시간이 기록되지 않았어요."
        />
      )
    case "received":
      return (
        <StepPanel
          wage={wage}
          tone="quiet"
          title="임금을 받았어요"
          text={
            (describePayment(wage) ? `${describePayment(wage)}로 지급했어요.\n` : "") +
            (wage.receivedAt ? `${formatDateTime(wage.receivedAt, now())}에 받았다고 확인했어요.` : "")
          }
        />
      )
    default:
      return record.role === "admin" ? null : record.role === "employer" ? (
        <EmployerStep {...props} />
      ) : (
        <WorkerStep {...props} />
      )
  }
}

function EmployerStep({ wage, answer }: StepProps) {
  if (wage.state === "sent")
    return (
      <StepPanel
        wage={wage}
        tone="quiet"
        title="근로자의 확인을 기다려요"
        text={`${describePayment(wage)} 지급했다고 알렸어요.`}
      />
    )
  const ownAnswer = answer.of("send")
  const isLate = wage.lateAt !== null
  return (
    <StepPanel
      wage={wage}
      tone={isLate || wage.denied ? "warn" : "tint"}
      title={wage.denied ? "근로자가 받지 못했다고 해요" : isLate ? "임금이 늦었어요" : "임금을 보내 주세요"}
      text={
        wage.denied?.note ??
        (isLate
          ? "바로 지급해 주세요. 3일이 넘으면 운영팀이 확인하고, 근로자는 기록을 노동청에 낼 수 있어요."
          : "근로자의 계좌로 보낸 뒤 알려 주세요. 임금은 바로일당을 거치지 않아요.")
      }
    >
      <Form method="post" noValidate className="grid gap-4">
        <input type="hidden" name="wageId" value={wage.id} />
        <DateField
          label="지급한 날"
          name="paidOn"
          max={toKstDateString(now())}
          defaultValue={ownAnswer.typed("paidOn", toKstDateString(now()))}
          error={ownAnswer.errors.paidOn}
        />
        <SelectField
          label="지급 방법"
          name="method"
          options={PAY_METHODS.map((value) => ({ value, label: PAY_METHOD_LABELS[value] }))}
          defaultValue={ownAnswer.typed("method", "transfer")}
          error={ownAnswer.errors.method}
        />
        <SubmitButton name="intent" value="send" className="btn btn-primary btn-lg w-full">
          지급했어요
        </SubmitButton>
      </Form>
    </StepPanel>
  )
}

function WorkerStep({ wage, answer }: StepProps) {
  const ownAnswer = answer.of("deny")
  const isSent = wage.state === "sent"
  const isLate = wage.lateAt !== null
  return (
    <StepPanel
      wage={wage}
      tone={isSent ? "tint" : isLate || wage.denied ? "warn" : "tint"}
      title={isSent ? "임금이 들어왔나요?" : isLate ? "임금이 늦었어요" : "지급을 기다려요"}
      text={
        isSent
          ? `사업장이 ${describePayment(wage)} 지급했다고 해요.`
          : wage.denied
            ? "받지 못했다고 사업장에 알렸어요. 받으면 눌러 주세요."
            : isLate
              ? "사업장에 알렸어요. 해결되지 않으면 아래 기록을 고용노동부(1350)에 낼 수 있어요."
              : "사업장이 지급하면 알려 드려요. 먼저 받았다면 눌러 주세요."
      }
    >
      <ButtonForm intent="receive" fields={{ wageId: wage.id }} className="btn btn-primary btn-lg w-full">
        받았어요
      </ButtonForm>
      {isSent ? (
        <ConfirmDialog
          trigger={<button type="button">아직 못 받았어요</button>}
          triggerClassName="btn btn-quiet w-full"
          title="임금이 들어오지 않았나요?"
          text="사업장에 알리고 기록으로 남겨요."
          confirmLabel="알리기"
          tone="danger"
          defaultOpen={ownAnswer.hasErrors}
        >
          <input type="hidden" name="intent" value="deny" />
          <input type="hidden" name="wageId" value={wage.id} />
          <TextArea
            label="어떤 상황인가요?"
            name="note"
            rows={3}
            maxLength={500}
            placeholder="예: 이체했다는데 계좌에 들어오지 않았어요."
            defaultValue={ownAnswer.typed("note")}
            error={ownAnswer.errors.note}
          />
        </ConfirmDialog>
      ) : null}
    </StepPanel>
  )
}
