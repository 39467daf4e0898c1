import {
  BadgePercent,
  Bell,
  BriefcaseBusiness,
  ClipboardList,
  MessageCircle,
  PackageCheck,
  ShieldCheck,
  ShoppingBag,
  Star,
  Tag,
  TrendingDown,
  type Icon,
} from "#app/ui/icons.tsx"
import { Link, href } from "react-router"
import { RelativeTime } from "#app/ui/relative-time.tsx"
import { KIND_NAMES, formatTitle, type NotificationKind } from "../rules.ts"

const ICON_BY_KIND: Record<NotificationKind, Icon> = {
  order: ClipboardList,
  request: ClipboardList,
  chat: MessageCircle,
  job: BriefcaseBusiness,
  market: Tag,
  keyword: Bell,
  job_alert: Bell,
  shop: ShoppingBag,
  restock: PackageCheck,
  price: TrendingDown,
  review: Star,
  account: ShieldCheck,
  marketing: BadgePercent,
}

/** One thing a person was told: it leads to its place, which marks it as read. */
export function NotificationRow({
  notification,
}: {
  notification: {
    id: string
    kind: NotificationKind
    title: string
    text: string
    createdAt: string
    read: boolean
  }
}) {
  const Icon = ICON_BY_KIND[notification.kind]
  return (
    <li
      className={
        "relative flex gap-3 px-4 py-4 hover:bg-base-200 md:px-5 " +
        `${notification.read ? "" : "bg-primary-tint/60"}`
      }
    >
      <Icon
        size={22}
        className={`mt-0.5 flex-none ${notification.read ? "text-ink-3" : "text-primary-ink"}`}
      />
      <div className="min-w-0 flex-1">
        <p className="flex items-baseline justify-between gap-3 text-sm text-ink-3">
          <span>{KIND_NAMES[notification.kind]}</span>
          <RelativeTime at={notification.createdAt} className="flex-none" />
        </p>
        <p className={`mt-0.5 text-base break-words ${notification.read ? "" : "font-semibold"}`}>
          <Link
            to={href("/notifications/:id", { id: notification.id })}
            className="after:absolute after:inset-0"
          >
            {notification.read ? null : <span className="sr-only">안 읽음: </span>}
            {formatTitle(notification.kind, notification.title)}
          </Link>
        </p>
        {notification.text ? (
          <p className="mt-0.5 line-clamp-2 text-sm break-words text-ink-2">{notification.text}</p>
        ) : null}
      </div>
      {notification.read ? null : (
        <span aria-hidden className="mt-2 size-2 flex-none rounded-full bg-primary" />
      )}
    </li>
  )
}
