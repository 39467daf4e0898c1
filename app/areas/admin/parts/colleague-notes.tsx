import { Form } from "react-router"
import type { ScreenAnswer } from "#app/ui/action-answer.ts"
import { TextArea } from "#app/ui/field.tsx"
import { SubmitButton } from "#app/ui/form.tsx"
import { RelativeTime } from "#app/ui/relative-time.tsx"
import { SubmissionKey } from "#app/ui/submission-key.tsx"

/** What colleagues write for one another, and the form of one more note. */
export function ColleagueNotes({
  notes,
  maxLength,
  submissionKey,
  answer,
}: {
  notes: readonly { id: string; author: string; body: string; createdAt: string }[]
  maxLength: number
  submissionKey: string
  answer: ScreenAnswer
}) {
  return (
    <>
      <ul className="mt-3 grid gap-3 empty:hidden">
        {notes.map(({ id, author, body, createdAt }) => (
          <li key={id} className="rounded-lg bg-warn-tint p-3 text-base text-warn-ink">
            <p className="whitespace-pre-line">{body}</p>
            <p className="mt-1 text-sm">
              {author} · <RelativeTime at={createdAt} />
            </p>
          </li>
        ))}
      </ul>
      <Form key={notes.length} method="post" noValidate className="mt-3 grid gap-3">
        <SubmissionKey name="key" value={submissionKey} />
        <TextArea
          label="메모"
          hideLabel
          name="body"
          rows={3}
          maxLength={maxLength}
          placeholder="동료만 볼 수 있어요."
          defaultValue={answer.typed("body")}
          error={answer.errors.body}
        />
        <SubmitButton name="intent" value="note" className="btn btn-line">
          메모 남기기
        </SubmitButton>
      </Form>
    </>
  )
}
