import type { ReactNode } from "react"
import { Form } from "react-router"
import type { ScreenAnswer } from "#app/ui/action-answer.ts"
import { Sheet } from "#app/ui/dialog.tsx"
import { SubmitButton } from "#app/ui/form.tsx"

/** A sheet with a form of its own: unlike a question to confirm, it is filled in. */
export function FormSheet({
  intent,
  trigger,
  triggerClassName,
  title,
  submitLabel,
  answer,
  children,
}: {
  intent: string
  trigger: string
  triggerClassName: string
  title: string
  submitLabel: string
  answer: ScreenAnswer
  children: ReactNode
}) {
  return (
    <Sheet
      trigger={trigger}
      triggerClassName={triggerClassName}
      title={title}
      defaultOpen={answer.of(intent).hasErrors}
    >
      <Form method="post" encType="multipart/form-data" noValidate className="grid gap-5">
        <input type="hidden" name="intent" value={intent} />
        {children}
        <SubmitButton className="btn btn-primary btn-lg">{submitLabel}</SubmitButton>
      </Form>
    </Sheet>
  )
}
