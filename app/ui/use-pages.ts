import { useState } from "react"

type ListPage = { after: string | null; next: string | null }

/**
 * A list that goes on under itself: the `first` page and those that arrived since. `arrived` is the newest
 * answer of a fetcher, `load` fetches what comes after a place. Where the query changes, give the component
 * another key.
 */
export function usePages<Page extends ListPage>(
  firstPage: Page,
  fetchMore: { fetchedPage: Page | undefined; isBusy: boolean; loadAfter: (next: string) => void },
) {
  const [laterPages, setLaterPages] = useState<readonly Page[]>([])
  const { fetchedPage, isBusy, loadAfter } = fetchMore
  const [lastFetchedPage, setLastFetchedPage] = useState<Page>()
  if (fetchedPage !== undefined && fetchedPage !== lastFetchedPage) {
    setLastFetchedPage(fetchedPage)
    // A fetcher asks again after every action: the same place in the list is replaced, not repeated.
    setLaterPages(
      laterPages.some((one) => one.after === fetchedPage.after)
        ? laterPages.map((one) => (one.after === fetchedPage.after ? fetchedPage : one))
        : [...laterPages, fetchedPage],
    )
  }
  const pages = [firstPage, ...laterPages]
  const next = pages.at(-1)?.next ?? null
  return {
    pages,
    next,
    loadMore: () => {
      if (next !== null && !isBusy) loadAfter(next)
    },
  }
}
