import {
  BadgeCheck,
  CalendarCheck,
  HandCoins,
  PackageCheck,
  ShieldCheck,
  TriangleAlert,
  Truck,
} from "lucide-react"
import { Link } from "react-router"
import type { ChatCard } from "../rules.ts"

const ICONS = {
  offer: HandCoins,
  reserved: CalendarCheck,
  paid: ShieldCheck,
  sent: Truck,
  received: PackageCheck,
  done: BadgeCheck,
  problem: TriangleAlert,
} as const satisfies Record<ChatCard["icon"], typeof Truck>

/** What happened with the thing that the two talk about, in the middle of what they say. */
export function RoomCard({ card }: { card: ChatCard }) {
  const Icon = ICONS[card.icon]
  return (
    <div className="mx-auto flex w-full max-w-90 items-start gap-3 rounded-xl border border-base-300 p-4">
      <span
        className={
          "grid size-9 flex-none place-items-center rounded-full " +
          (card.icon === "problem" ? "bg-warn-tint text-warn-ink" : "bg-primary-tint text-primary-ink")
        }
      >
        <Icon aria-hidden size={18} strokeWidth={1.75} />
      </span>
      <div className="min-w-0 flex-1">
        <p className="text-base font-semibold break-words">{card.title}</p>
        {card.text ? <p className="mt-0.5 text-sm break-words text-ink-2">{card.text}</p> : null}
        {card.link ? (
          <Link to={card.link.href} className="btn btn-sm btn-tint mt-3">
            {card.link.label}
          </Link>
        ) : null}
      </div>
    </div>
  )
}
