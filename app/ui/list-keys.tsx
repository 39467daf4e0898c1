/** The keys of lists and decisions on a desk, and the sheet that says which there are. */
import { Keyboard } from "./icons.tsx"
import { useEffect, useRef, useState } from "react"
import { readKeyLetter } from "./key-letters.ts"
import { useHydrated } from "./hydrated.ts"
import { openDialog } from "./open-dialog.ts"

const ROWS = "#main tbody tr, #main li"

const isTyping = (target: EventTarget | null) =>
  target instanceof Element && target.closest("input:not([type=checkbox]), textarea, select, dialog") !== null
const isVisible = (element: Element) => element.getClientRects().length > 0

/** The rows of lists that lead somewhere, from top to bottom. */
function findRows(): { row: HTMLElement; link: HTMLElement }[] {
  return [...document.querySelectorAll<HTMLElement>(ROWS)].flatMap((row) => {
    const link = row.querySelector<HTMLElement>("a[href]")
    return link && isVisible(row) ? [{ row, link }] : []
  })
}

function moveFocus(step: 1 | -1): void {
  const rows = findRows()
  const current = rows.findIndex(({ row }) => row.contains(document.activeElement))
  const next = rows[current < 0 ? (step > 0 ? 0 : rows.length - 1) : current + step]
  next?.link.focus({ preventScroll: true })
  next?.row.scrollIntoView({ block: "center", behavior: "instant" })
}

function tickRow(): boolean {
  const row = findRows().find((each) => each.row.contains(document.activeElement))?.row
  const box = row?.querySelector<HTMLInputElement>("input[type=checkbox]")
  box?.click()
  return box !== undefined && box !== null
}

/**
 * Presses the button or link with `key` as its `aria-keyshortcuts`, in the focused row first; in a form that
 * has it, goes to the text.
 */
function pressShortcut(key: string): boolean {
  const selector = `[aria-keyshortcuts="${CSS.escape(key)}"]`
  const row = findRows().find((each) => each.row.contains(document.activeElement))?.row
  const pressed = [
    ...(row?.querySelectorAll<HTMLElement>(selector) ?? []),
    ...document.querySelectorAll<HTMLElement>(selector),
  ].find(isVisible)
  if (pressed instanceof HTMLFormElement) pressed.querySelector("textarea")?.focus()
  else pressed?.click()
  return pressed !== undefined
}

/** Presses what sends the form that is being written, or the open dialog's. */
function sendForm(target: EventTarget | null): boolean {
  const form = target instanceof Element ? target.closest("form") : null
  if (!form?.querySelector("textarea") && !form?.closest("dialog")) return false
  const button = form.querySelector<HTMLButtonElement>("button[type=submit]")
  button?.click()
  return button !== null
}

const KEY_HELP: readonly (readonly [string, string])[] = [
  ["Ctrl K · ⌘ K", "찾기와 바로 가기"],
  ["j · k", "목록에서 다음 줄, 이전 줄"],
  ["Enter", "고른 줄 열기"],
  ["x", "고른 줄에 표시하기"],
  ["a", "승인하기·조치하기"],
  ["r", "반려하기·답변 쓰기"],
  ["Ctrl Enter · ⌘ Enter", "쓴 글 보내기, 창에서 결정하기"],
  ["t", "받은 일 맡기"],
  ["n", "다음 일 열기"],
  ["?", "이 도움말"],
]

const OFF_KEY = "listKeysOff"
const areKeysOff = () => localStorage.getItem(OFF_KEY) === "1"

/** Turns keys of one letter off or on here: whoever speaks to the computer presses them unawares. */
function KeySwitch() {
  const hydrated = useHydrated()
  const [chosen, setChosen] = useState<boolean | null>(null)
  const isOff = chosen ?? (hydrated && areKeysOff())
  return (
    <label className="mt-5 flex min-h-11 cursor-pointer items-center gap-3 text-base font-medium">
      <input
        type="checkbox"
        className="tick"
        checked={!isOff}
        onChange={(event) => {
          localStorage.setItem(OFF_KEY, event.target.checked ? "0" : "1")
          setChosen(!event.target.checked)
        }}
      />
      글자 한 개로 누르는 키 쓰기
    </label>
  )
}

/** Listens to the keys of lists; its button opens the sheet that names them. */
export function ListKeys() {
  const sheet = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && !event.isComposing) {
        if (sendForm(event.target)) event.preventDefault()
        return
      }
      const isOther = event.ctrlKey || event.metaKey || event.altKey
      if (isOther || isTyping(event.target) || areKeysOff()) return
      const key = readKeyLetter(event)
      if (key === "j" || key === "k") moveFocus(key === "j" ? 1 : -1)
      else if (key === "?") openDialog(sheet.current)
      else if (key === "x" ? !tickRow() : !/^[a-z]$/.test(key) || !pressShortcut(key)) return
      event.preventDefault()
    }
    document.addEventListener("keydown", onKey)
    return () => document.removeEventListener("keydown", onKey)
  }, [])
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-label="단축키"
        className={
          "grid size-11 flex-none cursor-pointer place-items-center rounded-full hover:bg-fill max-md:hidden"
        }
        onClick={() => openDialog(sheet.current)}
      >
        <Keyboard size={21} />
      </button>
      <dialog ref={sheet} aria-labelledby="key-help" className="sheet-box">
        <div className="px-5 pt-7 pb-6 md:p-7">
          <h2 id="key-help" className="text-xl font-bold">
            단축키
          </h2>
          <dl className="mt-4 grid gap-2.5">
            {KEY_HELP.map(([key, text]) => (
              <div key={key} className="flex items-center justify-between gap-4 text-base">
                <dt className="text-ink-2">{text}</dt>
                <dd>
                  <kbd className="rounded-md bg-fill px-2 py-1 text-sm font-semibold">{key}</kbd>
                </dd>
              </div>
            ))}
          </dl>
          <KeySwitch />
          <form method="dialog" className="mt-3">
            <button type="submit" className="btn btn-lg btn-quiet w-full">
              닫기
            </button>
          </form>
        </div>
      </dialog>
    </>
  )
}
