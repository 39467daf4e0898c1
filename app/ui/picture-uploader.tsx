import { Camera } from "lucide-react"
import { useEffect, useId, useRef, useState, type DragEvent } from "react"
import { useDismissibleError } from "./dismissible-error.ts"
import { useHydrated } from "./hydrated.ts"
import { pictureUrl, type PictureData } from "./picture.tsx"
import { ACCEPTED_PICTURES, uploadPicture, discardUpload } from "./picture-upload.ts"
import { PictureTile, type PictureSlot } from "./picture-tile.tsx"

type NewPicture = { key: string; file: File; preview: string }

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
  help,
  error: serverError,
  onChange,
}: {
  name: string
  purpose: string
  max: number
  defaultPictures?: PictureData[]
  label: string
  help?: string
  error?: string | undefined
  /** Called with the ids of what is stored, whenever they change. */
  onChange?: (ids: string[]) => void
}) {
  const hydrated = useHydrated()
  const { error, onInput: dismissError } = useDismissibleError(serverError)
  const id = useId()
  const [slots, setSlots] = useState<PictureSlot[]>(() =>
    defaultPictures.map((picture) => ({ key: picture.id, state: "ready", picture })),
  )
  const [selectionError, setSelectionError] = useState<string>()
  const [announcement, setAnnouncement] = useState("")
  const [isSubmitBlocked, setSubmitBlocked] = useState(false)
  const [isDraggedOver, setDraggedOver] = useState(false)
  const draggedKey = useRef<string>(undefined)
  const focusSelector = useRef<string>(undefined)
  const cancelCallbacks = useRef(new Map<string, () => void>())
  const previews = useRef(new Set<string>())
  const group = useRef<HTMLFieldSetElement>(null)
  const input = useRef<HTMLInputElement>(null)

  const pictureIds = slots.flatMap((slot) => (slot.state === "ready" ? slot.picture.id : [])).join()
  useEffect(() => {
    onChange?.(pictureIds === "" ? [] : pictureIds.split(","))
  }, [pictureIds, onChange])

  useEffect(() => {
    const [pendingCancels, previewUrls] = [cancelCallbacks.current, previews.current]
    return () => {
      for (const cancel of pendingCancels.values()) cancel()
      for (const previewUrl of previewUrls) URL.revokeObjectURL(previewUrl)
    }
  }, [])

  const replaceSlot = (key: string, updateSlot: (slot: PictureSlot) => PictureSlot | null) =>
    setSlots((previousSlots) =>
      previousSlots.flatMap((slot) => (slot.key === key ? (updateSlot(slot) ?? []) : [slot])),
    )

  async function startUpload({ key, file, preview }: NewPicture) {
    const upload = uploadPicture(file, purpose, (percent) =>
      replaceSlot(key, (slot) => (slot.state === "sending" ? { ...slot, percent } : slot)),
    )
    cancelCallbacks.current.set(key, upload.cancel)
    const result = await upload.done
    cancelCallbacks.current.delete(key)
    if (!result) return
    if ("picture" in result) {
      replaceSlot(key, () => ({ key, state: "ready", picture: result.picture, preview }))
      setAnnouncement(`${file.name} 사진을 올렸어요.`)
    } else replaceSlot(key, () => ({ key, state: "failed", file, preview, ...result }))
  }

  function addFiles(chosenFiles: Iterable<File>) {
    dismissError?.()
    const files = [...chosenFiles]
    const pictures = files.filter((file) => file.type.startsWith("image/") || file.type === "")
    const remaining = Math.max(max - slots.length, 0)
    setSelectionError(
      pictures.length > remaining
        ? `사진은 ${max}장까지 올릴 수 있어요. ${pictures.length - remaining}장은 올리지 않았어요.`
        : pictures.length < files.length
          ? "사진이 아닌 파일은 올릴 수 없어요. JPG, PNG, WebP 사진을 골라 주세요."
          : undefined,
    )
    const newPictures = pictures
      .slice(0, remaining)
      .map((file): NewPicture => ({ key: crypto.randomUUID(), file, preview: URL.createObjectURL(file) }))
    for (const { preview } of newPictures) previews.current.add(preview)
    setSlots((previousSlots) => [
      ...previousSlots,
      ...newPictures.map((slot) => ({ ...slot, state: "sending" as const, percent: 0 })),
    ])
    for (const slot of newPictures) void startUpload(slot)
  }

  function retryUpload(slot: PictureSlot) {
    if (slot.state !== "failed" || slot.preview === undefined) return
    const { key, file, preview } = slot
    replaceSlot(key, () => ({ key, state: "sending", file, preview, percent: 0 }))
    void startUpload({ key, file, preview })
  }

  function removeSlot(slot: PictureSlot) {
    cancelCallbacks.current.get(slot.key)?.()
    // What a saved thing shows is for its form to decide about.
    if (slot.state === "ready" && !defaultPictures.some((picture) => picture.id === slot.picture.id))
      discardUpload(slot.picture.id)
    replaceSlot(slot.key, () => null)
    setSelectionError(undefined)
    setAnnouncement("사진을 뺐어요.")
    focusSelector.current = "input[type=file]"
  }

  function moveSlot(key: string, targetIndex: number) {
    setSlots((previousSlots) => {
      const slot = previousSlots.find((each) => each.key === key)
      if (!slot || targetIndex < 0 || targetIndex >= previousSlots.length) return previousSlots
      const others = previousSlots.filter((each) => each !== slot)
      return [...others.slice(0, targetIndex), slot, ...others.slice(targetIndex)]
    })
    setAnnouncement(`${targetIndex + 1}번째로 옮겼어요.`)
  }

  function moveSlotBy(key: string, fromIndex: number, delta: -1 | 1) {
    moveSlot(key, fromIndex + delta)
    focusSelector.current = `[data-key="${key}"] [data-move="${delta}"], [data-key="${key}"] [data-move]`
  }

  // After a change the button that was pressed may be gone: the focus goes where work goes on.
  useEffect(() => {
    const selector = focusSelector.current
    focusSelector.current = undefined
    if (!selector) return
    const [first, ...others] = selector
      .split(", ")
      .map((each) => group.current?.querySelector<HTMLElement>(each))
    ;(first ?? others.find(Boolean))?.focus()
  })

  const latest = useRef({ add: addFiles, slots })
  useEffect(() => {
    latest.current = { add: addFiles, slots }
  })
  useEffect(() => {
    // Files chosen before the scripts ran.
    const earlyFiles = [...(input.current?.files ?? [])]
    if (input.current && earlyFiles.length > 0) {
      input.current.value = ""
      latest.current.add(earlyFiles)
    }
    const handlePaste = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])]
      // Of several uploaders on a screen the one being worked in takes it, else the first.
      const pasteTarget =
        document.activeElement?.closest("[data-uploader]") ?? document.querySelector("[data-uploader]")
      if (files.length > 0 && pasteTarget === group.current) latest.current.add(files)
    }
    // A form that goes on now would leave behind what is still on its way.
    const blockSubmit = (event: SubmitEvent) => {
      if (
        event.submitter?.hasAttribute("formnovalidate") ||
        !latest.current.slots.some((slot) => slot.state === "sending")
      )
        return
      event.preventDefault()
      event.stopImmediatePropagation()
      setSubmitBlocked(true)
    }
    const form = group.current?.closest("form")
    document.addEventListener("paste", handlePaste)
    form?.addEventListener("submit", blockSubmit, true)
    return () => {
      document.removeEventListener("paste", handlePaste)
      form?.removeEventListener("submit", blockSubmit, true)
    }
  }, [latest])

  const failedSlot = slots.find((slot) => slot.state === "failed")
  const waitingMessage =
    isSubmitBlocked && slots.some((slot) => slot.state === "sending")
      ? "사진을 올리는 중이에요. 다 올라가면 다시 눌러 주세요."
      : undefined
  const errorMessage = error ?? waitingMessage ?? selectionError ?? failedSlot?.problem

  function handleDrop(event: DragEvent, dropIndex: number) {
    event.preventDefault()
    event.stopPropagation()
    setDraggedOver(false)
    if (event.dataTransfer.files.length > 0) addFiles(event.dataTransfer.files)
    else if (draggedKey.current) moveSlot(draggedKey.current, Math.min(dropIndex, slots.length - 1))
    draggedKey.current = undefined
  }

  return (
    <fieldset ref={group} data-uploader aria-describedby={`${id}-help`} className="min-w-0">
      <legend className="mb-2 text-sm font-medium text-ink-2">{label}</legend>
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
        {!hydrated || slots.length < max ? (
          <li className="noscript:col-span-full">
            <label
              className={
                "flex aspect-square cursor-pointer flex-col items-center justify-center gap-1 rounded-xl " +
                "bg-primary-tint p-2 text-primary-ink focus-within:outline-2 " +
                "focus-within:outline-offset-2 focus-within:outline-primary noscript:aspect-auto " +
                "noscript:items-start noscript:p-4"
              }
            >
              <Camera aria-hidden size={28} strokeWidth={1.75} />
              <span className="num text-sm font-semibold">
                {max > 1 ? `${slots.length}/${max}` : "사진 고르기"}
              </span>
              <input
                ref={input}
                type="file"
                name={hydrated ? undefined : `${name}Files`}
                accept={ACCEPTED_PICTURES}
                multiple={max > 1}
                aria-label={`${label} 고르기`}
                aria-invalid={errorMessage ? true : undefined}
                aria-describedby={`${id}-help`}
                className="sr-only noscript:not-sr-only noscript:mt-1 noscript:max-w-full"
                onChange={(event) => {
                  addFiles(event.currentTarget.files ?? [])
                  event.currentTarget.value = ""
                }}
              />
            </label>
          </li>
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
              <StoredPicture name={name} picture={slot.picture} label={`${label} ${index + 1}번째`} />
            ) : (
              <PictureTile
                slot={slot}
                position={index + 1}
                total={slots.length}
                label={label}
                onRetry={() => retryUpload(slot)}
                onRemove={() => removeSlot(slot)}
                onMove={(delta) => moveSlotBy(slot.key, index, delta)}
              />
            )}
            {hydrated && slot.state === "ready" ? (
              <input type="hidden" name={`${name}[]`} value={slot.picture.id} />
            ) : null}
          </li>
        ))}
      </ul>
      <div id={`${id}-help`} className="text-sm">
        <p className={help ? "mt-2.5 text-ink-3" : "sr-only"}>
          {help ?? `JPG, PNG, WebP 사진을 ${max}장까지, 한 장에 10MB까지 올릴 수 있어요.`}
        </p>
        <p role="alert" className="font-medium text-refused-ink not-empty:mt-2">
          {errorMessage}
        </p>
      </div>
      <output className="sr-only">{announcement}</output>
    </fieldset>
  )
}

/** A stored picture as long as no scripts run: it stays while ticked. */
function StoredPicture({ name, picture, label }: { name: string; picture: PictureData; label: string }) {
  return (
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
  )
}
