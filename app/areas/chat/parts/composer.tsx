import { ArrowUp, CalendarPlus, ImagePlus, Plus } from "#app/ui/icons.tsx"
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
import { Form, href } from "react-router"
import type { ScreenAnswer } from "#app/ui/action-answer.ts"
import { SubmitButton } from "#app/ui/form.tsx"
import { useHydrated } from "#app/ui/hydrated.ts"
import type { PictureData } from "#app/ui/picture.tsx"
import { ACCEPTED_PICTURES } from "#app/ui/picture-upload.ts"
import { LIMITS, detectWarning } from "../rules.ts"
import type { RoomView } from "../views.ts"
import { AppointmentSheet } from "./appointment.tsx"
import { readDraft, writeDraft } from "./message-drafts.ts"
import { PictureStrip } from "./picture-strip.tsx"
import { UnblockForm } from "./room-menu.tsx"
import { usePictureUploads } from "./use-picture-uploads.ts"
import { WarningAlert } from "./warning-alert.tsx"

const ROUND_BUTTON_CLASSES = "grid size-11 flex-none cursor-pointer place-items-center rounded-full"

type ComposerProps = {
  room: RoomView
  /** Sentences to begin or go on with. */
  replies: readonly string[]
  action: string
  clientKeys: { message: string; appointment: string }
  answer: ScreenAnswer
  onSend: (text: string, pictures: PictureData[]) => void
  onTyping: () => void
}

/**
 * Where one writes: text, pictures, an appointment, sentences to begin with. Without scripts it is a plain
 * form. `onSend` sends without leaving the page.
 */
export function Composer(props: ComposerProps) {
  const { room, action } = props
  if (room.block === "mine")
    return (
      <ClosedComposer>
        <p>차단한 상대라 메시지를 주고받을 수 없어요.</p>
        <UnblockForm userId={room.partnerId} roomHref={action}>
          <SubmitButton className="btn btn-sm btn-quiet mt-2">차단 풀기</SubmitButton>
        </UnblockForm>
      </ClosedComposer>
    )
  if (room.partnerLeft) return <ClosedComposer>탈퇴한 회원이라 메시지를 보낼 수 없어요.</ClosedComposer>
  if (room.block === "theirs")
    return <ClosedComposer>지금은 이 상대와 메시지를 주고받을 수 없어요.</ClosedComposer>
  return <OpenComposer {...props} />
}

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

/** What is being written in a room; what was begun there and not sent is there again. */
function useDraft(roomId: string, restoredText: string, onTyping: () => void) {
  const [text, setText] = useState(restoredText)
  useEffect(() => {
    if (restoredText !== "") return
    const draft = readDraft(localStorage, roomId)
    // The browser's storage can only be read after hydration.
    // oxlint-disable-next-line react-hooks-js/set-state-in-effect
    if (draft) setText((newText) => (newText === "" ? draft : newText))
  }, [roomId, restoredText])
  return {
    text,
    updateText(newText: string) {
      setText(newText)
      writeDraft(localStorage, roomId, newText)
      if (newText !== "") onTyping()
    },
  }
}

function OpenComposer({ room, replies, action, clientKeys, answer, onSend, onTyping }: ComposerProps) {
  const hydrated = useHydrated()
  const formId = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const failedResult = answer.of("send")
  const { text, updateText } = useDraft(room.id, failedResult.typed("text"), onTyping)
  const { slots, add, remove, clear, problem } = usePictureUploads()
  const isUploading = slots.some((slot) => slot.state === "sending")
  const pictures = slots.flatMap((slot) => (slot.state === "ready" ? slot.picture : []))

  function submitMessage() {
    const finalText = text.trim()
    if (isUploading || (finalText === "" && pictures.length === 0)) return
    onSend(finalText, pictures)
    updateText("")
    clear()
    field.current?.focus()
  }

  const errorMessage =
    failedResult.errors.text ?? failedResult.errors.pictureIds ?? failedResult.problem ?? problem
  return (
    <div data-sticky-bar className="flex-none bg-base-100 pb-[calc(0.5rem+env(safe-area-inset-bottom))]">
      <DetectedWarning text={text} />
      {hydrated && text === "" && slots.length === 0 ? (
        <QuickReplies
          replies={replies}
          onChoose={(reply) => {
            updateText(reply)
            field.current?.focus()
          }}
        />
      ) : null}
      {slots.length > 0 ? <PictureStrip slots={slots} onRemove={remove} /> : null}
      {errorMessage ? (
        <p role="alert" id={`${formId}-error`} className="px-4 py-1.5 text-sm font-medium text-refused-ink">
          {errorMessage}
        </p>
      ) : null}
      <div className="relative flex items-end gap-1.5 px-2.5 pt-1.5">
        <AttachmentMenu
          formId={formId}
          kind={room.subject.kind}
          action={action}
          mapHref={`${href("/chat/meet")}?${new URLSearchParams({ room: room.id })}`}
          clientKey={clientKeys.appointment}
          answer={answer}
          onFiles={add}
        />
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
          {hydrated ? null : <StoredPictures pictures={failedResult.pictures ?? []} />}
          <MessageField
            field={field}
            text={text}
            errorId={errorMessage ? `${formId}-error` : undefined}
            onChange={updateText}
            onFiles={add}
            onSubmit={submitMessage}
          />
          <SendButton isEmpty={text.trim() === "" && pictures.length === 0} isUploading={isUploading} />
        </Form>
      </div>
    </div>
  )
}

