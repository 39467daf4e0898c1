import type { MouseEvent } from "react"

/** Marks an element whose links lead to the large pictures of one gallery. */
export const PICTURE_LINKS = { "data-pictures": "" }

/**
 * Opens the picture whose link was tapped over the whole screen, with the others of its gallery. Where the
 * viewer cannot be loaded the link is followed.
 */
export function openTappedPicture(event: MouseEvent): void {
  const link = (event.target as Element).closest<HTMLAnchorElement>("[data-pictures] a")
  if (!link || event.defaultPrevented || event.metaKey || event.ctrlKey || event.shiftKey) return
  event.preventDefault()
  import("./picture-viewer.ts").then(
    ({ openPictureViewer }) => openPictureViewer(link),
    () => location.assign(link.href),
  )
}
