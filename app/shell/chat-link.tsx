import { MessageCircle } from "#app/ui/icons.tsx"
import { useEffect, useState } from "react"
import { Link, href } from "react-router"
import { CountBadge } from "../ui/badge.tsx"
import { LIVE_EVENT } from "./live-stream.ts"

/**
 * The way to the chat, with how much there is to read: as the page was loaded, and then as the live stream
 * says.
 */
export function ChatLink({ count, className }: { count: number; className: string }) {
  const [badge, setBadge] = useState({ loadedCount: count, count })
  // A page that is loaded again knows best.
  if (badge.loadedCount !== count) setBadge({ loadedCount: count, count })
  useEffect(() => {
    const handleLiveEvent = (event: Event) => {
      const chatCount: unknown = event instanceof CustomEvent ? event.detail?.chatCount : undefined
      if (typeof chatCount === "number") setBadge((previous) => ({ ...previous, count: chatCount }))
    }
    addEventListener(LIVE_EVENT, handleLiveEvent)
    return () => removeEventListener(LIVE_EVENT, handleLiveEvent)
  }, [])
  return (
    <Link to={href("/chat")} className={className}>
      <span className="sr-only">채팅</span>
      <MessageCircle size={22} />
      <CountBadge
        count={badge.count}
        label={`안 읽은 메시지 ${badge.count}개`}
        className="absolute top-1 right-0.5"
      />
    </Link>
  )
}
