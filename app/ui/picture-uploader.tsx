import type { UploadPurpose } from "#app/basics/upload-purposes.ts"
import { Camera } from "./icons.tsx"
import { useEffect, useEffectEvent, useId, useRef, useState, type DragEvent, type RefObject } from "react"
import { useDismissibleError } from "./dismissible-error.ts"
import { OptionalMark } from "./field-layout.tsx"
import { useHydrated } from "./hydrated.ts"
import { formatPicturePlace } from "#app/basics/picture-order.ts"
import { pictureUrl, type PictureData } from "./picture.tsx"
import { ACCEPTED_PICTURES } from "./picture-upload.ts"
import { PictureTile } from "./picture-tile.tsx"
import { usePictureSlots } from "./use-picture-slots.ts"

/**
 * Pictures of a form: chosen, dragged or pasted, sent at once with progress, tried again, put in order. The
 * form gets their ids in `name[]`; the first is the cover. Before scripts run, and without them, the same
 * field sends the files with the form, as `nameFiles`, and pictures sent before are kept or left out by a
 * tick. Buttons with `formNoValidate` leave without waiting.
 */
export function PictureUploader({
  name,
  purpose,
  max,
  defaultPictures = [],
  label,
  required,
  help,
  error: serverError,
  onChange,
}: {
  name: string
  purpose: UploadPurpose
  max: number
  defaultPictures?: PictureData[]
  label: string
  required?: boolean
  help?: string
  error?: string | undefined
  /** Called with the ids of what is stored, whenever they change. */
  onChange?: (ids: string[]) => void
}) {
  const { error, onInput: dismissError } = useDismissibleError(serverError)
  const id = useId()
  const group = useRef<HTMLFieldSetElement>(null)
  const focusAfterChange = useFocusAfterChange(group)
  const pictures = usePictureSlots({ purpose, max, savedPictures: defaultPictures, focusAfterChange })
  const { slots } = pictures
  const isSending = slots.some((slot) => slot.state === "sending")
  const addFiles = (files: Iterable<File>) => {
    dismissError?.()
    pictures.addFiles(files)
  }
  usePastedFiles(group, addFiles)
  const isSubmitBlocked = useBlockedSubmit(group, isSending)

  const pictureIds = slots.flatMap((slot) => (slot.state === "ready" ? slot.picture.id : [])).join()
  useEffect(() => {
    onChange?.(pictureIds === "" ? [] : pictureIds.split(","))
  }, [pictureIds, onChange])

  const waitingMessage =
    isSubmitBlocked && isSending ? "사진을 올리는 중이에요. 다 올라가면 다시 눌러 주세요." : undefined
  const failedSlot = slots.find((slot) => slot.state === "failed")
  const errorMessage = error ?? waitingMessage ?? pictures.selectionError ?? failedSlot?.problem
  return (
    <fieldset ref={group} data-uploader aria-describedby={`${id}-help`} className="min-w-0">
      <legend className="mb-2 text-sm font-medium text-ink-2">
        {label}
        <OptionalMark required={required} />
      </legend>
      <PictureList
        field={{ name, max, label, helpId: `${id}-help`, hasError: errorMessage !== undefined }}
        pictures={pictures}
        addFiles={addFiles}
      />
      <div id={`${id}-help`} className="text-sm">
        <p className={help ? "mt-2.5 text-ink-3" : "sr-only"}>
          {help ?? `JPG, PNG, WebP 사진을 ${max}장까지, 한 장에 10MB까지 올릴 수 있어요.`}
        </p>
        <p role="alert" className="font-medium text-refused-ink not-empty:mt-2">
          {errorMessage}
        </p>
      </div>
      <output className="sr-only">{pictures.announcement}</output>
    </fieldset>
  )
}

