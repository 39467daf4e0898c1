import { useEffect, useState, type ReactNode } from "react"
import { Form } from "react-router"
import { useHydrated } from "#app/ui/hydrated.ts"

/** The id of the form that the boxes of a table belong to. */
const BULK_FORM = "bulk"

/** The box of one row; `label` says whose. */
export function BulkTick({ id, label }: { id: string; label: string }) {
  return (
    <label className="hit relative z-10 grid size-6 cursor-pointer place-items-center">
      <span className="sr-only">{label} 고르기</span>
      <input type="checkbox" className="tick" form={BULK_FORM} name="ids[]" value={id} data-bulk />
    </label>
  )
}

/**
 * What is done with the rows that are ticked. It stands under the table as long as something is chosen; before scripts load it always
 * does. `children` are the fields and buttons of the form.
 */
export function BulkBar({ children, open = false }: { children: ReactNode; /** An answer with errors came back: what was typed stays in sight. */ open?: boolean }) {
  const hydrated = useHydrated()
  const [chosen, setChosen] = useState(0)
  useEffect(() => {
    const boxes = () => [...document.querySelectorAll<HTMLInputElement>("input[data-bulk]")]
    const count = () => setChosen(boxes().filter((box) => box.checked).length)
    count()
    document.addEventListener("change", count)
    return () => document.removeEventListener("change", count)
  }, [])
  const setAll = (checked: boolean) => {
    for (const box of document.querySelectorAll<HTMLInputElement>("input[data-bulk]")) box.checked = checked
    setChosen(checked ? document.querySelectorAll("input[data-bulk]").length : 0)
  }
  return (
    <div className={`sticky bottom-[calc(4.5rem+env(safe-area-inset-bottom))] z-20 mt-3 md:bottom-4 ${hydrated && chosen === 0 && !open ? "hidden" : ""}`}>
      <section aria-label="고른 것에 할 일" className="card-line bg-base-100 p-4 shadow-lg">
        <Form method="post" id={BULK_FORM} className="flex flex-wrap items-end gap-3">
          {hydrated ? (
            <p className="flex w-full items-center gap-3 text-base font-semibold lg:w-auto lg:self-center">
              <output>{chosen}개 골랐어요</output>
              <button type="button" className="hit cursor-pointer text-sm font-medium text-ink-2 underline underline-offset-2" onClick={() => setAll(true)}>모두 고르기</button>
              <button type="button" className="hit cursor-pointer text-sm font-medium text-ink-2 underline underline-offset-2" onClick={() => setAll(false)}>해제</button>
            </p>
          ) : null}
          {children}
        </Form>
      </section>
    </div>
  )
}
