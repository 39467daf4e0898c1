import { formatPhone } from "#app/basics/phone.ts"
import type { DeliveryAddress } from "../views.ts"

/** Who gets it where. */
export function AddressSummary({ address }: { address: DeliveryAddress }) {
  return (
    <span className="block">
      <span className="flex flex-wrap items-center gap-2 text-base font-semibold">
        {address.recipient}
        {address.isDefault ? (
          <span className="inline-flex h-6 items-center rounded-sm bg-open-tint px-2 text-xs text-open-ink">
            기본 배송지
          </span>
        ) : null}
      </span>
      <span className="num mt-1 block text-base text-ink-2">{formatPhone(address.phone)}</span>
      <span className="mt-0.5 block text-base text-ink-2">
        ({address.zonecode}) {address.address} {address.addressDetail}
      </span>
      {address.request ? <span className="mt-1 block text-sm text-ink-3">{address.request}</span> : null}
    </span>
  )
}
