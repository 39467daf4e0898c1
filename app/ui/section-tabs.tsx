import { formatNumber } from "../basics/numbers.ts"
import { useEffect, useRef, useState } from "react"

/** Links to the parts of a long screen; stays on top while scrolling and follows the part that is read. */
export function SectionTabs({
  tabs,
  className = "",
}: {
  tabs: readonly { id: string; label: string; count?: number | null }[]
  className?: string
}) {
  const [active, setActive] = useState(tabs[0]?.id ?? "")
  const bar = useRef<HTMLElement>(null)
  const ids = tabs.map((tab) => tab.id).join(" ")
  useEffect(() => {
    let animationFrameId = 0
    const updateActiveTab = () => {
      animationFrameId = 0
      const threshold = (bar.current?.getBoundingClientRect().bottom ?? 0) + 24
      const sections = ids.split(" ").flatMap((id) => document.getElementById(id) ?? [])
      const atEnd = window.innerHeight + window.scrollY >= document.documentElement.scrollHeight - 2
      const currentSection = atEnd
        ? sections.at(-1)
        : sections.findLast((section) => section.getBoundingClientRect().top <= threshold)
      const id = (currentSection ?? sections[0])?.id ?? ""
      setActive(id)
      const link = bar.current?.querySelector<HTMLElement>(`[href="#${id}"]`)
      if (link) bar.current?.firstElementChild?.scrollTo({ left: link.offsetLeft - 16 })
    }
    const onScroll = () => {
      animationFrameId ||= requestAnimationFrame(updateActiveTab)
    }
    updateActiveTab()
    window.addEventListener("scroll", onScroll, { passive: true })
    return () => {
      window.removeEventListener("scroll", onScroll)
      cancelAnimationFrame(animationFrameId)
    }
  }, [ids])
  return (
    <nav
      ref={bar}
      aria-label="이 화면의 내용"
      className={`section-tabs sticky z-20 -mx-4 border-b border-base-300 bg-base-100 md:mx-0 ${className}`}
    >
      <div>
        {tabs.map((tab) => (
          <a key={tab.id} href={`#${tab.id}`} aria-current={tab.id === active ? "true" : undefined}>
            {tab.label}
            {tab.count ? <span className="hidden md:inline">{formatNumber(tab.count)}</span> : null}
          </a>
        ))}
      </div>
    </nav>
  )
}
