import { useEffect, useId, useRef } from "react"

/**
 * A sentence that must be read, in place of the browser's own alert: the focus stays in it until a button is
 * pressed.
 */
export function AlertDialog({
  text,
  confirmLabel,
  onConfirm,
}: {
  text: string
  confirmLabel: string
  onConfirm: () => void
}) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal()
  }, [])
  return (
    <dialog
      ref={dialog}
      role="alertdialog"
      aria-labelledby={id}
      className="sheet-box"
      onCancel={(event) => event.preventDefault()}
    >
      <div className="px-5 pt-7 pb-[calc(1.25rem+env(safe-area-inset-bottom))] md:p-7">
        <p id={id} className="text-lg font-semibold">
          {text}
        </p>
        <button type="button" className="btn btn-primary btn-lg mt-6 w-full" onClick={onConfirm}>
          {confirmLabel}
        </button>
      </div>
    </dialog>
  )
}
