import { useEffect, useState, type ReactNode } from "react"

const COVER_HEIGHT_PX = 160

/**
 * The bar of a phone over a cover picture: round buttons on the picture, a white bar with the name once it
 * has gone by.
 */
export function PhoneHeader({ name, back, more }: { name: string; back: ReactNode; more: ReactNode }) {
  const [isSolid, setIsSolid] = useState(false)
  useEffect(() => {
    const updateIsSolid = () => setIsSolid(window.scrollY > COVER_HEIGHT_PX)
    updateIsSolid()
    window.addEventListener("scroll", updateIsSolid, { passive: true })
    return () => window.removeEventListener("scroll", updateIsSolid)
  }, [])
  const buttonClass = isSolid ? undefined : "on-cover"
  return (
    <header
      className={
        "sticky top-0 z-30 -mb-14 flex h-14 items-center justify-between px-2 transition-colors " +
        `md:hidden ${isSolid ? "bg-base-100" : ""}`
      }
    >
      <div className={buttonClass}>{back}</div>
      <p
        aria-hidden={!isSolid}
        className={
          "min-w-0 flex-1 truncate text-center text-lg font-bold transition-opacity " +
          `${isSolid ? "" : "opacity-0"}`
        }
      >
        {name}
      </p>
      <div className={buttonClass}>{more}</div>
    </header>
  )
}
