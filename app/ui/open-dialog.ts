type OpenedDialog = typeof import("./opened-dialog.ts")

/** What an open dialog needs, once the first has opened. */
let opened: OpenedDialog | undefined

function prepare(dialog: HTMLDialogElement, { coverPage, closeBySwipe }: OpenedDialog): void {
  coverPage(dialog)
  closeBySwipe(dialog)
}

/**
 * Opens `dialog` over the page. Back closes it before it leaves the page, and a sheet closes by a swipe: what
 * these need comes once a dialog opens. From the second on it is there at once, so that no step back comes
 * between the dialog and its entry of the history.
 */
export function openDialog(dialog: HTMLDialogElement | null): void {
  if (!dialog || dialog.open) return
  dialog.showModal()
  if (opened) return prepare(dialog, opened)
  import("./opened-dialog.ts").then(
    (module) => {
      opened = module
      prepare(dialog, module)
    },
    // Without a connection it is a dialog all the same.
    () => undefined,
  )
}