/** Without scripts: what came with a message that was refused goes with the next. */
const StoredPictures = ({ pictures }: { pictures: readonly PictureData[] }) =>
  pictures.map((picture) => <input key={picture.id} type="hidden" name="pictureIds[]" value={picture.id} />)

/** What to be careful about in what is being written. */
function DetectedWarning({ text }: { text: string }) {
  const warning = detectWarning(text)
  return warning ? (
    <div className="px-4 pb-2">
      <WarningAlert warning={warning} />
    </div>
  ) : null
}

/** Sentences to begin with. */
function QuickReplies({
  replies,
  onChoose,
}: {
  replies: readonly string[]
  onChoose: (reply: string) => void
}) {
  return (
    <ul aria-label="빠른 답장" className="flex gap-2 overflow-x-auto px-4 py-1.5 [scrollbar-width:none]">
      {replies.map((reply) => (
        <li key={reply} className="flex-none">
          <button
            type="button"
            onClick={() => onChoose(reply)}
            className={
              "hit min-h-9 cursor-pointer rounded-full border border-line-strong bg-base-100 px-3.5 " +
              "text-sm font-medium whitespace-nowrap transition-colors hover:bg-fill"
            }
          >
            {reply}
          </button>
        </li>
      ))}
    </ul>
  )
}

/** Pictures and an appointment, behind a plus. */
function AttachmentMenu({
  formId,
  kind,
  action,
  mapHref,
  clientKey,
  answer,
  onFiles,
}: {
  formId: string
  kind: RoomView["subject"]["kind"]
  action: string
  mapHref: string
  clientKey: string
  answer: ScreenAnswer
  onFiles: (files: Iterable<File>) => void
}) {
  const hydrated = useHydrated()
  const menu = useRef<HTMLDetailsElement>(null)
  useCloseOnOutsideClick(menu, clientKey)
  return (
    <details ref={menu} className="group flex-none">
      <summary aria-label="사진과 약속" className={`${ROUND_BUTTON_CLASSES} transition-colors hover:bg-fill`}>
        <Plus size={24} className="transition-transform group-open:rotate-45" />
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
          <ImagePlus size={20} />
          사진 보내기
          <input
            type="file"
            form={formId}
            name={hydrated ? undefined : "pictureIdsFiles"}
            accept={ACCEPTED_PICTURES}
            multiple
            className="sr-only noscript:not-sr-only noscript:max-w-full"
            onChange={(event) => {
              onFiles(event.currentTarget.files ?? [])
              event.currentTarget.value = ""
              event.currentTarget.closest("details")?.removeAttribute("open")
            }}
          />
        </label>
        <AppointmentSheet
          kind={kind}
          action={action}
          mapHref={mapHref}
          clientKey={clientKey}
          answer={answer}
          triggerClassName={
            "flex min-h-12 w-full cursor-pointer items-center gap-3 rounded-lg px-3 text-left " +
            "font-medium hover:bg-fill"
          }
        >
          <CalendarPlus size={20} />
          약속 잡기
        </AppointmentSheet>
      </div>
    </details>
  )
}

/** Where the text goes: Enter sends it, pictures may be pasted into it. */
function MessageField({
  field,
  text,
  errorId,
  onChange,
  onFiles,
  onSubmit,
}: {
  field: RefObject<HTMLTextAreaElement | null>
  text: string
  errorId: string | undefined
  onChange: (text: string) => void
  onFiles: (files: Iterable<File>) => void
  onSubmit: () => void
}) {
  function handleKeyDown(event: KeyPress<HTMLTextAreaElement>) {
    // While a syllable is put together, Enter ends it; Safari says so by the key code alone.
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing || event.keyCode === 229)
      return
    event.preventDefault()
    onSubmit()
  }
  function handlePaste(event: ClipboardEvent) {
    if (event.clipboardData.files.length === 0) return
    event.preventDefault()
    onFiles(event.clipboardData.files)
  }
  return (
    <textarea
      ref={field}
      name="text"
      rows={1}
      value={text}
      maxLength={LIMITS.text}
      aria-label="메시지"
      aria-invalid={errorId ? true : undefined}
      aria-describedby={errorId}
      placeholder="메시지 보내기"
      enterKeyHint="send"
      onChange={(event) => onChange(event.currentTarget.value)}
      onKeyDown={handleKeyDown}
      onPaste={handlePaste}
      className={
        "block max-h-32 min-h-11 flex-1 resize-none rounded-[22px] bg-fill px-4 py-2.5 text-base " +
        "leading-6 field-sizing-content placeholder:text-ink-3 placeholder:opacity-100 " +
        "focus:bg-base-100 focus:shadow-[inset_0_0_0_2px_var(--color-primary)] focus:outline-none"
      }
    />
  )
}

function SendButton({ isEmpty, isUploading }: { isEmpty: boolean; isUploading: boolean }) {
  const hydrated = useHydrated()
  return (
    <button
      type="submit"
      aria-label="보내기"
      className={
        `${ROUND_BUTTON_CLASSES} ` +
        (isEmpty && hydrated ? "bg-fill text-ink-3 " : "bg-primary text-primary-content ") +
        `${isUploading ? "opacity-60" : ""}`
      }
    >
      <ArrowUp size={22} strokeWidth={2} />
    </button>
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
