import { useState } from "react"

type ListPage = { after: string | null; next: string | null }
/** The parts of React Router's fetcher that a list uses. */
type PageFetcher<Page> = { data: Page | undefined; state: string; load: (url: string) => Promise<void> }

/**
 * A list that grows at its end: `firstPage`, and the pages that `fetcher` has loaded since. `getUrlAfter` is
 * the address of what comes after a cursor. `more` are the props of the `MoreLink` under the list, null where
 * it ends. Where the query changes, give the component another key.
 */
export function usePages<Page extends ListPage>(
  firstPage: Page,
  fetcher: PageFetcher<Page>,
  getUrlAfter: (cursor: string) => string,
) {
  const [laterPages, setLaterPages] = useState<readonly Page[]>([])
  const fetchedPage = fetcher.data
  const [lastFetchedPage, setLastFetchedPage] = useState<Page>()
  if (fetchedPage !== undefined && fetchedPage !== lastFetchedPage) {
    setLastFetchedPage(fetchedPage)
    // A fetcher asks again after every action: the same page is replaced, not repeated.
    setLaterPages(
      laterPages.some((one) => one.after === fetchedPage.after)
        ? laterPages.map((one) => (one.after === fetchedPage.after ? fetchedPage : one))
        : [...laterPages, fetchedPage],
    )
  }
  const pages = [firstPage, ...laterPages]
  const next = pages.at(-1)?.next ?? null
  if (next === null) return { pages, more: null }
  const href = getUrlAfter(next)
  const isPending = fetcher.state !== "idle"
  const onLoadMore = () => {
    if (!isPending) void fetcher.load(href)
  }
  return { pages, more: { href, isPending, onLoadMore } }
}
