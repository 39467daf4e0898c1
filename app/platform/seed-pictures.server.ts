/** The pictures of the demo town on their way into the storage. */
import { PICTURE_WIDTHS } from "./picture-files.ts"
import { putFiles } from "./pictures.server.ts"

/**
 * Keeps a picture of the demo town, WebP of ours, under `storageKey`, without the checks for strangers'. Rows
 * that share the key are the caller's.
 */
export async function storeSeedPicture(
  storageKey: string,
  bytes: Uint8Array,
): Promise<{ width: number; height: number; bytes: number; placeholder: string }> {
  const { processOwnPicture } = await import("./picture-worker.ts")
  const { files, ...facts } = await processOwnPicture(bytes)
  if (!(await putFiles(storageKey, files)))
    throw new Error("There is no room for the pictures of the demo town.")
  return { ...facts, bytes: files.reduce((sum, file) => sum + file.bytes.byteLength, 0) }
}

/**
 * Stores a picture of the demo town that was made small beforehand: each width gets the narrowest of `files`
 * that is not narrower, or the widest. Returns how many bytes were written.
 */
export async function storePreparedPicture(
  storageKey: string,
  files: readonly { width: number; bytes: Uint8Array }[],
): Promise<number> {
  const byWidth = files.toSorted((a, b) => a.width - b.width)
  const stored = PICTURE_WIDTHS.flatMap((width) => {
    const file = byWidth.find((each) => each.width >= width) ?? byWidth.at(-1)
    return file ? [{ width, bytes: file.bytes }] : []
  })
  if (!(await putFiles(storageKey, stored)))
    throw new Error("There is no room for the pictures of the demo town.")
  return stored.reduce((sum, file) => sum + file.bytes.byteLength, 0)
}
