import { Search } from "#app/ui/icons.tsx"
import { Form } from "react-router"

/**
 * The search of a list: `term` is what it was asked for, `hiddenFields` the other fields of its address that
 * stay as they are.
 */
export function AdminSearch({
  action,
  label,
  placeholder,
  term,
  hiddenFields = {},
}: {
  action: string
  label: string
  placeholder: string
  term: string
  hiddenFields?: Readonly<Record<string, string | null>>
}) {
  return (
    <search>
      <Form method="get" action={action} className="relative mb-3" key={term}>
        {Object.entries(hiddenFields).map(([name, value]) =>
          value ? <input key={name} type="hidden" name={name} value={value} /> : null,
        )}
        <Search size={20} className="pointer-events-none absolute inset-y-0 left-4 my-auto text-ink-3" />
        <input
          type="search"
          name="q"
          aria-label={label}
          defaultValue={term}
          maxLength={80}
          placeholder={placeholder}
          enterKeyHint="search"
          className="field-box border border-line-strong bg-base-100 pl-12"
        />
      </Form>
    </search>
  )
}
