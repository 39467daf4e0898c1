import { Camera } from "lucide-react"
import { useEffect, useId, useRef, useState, type DragEvent } from "react"
import { useAnswered } from "./answered.ts"
import { useHydrated } from "./hydrated.ts"
import { pictureUrl, type PictureFacts } from "./picture.tsx"
import { ACCEPTED_PICTURES, sendPicture, takeBack } from "./picture-sending.ts"
import { PictureTile, type Slot } from "./picture-tile.tsx"

type New = { key: string; file: File; preview: string }

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
  error: answered,
  onChange,
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
  const { error, onInput: onChanged } = useAnswered(answered)
  const id = useId()
  const [slots, setSlots] = useState<Slot[]>(() =>
    defaultPictures.map((picture) => ({ key: picture.id, state: "ready", picture })),
  )
  const [problem, setProblem] = useState<string>()
  const [spoken, setSpoken] = useState("")
  const [held, setHeld] = useState(false)
  const [over, setOver] = useState(false)
  const dragged = useRef<string>(undefined)
  const wanted = useRef<string>(undefined)
  const cancels = useRef(new Map<string, () => void>())
  const previews = useRef(new Set<string>())
  const group = useRef<HTMLFieldSetElement>(null)
  const input = useRef<HTMLInputElement>(null)

  const joined = slots.flatMap((slot) => (slot.state === "ready" ? slot.picture.id : [])).join()
  useEffect(() => {
    onChange?.(joined === "" ? [] : joined.split(","))
  }, [joined, onChange])

  useEffect(() => {
    const [stopping, addresses] = [cancels.current, previews.current]
    return () => {
      for (const cancel of stopping.values()) cancel()
      for (const address of addresses) URL.revokeObjectURL(address)
    }
  }, [])

  const update = (key: string, change: (slot: Slot) => Slot | null) =>
    setSlots((before) => before.flatMap((slot) => (slot.key === key ? (change(slot) ?? []) : [slot])))

  async function send({ key, file, preview }: New) {
    const sending = sendPicture(file, purpose, (percent) =>
      update(key, (slot) => (slot.state === "sending" ? { ...slot, percent } : slot)),
    )
    cancels.current.set(key, sending.cancel)
    const sent = await sending.done
    cancels.current.delete(key)
    if (!sent) return
    if ("picture" in sent) {
      update(key, () => ({ key, state: "ready", picture: sent.picture, preview }))
      setSpoken(`${file.name} 사진을 올렸어요.`)
    } else update(key, () => ({ key, state: "failed", file, preview, ...sent }))
  }

  function add(chosen: Iterable<File>) {
    onChanged?.()
    const files = [...chosen]
    const pictures = files.filter((file) => file.type.startsWith("image/") || file.type === "")
    const room = Math.max(max - slots.length, 0)
    setProblem(
      pictures.length > room
        ? `사진은 ${max}장까지 올릴 수 있어요. ${pictures.length - room}장은 올리지 않았어요.`
        : pictures.length < files.length
          ? "사진이 아닌 파일은 올릴 수 없어요. JPG, PNG, WebP 사진을 골라 주세요."
          : undefined,
    )
    const added = pictures
      .slice(0, room)
      .map((file): New => ({ key: crypto.randomUUID(), file, preview: URL.createObjectURL(file) }))
    for (const { preview } of added) previews.current.add(preview)
    setSlots((before) => [
      ...before,
      ...added.map((slot) => ({ ...slot, state: "sending" as const, percent: 0 })),
    ])
    for (const slot of added) void send(slot)
  }

  function retry(slot: Slot) {
    if (slot.state !== "failed" || slot.preview === undefined) return
    const { key, file, preview } = slot
    update(key, () => ({ key, state: "sending", file, preview, percent: 0 }))
    void send({ key, file, preview })
  }

  function remove(slot: Slot) {
    cancels.current.get(slot.key)?.()
    // What a saved thing shows is for its form to decide about.
    if (slot.state === "ready" && !defaultPictures.some((picture) => picture.id === slot.picture.id))
      takeBack(slot.picture.id)
    update(slot.key, () => null)
    setProblem(undefined)
    setSpoken("사진을 뺐어요.")
    wanted.current = "input[type=file]"
  }

  function move(key: string, to: number) {
    setSlots((before) => {
      const slot = before.find((each) => each.key === key)
      if (!slot || to < 0 || to >= before.length) return before
      const others = before.filter((each) => each !== slot)
      return [...others.slice(0, to), slot, ...others.slice(to)]
    })
    setSpoken(`${to + 1}번째로 옮겼어요.`)
  }

  function step(key: string, from: number, by: -1 | 1) {
    move(key, from + by)
    wanted.current = `[data-key="${key}"] [data-move="${by}"], [data-key="${key}"] [data-move]`
  }

  // After a change the button that was pressed may be gone: the focus goes where work goes on.
  useEffect(() => {
    const selector = wanted.current
    wanted.current = undefined
    if (!selector) return
    const [first, ...others] = selector
      .split(", ")
      .map((each) => group.current?.querySelector<HTMLElement>(each))
    ;(first ?? others.find(Boolean))?.focus()
  })

  const latest = useRef({ add, slots })
  useEffect(() => {
    latest.current = { add, slots }
  })
  useEffect(() => {
    // Files chosen before the scripts ran.
    const early = [...(input.current?.files ?? [])]
    if (input.current && early.length > 0) {
      input.current.value = ""
      latest.current.add(early)
    }
    const paste = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])]
      // Of several uploaders on a screen the one being worked in takes it, else the first.
      const taker =
        document.activeElement?.closest("[data-uploader]") ?? document.querySelector("[data-uploader]")
      if (files.length > 0 && taker === group.current) latest.current.add(files)
    }
    // A form that goes on now would leave behind what is still on its way.
    const hold = (event: SubmitEvent) => {
      if (
        event.submitter?.hasAttribute("formnovalidate") ||
        !latest.current.slots.some((slot) => slot.state === "sending")
      )
        return
      event.preventDefault()
      event.stopImmediatePropagation()
      setHeld(true)
    }
    const form = group.current?.closest("form")
    document.addEventListener("paste", paste)
    form?.addEventListener("submit", hold, true)
    return () => {
      document.removeEventListener("paste", paste)
      form?.removeEventListener("submit", hold, true)
    }
  }, [latest])

  const failed = slots.find((slot) => slot.state === "failed")
  const waiting =
    held && slots.some((slot) => slot.state === "sending")
      ? "사진을 올리는 중이에요. 다 올라가면 다시 눌러 주세요."
      : undefined
  const sentence = error ?? waiting ?? problem ?? failed?.problem

  function drop(event: DragEvent, place: number) {
    event.preventDefault()
    event.stopPropagation()
    setOver(false)
    if (event.dataTransfer.files.length > 0) add(event.dataTransfer.files)
    else if (dragged.current) move(dragged.current, Math.min(place, slots.length - 1))
    dragged.current = undefined
  }

  return (
    <fieldset ref={group} data-uploader aria-describedby={`${id}-help`} className="min-w-0">
      <legend className="mb-2 text-sm font-medium text-ink-2">{label}</legend>
      <ul
        className={
          "grid grid-cols-3 gap-2.5 rounded-xl sm:grid-cols-[repeat(auto-fill,minmax(7rem,1fr))] " +
          `${over ? "outline-2 outline-offset-4 outline-primary outline-dashed" : ""}`
        }
        onDragOver={(event) => {
          event.preventDefault()
          setOver(event.dataTransfer.types.includes("Files"))
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => drop(event, slots.length)}
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
                aria-invalid={sentence ? true : undefined}
                aria-describedby={`${id}-help`}
                className="sr-only noscript:not-sr-only noscript:mt-1 noscript:max-w-full"
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
            data-key={slot.key}
            draggable={hydrated && slots.length > 1}
            className="relative"
            onDragStart={(event) => {
              dragged.current = slot.key
              event.dataTransfer.effectAllowed = "move"
              event.dataTransfer.setData("text/plain", slot.key)
            }}
            onDrop={(event) => drop(event, index)}
          >
            {!hydrated && slot.state === "ready" ? (
              <Kept name={name} picture={slot.picture} label={`${label} ${index + 1}번째`} />
            ) : (
              <PictureTile
                slot={slot}
                place={index + 1}
                of={slots.length}
                label={label}
                onRetry={() => retry(slot)}
                onRemove={() => remove(slot)}
                onMove={(by) => step(slot.key, index, by)}
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
          {sentence}
        </p>
      </div>
      <output className="sr-only">{spoken}</output>
    </fieldset>
  )
}

/** A stored picture as long as no scripts run: it stays while ticked. */
function Kept({ name, picture, label }: { name: string; picture: PictureFacts; label: string }) {
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
