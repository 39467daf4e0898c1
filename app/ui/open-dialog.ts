/**
 * Opens `dialog` over the page. Back closes it before it leaves the page, and a sheet closes by a swipe: what
 * these need comes once a dialog opens.
 */
export function openDialog(dialog: HTMLDialogElement | null): void {
  if (!dialog || dialog.open) return
  dialog.showModal()
  import("./opened-dialog.ts").then(
    ({ coverPage, closeBySwipe }) => {
      coverPage(dialog)
      closeBySwipe(dialog)
    },
    // Without a connection it is a dialog all the same.
    () => undefined,
  )
}
