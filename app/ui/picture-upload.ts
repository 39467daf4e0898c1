/**
 * The way of one picture from the browser to the server: made smaller, in its turn, with progress, with
 * a sentence where it fails.
 */
import type { UploadPurpose } from "#app/basics/upload-purposes.ts"
import { href } from "react-router"
import type { PictureData } from "./picture.tsx"

export const ACCEPTED_PICTURES = "image/jpeg,image/png,image/webp"

/** `canRetry`: trying once more can help. */
type UploadResult = { picture: PictureData } | { problem: string; canRetry: boolean }
type PictureUpload = {
  /** Null after {@link Sending.cancel}. */ done: Promise<UploadResult | null>
  cancel: () => void
}

const MAX_UPLOAD_BYTES = 10_000_000
const MAX_SIDE_PX = 2_048
/** Below this, making a picture smaller saves less than it takes. */
const MIN_SHRINK_BYTES = 1_000_000
const UPLOAD_TIMEOUT_MS = 120_000
/** A phone that unpacks ten photos at once runs out of memory. */
const MAX_PARALLEL_UPLOADS = 2

let activeUploads = 0
const uploadQueue: (() => void)[] = []

async function withUploadSlot<Result>(task: () => Promise<Result>): Promise<Result> {
  if (activeUploads >= MAX_PARALLEL_UPLOADS)
    await new Promise<void>((resolveTurn) => uploadQueue.push(resolveTurn))
  else activeUploads += 1
  try {
    return await task()
  } finally {
    const startNext = uploadQueue.shift()
    if (startNext) startNext()
    else activeUploads -= 1
  }
}

/** Sends `file` to /uploads for `purpose`; `progress` hears whole percents. */
export function uploadPicture(
  file: File,
  purpose: UploadPurpose,
  onProgress: (percent: number) => void,
): PictureUpload {
  const request = new XMLHttpRequest()
  let isCancelled = false
  const send = (picture: Blob) =>
    new Promise<UploadResult | null>((done) => {
      request.upload.addEventListener(
        "progress",
        (event) => event.lengthComputable && onProgress(Math.round((event.loaded / event.total) * 100)),
      )
      request.addEventListener("load", () => done(parseUploadResponse(request)))
      request.addEventListener("error", () =>
        done({ problem: "연결이 끊겨서 사진을 올리지 못했어요. 다시 올려 주세요.", canRetry: true }),
      )
      request.addEventListener("timeout", () =>
        done({ problem: "연결이 느려서 사진을 올리지 못했어요. 다시 올려 주세요.", canRetry: true }),
      )
      request.addEventListener("abort", () => done(null))
      const form = new FormData()
      form.set("purpose", purpose)
      form.set("file", picture, file.name)
      request.open("POST", "/uploads")
      request.timeout = UPLOAD_TIMEOUT_MS
      request.send(form)
    })
  const done = withUploadSlot(async () => {
    const picture = isCancelled ? file : await shrinkPicture(file)
    if (isCancelled) return null
    if (picture.size > MAX_UPLOAD_BYTES)
      return { problem: "사진이 10MB보다 커요. 더 작은 사진을 골라 주세요.", canRetry: false }
    return send(picture)
  })
  return {
    done,
    cancel() {
      isCancelled = true
      request.abort()
    },
  }
}

/** Takes back a stored picture that nothing shows yet. The sweep removes it where this fails. */
export function discardUpload(id: string): void {
  void fetch(href("/uploads/:id/remove", { id }), { method: "POST" }).catch(() => undefined)
}

function parseUploadResponse(request: XMLHttpRequest): UploadResult {
  const canRetry = ![400, 401, 413, 415].includes(request.status)
  try {
    const responseBody: { picture?: PictureData; problem?: string } = JSON.parse(request.responseText)
    if (responseBody.picture) return { picture: responseBody.picture }
    if (responseBody.problem) return { problem: responseBody.problem, canRetry }
  } catch {
    // An answer of the server's front, which knows no pictures: the sentence below fits it.
  }
  return { problem: "사진을 올리지 못했어요. 잠시 뒤 다시 올려 주세요.", canRetry }
}

/**
 * Photos of today's phones are far larger than any screen; and what only this browser can read (HEIC) becomes
 * JPEG.
 */
async function shrinkPicture(file: File): Promise<Blob> {
  const needsConversion = /^image\/(hei[cf]|avif)/.test(file.type)
  if (
    typeof createImageBitmap !== "function" ||
    (!needsConversion && (file.size < MIN_SHRINK_BYTES || !ACCEPTED_PICTURES.includes(file.type)))
  )
    return file
  try {
    const bitmap = await createImageBitmap(file, { imageOrientation: "from-image" })
    const scale = Math.min(1, MAX_SIDE_PX / Math.max(bitmap.width, bitmap.height))
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
    const shrunk = await new Promise<Blob | null>((resolveBlob) =>
      canvas.toBlob(resolveBlob, "image/jpeg", 0.86),
    )
    return shrunk && (needsConversion || shrunk.size < file.size) ? shrunk : file
  } catch {
    // What this browser cannot read is judged by the server.
    return file
  }
}
