import { useEffect, useState, type ReactNode } from "react"

const COVER = 160

/**
 * The bar of a phone over a cover picture: round buttons on the picture, a white bar with the name once it
 * has gone by.
 */
export function PhoneHeader({ name, back, more }: { name: string; back: ReactNode; more: ReactNode }) {
  const [solid, setSolid] = useState(false)
  useEffect(() => {
    const look = () => setSolid(window.scrollY > COVER)
    look()
    window.addEventListener("scroll", look, { passive: true })
    return () => window.removeEventListener("scroll", look)
  }, [])
  const button = solid ? "" : "[&>*]:bg-black/62 [&>*]:text-white"
  return (
    <header
      className={
        "sticky top-0 z-30 -mb-14 flex h-14 items-center justify-between px-2 transition-colors " +
        `md:hidden ${solid ? "bg-base-100" : ""}`
      }
    >
      <div className={button}>{back}</div>
      <p
        aria-hidden={!solid}
        className={
          "min-w-0 flex-1 truncate text-center text-lg font-bold transition-opacity " +
          `${solid ? "" : "opacity-0"}`
        }
      >
        {name}
      </p>
      <div className={button}>{more}</div>
    </header>
  )
}
