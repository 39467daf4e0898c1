/** Names and values under each other. */
export function DefinitionList({ entries }: { entries: readonly (readonly string[])[] }) {
  return (
    <dl className="mt-4 grid gap-2.5 text-base">
      {entries.map(([name, value]) => (
        <div key={name} className="grid grid-cols-[7.5rem_1fr] gap-3">
          <dt className="text-ink-3">{name}</dt>
          <dd className="min-w-0">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
