import { useEffect, useState, type ReactNode } from "react"
import { Form, useLocation } from "react-router"
import { formatWon } from "#app/basics/won.ts"
import { ConfirmDialog } from "#app/ui/dialog.tsx"
import { FormAlert, SubmitButton } from "#app/ui/form.tsx"
import { useHydrated } from "#app/ui/hydrated.ts"

/** The id of the form that the boxes of a table belong to where no script runs. */
export const BULK_FORM_ID = "bulk"

/** The box of one row; `label` says whose, `amountWon` of how much money. */
export function BulkCheckbox({ id, label, amountWon }: { id: string; label: string; amountWon?: number }) {
  return (
    <label className="hit relative z-10 grid size-6 cursor-pointer place-items-center">
      <span className="sr-only">{label} 고르기</span>
      <input
        type="checkbox"
        className="tick"
        form={BULK_FORM_ID}
        name="ids[]"
        value={id}
        data-bulk={label}
        data-won={amountWon}
      />
    </label>
  )
}

export type BulkAction = {
  /** What is sent. */
  intent: string
  label: string
  /** The question before it is done, for `count` chosen. */
  title: (count: number) => string
  text: string
  confirmLabel: string
  tone?: "primary" | "danger"
  /** What this action alone asks for. */
  fields?: ReactNode
}

export type SelectedRow = { id: string; label: string; amountWon: number }
const findCheckboxes = () => [...document.querySelectorAll<HTMLInputElement>("input[data-bulk]")]
const toSelectedRow = (box: HTMLInputElement): SelectedRow => ({
  id: box.value,
  label: box.dataset["bulk"] ?? "",
  amountWon: Number(box.dataset["won"] ?? 0),
})
const readSelection = (): SelectedRow[] =>
  findCheckboxes().flatMap((box) => (box.checked ? [toSelectedRow(box)] : []))
const MAX_NAMED = 3

/** Whom or what it is about: the first few by name, the others as a number. */
const formatNames = (selected: readonly SelectedRow[]) =>
  `${selected
    .slice(0, MAX_NAMED)
    .map(({ label }) => label)
    .join(", ")}${selected.length > MAX_NAMED ? ` 외 ${selected.length - MAX_NAMED}` : ""}`

/** Which rows are ticked: none any more on another page, behind another filter, or once it has been done. */
export function useBulkSelection(hasFailed = false): [SelectedRow[], (rows: SelectedRow[]) => void] {
  const { key } = useLocation()
  const [selected, setSelected] = useState<SelectedRow[]>([])
  const [lastKey, setLastKey] = useState(key)
  if (lastKey !== key) {
    setLastKey(key)
    if (!hasFailed) setSelected([])
  }
  useEffect(() => {
    const syncSelection = () => setSelected(readSelection())
    syncSelection()
    document.addEventListener("change", syncSelection)
    return () => document.removeEventListener("change", syncSelection)
  }, [])
  // The boxes stand in the rows of the table, and follow what is chosen.
  useEffect(() => {
    for (const box of findCheckboxes()) box.checked = selected.some(({ id }) => id === box.value)
  }, [selected])
  return [selected, setSelected]
}

export const BULK_BAR_CLASS = "sticky bottom-[calc(1rem+env(safe-area-inset-bottom))] z-20 mt-3"

/** How many rows are ticked; ticks all, or none. */
export function BulkSelection({
  selected,
  setSelected,
}: {
  selected: readonly SelectedRow[]
  setSelected: (rows: SelectedRow[]) => void
}) {
  const sumWon = selected.reduce((sum, { amountWon }) => sum + amountWon, 0)
  return (
    <p className="flex items-center gap-4 text-base font-semibold text-primary-ink md:flex-1">
      <output>
        {selected.length}개 골랐어요
        {sumWon > 0 ? <span className="num"> · {formatWon(sumWon)}</span> : null}
      </output>
      <button
        type="button"
        className="hit cursor-pointer text-sm font-medium text-ink-2 hover:underline"
        onClick={() => setSelected(findCheckboxes().map(toSelectedRow))}
      >
        모두 고르기
      </button>
      <button
        type="button"
        className="hit cursor-pointer text-sm font-medium text-ink-2 hover:underline"
        onClick={() => setSelected([])}
      >
        해제
      </button>
    </p>
  )
}

