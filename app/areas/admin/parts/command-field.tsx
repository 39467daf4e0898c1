import { Search } from "#app/ui/icons.tsx"
import {
  useEffect,
  useMemo,
  useRef,
  useState,
  type FocusEvent,
  type KeyboardEvent,
  type RefObject,
} from "react"
import { Form, href, Link, useFetcher, useNavigate } from "react-router"
import type { Command } from "../record-links.ts"

/** How long the field waits for the next letter, in milliseconds. */
const TYPING_PAUSE_MS = 220
const NONE: readonly Command[] = []

/** Ctrl K and ⌘ K put the cursor into `input`, from wherever one is. */
function useFocusKey(input: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      input.current?.focus()
      input.current?.select()
    }
    document.addEventListener("keydown", onKey)
    return () => document.removeEventListener("keydown", onKey)
  }, [input])
}

/**
 * What there is to do with `term`: before anything is typed what was opened last (`recent`) and the screens.
 * `isCurrent` is false while the answer to what was typed last is on its way.
 */
function useCommands(recent: readonly Command[]) {
  const fetcher = useFetcher<{ term: string; commands: Command[] }>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [term, setTerm] = useState("")
  useEffect(() => () => clearTimeout(timer.current), [])
  const found = fetcher.data?.commands ?? NONE
  const commands = useMemo(() => (term === "" ? [...recent, ...found] : found), [term, recent, found])
  const look = (typed: string) => {
    clearTimeout(timer.current)
    setTerm(typed.trim())
    const load = () => void fetcher.load(`${href("/admin/find")}?${new URLSearchParams({ q: typed })}`)
    timer.current = setTimeout(load, TYPING_PAUSE_MS)
  }
  return { commands, look, isCurrent: fetcher.data?.term.trim() === term }
}

/** Moves the cursor along the field and the links under it. */
function moveAmong(box: HTMLElement | null, step: 1 | -1): void {
  const stops = [...(box?.querySelectorAll<HTMLElement>("input, a") ?? [])]
  const current = stops.findIndex((each) => each === document.activeElement)
  stops[(current + step + stops.length) % stops.length]?.focus()
}

/**
 * Finds people, orders and all else by what is typed, and offers what can be done; Enter takes the first.
 * Without scripts it is the search field of a screen with the same answers.
 */
export function CommandField({ recent }: { recent: readonly Command[] }) {
  const input = useRef<HTMLInputElement>(null)
  const box = useRef<HTMLElement>(null)
  const navigate = useNavigate()
  const [isOpen, setOpen] = useState(false)
  const { commands, look, isCurrent } = useCommands(recent)
  useFocusKey(input)
  const open = () => {
    setOpen(true)
    look(input.current?.value ?? "")
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === "Escape") {
      setOpen(false)
      input.current?.blur()
    } else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      moveAmong(box.current, event.key === "ArrowDown" ? 1 : -1)
      event.preventDefault()
    } else if (event.key === "Enter" && event.target === input.current && isCurrent && commands[0]) {
      event.preventDefault()
      setOpen(false)
      void navigate(commands[0].href)
    }
  }
  const onBlur = (event: FocusEvent) => {
    if (!box.current?.contains(event.relatedTarget)) setOpen(false)
  }
  const keys = { onKeyDown, onBlur }
  return (
    <search ref={box} className="relative block max-w-md">
      <Form action={href("/admin/find")} method="get">
        <Search size={18} className="pointer-events-none absolute inset-y-0 left-3.5 my-auto text-ink-3" />
        <input
          ref={input}
          type="search"
          name="q"
          aria-label="찾기와 바로 가기"
          aria-keyshortcuts="Control+K"
          autoComplete="off"
          maxLength={80}
          placeholder="이름, 번호, 전화, 이메일"
          className="field-box h-11 min-h-11 border border-line-strong bg-base-100 py-2 pr-3 pl-10 md:pr-18"
          onFocus={open}
          onChange={open}
          {...keys}
        />
        <kbd
          aria-hidden
          className={
            "pointer-events-none absolute inset-y-0 right-3 my-auto h-fit rounded-md bg-fill px-1.5 " +
            "text-xs leading-6 text-ink-3 max-md:hidden"
          }
        >
          Ctrl K
        </kbd>
      </Form>
      {isOpen ? <CommandList commands={commands} keys={keys} onPick={() => setOpen(false)} /> : null}
    </search>
  )
}

/** What was found, under its groups. */
function CommandList({
  commands,
  keys,
  onPick,
}: {
  commands: readonly Command[]
  keys: { onKeyDown: (event: KeyboardEvent) => void; onBlur: (event: FocusEvent) => void }
  onPick: () => void
}) {
  if (commands.length === 0) return null
  return (
    <div
      className={
        "absolute inset-x-0 top-full z-50 mt-1.5 max-h-[min(32rem,70dvh)] overflow-y-auto rounded-xl " +
        "bg-raised py-2 shadow-float max-md:fixed max-md:inset-x-2 max-md:top-15"
      }
    >
      {Object.entries(Object.groupBy(commands, (command) => command.group)).map(([group, some = []]) => (
        <section key={group}>
          <h2 className="px-4 pt-2 pb-1 text-xs font-semibold text-ink-3">{group}</h2>
          <ul>
            {some.map((command) => (
              <li key={`${command.href} ${command.label}`}>
                <Link
                  to={command.href}
                  className={
                    "mx-1.5 flex min-h-11 items-center gap-3 rounded-lg px-2.5 py-1.5 text-base " +
                    `hover:bg-fill focus:bg-primary-tint ${command === commands[0] ? "bg-primary-tint" : ""}`
                  }
                  onClick={onPick}
                  {...keys}
                >
                  <span className="min-w-0 flex-1 truncate font-medium">{command.label}</span>
                  <span className="max-w-[45%] flex-none truncate text-sm text-ink-3">{command.detail}</span>
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}
