import { useState, type ReactNode } from "react"
import type { FormValues } from "#app/basics/form.ts"
import type { ScreenAnswer } from "#app/ui/action-answer.ts"
import { Checkbox, FieldError } from "#app/ui/field.tsx"
import { useHydrated } from "#app/ui/hydrated.ts"
import type { DeliveryAddress } from "../views.ts"
import { AddressFields } from "./address-fields.tsx"
import { AddressSummary } from "./address-summary.tsx"

/** The value of the choice that is none of the own addresses. */
const NEW = ""
const ADDRESS_FIELDS = ["recipient", "phone", "zonecode", "address", "addressDetail", "request"]

/**
 * Where a purchase goes: a card with one of the buyer's addresses, and behind 변경 the others and a new one.
 * Who has none types it.
 */
export function CheckoutAddress({
  addresses,
  values,
  answer,
}: {
  addresses: readonly DeliveryAddress[]
  values: FormValues
  answer: ScreenAnswer
}) {
  const hydrated = useHydrated()
  const [chosenId, setChosenId] = useState(
    answer.typed("addressId", answer.wasSent ? NEW : (addresses[0]?.id ?? NEW)),
  )
  const isWrong = ["addressId", "saveAddress", ...ADDRESS_FIELDS].some((name) => answer.errors[name])
  const [isOpen, setOpen] = useState(isWrong)
  if (addresses.length === 0) return <NewAddress values={values} answer={answer} />
  const chosen = addresses.find((address) => address.id === chosenId)
  return (
    <div className="group/address">
      {/* What the opened list shows as chosen is not said twice. */}
      <div className="group-has-[details[open]]/address:hidden">
        {chosen ? (
          <AddressSummary address={chosen} />
        ) : (
          <p className="text-base text-ink-2">새 배송지로 보내요.</p>
        )}
      </div>
      <details
        open={isOpen || isWrong}
        onToggle={(event) => setOpen(event.currentTarget.open)}
        className="group"
      >
        <summary className="btn btn-line btn-sm absolute top-3 right-4 md:top-5 md:right-6">
          <span className="group-open:hidden">변경</span>
          <span className="hidden group-open:inline">접기</span>
        </summary>
        <fieldset className="grid gap-2" data-invalid={answer.errors.addressId ? true : undefined}>
          <legend className="sr-only">배송지</legend>
          {addresses.map((address) => (
            <AddressChoice
              key={address.id}
              id={address.id}
              isChosen={chosenId === address.id}
              onChoose={setChosenId}
            >
              <AddressSummary address={address} />
            </AddressChoice>
          ))}
          <AddressChoice id={NEW} isChosen={chosen === undefined} onChoose={setChosenId}>
            <span className="font-semibold">새 배송지</span>
          </AddressChoice>
          <FieldError id="address-error">{answer.errors.addressId}</FieldError>
        </fieldset>
        {hydrated && chosen ? null : (
          <div className="mt-5">
            <NewAddress values={answer.wasSent ? values : {}} answer={answer} />
          </div>
        )}
      </details>
    </div>
  )
}

function AddressChoice({
  id,
  isChosen,
  onChoose,
  children,
}: {
  id: string
  isChosen: boolean
  onChoose: (id: string) => void
  children: ReactNode
}) {
  return (
    <label
      className={
        "flex min-h-13 cursor-pointer items-start gap-3 rounded-lg bg-fill px-4 py-3 " +
        "has-checked:bg-primary-tint has-checked:ring-2 has-checked:ring-primary has-checked:ring-inset " +
        "has-focus-visible:outline-2 has-focus-visible:outline-primary"
      }
    >
      <input
        type="radio"
        name="addressId"
        value={id}
        defaultChecked={isChosen}
        onChange={() => onChoose(id)}
        className="tick mt-0.5"
      />
      <span className="min-w-0 flex-1">{children}</span>
    </label>
  )
}

const NewAddress = ({ values, answer }: { values: FormValues; answer: ScreenAnswer }) => (
  <>
    <AddressFields values={values} errors={answer.errors} />
    <Checkbox
      name="saveAddress"
      label="배송지 목록에 저장하기"
      defaultChecked={answer.typed("saveAddress") === "on"}
      error={answer.errors.saveAddress}
      className="mt-2"
    />
  </>
)
