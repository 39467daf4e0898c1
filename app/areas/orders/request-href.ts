/** The addresses of the request flow. Small enough for every screen that leads there. */
import { href } from "react-router"
import type { Category } from "./rules.ts"

/** Where a step is found. `service` and `expertId` stand in the address until the first answer keeps them. */
export function getRequestHref(target: {
  category?: Category | null
  step?: string | null
  service?: string | null
  expertId?: string | null
  edit?: boolean
}): string {
  const query = new URLSearchParams()
  if (target.category) query.set("category", target.category)
  if (target.service) query.set("service", target.service)
  if (target.expertId) query.set("expert", target.expertId)
  if (target.step) query.set("step", target.step)
  if (target.edit) query.set("edit", "1")
  return `${href("/orders/new")}${query.size > 0 ? `?${query}` : ""}`
}
