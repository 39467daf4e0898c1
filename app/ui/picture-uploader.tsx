import { Camera, ChevronLeft, ChevronRight, RotateCw, X } from "lucide-react"
import { useEffect, useId, useRef, useState, type DragEvent } from "react"
import { pictureUrl, type PictureFacts } from "./picture.tsx"
import { useHydrated } from "./hydrated.ts"

type Slot =
  | { key: string; state: "ready"; picture: PictureFacts; preview?: string }
  | { key: string; state: "sending"; file: File; preview: string; percent: number }
  | { key: string; state: "failed"; file: File; preview: string; problem: string }

const MOST_SIDE = 2_048
const ACCEPTED = "image/jpeg,image/png,image/webp"

/**
 * Pictures of a form: chosen, dragged or pasted, sent at once with progress, tried again, put in order. The form gets their ids in
 * `name[]`; the first is the cover. Before scripts load a plain file field sends them with the form, as `nameFiles`.
 */
export function PictureUploader({
  name, purpose, max, defaultPictures = [], label, help, error, onChange,
}: {
  name: string
  purpose: string
  max: number
  defaultPictures?: PictureFacts[]
  label: string
  help?: string
  error?: string | undefined
  /** Called with the ids of what is stored, whenever they change. */
  onChange?: (ids: string[]) => void
}) {
  const hydrated = useHydrated()
  const id = useId()
  const [slots, setSlots] = useState<Slot[]>(() => defaultPictures.map((picture) => ({ key: picture.id, state: "ready", picture })))
  const [problem, setProblem] = useState<string>()
  const [spoken, setSpoken] = useState("")
  const [over, setOver] = useState(false)
  const dragged = useRef<string>(undefined)
  const requests = useRef(new Map<string, XMLHttpRequest>())
  const group = useRef<HTMLFieldSetElement>(null)

  const ids = slots.flatMap((slot) => (slot.state === "ready" ? slot.picture.id : []))
  const joined = ids.join()
  useEffect(() => {
    onChange?.(joined === "" ? [] : joined.split(","))
  }, [joined, onChange])

  useEffect(() => {
    const under = requests.current
    return () => {
      for (const request of under.values()) request.abort()
    }
  }, [])

  const update = (key: string, change: (slot: Slot) => Slot | null) =>
    setSlots((before) => before.flatMap((slot) => (slot.key === key ? (change(slot) ?? []) : [slot])))

  function send(key: string, file: File, preview: string) {
    const request = new XMLHttpRequest()
    requests.current.set(key, request)
    request.upload.addEventListener("progress", (event) => {
      if (event.lengthComputable) update(key, (slot) => (slot.state === "sending" ? { ...slot, percent: Math.round((event.loaded / event.total) * 100) } : slot))
    })
    const fail = (sentence: string) => update(key, () => ({ key, state: "failed", file, preview, problem: sentence }))
    request.addEventListener("error", () => fail("연결이 끊겼어요."))
    request.addEventListener("loadend", () => requests.current.delete(key))
    request.addEventListener("load", () => {
      const answer = readAnswer(request.responseText)
      if (answer.picture) {
        const { picture } = answer
        update(key, () => ({ key, state: "ready", picture, preview }))
        setSpoken(`${file.name} 사진을 올렸어요.`)
      } else fail(answer.problem ?? "사진을 올리지 못했어요.")
    })
    void shrink(file).then((smaller) => {
      const form = new FormData()
      form.set("purpose", purpose)
      form.set("file", smaller, file.name)
      request.open("POST", "/uploads")
      request.send(form)
    })
  }

  function add(files: Iterable<File>) {
    const pictures = [...files].filter((file) => file.type.startsWith("image/") || file.type === "")
    const room = max - slots.length
    setProblem(pictures.length > room ? `사진은 ${max}장까지 올릴 수 있어요.` : undefined)
    const added = pictures.slice(0, Math.max(room, 0)).map((file) => ({ key: crypto.randomUUID(), file, preview: URL.createObjectURL(file) }))
    setSlots((before) => [...before, ...added.map((slot) => ({ ...slot, state: "sending" as const, percent: 0 }))])
    for (const slot of added) send(slot.key, slot.file, slot.preview)
  }

  function remove(slot: Slot) {
    requests.current.get(slot.key)?.abort()
    if (slot.state !== "ready" || slot.preview) {
      const { preview } = slot
      if (preview) URL.revokeObjectURL(preview)
    }
    // A picture that a saved thing shows already answers 404 here: the form decides about it.
    if (slot.state === "ready" && !defaultPictures.some((picture) => picture.id === slot.picture.id)) {
      void fetch(`/uploads/${slot.picture.id}/remove`, { method: "POST" }).catch(() => undefined)
    }
    update(slot.key, () => null)
    setSpoken("사진을 뺐어요.")
    group.current?.querySelector<HTMLElement>("input[type=file]")?.focus()
  }

  function move(key: string, to: number) {
    setSlots((before) => {
      const from = before.findIndex((slot) => slot.key === key)
      const slot = before[from]
      if (!slot || to < 0 || to >= before.length) return before
      const rest = before.filter((other) => other.key !== key)
      return [...rest.slice(0, to), slot, ...rest.slice(to)]
    })
    setSpoken(`${to + 1}번째로 옮겼어요.`)
  }

  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])]
      if (files.length > 0 && group.current?.isConnected) add(files)
    }
    document.addEventListener("paste", paste)
    return () => document.removeEventListener("paste", paste)
  })

  const sentence = error ?? problem
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    if (event.dataTransfer.files.length > 0) add(event.dataTransfer.files)
  }

  return (
    <fieldset ref={group} aria-describedby={`${id}-help`} className="grid gap-3 border-0 p-0">
      <legend className="mb-2 text-base font-medium">{label}</legend>
      {help ? <p className="text-sm text-ink-3">{help}</p> : null}
      {ids.map((each) => (
        <input key={each} type="hidden" name={`${name}[]`} value={each} />
      ))}
      {!hydrated ? (
        <input type="file" name={`${name}Files`} accept={ACCEPTED} multiple={max > 1} aria-label={`${label} 고르기`} className="file-input h-13 w-full bg-fill" />
      ) : (
        <ul
          className={`grid grid-cols-3 gap-2.5 rounded-xl sm:grid-cols-4 md:grid-cols-5 ${over ? "outline-2 outline-offset-4 outline-primary outline-dashed" : ""}`}
          onDragOver={(event) => {
            if (!event.dataTransfer.types.includes("Files")) return
            event.preventDefault()
            setOver(true)
          }}
          onDragLeave={() => setOver(false)}
          onDrop={drop}
        >
          {slots.length < max ? (
            <li>
              <label className="flex aspect-square cursor-pointer flex-col items-center justify-center gap-1 rounded-xl bg-primary-tint text-primary-ink focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-primary">
                <Camera aria-hidden size={28} strokeWidth={1.75} />
                <span className="num text-sm font-semibold">
                  {slots.length}/{max}
                </span>
                <input
                  type="file"
                  accept={ACCEPTED}
                  multiple={max > 1}
                  aria-label={`${label} 고르기`}
                  aria-invalid={sentence ? true : undefined}
                  className="sr-only"
                  onChange={(event) => {
                    add(event.currentTarget.files ?? [])
                    event.currentTarget.value = ""
                  }}
                />
              </label>
            </li>
          ) : null}
          {slots.map((slot, index) => (
            <li
              key={slot.key}
              draggable
              className="relative"
              onDragStart={() => (dragged.current = slot.key)}
              onDragOver={(event) => event.preventDefault()}
              onDrop={(event) => {
                if (!dragged.current || event.dataTransfer.files.length > 0) return
                event.preventDefault()
                event.stopPropagation()
                move(dragged.current, index)
                dragged.current = undefined
              }}
            >
              <Tile slot={slot} place={index + 1} cover={index === 0 && max > 1} onRetry={() => {
                if (slot.state !== "failed") return
                update(slot.key, () => ({ key: slot.key, state: "sending", file: slot.file, preview: slot.preview, percent: 0 }))
                send(slot.key, slot.file, slot.preview)
              }} />
              <button
                type="button"
                className="absolute -top-2 -right-2 flex size-7 items-center justify-center rounded-full bg-neutral text-neutral-content after:absolute after:-inset-2"
                onClick={() => remove(slot)}
              >
                <X aria-hidden size={16} strokeWidth={2} />
                <span className="sr-only">{index + 1}번째 사진 빼기</span>
              </button>
              {slots.length > 1 && slot.state === "ready" ? (
                <div className="mt-1 flex justify-center gap-1">
                  <MoveButton label={`${index + 1}번째 사진 앞으로`} disabled={index === 0} onClick={() => move(slot.key, index - 1)} icon={ChevronLeft} />
                  <MoveButton label={`${index + 1}번째 사진 뒤로`} disabled={index === slots.length - 1} onClick={() => move(slot.key, index + 1)} icon={ChevronRight} />
                </div>
              ) : null}
            </li>
          ))}
        </ul>
      )}
      <p id={`${id}-help`} className={sentence ? "text-sm text-refused-ink" : "sr-only"} role={sentence ? "alert" : undefined}>
        {sentence ?? `JPG, PNG, WebP 사진을 ${max}장까지, 한 장에 10MB까지 올릴 수 있어요.`}
      </p>
      <output className="sr-only">{spoken}</output>
    </fieldset>
  )
}

