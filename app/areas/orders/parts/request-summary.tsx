import { Form, Link } from "react-router"
import type { FormErrors } from "#app/basics/form.ts"
import { FieldError } from "#app/ui/field.tsx"
import { Picture } from "#app/ui/picture.tsx"
import type { StepContent } from "../request-step-content.ts"
import { QuestionHeading, SummaryEnd, SummaryLine } from "#app/ui/wizard.tsx"
import { ContactWarning } from "./request-steps.tsx"

type RequestSummaryProps = {
  content: Extract<StepContent, { kind: "summary" }>
  /** Sentences by step. */
  errors: FormErrors
  isSignedIn: boolean
  editHref: (step: string) => string
}

/** Everything once more before it is sent, each line with its way back. */
export function RequestSummary({ content, errors, isSignedIn, editHref }: RequestSummaryProps) {
  const { title, lines, pictures, expert, contactWarning, submissionKey } = content
  return (
    <Form method="post">
      <QuestionHeading text="이대로 요청할까요?" help="보낸 뒤에도 전문가를 고르기 전까지 바꿀 수 있어요." />
      <div className="mt-6 flex items-start justify-between gap-3">
        <p className="text-lg font-bold">{title}</p>
        <Link
          to={editHref("description")}
          className="hit mt-0.5 flex-none rounded-sm text-sm font-semibold text-primary-ink hover:underline"
        >
          수정<span className="sr-only"> (요청 제목)</span>
        </Link>
      </div>
      {expert && (
        <p
          className={
            "mt-3 flex flex-wrap items-center gap-x-3 rounded-lg bg-primary-tint px-4 py-3 text-base " +
            "text-primary-ink"
          }
        >
          <span className="flex-1">{`${expert} 전문가에게 먼저 알려요. 다른 전문가도 견적을 보낼 수 있어요.`}</span>
          <button
            type="submit"
            name="intent"
            value="uninvite"
            formNoValidate
            form="uninvite"
            className="hit cursor-pointer rounded-sm font-semibold hover:underline"
          >
            지정 안 함
          </button>
        </p>
      )}
      <dl className="mt-3 md:mt-4">
        {lines.map((line) => (
          <SummaryLine
            key={`${line.step}-${line.label}`}
            label={line.label}
            strong={line.strong}
            editHref={editHref(line.step)}
          >
            {line.pictures && pictures.length > 0 ? (
              <span className="flex flex-wrap gap-1.5">
                {pictures.map((picture, index) => (
                  <Picture
                    key={picture.id}
                    {...picture}
                    alt={picture.alt || `현장 사진 ${index + 1}`}
                    ratio="square"
                    sizes="48px"
                    className="w-12 rounded-md"
                  />
                ))}
              </span>
            ) : (
              line.value
            )}
            <FieldError>{errors[line.step]}</FieldError>
          </SummaryLine>
        ))}
      </dl>
      <SummaryEnd
        note="전화번호와 상세 주소는 전문가를 고른 뒤에, 그 전문가에게만 보여요."
        submissionKey={submissionKey}
        isSignedIn={isSignedIn}
        send="무료로 견적 받기"
        pendingLabel="요청을 올리는 중이에요"
      >
        {contactWarning && (
          <div className="mt-3">
            <ContactWarning />
          </div>
        )}
      </SummaryEnd>
    </Form>
  )
}

/** A form beside the summary's: takes the invitation back. */
export function UninviteForm() {
  return <Form method="post" id="uninvite" hidden />
}
