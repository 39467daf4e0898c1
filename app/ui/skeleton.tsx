/** A grey shape where text or a picture will be. */
function Skeleton({ className = "" }: { className?: string }) {
  return <span aria-hidden className={`skeleton-fill block ${className}`} />
}

/** Rows of a list that is on its way: picture, two lines, price. */
export function SkeletonRows({ rows = 4 }: { rows?: number }) {
  return (
    <output className="block">
      <span className="sr-only">loading...</span>
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className="flex gap-4 border-b border-base-300 py-4">
          <Skeleton className="size-27 flex-none" />
          <div className="flex-1 py-1">
            <Skeleton className="h-5 w-4/5" />
            <Skeleton className="mt-2.5 h-4 w-2/5" />
            <Skeleton className="mt-3 h-6 w-1/3" />
          </div>
        </div>
      ))}
    </output>
  )
}

/** Cards of a grid that is on its way. */
export function SkeletonCards({ cards = 4 }: { cards?: number }) {
  return (
    <output className="grid grid-cols-2 gap-3 md:grid-cols-4 md:gap-4">
      <span className="sr-only">loading...</span>
      {Array.from({ length: cards }, (_, card) => (
        <div key={card} className="card-line p-4">
          <Skeleton className="h-5 w-3/5" />
          <Skeleton className="mt-3 h-4 w-full" />
          <Skeleton className="mt-2 h-4 w-4/5" />
          <Skeleton className="mt-5 h-6 w-1/2" />
        </div>
      ))}
    </output>
  )
}
