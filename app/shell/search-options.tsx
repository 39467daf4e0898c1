/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/no-noninteractive-element-to-interactive-role */
/* oxlint-disable jsx-a11y/interactive-supports-focus */
// A list of suggestions is no datalist: it has links, marks and notes (ARIA combobox pattern).
import { Clock, Search, UserRound, Wrench } from "#app/ui/icons.tsx"
import { useState, type KeyboardEvent } from "react"
import { HighlightedText } from "../areas/search/parts/highlighted-text.tsx"
import type { Suggestion } from "../areas/search/forms.ts"
import { useHydrated } from "../ui/hydrated.ts"
import { pictureUrl } from "../ui/picture.tsx"
import { useRecentSearches } from "./recent-searches.ts"
import { useSuggestions } from "./use-suggestions.ts"

export type SearchOption = Omit<Suggestion, "kind"> & { kind: Suggestion["kind"] | "recent" }

const MAX_RECENT = 3

/** What is offered for what is typed, and which of it the keys have come to; -1 is the field itself. */
export function useOptionList(isFloating: boolean, tab: string) {
  const hydrated = useHydrated()
  const [typedText, setTypedText] = useState("")
  const [isOpen, setIsOpen] = useState(false)
  const [activeIndex, setActiveIndex] = useState(-1)
  const options = useSearchOptions(typedText, tab)
  const isListVisible = hydrated && isOpen && options.length > 0
  return {
    options,
    activeIndex,
    isListVisible,
    typeText(text: string) {
      setTypedText(text)
      setActiveIndex(-1)
      setIsOpen(true)
    },
    closeList: () => setIsOpen(false),
    reset() {
      setIsOpen(false)
      setActiveIndex(-1)
      setTypedText("")
    },
    /** Moves through the list, or closes it; returns the option that Enter has chosen. */
    handleKey(event: KeyboardEvent<HTMLInputElement>): SearchOption | undefined {
      // Enter that ends the composition of a syllable is not meant for the form.
      if (event.nativeEvent.isComposing || event.keyCode === 229) {
        if (event.key === "Enter") event.preventDefault()
        return undefined
      }
      const activeOption = options[activeIndex]
      if (event.key === "ArrowDown" || event.key === "ArrowUp") {
        if (options.length === 0) return undefined
        event.preventDefault()
        setIsOpen(true)
        const step = event.key === "ArrowDown" ? 1 : -1
        // The field itself is one of the places: from -1 up to the last.
        setActiveIndex(((activeIndex + 1 + step + options.length + 1) % (options.length + 1)) - 1)
      } else if (event.key === "Enter" && isListVisible && activeOption) {
        event.preventDefault()
        return activeOption
      } else if (event.key === "Escape" && isListVisible && isFloating) {
        event.preventDefault()
        setIsOpen(false)
        setActiveIndex(-1)
      }
      return undefined
    },
  }
}

/** Recent searches that hold what is typed, then what the server suggests, each text once. */
function useSearchOptions(typedText: string, tab: string): readonly SearchOption[] {
  const recent = useRecentSearches()
  const suggestions = useSuggestions(typedText, tab)
  const term = typedText.trim()
  if (term === "") return []
  const leading = recent
    .filter((one) => one.includes(term) && one !== term)
    .slice(0, MAX_RECENT)
    .map((one): SearchOption => {
      const start = one.indexOf(term)
      return {
        kind: "recent",
        text: one,
        note: "최근 검색",
        href: null,
        marks: [{ start, end: start + term.length }],
      }
    })
  return [
    ...leading,
    ...suggestions.filter((one) => one.href !== null || !leading.some((other) => other.text === one.text)),
  ]
}

const ICON_BY_KIND = {
  recent: Clock,
  term: Search,
  service: Wrench,
  expert: UserRound,
  thing: Search,
} as const

function OptionIcon({ kind }: { kind: SearchOption["kind"] }) {
  const Icon = ICON_BY_KIND[kind]
  return (
    <span className="grid size-8 flex-none place-items-center text-ink-3">
      <Icon size={18} />
    </span>
  )
}

/** The offers under the field; hidden while there are none. */
export function OptionList({
  id,
  options,
  activeIndex,
  isFloating,
  onChoose,
}: {
  id: string
  options: readonly SearchOption[]
  activeIndex: number
  isFloating: boolean
  onChoose: (option: SearchOption) => void
}) {
  return (
    <ul
      id={id}
      role="listbox"
      aria-label="검색 제안"
      hidden={options.length === 0}
      className={
        isFloating
          ? "absolute inset-x-0 top-full z-30 mt-2 max-h-[70vh] overflow-y-auto rounded-xl " +
            "bg-raised p-2 text-base-content shadow-float"
          : "mt-3 pb-2"
      }
    >
      {options.map((option, index) => (
        // The keys are those of the field, which keeps the focus (ARIA combobox).
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
        <li
          key={`${option.kind} ${option.href ?? option.text}`}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === activeIndex}
          // The field keeps the focus while a suggestion is pressed.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(option)}
          className={
            "flex min-h-11 cursor-pointer items-center gap-2.5 rounded-lg px-1 hover:bg-fill " +
            `${index === activeIndex ? "bg-fill" : ""}`
          }
        >
          {option.pictureId ? (
            <img
              src={pictureUrl(option.pictureId, 320)}
              alt=""
              width={32}
              height={32}
              className="size-8 flex-none rounded-md object-cover"
            />
          ) : (
            <OptionIcon kind={option.kind} />
          )}
          <span className="min-w-0 flex-none truncate max-w-[70%]">
            <HighlightedText text={option.text} marks={option.marks} />
          </span>
          <span className="min-w-0 flex-1 truncate text-right text-sm text-ink-3">{option.note}</span>
        </li>
      ))}
    </ul>
  )
}
