/**
 * Owns the way of one picture from the browser to the server: made smaller, in its turn, with progress, with
 * a sentence where it fails.
 */
import type { PictureFacts } from "./picture.tsx"

export const ACCEPTED_PICTURES = "image/jpeg,image/png,image/webp"

/** `again`: trying once more can help. */
type Sent = { picture: PictureFacts } | { problem: string; again: boolean }
type Sending = { /** Null after {@link Sending.cancel}. */ done: Promise<Sent | null>; cancel: () => void }

const MOST_BYTES = 10_000_000
const MOST_SIDE = 2_048
/** Below this, making a picture smaller saves less than it takes. */
const SMALL_BYTES = 1_000_000
const TIME_LIMIT_MS = 120_000
/** A phone that unpacks ten photos at once runs out of memory. */
const AT_A_TIME = 2

let underWay = 0
const waiting: (() => void)[] = []

async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  if (underWay >= AT_A_TIME) await new Promise<void>((turn) => waiting.push(turn))
  else underWay += 1
  try {
    return await work()
  } finally {
    const following = waiting.shift()
    if (following) following()
    else underWay -= 1
  }
}

/** Sends `file` to /uploads for `purpose`; `progress` hears whole percents. */
export function sendPicture(file: File, purpose: string, progress: (percent: number) => void): Sending {
  const request = new XMLHttpRequest()
  let cancelled = false
  const send = (picture: Blob) =>
    new Promise<Sent | null>((done) => {
      request.upload.addEventListener(
        "progress",
        (event) => event.lengthComputable && progress(Math.round((event.loaded / event.total) * 100)),
      )
      request.addEventListener("load", () => done(readAnswer(request)))
      request.addEventListener("error", () =>
        done({ problem: "연결이 끊겨서 사진을 올리지 못했어요. 다시 올려 주세요.", again: true }),
      )
      request.addEventListener("timeout", () =>
        done({ problem: "연결이 느려서 사진을 올리지 못했어요. 다시 올려 주세요.", again: true }),
      )
      request.addEventListener("abort", () => done(null))
      const form = new FormData()
      form.set("purpose", purpose)
      form.set("file", picture, file.name)
      request.open("POST", "/uploads")
      request.timeout = TIME_LIMIT_MS
      request.send(form)
    })
  const done = inTurn(async () => {
    const picture = cancelled ? file : await shrink(file)
    if (cancelled) return null
    if (picture.size > MOST_BYTES)
      return { problem: "사진이 10MB보다 커요. 더 작은 사진을 골라 주세요.", again: false }
    return send(picture)
  })
  return {
    done,
    cancel() {
      cancelled = true
      request.abort()
    },
  }
}

/** Takes back a stored picture that nothing shows yet. The sweep removes it where this fails. */
export function takeBack(id: string): void {
  void fetch(`/uploads/${id}/remove`, { method: "POST" }).catch(() => undefined)
}

function readAnswer(request: XMLHttpRequest): Sent {
  const again = ![400, 401, 413, 415].includes(request.status)
  try {
    const answer: { picture?: PictureFacts; problem?: string } = JSON.parse(request.responseText)
    if (answer.picture) return { picture: answer.picture }
    if (answer.problem) return { problem: answer.problem, again }
  } catch {
    // An answer of the server's front, which knows no pictures: the sentence below fits it.
  }
  return { problem: "사진을 올리지 못했어요. 잠시 뒤 다시 올려 주세요.", again }
}

/**
 * Photos of today's phones are far larger than any screen; and what only this browser can read (HEIC) becomes
 * JPEG.
 */
async function shrink(file: File): Promise<Blob> {
  const foreign = /^image\/(hei[cf]|avif)/.test(file.type)
  if (
    typeof createImageBitmap !== "function" ||
    (!foreign && (file.size < SMALL_BYTES || !ACCEPTED_PICTURES.includes(file.type)))
  )
    return file
  try {
    const bitmap = await createImageBitmap(file, { imageOrientation: "from-image" })
    const scale = Math.min(1, MOST_SIDE / Math.max(bitmap.width, bitmap.height))
    const canvas = document.createElement("canvas")
    canvas.width = Math.max(1, Math.round(bitmap.width * scale))
    canvas.height = Math.max(1, Math.round(bitmap.height * scale))
    const context = canvas.getContext("2d")
    if (!context) return file
    // JPEG knows no transparency, and would turn it black.
    context.fillStyle = "white"
    context.fillRect(0, 0, canvas.width, canvas.height)
    context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
    bitmap.close()
    const smaller = await new Promise<Blob | null>((made) => canvas.toBlob(made, "image/jpeg", 0.86))
    return smaller && (foreign || smaller.size < file.size) ? smaller : file
  } catch {
    // What this browser cannot read is judged by the server.
    return file
  }
}
