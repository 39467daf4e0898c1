import { ArrowUp, CalendarPlus, ImagePlus, Plus, X } from "lucide-react"
import {
  useEffect,
  useId,
  useRef,
  useState,
  type ClipboardEvent,
  type KeyboardEvent as KeyPress,
  type ReactNode,
  type RefObject,
} from "react"
import { Form } from "react-router"
import { useHydrated } from "#app/ui/hydrated.ts"
import { SubmitButton } from "#app/ui/form.tsx"
import { pictureUrl, type PictureData } from "#app/ui/picture.tsx"
import { ACCEPTED_PICTURES, uploadPicture, discardUpload } from "#app/ui/picture-upload.ts"
import { LIMITS, listQuickReplies, detectWarning } from "../rules.ts"
import type { RoomView } from "../views.ts"
import { AppointmentSheet } from "./appointment.tsx"
import { readDraft, writeDraft } from "./message-drafts.ts"
import { UnblockForm } from "./room-menu.tsx"
import { WarningAlert } from "./warning-alert.tsx"
import type { ScreenAnswer } from "#app/ui/action-answer.ts"

const ROUND_BUTTON_CLASSES = "grid size-11 flex-none cursor-pointer place-items-center rounded-full"

/** Stands where one writes, while nobody may. */
function ClosedComposer({ children }: { children: ReactNode }) {
  return (
    <div
      data-sticky-bar
      className={
        "flex-none border-t border-base-300 bg-base-100 px-4 pt-4 " +
        "pb-[calc(1rem+env(safe-area-inset-bottom))] text-center text-base text-ink-3"
      }
    >
      {children}
    </div>
  )
}

type PictureSlot =
  | { key: string; state: "sending"; preview: string; percent: number; cancel: () => void }
  | { key: string; state: "ready"; preview: string; picture: PictureData }
  | { key: string; state: "failed"; preview: string; problem: string }

/**
 * Where one writes: text, pictures, an appointment, sentences to begin with. Without scripts it is a plain
 * form. `onSend` sends without leaving the page.
 */
