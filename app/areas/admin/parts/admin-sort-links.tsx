import { SortLinks } from "#app/ui/chips.tsx"

/** How a list of the back office can be sorted: `options` are the words of its address with their labels. */
export function AdminSortLinks<Sort extends string>({
  options,
  current,
  address,
}: {
  options: readonly (readonly [Sort, string])[]
  current: Sort
  address: (sort: Sort) => string
}) {
  return (
    <div className="mt-2 mb-1">
      <SortLinks
        options={options.map(([sort, label]) => ({ href: address(sort), label, isActive: sort === current }))}
      />
    </div>
  )
}
