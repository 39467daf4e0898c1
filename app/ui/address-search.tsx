import { MapPin, X } from "./icons.tsx"
import { useEffect, useRef } from "react"
import type { FoundAddress } from "#app/basics/found-address.ts"
import { isRecord } from "#app/basics/record.ts"
import { useHydrated } from "./hydrated.ts"

const isFoundAddress = (message: unknown): message is FoundAddress =>
  isRecord(message) &&
  ["zonecode", "address", "area", "dong"].every((name) => typeof message[name] === "string")

/** Opens and closes the search for an address, where scripts run. */
export function AddressSearchButton({
  isSearching,
  onToggle,
  className = "",
}: {
  isSearching: boolean
  onToggle: () => void
  className?: string
}) {
  const hydrated = useHydrated()
  if (!hydrated) return null
  const Icon = isSearching ? X : MapPin
  return (
    <button
      type="button"
      onClick={onToggle}
      aria-expanded={isSearching}
      className={`btn btn-tint btn-lg ${className}`}
    >
      <Icon size={18} />
      {isSearching ? "닫기" : "주소 찾기"}
    </button>
  )
}

/**
 * The search for an address, in a frame of its own; tells what was chosen there. The frame is a page of ours:
 * a sandbox that lets its scripts run as ours would be none.
 */
export function AddressSearch({ onFound }: { onFound: (found: FoundAddress) => void }) {
  const frame = useRef<HTMLIFrameElement>(null)
  useEffect(() => {
    const listen = (event: MessageEvent<unknown>) => {
      const isOwn = event.origin === location.origin && event.source === frame.current?.contentWindow
      if (isOwn && isFoundAddress(event.data)) onFound(event.data)
    }
    addEventListener("message", listen)
    return () => removeEventListener("message", listen)
  }, [onFound])
  return (
    <iframe
      ref={frame}
      src="/postcode"
      title="주소 찾기"
      className="h-110 w-full rounded-lg border border-base-300 bg-base-100"
    />
  )
}
