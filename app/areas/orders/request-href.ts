/** Owns the addresses of the request flow. Small enough for every screen that leads there. */
import type { Category } from "./rules.ts"

/** Where a step is found. `service` and `expertId` stand in the address until the first answer keeps them. */
export function requestHref(at: {
  category?: Category | null
  step?: string | null
  service?: string | null
  expertId?: string | null
  edit?: boolean
}): string {
  const query = new URLSearchParams()
  if (at.category) query.set("category", at.category)
  if (at.service) query.set("service", at.service)
  if (at.expertId) query.set("expert", at.expertId)
  if (at.step) query.set("step", at.step)
  if (at.edit) query.set("edit", "1")
  return `/orders/new${query.size > 0 ? `?${query}` : ""}`
}
