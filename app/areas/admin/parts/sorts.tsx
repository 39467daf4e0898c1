import { SortLinks } from "#app/ui/chips.tsx"

/** How a list of the back office can be sorted: `of` are the words of its address with their labels. */
export function Sorts<Sort extends string>({
  of,
  chosen,
  address,
}: {
  of: readonly (readonly [Sort, string])[]
  chosen: Sort
  address: (sort: Sort) => string
}) {
  return (
    <div className="mt-2 mb-1">
      <SortLinks
        options={of.map(([sort, label]) => ({ href: address(sort), label, active: sort === chosen }))}
      />
    </div>
  )
}
