import { showToast } from "./toast.tsx"

/** Copies `text` and says in a toast whether that could be done. */
export async function copyText(text: string, words: { done: string; refused: string }): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    showToast(words.done)
  } catch {
    showToast(words.refused, "refused")
  }
}