/** After a change the button that was pressed may be gone: the focus goes where work goes on. */
function useFocusAfterChange(group: RefObject<HTMLElement | null>): (selector: string) => void {
  const selector = useRef<string>(undefined)
  useEffect(() => {
    const wanted = selector.current
    selector.current = undefined
    if (!wanted) return
    const [first, ...others] = wanted
      .split(", ")
      .map((each) => group.current?.querySelector<HTMLElement>(each))
    ;(first ?? others.find(Boolean))?.focus()
  })
  return (wanted) => {
    selector.current = wanted
  }
}

/** Takes files that were chosen before the scripts ran, and those that are pasted. */
function usePastedFiles(group: RefObject<HTMLElement | null>, addFiles: (files: File[]) => void): void {
  const add = useEffectEvent(addFiles)
  useEffect(() => {
    const input = group.current?.querySelector<HTMLInputElement>("input[type=file]")
    const earlyFiles = [...(input?.files ?? [])]
    if (input && earlyFiles.length > 0) {
      input.value = ""
      add(earlyFiles)
    }
    const handlePaste = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])]
      // Of several uploaders on a screen the one being worked in takes it, else the first.
      const pasteTarget =
        document.activeElement?.closest("[data-uploader]") ?? document.querySelector("[data-uploader]")
      if (files.length > 0 && pasteTarget === group.current) add(files)
    }
    document.addEventListener("paste", handlePaste)
    return () => document.removeEventListener("paste", handlePaste)
  }, [group])
}

/** Whether the form was kept from going on: it would leave behind what is still on its way. */
function useBlockedSubmit(group: RefObject<HTMLElement | null>, isSending: boolean): boolean {
  const [isSubmitBlocked, setSubmitBlocked] = useState(false)
  const mustWait = useEffectEvent((event: SubmitEvent) => {
    return isSending && !event.submitter?.hasAttribute("formnovalidate")
  })
  useEffect(() => {
    const blockSubmit = (event: SubmitEvent) => {
      if (!mustWait(event)) return
      event.preventDefault()
      event.stopImmediatePropagation()
      setSubmitBlocked(true)
    }
    const form = group.current?.closest("form")
    form?.addEventListener("submit", blockSubmit, true)
    return () => form?.removeEventListener("submit", blockSubmit, true)
  }, [group])
  return isSubmitBlocked
}

type Field = { name: string; max: number; label: string; helpId: string; hasError: boolean }
type Pictures = ReturnType<typeof usePictureSlots>

/** The pictures, to be dragged into another order; files may be dropped on them. */
function PictureList({
  field,
  pictures,
  addFiles,
}: {
  field: Field
  pictures: Pictures
  addFiles: (files: Iterable<File>) => void
}) {
  const hydrated = useHydrated()
  const [isDraggedOver, setDraggedOver] = useState(false)
  const draggedKey = useRef<string>(undefined)
  const { slots } = pictures
  const handleDrop = (event: DragEvent, dropIndex: number) => {
    event.preventDefault()
    event.stopPropagation()
    setDraggedOver(false)
    if (event.dataTransfer.files.length > 0) addFiles(event.dataTransfer.files)
    else if (draggedKey.current) pictures.moveSlot(draggedKey.current, Math.min(dropIndex, slots.length - 1))
    draggedKey.current = undefined
  }
  return (
    <ul
      className={
        "grid grid-cols-3 gap-2.5 rounded-xl sm:grid-cols-[repeat(auto-fill,minmax(7rem,1fr))] " +
        `${isDraggedOver ? "outline-2 outline-offset-4 outline-primary outline-dashed" : ""}`
      }
      onDragOver={(event) => {
        event.preventDefault()
        setDraggedOver(event.dataTransfer.types.includes("Files"))
      }}
      onDragLeave={() => setDraggedOver(false)}
      onDrop={(event) => handleDrop(event, slots.length)}
    >
      {!hydrated || slots.length < field.max ? (
        <FilePicker field={field} count={slots.length} addFiles={addFiles} />
      ) : null}
      {slots.map((slot, index) => (
        <li
          key={slot.key}
          data-key={slot.key}
          draggable={hydrated && slots.length > 1}
          className="relative"
          onDragStart={(event) => {
            draggedKey.current = slot.key
            event.dataTransfer.effectAllowed = "move"
            event.dataTransfer.setData("text/plain", slot.key)
          }}
          onDrop={(event) => handleDrop(event, index)}
        >
          {!hydrated && slot.state === "ready" ? (
            <StoredPicture
              name={field.name}
              picture={slot.picture}
              label={`${field.label} ${index + 1}번째`}
              place={index + 1}
              total={slots.length}
            />
          ) : (
            <PictureTile
              slot={slot}
              position={index + 1}
              total={slots.length}
              label={field.label}
              onRetry={() => pictures.retryUpload(slot)}
              onRemove={() => pictures.removeSlot(slot)}
              onMove={(delta) => pictures.moveSlotBy(slot.key, index, delta)}
            />
          )}
          {hydrated && slot.state === "ready" ? (
            <input type="hidden" name={`${field.name}[]`} value={slot.picture.id} />
          ) : null}
        </li>
      ))}
    </ul>
  )
}