export function Composer({
  room,
  isOwner,
  action,
  clientKeys,
  answer,
  onSend,
  onTyping,
}: {
  room: RoomView
  isOwner: boolean
  action: string
  clientKeys: { message: string; appointment: string }
  answer: ScreenAnswer
  onSend: (text: string, pictures: PictureData[]) => void
  onTyping: () => void
}) {
  const hydrated = useHydrated()
  const formId = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const failedResult = answer.of("send")
  const restoredText = failedResult.typed("text")
  const [text, setText] = useState(restoredText)
  const { slots, add, remove, clear, problem } = usePictureUploads()
  const attachmentMenu = useRef<HTMLDetailsElement>(null)
  useCloseOnOutsideClick(attachmentMenu, clientKeys.appointment)
  const isUploading = slots.some((slot) => slot.state === "sending")
  const pictures = slots.flatMap((slot) => (slot.state === "ready" ? slot.picture : []))
  const warning = detectWarning(text)

  // What was begun here and not sent is there again.
  useEffect(() => {
    if (restoredText !== "") return
    const draft = readDraft(localStorage, room.id)
    // The browser's storage can only be read after hydration.
    // oxlint-disable-next-line react-hooks-js/set-state-in-effect
    if (draft) setText((newText) => (newText === "" ? draft : newText))
  }, [room.id, restoredText])

  function updateText(newText: string) {
    setText(newText)
    writeDraft(localStorage, room.id, newText)
    if (newText !== "") onTyping()
  }

  function submitMessage() {
    const finalText = text.replace(/\s+$/, "")
    if (isUploading || (finalText.trim() === "" && pictures.length === 0)) return
    onSend(finalText.trim(), pictures)
    updateText("")
    clear()
    field.current?.focus()
  }

  function handleKeyDown(event: KeyPress<HTMLTextAreaElement>) {
    // While a syllable is put together, Enter ends it; Safari says so by the key code alone.
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing || event.keyCode === 229)
      return
    event.preventDefault()
    submitMessage()
  }

  function handlePaste(event: ClipboardEvent) {
    if (event.clipboardData.files.length === 0) return
    event.preventDefault()
    add(event.clipboardData.files)
  }

  if (room.block === "mine") {
    return (
      <ClosedComposer>
        <p>차단한 상대라 메시지를 주고받을 수 없어요.</p>
        <UnblockForm userId={room.partnerId} roomHref={action}>
          <SubmitButton className="btn btn-sm btn-quiet mt-2">차단 풀기</SubmitButton>
        </UnblockForm>
      </ClosedComposer>
    )
  }
  if (room.partnerLeft) return <ClosedComposer>탈퇴한 회원이라 메시지를 보낼 수 없어요.</ClosedComposer>
  if (room.block === "theirs")
    return <ClosedComposer>지금은 이 상대와 메시지를 주고받을 수 없어요.</ClosedComposer>
  const errorMessage =
    failedResult.errors.text ?? failedResult.errors.pictureIds ?? failedResult.problem ?? problem
  return (
    <div data-sticky-bar className="flex-none bg-base-100 pb-[calc(0.5rem+env(safe-area-inset-bottom))]">
      {warning ? (
        <div className="px-4 pb-2">
          <WarningAlert warning={warning} />
        </div>
      ) : null}
      {hydrated && text === "" && slots.length === 0 ? (
        <ul aria-label="빠른 답장" className="flex gap-2 overflow-x-auto px-4 py-1.5 [scrollbar-width:none]">
          {listQuickReplies(room.subject.kind, isOwner).map((reply) => (
            <li key={reply} className="flex-none">
              <button
                type="button"
                onClick={() => {
                  updateText(reply)
                  field.current?.focus()
                }}
                className={
                  "hit h-9 cursor-pointer rounded-full border border-line-strong bg-base-100 px-3.5 " +
                  "text-sm font-medium whitespace-nowrap transition-colors hover:bg-fill"
                }
              >
                {reply}
              </button>
            </li>
          ))}
        </ul>
      ) : null}
      {slots.length > 0 ? <PictureStrip slots={slots} onRemove={remove} /> : null}
      {errorMessage ? (
        <p role="alert" id={`${formId}-error`} className="px-4 py-1.5 text-sm font-medium text-refused-ink">
          {errorMessage}
        </p>
      ) : null}
      <div className="relative flex items-end gap-1.5 px-2.5 pt-1.5">
        <details ref={attachmentMenu} className="group flex-none">
          <summary
            aria-label="사진과 약속"
            className={`${ROUND_BUTTON_CLASSES} transition-colors hover:bg-fill`}
          >
            <Plus
              aria-hidden
              size={24}
              strokeWidth={1.75}
              className="transition-transform group-open:rotate-45"
            />
          </summary>
          <div
            className={
              "absolute bottom-full left-3 z-10 mb-1 grid w-60 gap-0.5 rounded-2xl bg-raised p-2 shadow-float"
            }
          >
            <label
              className={
                "flex min-h-12 cursor-pointer flex-wrap items-center gap-3 rounded-lg px-3 font-medium " +
                "focus-within:outline-2 focus-within:outline-primary hover:bg-fill"
              }
            >
              <ImagePlus aria-hidden size={20} strokeWidth={1.75} />
              사진 보내기
              <input
                type="file"
                form={formId}
                name={hydrated ? undefined : "pictureIdsFiles"}
                accept={ACCEPTED_PICTURES}
                multiple
                className="sr-only noscript:not-sr-only noscript:max-w-full"
                onChange={(event) => {
                  add(event.currentTarget.files ?? [])
                  event.currentTarget.value = ""
                  event.currentTarget.closest("details")?.removeAttribute("open")
                }}
              />
            </label>
            <AppointmentSheet
              kind={room.subject.kind}
              action={action}
              clientKey={clientKeys.appointment}
              answer={answer}
              triggerClassName={
                "flex min-h-12 w-full cursor-pointer items-center gap-3 rounded-lg px-3 text-left " +
                "font-medium hover:bg-fill"
              }
            >
              <CalendarPlus aria-hidden size={20} strokeWidth={1.75} />
              약속 잡기
            </AppointmentSheet>
          </div>
        </details>
        <Form
          id={formId}
          method="post"
          action={action}
          encType="multipart/form-data"
          noValidate
          className="flex min-w-0 flex-1 items-end gap-2"
          onSubmit={(event) => {
            event.preventDefault()
            submitMessage()
          }}
        >
          <input type="hidden" name="intent" value="send" />
          <input type="hidden" name="clientKey" value={clientKeys.message} />
          {hydrated
            ? null
            : (failedResult.pictures ?? []).map((picture) => (
                <input key={picture.id} type="hidden" name="pictureIds[]" value={picture.id} />
              ))}
          <textarea
            ref={field}
            name="text"
            rows={1}
            value={text}
            maxLength={LIMITS.text}
            aria-label="메시지"
            aria-invalid={errorMessage ? true : undefined}
            aria-describedby={errorMessage ? `${formId}-error` : undefined}
            placeholder="메시지 보내기"
            enterKeyHint="send"
            onChange={(event) => updateText(event.currentTarget.value)}
            onKeyDown={handleKeyDown}
            onPaste={handlePaste}
            className={
              "block max-h-32 min-h-11 flex-1 resize-none rounded-[22px] bg-fill px-4 py-2.5 text-base " +
              "leading-6 field-sizing-content placeholder:text-ink-3 placeholder:opacity-100 " +
              "focus:bg-base-100 focus:shadow-[inset_0_0_0_2px_var(--color-primary)] focus:outline-none"
            }
          />
          <button
            type="submit"
            aria-label="보내기"
            className={
              `${ROUND_BUTTON_CLASSES} ` +
              (text.trim() === "" && pictures.length === 0 && hydrated
                ? "bg-fill text-ink-3 "
                : "bg-primary text-primary-content ") +
              `${isUploading ? "opacity-60" : ""}`
            }
          >
            <ArrowUp aria-hidden size={22} strokeWidth={2} />
          </button>
        </Form>
      </div>
    </div>
  )
}

