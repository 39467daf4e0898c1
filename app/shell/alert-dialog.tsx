import { useEffect, useId, useRef } from "react"
import { Countdown } from "#app/areas/accounts/parts/countdown.tsx"

/**
 * A sentence that must be answered, in place of the browser's own alert: the focus stays in it until a button
 * is pressed. Counts down from `durationMs`.
 */
export function AlertDialog({
  text,
  note,
  durationMs,
  confirmLabel,
  onConfirm,
  refuseLabel,
  onRefuse,
}: {
  text: string
  note?: string | undefined
  durationMs: number
  confirmLabel: string
  onConfirm: () => void
  refuseLabel: string
  onRefuse: () => void
}) {
  const dialog = useRef<HTMLDialogElement>(null)
  const confirmButton = useRef<HTMLButtonElement>(null)
  const id = useId()
  useEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal()
    confirmButton.current?.focus()
  }, [])
  return (
    <dialog
      ref={dialog}
      role="alertdialog"
      aria-labelledby={id}
      aria-describedby={note && `${id}-note`}
      className="sheet-box"
      onCancel={(event) => event.preventDefault()}
    >
      <div className="px-5 pt-7 pb-[calc(1.25rem+env(safe-area-inset-bottom))] md:p-7">
        <p id={id} className="text-lg font-semibold">
          {text}
        </p>
        {note && (
          <p id={`${id}-note`} className="mt-2 text-base text-ink-2">
            {note}
          </p>
        )}
        <p className="mt-2 text-base text-ink-2">
          로그아웃까지 <Countdown durationMs={durationMs} onEnd={() => {}} />
        </p>
        <div className="mt-6 button-pair">
          <button type="button" className="btn btn-quiet btn-lg" onClick={onRefuse}>
            {refuseLabel}
          </button>
          <button ref={confirmButton} type="button" className="btn btn-primary btn-lg" onClick={onConfirm}>
            {confirmLabel}
          </button>
        </div>
      </div>
    </dialog>
  )
}
