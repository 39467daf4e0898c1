import { useState } from "react"
import type { PictureData } from "#app/ui/picture.tsx"
import { discardUpload, uploadPicture } from "#app/ui/picture-upload.ts"
import { LIMITS } from "../rules.ts"

export type PictureSlot =
  | { key: string; state: "sending"; preview: string; percent: number; cancel: () => void }
  | { key: string; state: "ready"; preview: string; picture: PictureData }
  | { key: string; state: "failed"; preview: string; problem: string }

/** The pictures that go with the next message: sent to the server as they are chosen. */
export function usePictureUploads() {
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
