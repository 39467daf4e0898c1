/**
 * What a screen tells the shell, exported from its route module as `handle satisfies ScreenHandle`:
 *
 * - `bar: "detail"` on phones the bar "‹ title ⋯" stands in place of the top navigation (a thing one looks
 * at: an expert, an order)
 * - `bar: "task"` as "detail", with nothing but "‹ title" and without the bottom navigation (a thing one
 * does: a payment, a setting)
 * - `bar: "flow"` both navigations and the footer are gone; the screen brings its own bar (request wizard,
 * registration)
 * - `bar: "none"` on phones there is no top bar at all: the screen's picture reaches the edge and carries its
 * own BackLink and MoreMenu
 * - `bar: "bare"` nothing stands around it: the page is drawn inside another page
 * - `bar: "desk"` both navigations and the footer are gone; the screen stands in a DeskFrame with its own;
 * with a `title` it is a task of the desk, and on phones "‹ title" takes the place of the desk's bar
 * - `title`          of the detail bar: words, or a function of the screen's loader data
 * - `backHref`           where ‹ leads when one came from outside; within the product it goes back
 * - `ground: "white"` a desktop page to read or to look at one thing: white all over instead of white cards
 * on grey
 *
 * A StickyBar in a screen hides the bottom navigation by itself.
 */
export type ScreenHandle<Data = never> = {
  bar?: "detail" | "task" | "flow" | "none" | "bare" | "desk"
  title?: string | ((data: Data) => string)
  backHref?: string
  background?: "white"
}
