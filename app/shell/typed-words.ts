/**
 * What somebody has typed on the screen they are at, for as long as the page is open: whoever is signed out
 * there finds it again after signing in. It is held in memory alone, so that nothing of it stays on a device.
 */
import { typeInto } from "../ui/type-into.ts"

/** `index`: which of the fields of this name in its form it is, for names that come several times. */
type TypedField = { formIndex: number; name: string; index: number; value: string | boolean }
type TypableElement = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** Types whose value is a secret, no words of a person, or cannot be set. */
const LEFT_OUT_TYPES = new Set(["password", "hidden", "file", "submit", "button", "reset", "image"])
const SCREEN_FORMS = "main form"

let ownerId: string | null = null
let screenPath = ""
const typedFields = new Map<string, TypedField>()

const isTypable = (element: unknown): element is TypableElement =>
  (element instanceof HTMLInputElement ||
    element instanceof HTMLTextAreaElement ||
    element instanceof HTMLSelectElement) &&
  element.name !== "" &&
  !LEFT_OUT_TYPES.has(element.type)

const isTickable = (element: TypableElement): element is HTMLInputElement =>
  element instanceof HTMLInputElement && (element.type === "checkbox" || element.type === "radio")

const listFields = (form: HTMLFormElement, name: string): TypableElement[] =>
  [...form.elements].filter((element) => isTypable(element)).filter((element) => element.name === name)

/** Remembers the field that `event` comes from, of the person `userId` at `path`. */
export function recordTyping(event: Event, userId: string, path: string): void {
  const element = event.target
  if (!event.isTrusted || !isTypable(element) || !element.form) return
  const formIndex = [...document.querySelectorAll(SCREEN_FORMS)].indexOf(element.form)
  if (formIndex < 0) return
  if (ownerId !== userId || screenPath !== path) forgetTypedWords()
  ownerId = userId
  screenPath = path
  const { form, name } = element
  for (const [index, field] of listFields(form, name).entries()) {
    // Another choice takes the one before it away.
    if (field !== element && field.type !== "radio") continue
    const value = isTickable(field) ? field.checked : field.value
    typedFields.set(`${formIndex} ${name} ${index}`, { formIndex, name, index, value })
  }
}

export function forgetTypedWords(): void {
  ownerId = null
  screenPath = ""
  typedFields.clear()
}

/** Whether `path` is where something was typed. */
export const isTypedPath = (path: string): boolean => typedFields.size > 0 && path === screenPath

/**
 * Writes what was typed at `path` into its forms again, for the person who typed it; for others it is gone.
 * Says whether there was something to write.
 */
export function restoreTypedWords(userId: string, path: string): boolean {
  const forms = document.querySelectorAll<HTMLFormElement>(SCREEN_FORMS)
  const fields = ownerId === userId && screenPath === path ? [...typedFields.values()] : []
  forgetTypedWords()
  const restored = fields.filter(({ formIndex, name, index, value }) => {
    const form = forms[formIndex]
    const element = form && listFields(form, name)[index]
    return element !== undefined && !element.disabled && writeField(element, value)
  })
  return restored.length > 0
}

/** Sets a field as a hand would, so that the components around it hear of it. */
function writeField(element: TypableElement, value: string | boolean): boolean {
  if (isTickable(element)) {
    if (element.checked === value || (element.type === "radio" && value === false)) return false
    element.click()
    return true
  }
  if (typeof value !== "string" || element.value === value) return false
  typeInto(element, value)
  return true
}