type ActionFields = {
  /** What every action asks for. */
  fields: ReactNode
  /** Of the field that says which action it is. */
  name: string
}

/**
 * The form where no script runs. Nothing of it takes room where scripts are about to run: the list would jump
 * under the finger.
 */
function OpenForm({
  actions,
  fields,
  name,
  problem,
}: ActionFields & { actions: readonly BulkAction[]; problem: string | null | undefined }) {
  return (
    <noscript>
      <section
        aria-label="고른 것에 할 일"
        className={`card-line bg-base-100 p-4 shadow-(--float) ${BULK_BAR_CLASS}`}
      >
        <Form method="post" id={BULK_FORM_ID} className="flex flex-wrap items-end gap-3">
          <FormAlert message={problem} className="w-full" />
          {actions.map((action) => action.fields)}
          {fields ? <div className="min-w-56 flex-1">{fields}</div> : null}
          <div className="flex flex-wrap gap-2">
            {actions.map(({ intent, label, tone }) => (
              <SubmitButton
                key={intent}
                name={name}
                value={intent}
                className={`btn btn-lg ${tone === "danger" ? "btn-error" : "btn-line"}`}
              >
                {label}
              </SubmitButton>
            ))}
          </div>
        </Form>
      </section>
    </noscript>
  )
}

/** The question before one action is done with the rows that are ticked. */
function ActionDialog({
  action: { intent, label, title, text, confirmLabel, tone, fields: actionFields },
  fields,
  name,
  selected,
}: ActionFields & { action: BulkAction; selected: readonly SelectedRow[] }) {
  return (
    <ConfirmDialog
      trigger={label}
      triggerClassName={`btn whitespace-nowrap ${tone === "danger" ? "btn-error" : "btn-line"}`}
      title={title(selected.length)}
      text={
        <>
          <b className="font-semibold text-base-content">{formatNames(selected)}</b>
          <br />
          {text}
        </>
      }
      confirmLabel={confirmLabel}
      tone={tone ?? "primary"}
    >
      <input type="hidden" name={name} value={intent} />
      {selected.map(({ id }) => (
        <input key={id} type="hidden" name="ids[]" value={id} />
      ))}
      {actionFields}
      {fields}
    </ConfirmDialog>
  )
}

/**
 * What is done with the rows that are ticked. It stands under the table as long as something is chosen, and
 * asks before it does anything; before scripts load it is one open form. `fields` is what every action asks
 * for; `failed` is the answer with errors.
 */
export function BulkActionBar({
  actions,
  fields,
  failed,
  name = "intent",
}: {
  actions: readonly BulkAction[]
  fields?: ReactNode
  /** Of the field that says which action it is. */ name?: string
  failed?: { problem: string | null } | undefined
}) {
  const hydrated = useHydrated()
  const [selected, setSelected] = useBulkSelection(failed !== undefined)
  if (!hydrated) return <OpenForm actions={actions} fields={fields} name={name} problem={failed?.problem} />
  return (
    <div className={selected.length === 0 && !failed?.problem ? "hidden" : BULK_BAR_CLASS}>
      <section
        aria-label="고른 것에 할 일"
        className={
          "card-line flex flex-wrap items-center gap-x-4 gap-y-3 bg-primary-tint p-3 shadow-(--float) " +
          "md:px-5"
        }
      >
        <FormAlert message={failed?.problem} className="w-full" />
        <BulkSelection selected={selected} setSelected={setSelected} />
        <div className="flex gap-2 max-md:w-full max-md:flex-wrap max-md:*:flex-1">
          {actions.map((action) => (
            <ActionDialog
              key={action.intent}
              action={action}
              fields={fields}
              name={name}
              selected={selected}
            />
          ))}
        </div>
      </section>
    </div>
  )
}