function Tile({ slot, place, cover, onRetry }: { slot: Slot; place: number; cover: boolean; onRetry: () => void }) {
  if (slot.state === "failed") {
    return (
      <button type="button" onClick={onRetry} className="flex aspect-square w-full flex-col items-center justify-center gap-1 rounded-xl bg-refused-tint p-2 text-xs text-refused-ink">
        <RotateCw aria-hidden size={22} strokeWidth={1.75} />
        <span className="line-clamp-3">{slot.problem}</span>
        <span className="font-semibold">다시 올리기</span>
      </button>
    )
  }
  const source = slot.state === "ready" ? (slot.preview ?? pictureUrl(slot.picture.id, 320)) : slot.preview
  return (
    <div className="relative aspect-square overflow-hidden rounded-xl bg-fill">
      <img src={source} alt={`${place}번째 사진`} width={160} height={160} className={`size-full object-cover ${slot.state === "sending" ? "opacity-40" : ""}`} />
      {slot.state === "sending" ? (
        <div className="absolute inset-0 flex flex-col items-center justify-center gap-1 px-3">
          <span className="num text-sm font-bold">{slot.percent}%</span>
          <progress className="h-1.5 w-full overflow-hidden rounded-full" value={slot.percent} max={100} aria-label={`${place}번째 사진 올리는 중`} />
        </div>
      ) : cover ? (
        <span className="absolute inset-x-0 bottom-0 bg-black/62 py-1 text-center text-xs font-semibold text-white">대표 사진</span>
      ) : null}
    </div>
  )
}

