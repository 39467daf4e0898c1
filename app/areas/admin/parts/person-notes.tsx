import { Form } from "react-router"
import type { ScreenAnswer } from "#app/ui/action-answer.ts"
import { Tag } from "#app/ui/badge.tsx"
import { Sheet } from "#app/ui/dialog.tsx"
import { TextArea, TextField } from "#app/ui/field.tsx"
import { SubmitButton } from "#app/ui/form.tsx"
import { RelativeTime } from "#app/ui/relative-time.tsx"
import { Card } from "#app/ui/section.tsx"
import { SubmissionKey } from "#app/ui/submission-key.tsx"
import { PERSON_LIMITS } from "../rules.ts"

/** What colleagues say of a member; the member never sees it. */
export function PersonNotes({
  notes,
  labels,
  submissionKey,
  answer,
}: {
  notes: readonly { id: string; author: string; body: string; createdAt: string }[]
  labels: readonly string[]
  submissionKey: string
  answer: ScreenAnswer
}) {
  const note = answer.of("note")
  return (
    <Card>
      <div className="flex items-center justify-between gap-3">
        <h2 className="text-lg font-bold">동료 메모</h2>
        <Sheet
          trigger="꼬리표"
          triggerClassName="btn btn-line btn-sm"
          title="꼬리표"
          defaultOpen={answer.of("labels").hasErrors}
        >
          <Form method="post" noValidate className="grid gap-4">
            <TextField
              label="꼬리표"
              name="labels"
              maxLength={120}
              help={`쉼표로 나눠 ${PERSON_LIMITS.labels}개까지 적어요. 모두 지우면 꼬리표가 없어져요.`}
              placeholder="예: 단골, 환불 잦음"
              defaultValue={labels.join(", ")}
              error={answer.of("labels").errors.labels}
            />
            <SubmitButton name="intent" value="labels" className="btn btn-primary btn-lg">
              저장하기
            </SubmitButton>
          </Form>
        </Sheet>
      </div>
      <p className="mt-2 flex flex-wrap gap-1.5 empty:hidden">
        {labels.map((label) => (
          <Tag key={label}>{label}</Tag>
        ))}
      </p>
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
          maxLength={PERSON_LIMITS.note}
          placeholder="동료만 볼 수 있어요."
          defaultValue={note.typed("body")}
          error={note.errors.body}
        />
        <SubmitButton name="intent" value="note" className="btn btn-line">
          메모 남기기
        </SubmitButton>
      </Form>
    </Card>
  )
}
