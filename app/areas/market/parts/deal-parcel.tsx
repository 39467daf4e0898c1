import { Truck } from "#app/ui/icons.tsx"
import { formatPhone } from "#app/basics/phone.ts"
import { Section } from "#app/ui/section.tsx"
import { CARRIERS, getCarrierLabel, isCarrier } from "../../shop/rules.ts"
import type { DealView } from "../views.ts"

/** Where the parcel goes and with whom it is on its way, there and back. */
export function DealParcel({ deal }: { deal: DealView }) {
  const { address, parcel, returnParcel } = deal
  if (!address && !parcel) return null
  return (
    <Section title="배송">
      {parcel ? <Parcel parcel={parcel} label="보낸 택배" /> : null}
      {returnParcel ? <Parcel parcel={returnParcel} label="돌려보낸 택배" /> : null}
      {address ? (
        <dl
          className={
            "mt-3 grid grid-cols-[minmax(4.5rem,auto)_minmax(0,1fr)] gap-x-4 gap-y-2 text-base " +
            "first:mt-0"
          }
        >
          <dt className="whitespace-nowrap text-ink-3">받는 분</dt>
          <dd>
            {address.recipient} · <span className="num">{formatPhone(address.phone)}</span>
          </dd>
          <dt className="whitespace-nowrap text-ink-3">주소</dt>
          <dd className="break-words">
            ({address.zonecode}) {address.address} {address.addressDetail}
          </dd>
          {address.request ? (
            <>
              <dt className="whitespace-nowrap text-ink-3">요청사항</dt>
              <dd className="break-words">{address.request}</dd>
            </>
          ) : null}
        </dl>
      ) : null}
    </Section>
  )
}

function Parcel({ parcel, label }: { parcel: { carrier: string; number: string }; label: string }) {
  const prefix = isCarrier(parcel.carrier) ? CARRIERS[parcel.carrier].trackingUrlPrefix : null
  return (
    <p
      className={
        "mt-2 flex flex-wrap items-center gap-2 rounded-lg bg-base-200 px-3.5 py-2.5 text-base first:mt-0"
      }
    >
      <Truck size={18} className="flex-none text-ink-3" />
      <span className="min-w-[min(100%,7rem)] flex-1">
        <span className="sr-only">{label} </span>
        {getCarrierLabel(parcel.carrier)} <span className="num">{parcel.number}</span>
      </span>
      {prefix ? (
        <a
          href={prefix + encodeURIComponent(parcel.number)}
          target="_blank"
          rel="noreferrer"
          className="hit flex-none font-semibold text-primary-ink hover:underline"
        >
          배송 조회
        </a>
      ) : null}
    </p>
  )
}
