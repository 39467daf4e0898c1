import { Form } from "react-router"
import { formatDateTime } from "#app/basics/time.ts"
import { formatWon } from "#app/basics/won.ts"
import { StateBadge } from "#app/ui/badge.tsx"
import { SubmitButton } from "#app/ui/form.tsx"
import { PRICE_SALE_STATE_LABELS, type PriceSaleState } from "../rules.ts"

const TONES = { planned: "progress", running: "open", ended: "done" } as const

export type PriceSale = {
  id: string
  state: PriceSaleState
  optionCount: number
  lowestWon: number
  startsAt: string
  endsAt: string
}

/** When a sale is on, what it costs then, and the button that calls it off. */
export function PriceSaleFacts({ sale, label }: { sale: PriceSale; label: string }) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <div className="min-w-0 flex-1 basis-56">
        <p className="flex flex-wrap items-center gap-2">
          <StateBadge tone={TONES[sale.state]}>{PRICE_SALE_STATE_LABELS[sale.state]}</StateBadge>
          <b className="num text-base font-semibold">
            {formatWon(sale.lowestWon)}
            {sale.optionCount > 1 ? "부터" : ""}
          </b>
          {sale.optionCount > 1 ? (
            <span className="text-sm text-ink-3">옵션 {sale.optionCount}개</span>
          ) : null}
        </p>
        <p className="mt-1 text-sm text-ink-2">
          {formatDateTime(sale.startsAt)} ~ {formatDateTime(sale.endsAt)}
        </p>
      </div>
      {sale.state === "ended" ? null : (
        <Form method="post" preventScrollReset>
          <input type="hidden" name="intent" value="cancel" />
          <SubmitButton name="saleId" value={sale.id} className="btn btn-quiet btn-sm">
            <span className="sr-only">{label} </span>
            {sale.state === "running" ? "지금 끝내기" : "예약 취소"}
          </SubmitButton>
        </Form>
      )}
    </div>
  )
}
