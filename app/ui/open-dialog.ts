/** Prepares an open dialog, once the first has opened. */
let prepare: ((dialog: HTMLDialogElement) => void) | undefined

/**
 * Opens `dialog` over the page. To bar the page below, the browser computes the style of every element anew,
 * which takes a phone longer than all the rest: the dialog is drawn first, as a popover, and bars the page
 * in the next frame. Of a sheet only the darkened page is drawn first (controls.css).
 */
export function openDialog(dialog: HTMLDialogElement | null): void {
  if (!dialog || dialog.open || dialog.popover !== null) return
  if (!("showPopover" in dialog)) return makeModal(dialog)
  const opener = document.activeElement
  dialog.popover = "manual"
  dialog.showPopover()
  const finish = () => {
    document.removeEventListener("keydown", closeByKey, true)
    if (dialog.popover !== null) makeModal(dialog, opener)
  }
  // Escape closes what bars the page; until then it would be lost.
  const closeByKey = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || event.isComposing) return
    event.preventDefault()
    finish()
    dialog.close()
  }
  document.addEventListener("keydown", closeByKey, true)
  requestAnimationFrame(() => setTimeout(finish))
}

/** Bars the page below `dialog`, which gives the focus back to `opener` in the end. */
function makeModal(dialog: HTMLDialogElement, opener: Element | null = null): void {
  const focused = document.activeElement
  dialog.popover = null
  if (!dialog.isConnected) return
  const isFocused = focused instanceof HTMLElement && dialog.contains(focused)
  if (isFocused && opener instanceof HTMLElement) opener.focus({ preventScroll: true })
  dialog.showModal()
  if (isFocused) focused.focus()
  prepareDialog(dialog)
}

/**
 * Lets Back close `dialog` before it leaves the page, and a swipe close a sheet: what these need comes once a
 * dialog opens. From the second on it is there at once, so that no step back comes between the dialog and its
 * entry of the history.
 */
function prepareDialog(dialog: HTMLDialogElement): void {
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
