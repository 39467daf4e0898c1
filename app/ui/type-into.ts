/** Writes `text` into a field as a hand would, so that the components around it hear of it. */
export function typeInto(field: HTMLElement, text: string): void {
  const prototype = Object.getPrototypeOf(field) as object
  // React overrides the property of the element itself, and would not see the change.
  Object.getOwnPropertyDescriptor(prototype, "value")?.set?.call(field, text)
  field.dispatchEvent(new Event("input", { bubbles: true }))
  field.dispatchEvent(new Event("change", { bubbles: true }))
}
