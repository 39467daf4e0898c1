/** The pictures of one field: chosen, sent at once, tried again, taken out and put in order. */
import type { UploadPurpose } from "#app/basics/upload-purposes.ts"
import { useEffect, useRef, useState } from "react"
import type { PictureData } from "./picture.tsx"
import { discardUpload, uploadPicture } from "./picture-upload.ts"
import type { PictureSlot } from "./picture-tile.tsx"

type NewPicture = { key: string; file: File; preview: string }

/** The pictures among `files`, and why some are not taken, where not all are. */
function selectPictures(files: readonly File[], max: number, remaining: number) {
  const pictures = files.filter((file) => file.type.startsWith("image/") || file.type === "")
  const error =
    pictures.length > remaining
      ? `사진은 ${max}장까지 올릴 수 있어요. ${pictures.length - remaining}장은 올리지 않았어요.`
      : pictures.length < files.length
        ? "사진이 아닌 파일은 올릴 수 없어요. JPG, PNG, WebP 사진을 골라 주세요."
        : undefined
  return { pictures, error }
}

function withSlotAt(slots: PictureSlot[], key: string, targetIndex: number): PictureSlot[] {
  const slot = slots.find((each) => each.key === key)
  if (!slot || targetIndex < 0 || targetIndex >= slots.length) return slots
  const others = slots.filter((each) => each !== slot)
  return [...others.slice(0, targetIndex), slot, ...others.slice(targetIndex)]
}

/** Sends files one by one; what is still on its way when the field goes is broken off. */
function useUploads(purpose: UploadPurpose) {
  const cancelCallbacks = useRef(new Map<string, () => void>())
  const previews = useRef(new Set<string>())
  useEffect(() => {
    const [pendingCancels, previewUrls] = [cancelCallbacks.current, previews.current]
    return () => {
      for (const cancel of pendingCancels.values()) cancel()
      for (const previewUrl of previewUrls) URL.revokeObjectURL(previewUrl)
    }
  }, [])
  return {
    createPreview(file: File): string {
      const preview = URL.createObjectURL(file)
      previews.current.add(preview)
      return preview
    },
    async start(key: string, file: File, onProgress: (percent: number) => void) {
      const upload = uploadPicture(file, purpose, onProgress)
      cancelCallbacks.current.set(key, upload.cancel)
      const result = await upload.done
      cancelCallbacks.current.delete(key)
      return result
    },
    cancel: (key: string) => cancelCallbacks.current.get(key)?.(),
  }
}

/**
 * Sends pictures as they are added, at most `max` of them. `announcement` is what a screen reader says of the
 * last change; `focusAfterChange` takes the focus to where work goes on, since what was pressed may be gone.
 */
export function usePictureSlots({
  purpose,
  max,
  savedPictures,
  focusAfterChange,
}: {
  purpose: UploadPurpose
  max: number
  savedPictures: readonly PictureData[]
  focusAfterChange: (selector: string) => void
}) {
  const [slots, setSlots] = useState<PictureSlot[]>(() =>
    savedPictures.map((picture) => ({ key: picture.id, state: "ready", picture })),
  )
  const [selectionError, setSelectionError] = useState<string>()
  const [announcement, setAnnouncement] = useState("")
  const uploads = useUploads(purpose)

  const replaceSlot = (key: string, updateSlot: (slot: PictureSlot) => PictureSlot | null) =>
    setSlots((previousSlots) =>
      previousSlots.flatMap((slot) => (slot.key === key ? (updateSlot(slot) ?? []) : [slot])),
    )

  async function startUpload({ key, file, preview }: NewPicture) {
    const result = await uploads.start(key, file, (percent) =>
      replaceSlot(key, (slot) => (slot.state === "sending" ? { ...slot, percent } : slot)),
    )
    if (!result) return
    if ("picture" in result) {
      replaceSlot(key, () => ({ key, state: "ready", picture: result.picture, preview }))
      setAnnouncement(`${file.name} 사진을 올렸어요.`)
    } else replaceSlot(key, () => ({ key, state: "failed", file, preview, ...result }))
  }

  function addFiles(files: Iterable<File>) {
    const remaining = Math.max(max - slots.length, 0)
    const { pictures, error } = selectPictures([...files], max, remaining)
    setSelectionError(error)
    const newPictures = pictures
      .slice(0, remaining)
      .map((file): NewPicture => ({ key: crypto.randomUUID(), file, preview: uploads.createPreview(file) }))
    setSlots((previousSlots) => [
      ...previousSlots,
      ...newPictures.map((slot) => ({ ...slot, state: "sending" as const, percent: 0 })),
    ])
    for (const slot of newPictures) void startUpload(slot)
  }

  function retryUpload(slot: PictureSlot) {
    if (slot.state !== "failed" || slot.preview === undefined) return
    const picture = { key: slot.key, file: slot.file, preview: slot.preview }
    replaceSlot(slot.key, () => ({ ...picture, state: "sending", percent: 0 }))
    void startUpload(picture)
  }

  function removeSlot(slot: PictureSlot) {
    uploads.cancel(slot.key)
    // What a saved thing shows is for its form to decide about.
    if (slot.state === "ready" && !savedPictures.some((picture) => picture.id === slot.picture.id))
      discardUpload(slot.picture.id)
    replaceSlot(slot.key, () => null)
    setSelectionError(undefined)
    setAnnouncement("사진을 뺐어요.")
    focusAfterChange("input[type=file]")
  }

  function moveSlot(key: string, targetIndex: number) {
    setSlots((previousSlots) => withSlotAt(previousSlots, key, targetIndex))
    setAnnouncement(`${targetIndex + 1}번째로 옮겼어요.`)
  }

  function moveSlotBy(key: string, fromIndex: number, delta: -1 | 1) {
    moveSlot(key, fromIndex + delta)
    focusAfterChange(`[data-key="${key}"] [data-move="${delta}"], [data-key="${key}"] [data-move]`)
  }

  return { slots, selectionError, announcement, addFiles, retryUpload, removeSlot, moveSlot, moveSlotBy }
}
