import type { ReactNode } from "react"
import { Form } from "react-router"
import type { ScreenAnswer } from "#app/ui/action-answer.ts"
import { Checkbox } from "#app/ui/choice.tsx"
import { Sheet } from "#app/ui/dialog.tsx"
import { TextField } from "#app/ui/field.tsx"
import { SubmitButton } from "#app/ui/form.tsx"
import { ArrowDown, ArrowUp } from "#app/ui/icons.tsx"

type Edited = { id: string; label: string; description: string; isHidden: boolean }

/** What differs between a service and a category. */
const KINDS = {
  service: { maxLabel: 20, maxDescription: 60, hiding: "이미 보낸 요청과 쓰던 요청은 그대로예요." },
  category: {
    maxLabel: 8,
    maxDescription: 20,
    hiding: "메뉴와 검색에서 빠지고 새 요청을 받지 않아요. 이미 보낸 요청과 맡은 일은 그대로예요.",
  },
}

/** Renames, describes, hides and moves a service or a category. */
export function OfferEditor({
  kind,
  edited,
  version,
  isFirst,
  isLast,
  answer,
}: {
  kind: keyof typeof KINDS
  edited: Edited
  version: number
  isFirst: boolean
  isLast: boolean
  answer: ScreenAnswer
}) {
  const { maxLabel, maxDescription, hiding } = KINDS[kind]
  const hiddenFields = (
    <>
      <input type="hidden" name="version" value={version} />
      <input type="hidden" name={kind} value={edited.id} />
    </>
  )
  return (
    <span className="flex flex-none items-center">
      <Sheet
        trigger="고치기"
        triggerClassName="btn btn-line btn-sm hit"
        title={`${edited.label} 고치기`}
        defaultOpen={answer.hasErrors}
      >
        <Form method="post" noValidate className="grid gap-4" key={version}>
          {hiddenFields}
          <TextField
            label="이름"
            name="label"
            maxLength={maxLabel}
            defaultValue={answer.typed("label", edited.label)}
            error={answer.errors.label}
          />
          <TextField
            label="설명"
            name="description"
            maxLength={maxDescription}
            defaultValue={answer.typed("description", edited.description)}
            error={answer.errors.description}
          />
          <Checkbox
            name="isHidden"
            label="새 요청에서 숨기기"
            description={hiding}
            defaultChecked={edited.isHidden}
            error={answer.errors.isHidden}
          />
          <SubmitButton name="intent" value={kind} className="btn btn-primary btn-lg">
            저장하기
          </SubmitButton>
        </Form>
      </Sheet>
      <Form method="post" className="flex">
        {hiddenFields}
        <MoveButton intent={`${kind}_up`} label={`${edited.label} 위로`} disabled={isFirst}>
          <ArrowUp size={18} />
        </MoveButton>
        <MoveButton intent={`${kind}_down`} label={`${edited.label} 아래로`} disabled={isLast}>
          <ArrowDown size={18} />
        </MoveButton>
      </Form>
    </span>
  )
}

/** A round button of an order of things. */
export const MoveButton = ({
  intent,
  label,
  disabled,
  children,
}: {
  intent: string
  label: string
  disabled?: boolean
  children: ReactNode
}) => (
  <button
    type="submit"
    name="intent"
    value={intent}
    aria-label={label}
    disabled={disabled}
    className={
      "grid size-11 cursor-pointer place-items-center rounded-full text-ink-2 hover:bg-fill " +
      "disabled:cursor-default disabled:opacity-35 max-sm:w-9"
    }
  >
    {children}
  </button>
)
