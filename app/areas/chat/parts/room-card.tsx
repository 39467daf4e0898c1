import {
  CalendarCheck,
  CircleCheck,
  HandCoins,
  PackageCheck,
  ShieldCheck,
  TriangleAlert,
  Truck,
} from "#app/ui/icons.tsx"
import { Link } from "react-router"
import type { ChatCard } from "../rules.ts"

/** The picture of what happened, in the colour of its state. */
const ICONS = {
  offer: [HandCoins, "text-primary-ink"],
  reserved: [CalendarCheck, "text-progress-ink"],
  paid: [ShieldCheck, "text-primary-ink"],
  sent: [Truck, "text-primary-ink"],
  received: [PackageCheck, "text-primary-ink"],
  done: [CircleCheck, "text-ok-ink"],
  problem: [TriangleAlert, "text-warn-ink"],
} as const satisfies Record<ChatCard["icon"], readonly unknown[]>

/** What happened with the thing that the two talk about, in the middle of what they say. */
export function RoomCard({ card: { icon, title, text, link } }: { card: ChatCard }) {
  const [Icon, colour] = ICONS[icon]
  return (
    <div className="card-line mx-auto flex max-w-90 gap-3 p-4">
      <Icon size={20} className={`mt-0.5 flex-none ${colour}`} />
      <div className="min-w-0 flex-1">
        <p className="text-base font-semibold">{title}</p>
        {text === "" ? null : <p className="text-sm text-ink-2">{text}</p>}
        {link ? (
          <Link to={link.href} className="btn btn-sm btn-tint mt-3">
            {link.label}
          </Link>
        ) : null}
      </div>
    </div>
  )
}
