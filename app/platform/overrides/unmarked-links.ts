/**
 * Override `unmarked-links`: sends links without the attribute `data-discover`, and gives it to them in the
 * browser before React looks at the page.
 *
 * Reason: React Router marks every link whose route may be asked for ahead of a tap, which is every link of
 * ours. Gain: 2 KB of the HTML of a list. Off: the marks come with the page. `discover="none"` and the whole
 * list of routes in the page are the public ways: the first asks for the route only when the link is tapped,
 * the second sends 250 routes to everybody.
 * Relies on: the router asks for the routes of `a[data-discover]` and `form[data-discover]`
 * (unmarked-links.test.ts), and React leaves attributes alone that differ.
 */
const LINK_MARK = ' data-discover="true"'

/** `html` without the marks; text and data have `&quot;` and `\"` in the place of such quotes. */
export const removeLinkMarks = (html: string): string => html.replaceAll(LINK_MARK, "")

/** Marks the links and forms of the page that lead to another one of ours, and not to a large picture. */
export function restoreLinkMarks(): void {
  for (const each of document.querySelectorAll<HTMLElement>(
    'a[href^="/"]:not([download], [data-pictures] a), form[action^="/"]',
  ))
    each.dataset.discover = "true"
}
