import { useRef, useState } from "react"
import { AddressSearch, AddressSearchButton } from "#app/ui/address-search.tsx"
import { TextField } from "#app/ui/field.tsx"

/** Where the work is: searched for, and finished with the building and room by hand. */
export function WorkAddress({ value, error }: { value: string; error: string | undefined }) {
  const [isSearching, setIsSearching] = useState(false)
  const container = useRef<HTMLDivElement>(null)
  const fillIn = (address: string) => {
    setIsSearching(false)
    const field = container.current?.querySelector<HTMLInputElement>("[name=address]")
    if (!field) return
    field.value = `${address}, `
    field.focus()
  }
  return (
    <div ref={container} className="grid gap-3">
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-2">
        <TextField
          label="작업할 주소"
          name="address"
          autoComplete="street-address"
          placeholder="도로명 주소와 동·호수"
          maxLength={200}
          required
          defaultValue={value}
          error={error}
        />
        <AddressSearchButton
          isSearching={isSearching}
          onToggle={() => setIsSearching(!isSearching)}
          className={error ? "mb-6.5" : ""}
        />
      </div>
      {isSearching ? <AddressSearch onFound={({ address }) => fillIn(address)} /> : null}
    </div>
  )
}
