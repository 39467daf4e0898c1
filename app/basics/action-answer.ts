/** What the action of a screen answers where something was not done. */
import type { PictureView } from "./picture-view.ts"
import type { FormErrors, FormValues } from "./form.ts"

/**
 * `intent`: which form of the screen was sent. `problem`: a sentence about the form as a whole; null where
 * the fields say all. `values`: what was typed, without passwords and codes.
 */
export type ActionAnswer = {
  intent: string
  problem: string | null
  errors: FormErrors
  values: FormValues
  /** Those that came with the form, to be shown again. */
  pictures?: PictureView[]
}
