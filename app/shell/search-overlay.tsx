import {
  startTransition,
  useEffect,
  useRef,
  useState,
  type ComponentType,
  type MouseEvent,
  type ReactNode,
} from "react"
import { Link, useLocation, href } from "react-router"
import { runWhenIdle } from "#app/ui/idle.ts"
import { openDialog } from "#app/ui/open-dialog.ts"
import { readRouterEntry } from "#app/ui/router-entry.ts"

/**
 * The search icon and what it opens (specification §2). Without scripts, and until the panel is there, it is
 * a link to /search, which has the same.
 */
export function SearchOverlay({ children, className }: { children: ReactNode; className: string }) {
  const [Panel, setPanel] = useState<ComponentType<{ close: () => void }> | null>(null)
  const dialog = useRef<HTMLDialogElement>(null)
  const { key } = useLocation()
  const openedAt = useRef(key)
  const close = () => dialog.current?.close()
  useEffect(() => {
    const loadPanel = () =>
      void import("./search-panel.tsx").then(
        (module) => startTransition(() => setPanel(() => module.SearchPanel)),
        () => undefined,
      )
    return runWhenIdle(loadPanel)
  }, [])
  useEffect(() => {
    // Opened between the change of the address and the arrival of its screen, it belongs to that screen.
    if (key !== openedAt.current) dialog.current?.close()
  }, [key])
  const openPanel = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || !dialog.current) return
    event.preventDefault()
    openedAt.current = readRouterEntry().key
    openDialog(dialog.current)
    dialog.current.querySelector("input")?.focus()
  }
  return (
    <>
      <Link to={href("/search")} aria-label="검색" className={className} onClick={openPanel}>
        {children}
      </Link>
      {Panel && (
        // The click beside the panel closes it; Escape does the same by itself.
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
        <dialog
          ref={dialog}
          aria-label="검색"
          onClick={(event) => event.target === dialog.current && close()}
          className={
            "fixed inset-0 m-0 size-full max-h-none max-w-none overflow-y-auto bg-raised p-0 " +
            "text-base-content animate-[fade-in_.16s_var(--ease-out)] md:inset-x-0 md:top-3 " +
            "md:mx-auto md:h-fit md:w-[40rem] md:rounded-3xl md:shadow-float"
          }
        >
          <Panel close={close} />
        </dialog>
      )}
    </>
  )
}