function MoveButton({ label, disabled, onClick, icon: Icon }: { label: string; disabled: boolean; onClick: () => void; icon: typeof ChevronLeft }) {
  return (
    <button type="button" aria-label={label} disabled={disabled} onClick={onClick} className="hit flex size-7 items-center justify-center rounded-full bg-fill text-ink-2 disabled:opacity-40">
      <Icon aria-hidden size={16} strokeWidth={1.75} />
    </button>
  )
}

function readAnswer(text: string): { picture?: PictureFacts; problem?: string } {
  try {
    const answer: unknown = JSON.parse(text)
    if (typeof answer !== "object" || answer === null) return {}
    return answer
  } catch {
    return {}
  }
}

/** Photos of today's phones are far larger than any screen: made smaller before they are sent, where the browser can. */
async function shrink(file: File): Promise<Blob> {
  if (typeof createImageBitmap !== "function" || file.size < 1_000_000) return file
  try {
    const bitmap = await createImageBitmap(file, { imageOrientation: "from-image" })
    const scale = Math.min(1, MOST_SIDE / Math.max(bitmap.width, bitmap.height))
    const canvas = document.createElement("canvas")
    canvas.width = Math.round(bitmap.width * scale)
    canvas.height = Math.round(bitmap.height * scale)
    canvas.getContext("2d")?.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
    bitmap.close()
    const smaller = await new Promise<Blob | null>((made) => canvas.toBlob(made, "image/jpeg", 0.86))
    return smaller && smaller.size < file.size ? smaller : file
  } catch {
    // What this browser cannot read is judged by the server.
    return file
  }
}
