import { useState } from "react"

type Part = { after: string | null; next: string | null }

/**
 * A list that goes on under itself: the `first` page and those that arrived since. `arrived` is the newest
 * answer of a fetcher, `load` fetches what comes after a place. Where the query changes, give the component
 * another key.
 */
export function usePages<Page extends Part>(
  first: Page,
  more: { arrived: Page | undefined; busy: boolean; load: (next: string) => void },
) {
  const [later, setLater] = useState<readonly Page[]>([])
  const { arrived, busy, load } = more
  const [taken, setTaken] = useState<Page>()
  if (arrived !== undefined && arrived !== taken) {
    setTaken(arrived)
    // A fetcher asks again after every action: the same place in the list is replaced, not repeated.
    setLater(
      later.some((one) => one.after === arrived.after)
        ? later.map((one) => (one.after === arrived.after ? arrived : one))
        : [...later, arrived],
    )
  }
  const pages = [first, ...later]
  const next = pages.at(-1)?.next ?? null
  return {
    pages,
    next,
    loadMore: () => {
      if (next !== null && !busy) load(next)
    },
  }
}