/** What unfolds closes with a click elsewhere, Escape, and when its work is done: `key` is another then. */
function useCloseOnOutsideClick(element: RefObject<HTMLDetailsElement | null>, key: string): void {
  const previousKey = useRef(key)
  useEffect(() => {
    if (previousKey.current !== key) element.current?.removeAttribute("open")
    previousKey.current = key
  }, [element, key])
  useEffect(() => {
    const close = (event: Event) => {
      const isOutside =
        event instanceof KeyboardEvent
          ? event.key === "Escape" && !element.current?.querySelector("dialog[open]")
          : event.target instanceof Node && !element.current?.contains(event.target)
      if (isOutside) element.current?.removeAttribute("open")
    }
    document.addEventListener("click", close)
    document.addEventListener("keydown", close)
    return () => {
      document.removeEventListener("click", close)
      document.removeEventListener("keydown", close)
    }
  }, [element])
}

function usePictureUploads() {
  const [slots, setSlots] = useState<PictureSlot[]>([])
  const [problem, setProblem] = useState<string>()
  const update = (key: string, updateSlot: (slot: PictureSlot) => PictureSlot) =>
    setSlots((previous) => previous.map((slot) => (slot.key === key ? updateSlot(slot) : slot)))

  function add(chosenFiles: Iterable<File>) {
    const files = [...chosenFiles].filter((file) => file.type.startsWith("image/") || file.type === "")
    const room = Math.max(LIMITS.pictures - slots.length, 0)
    setProblem(
      files.length > room
        ? `사진은 한 번에 ${LIMITS.pictures}장까지 보낼 수 있어요. ${files.length - room}장은 뺐어요.`
        : undefined,
    )
    for (const file of files.slice(0, room)) {
      const key = crypto.randomUUID()
      const preview = URL.createObjectURL(file)
      const { done, cancel } = uploadPicture(file, "chat", (percent) =>
        update(key, (slot) => (slot.state === "sending" ? { ...slot, percent } : slot)),
      )
      setSlots((previous) => [...previous, { key, state: "sending", preview, percent: 0, cancel }])
      void done.then((result) => {
        if (!result) return
        if ("picture" in result)
          update(key, () => ({ key, state: "ready", preview, picture: result.picture }))
        else {
          update(key, () => ({ key, state: "failed", preview, problem: result.problem }))
          setProblem(result.problem)
        }
      })
    }
  }

  function remove(slot: PictureSlot) {
    if (slot.state === "sending") slot.cancel()
    if (slot.state === "ready") discardUpload(slot.picture.id)
    URL.revokeObjectURL(slot.preview)
    setProblem(undefined)
    setSlots((previous) => previous.filter((one) => one.key !== slot.key))
  }

  function clear() {
    for (const slot of slots) URL.revokeObjectURL(slot.preview)
    setSlots([])
    setProblem(undefined)
  }
  return { slots, add, remove, clear, problem }
}

/** The pictures that go with the message, each with its progress. */
function PictureStrip({
  slots,
  onRemove,
}: {
  slots: readonly PictureSlot[]
  onRemove: (slot: PictureSlot) => void
}) {
  return (
    <ul aria-label="보낼 사진" className="flex gap-2.5 overflow-x-auto px-4 py-2">
      {slots.map((slot, index) => (
        <li key={slot.key} className="relative flex-none">
          <img
            src={slot.state === "ready" ? pictureUrl(slot.picture.id, 160) : slot.preview}
            alt={`보낼 사진 ${index + 1}`}
            width={72}
            height={72}
            className={
              "size-18 rounded-xl bg-fill object-cover " + (slot.state === "ready" ? "" : "opacity-50")
            }
          />
          {slot.state === "sending" ? (
            <progress
              value={slot.percent}
              max={100}
              aria-label={`사진 ${index + 1} 올리는 중`}
              className="progress progress-primary absolute inset-x-2 bottom-2 h-1.5 w-auto"
            />
          ) : null}
          {slot.state === "failed" ? (
            <span
              className={"absolute inset-x-0 bottom-1.5 text-center text-xs font-semibold text-refused-ink"}
            >
              실패
            </span>
          ) : null}
          <button
            type="button"
            aria-label={`보낼 사진 ${index + 1} 빼기`}
            onClick={() => onRemove(slot)}
            className={
              "hit absolute -top-1.5 -right-1.5 grid size-6 cursor-pointer place-items-center " +
              "rounded-full bg-neutral text-neutral-content"
            }
          >
            <X aria-hidden size={14} strokeWidth={2} />
          </button>
        </li>
      ))}
    </ul>
  )
}
