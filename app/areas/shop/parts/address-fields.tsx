import { useRef, useState } from "react"
import type { FormErrors, FormValues } from "#app/basics/form.ts"
import { AddressSearch, AddressSearchButton } from "#app/ui/address-search.tsx"
import { PhoneField, SelectField, TextField } from "#app/ui/field.tsx"

const REQUESTS = [
  "문 앞에 놓아 주세요",
  "경비실에 맡겨 주세요",
  "배송 전에 연락해 주세요",
  "벨은 누르지 말아 주세요",
]

/** To whom and where it goes. The postcode search fills the fields; they can be written by hand as well. */
export function AddressFields({ values, errors }: { values: FormValues; errors: FormErrors | undefined }) {
  const [searching, setSearching] = useState(false)
  const container = useRef<HTMLDivElement>(null)
  const fieldValue = (name: string) => [values[name] ?? ""].flat()[0] ?? ""
  const setField = (name: string, value: string) => {
    const field = container.current?.querySelector<HTMLInputElement>(`[name=${name}]`)
    if (field) field.value = value
  }
  return (
    <div ref={container} className="grid gap-4">
      <div className="grid gap-4 md:grid-cols-2">
        <TextField
          label="받는 분"
          name="recipient"
          autoComplete="name"
          maxLength={30}
          defaultValue={fieldValue("recipient")}
          error={errors?.recipient}
        />
        <PhoneField label="연락처" name="phone" defaultValue={fieldValue("phone")} error={errors?.phone} />
      </div>
      <ZonecodeField
        value={fieldValue("zonecode")}
        error={errors?.zonecode}
        isSearching={searching}
        onToggleSearch={() => setSearching(!searching)}
      />
      {searching && (
        <AddressSearch
          onFound={({ zonecode, address }) => {
            setField("zonecode", zonecode)
            setField("address", address)
            setSearching(false)
            container.current?.querySelector<HTMLInputElement>("[name=addressDetail]")?.focus()
          }}
        />
      )}
      <TextField
        label="기본주소"
        name="address"
        autoComplete="address-line1"
        maxLength={120}
        defaultValue={fieldValue("address")}
        error={errors?.address}
      />
      <TextField
        label="상세주소"
        name="addressDetail"
        required={false}
        autoComplete="address-line2"
        maxLength={80}
        placeholder="동·호수"
        defaultValue={fieldValue("addressDetail")}
        error={errors?.addressDetail}
      />
      <SelectField
        label="배송 요청사항"
        name="request"
        required={false}
        placeholder="요청사항 없음"
        defaultValue={fieldValue("request")}
        options={REQUESTS.map((text) => ({ value: text, label: text }))}
        error={errors?.request}
      />
    </div>
  )
}

/** The postcode, with a button that opens and closes the search where scripts run. */
function ZonecodeField({
  value,
  error,
  isSearching,
  onToggleSearch,
}: {
  value: string
  error: string | undefined
  isSearching: boolean
  onToggleSearch: () => void
}) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-2">
      <TextField
        label="우편번호"
        name="zonecode"
        autoComplete="postal-code"
        inputMode="numeric"
        maxLength={5}
        defaultValue={value}
        error={error}
      />
      <AddressSearchButton
        isSearching={isSearching}
        onToggle={onToggleSearch}
        className={error ? "mb-6.5" : ""}
      />
    </div>
  )
}
