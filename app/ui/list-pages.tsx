import type { ReactNode } from "react"
import { ServerHtml } from "./server-html.tsx"

/**
 * The pages of a list that goes on, laid out as one by `className`: the first as HTML of the server where its
 * data has been left out of the page, the others as they were loaded. `getRows`: what of a page is listed,
 * undefined where it has been left out; `children` are the `li` of it.
 */
export function ListPages<Page, Rows extends object>({
  pages,
  getRows,
  className,
  children,
  ...linkProps
}: {
  pages: readonly Page[]
  getRows: (page: Page) => Rows | undefined
  className: string
  prefetch?: "intent"
  viewTransition?: boolean
  children: (rows: Rows, index: number) => ReactNode
}) {
  return (
    <div className={className}>
      {pages.map((page, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- pages are only added, at the end
        <ServerHtml key={index} as="ul" className="contents" data={getRows(page)} {...linkProps}>
          {(rows) => children(rows, index)}
        </ServerHtml>
      ))}
    </div>
  )
}
