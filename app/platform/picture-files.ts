/** The files of a picture: in which widths, under which keys, and by which hash one is known again. */
import { createHash } from "node:crypto"

export const PICTURE_WIDTHS = [160, 320, 640, 1280] as const
export type PictureWidth = (typeof PICTURE_WIDTHS)[number]
export const LARGEST_WIDTH = 1280

export const getFileKey = (storageKey: string, width: number) => `${storageKey}/${width}.webp`
export const hashBytes = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex")

/** The hash of the largest of a picture's files. */
export function hashLargest(files: readonly { width: number; bytes: Uint8Array }[]): string | null {
  const largest = files.find(({ width }) => width === LARGEST_WIDTH)
  return largest ? hashBytes(largest.bytes) : null
}
