import { ShieldCheck, TriangleAlert, Truck } from "#app/ui/icons.tsx"
import { Link } from "react-router"
import type { ChatCard } from "../rules.ts"

/** What happened with the thing that the two talk about, in the middle of what they say. */
export function RoomCard({ card: { icon, title, text, link } }: { card: ChatCard }) {
  const isProblem = icon === "problem"
  const Icon = isProblem ? TriangleAlert : icon === "sent" ? Truck : ShieldCheck
  return (
    <div className="card-line mx-auto flex max-w-90 gap-3 p-4">
      <Icon size={20} className={`mt-0.5 flex-none ${isProblem ? "text-warn-ink" : "text-primary-ink"}`} />
      <div className="min-w-0 flex-1">
        <p className="text-base font-semibold">{title}</p>
        <p className="text-sm text-ink-2">{text}</p>
        {link ? (
          <Link to={link.href} className="btn btn-sm btn-tint mt-3">
            {link.label}
          </Link>
        ) : null}
      </div>
    </div>
  )
}
