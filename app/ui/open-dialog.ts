/** Prepares an open dialog, once the first has opened. */
let prepare: ((dialog: HTMLDialogElement) => void) | undefined

/**
 * Opens `dialog` over the page. Back closes it before it leaves the page, and a sheet closes by a swipe: what
 * these need comes once a dialog opens. From the second on it is there at once, so that no step back comes
 * between the dialog and its entry of the history.
 */
export function openDialog(dialog: HTMLDialogElement | null): void {
  if (!dialog || dialog.open) return
  dialog.showModal()
  if (prepare) return prepare(dialog)
  import("./opened-dialog.ts").then(
    ({ coverPage, closeBySwipe }) => {
      prepare = (opened) => {
        coverPage(opened)
        closeBySwipe(opened)
      }
      prepare(dialog)
    },
    // Without a connection it is a dialog all the same.
    () => undefined,
  )
}
