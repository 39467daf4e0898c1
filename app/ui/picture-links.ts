import type { MouseEvent } from "react"

/** Marks an element whose links lead to the large pictures of one gallery. */
export const PICTURE_LINKS = { "data-pictures": "" }

const findGallery = (link: Element): Element | null => link.closest("[data-pictures]")

/** Whether `link` leads to a large picture and not to another screen. */
export const isPictureLink = (link: Element): boolean => findGallery(link) !== null

/**
 * Opens the picture whose link was tapped over the whole screen, with the others of its gallery: what the
 * viewer needs is read from the page. Where the viewer cannot be loaded the link is followed.
 */
export function openTappedPicture(event: MouseEvent): void {
  const tapped = event.target instanceof Element ? event.target.closest("a") : null
  const gallery = tapped && findGallery(tapped)
  if (!gallery || event.defaultPrevented || event.metaKey || event.ctrlKey || event.shiftKey) return
  event.preventDefault()
  const links = [...gallery.querySelectorAll("a")]
  const pictures = links.map((link) => {
    const picture = link.querySelector("img")
    return {
      src: link.href,
      width: Number(picture?.getAttribute("width")),
      height: Number(picture?.getAttribute("height")),
      alt: link.getAttribute("aria-label") ?? "",
    }
  })
  const label = gallery.closest("section")?.getAttribute("aria-label") ?? ""
  import("./picture-viewer.ts").then(
    ({ openPictureViewer }) => openPictureViewer(pictures, links.indexOf(tapped), label),
    () => location.assign(tapped.href),
  )
}
