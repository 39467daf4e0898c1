import { Form } from "react-router"
import type { ScreenAnswer } from "#app/ui/action-answer.ts"
import { TextArea } from "#app/ui/field.tsx"
import { SubmitButton } from "#app/ui/form.tsx"

/** The one answer to a question or a review: read once it is given, written before. */
export function SellerReply({
  id,
  answer,
  label,
  submitLabel,
  sent,
}: {
  id: string
  answer: string | null
  label: string
  submitLabel: string
  /** What was answered to this form, where it was sent. */
  sent: ScreenAnswer
}) {
  if (answer !== null) {
    return (
      <div className="mt-3 rounded-lg bg-base-200 p-3.5">
        <p className="text-sm font-semibold text-ink-2">{label}</p>
        <p className="mt-1 text-base whitespace-pre-line">{answer}</p>
      </div>
    )
  }
  return (
    <details className="mt-3" open={sent.errors.answer !== undefined || undefined}>
      <summary className="btn btn-tint btn-sm">{label} 쓰기</summary>
      <Form method="post" className="mt-3 grid gap-3">
        <input type="hidden" name="id" value={id} />
        <TextArea
          label={label}
          hideLabel
          name="answer"
          rows={3}
          maxLength={1000}
          placeholder="짧고 친절하게 답해 주세요. 한 번 올리면 고칠 수 없어요."
          defaultValue={sent.typed("answer")}
          error={sent.errors.answer}
        />
        <SubmitButton className="btn btn-primary btn-sm justify-self-end">{submitLabel}</SubmitButton>
      </Form>
    </details>
  )
}
