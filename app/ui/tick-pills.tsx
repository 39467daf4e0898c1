/** Short answers of which several may be ticked, each sent as a value of `name`. */
export function TickPills({
  name,
  options,
  selected,
  size = "sm",
}: {
  name: string
  options: readonly string[]
  selected: readonly string[]
  size?: "sm" | "md"
}) {
  return (
    <div className="flex flex-wrap gap-2">
      {options.map((option) => (
        <label key={option} className={`tick-pill ${size === "sm" ? "text-sm" : "text-base"}`}>
          <input
            type="checkbox"
            name={name}
            value={option}
            defaultChecked={selected.includes(option)}
            className="sr-only"
          />
          {option}
        </label>
      ))}
    </div>
  )
}