/** Where files are chosen; without scripts they are sent with the form. */
function FilePicker({
  field: { name, max, label, helpId, hasError },
  count,
  addFiles,
}: {
  field: Field
  count: number
  addFiles: (files: Iterable<File>) => void
}) {
  const hydrated = useHydrated()
  return (
    <li className="noscript:col-span-full">
      <label
        className={
          "flex aspect-square cursor-pointer flex-col items-center justify-center gap-1 rounded-xl " +
          "bg-primary-tint p-2 text-primary-ink focus-within:outline-2 " +
          "focus-within:outline-offset-2 focus-within:outline-primary noscript:aspect-auto " +
          "noscript:items-start noscript:p-4"
        }
      >
        <Camera size={28} />
        <span className="num text-sm font-semibold">{max > 1 ? `${count}/${max}` : "사진 고르기"}</span>
        <input
          type="file"
          name={hydrated ? undefined : `${name}Files`}
          accept={ACCEPTED_PICTURES}
          multiple={max > 1}
          aria-label={`${label} 고르기`}
          aria-invalid={hasError ? true : undefined}
          aria-describedby={helpId}
          className="sr-only noscript:not-sr-only noscript:mt-1 noscript:max-w-full"
          onChange={(event) => {
            addFiles(event.currentTarget.files ?? [])
            event.currentTarget.value = ""
          }}
        />
      </label>
    </li>
  )
}

/** A stored picture as long as no scripts run: it stays while ticked, in the place that is chosen for it. */
function StoredPicture({
  name,
  picture,
  label,
  place,
  total,
}: {
  name: string
  picture: PictureData
  label: string
  /** From 1. */
  place: number
  total: number
}) {
  const places = Array.from({ length: total }, (_, index) => index + 1)
  return (
    <>
      <label className="relative block">
        <img
          src={pictureUrl(picture.id, 320)}
          alt={label}
          width={320}
          height={320}
          className="aspect-square w-full rounded-xl bg-fill object-cover"
        />
        <span className="mt-1.5 hidden items-center gap-2 text-sm noscript:flex">
          <input type="checkbox" name={`${name}[]`} value={picture.id} defaultChecked className="tick" />
          이 사진 쓰기
        </span>
      </label>
      {total > 1 ? (
        <select
          name={`${name}Order[]`}
          aria-label={`${label} 순서`}
          defaultValue={formatPicturePlace(picture.id, place)}
          className="field-box mt-1.5 hidden noscript:block"
        >
          {places.map((each) => (
            <option key={each} value={formatPicturePlace(picture.id, each)}>
              {each}번째
            </option>
          ))}
        </select>
      ) : null}
    </>
  )
}
