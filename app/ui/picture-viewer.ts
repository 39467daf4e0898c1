/**
 * Shows pictures one by one over the whole screen: swiped, pinched, enlarged by a double tap, closed by a
 * swipe up or down, Back or Escape. Loaded when the first picture is tapped.
 */
import PhotoSwipe from "photoswipe"
import "photoswipe/style.css"
import { openDialog } from "./open-dialog.ts"

/** The widest that is stored. */
const WIDTH_PX = 1280

/** Reads what a link of a gallery leads to, the widest form of its picture, and how large that is. */
function readPicture(link: HTMLAnchorElement) {
  const picture = link.querySelector("img")
  const width = Number(picture?.getAttribute("width"))
  const height = Number(picture?.getAttribute("height"))
  const share = Math.min(1, WIDTH_PX / width)
  return {
    src: link.href,
    width: Math.round(width * share),
    height: Math.round(height * share),
    alt: link.getAttribute("aria-label") ?? "",
  }
}

/** Opens the picture of the link `tapped`, with the others of its gallery, which `data-pictures` marks. */
export function openPictureViewer(tapped: HTMLAnchorElement): void {
  const gallery = tapped.closest("[data-pictures]")
  const links = [...(gallery?.querySelectorAll("a") ?? [])]
  const label = gallery?.closest("section")?.getAttribute("aria-label") ?? ""
  // A dialog lies above other dialogs, keeps the focus in itself, and gives it back.
  const dialog = document.createElement("dialog")
  dialog.setAttribute("aria-label", label)
  dialog.className = "fixed inset-0 m-0 size-full max-h-none max-w-none bg-black p-0 text-white"
  document.body.append(dialog)
  const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches
  const viewer = new PhotoSwipe({
    appendToEl: dialog,
    dataSource: links.map(readPicture),
    index: links.indexOf(tapped),
    loop: false,
    bgOpacity: 1,
    showHideAnimationType: isStill ? "none" : "fade",
    // The dialog does these.
    escKey: false,
    trapFocus: false,
    returnFocus: false,
    secondaryZoomLevel: 2.5,
    maxZoomLevel: 4,
    closeTitle: "닫기",
    zoomTitle: "크게 보기",
    arrowPrevTitle: "이전 사진",
    arrowNextTitle: "다음 사진",
    indexIndicatorSep: " / ",
    errorMsg: "사진을 불러오지 못했어요. 연결을 확인해 주세요.",
  })
  let isOver = false
  viewer.on("destroy", () => {
    isOver = true
    dialog.close()
  })
  dialog.addEventListener("close", () => {
    if (!isOver) viewer.destroy()
    dialog.remove()
  })
  openDialog(dialog)
  viewer.init()
  viewer.element?.removeAttribute("role")
}
