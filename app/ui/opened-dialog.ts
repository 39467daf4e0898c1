/** What a dialog needs once it is open, in one file to load. */
export { coverPage, forgetEntriesAfter } from "./covering-layers.ts"
export { closeBySwipe } from "./swipe-to-close.ts"
