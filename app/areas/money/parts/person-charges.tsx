import type { ReactNode } from "react"
import { formatDateWithWeekday } from "#app/basics/time.ts"
import { formatWon } from "#app/basics/won.ts"
import { StateBadge } from "#app/ui/badge.tsx"
import type { PersonChargeView } from "../views.ts"

/** What comes to the person: of a charge that is held as a whole, what is going to. */
function Amount({ charge }: { charge: PersonChargeView }) {
  const isHeldOnly = charge.releasedWon === 0
  const feeWon = isHeldOnly ? charge.heldFeeWon : charge.feeWon
  return (
    <div className="num ml-auto flex-none text-right">
      <p className="text-base font-bold">{formatWon(isHeldOnly ? charge.heldWon - feeWon : charge.netWon)}</p>
      {feeWon > 0 ? <p className="mt-0.5 text-sm text-ink-3">수수료 {formatWon(feeWon)} 뺌</p> : null}
    </div>
  )
}

function ChargeBadge({ charge: { payout, heldWon } }: { charge: PersonChargeView }) {
  if (payout?.state === "paid") return <StateBadge tone="done">지급 완료</StateBadge>
  if (payout?.state === "on_way") return <StateBadge tone="progress">보내는 중</StateBadge>
  if (payout) return <StateBadge tone="open">지급 예정</StateBadge>
  return heldWon > 0 ? <StateBadge tone="progress">보관 중</StateBadge> : null
}

/** When the money comes, or what it waits for. */
function getDateText(charge: PersonChargeView, canBePaid: boolean): string {
  const { payout } = charge
  if (!payout) return "확인이 끝나면 보내 드려요"
  const day = formatDateWithWeekday(`${payout.day}T12:00:00+09:00`)
  if (payout.state === "paid") return `${day}에 보냈어요`
  if (payout.state === "on_way") return "오늘 보내고 있어요"
  return canBePaid ? `${day} 오전에 보내요` : "계좌를 확인하면 보내요"
}

/** What was paid to a person, and where each won of it is. */
export function PersonCharges({
  charges,
  canBePaid,
  renderTitle,
}: {
  charges: readonly PersonChargeView[]
  canBePaid: boolean
  renderTitle: (charge: PersonChargeView) => ReactNode
}) {
  return (
    <ul>
      {charges.map((charge) => (
        <li
          key={charge.id}
          className="flex flex-wrap items-start gap-x-4 border-base-300 p-4 not-first:border-t md:px-5"
        >
          <div className="min-w-0 flex-1 basis-36">
            <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
              <ChargeBadge charge={charge} />
              <span className="text-sm text-ink-3">{getDateText(charge, canBePaid)}</span>
            </p>
            <h3 className="mt-2 text-base font-semibold">{renderTitle(charge)}</h3>
            {charge.heldWon > 0 && charge.releasedWon > 0 ? (
              <p className="num mt-0.5 text-sm text-ink-3">
                {formatWon(charge.heldWon)}은 아직 보관하고 있어요
              </p>
            ) : null}
          </div>
          <Amount charge={charge} />
        </li>
      ))}
    </ul>
  )
}
