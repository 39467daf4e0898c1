import { useEffect, useRef } from "react"

/**
 * Brings the child at `index` into sight, where it lies beyond the edge of a row that scrolls sideways. For
 * the row, which must be positioned.
 */
export function useChildInSight(index: number) {
  const row = useRef<HTMLElement>(null)
  useEffect(() => {
    const child = row.current?.children.item(index)
    if (row.current && child instanceof HTMLElement)
      row.current.scrollLeft = child.offsetLeft - (row.current.clientWidth - child.offsetWidth) / 2
  }, [index])
  return row
}
