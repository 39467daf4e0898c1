import { Form } from "react-router"
import type { ScreenAnswer } from "#app/ui/action-answer.ts"
import { Tag } from "#app/ui/badge.tsx"
import { Sheet } from "#app/ui/dialog.tsx"
import { TextField } from "#app/ui/field.tsx"
import { SubmitButton } from "#app/ui/form.tsx"
import { Card } from "#app/ui/section.tsx"
import { PERSON_LIMITS } from "../rules.ts"
import { ColleagueNotes } from "./colleague-notes.tsx"

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
      <ColleagueNotes
        notes={notes}
        maxLength={PERSON_LIMITS.note}
        submissionKey={submissionKey}
        answer={answer.of("note")}
      />
    </Card>
  )
}
