/** Saved views of the office's lists, and the columns that a colleague leaves out. */
import { z } from "zod"
import { checkbox, choice, idField, listOf, optional, text } from "#app/basics/form-fields.ts"

/** The lists that have views, by the last part of their screens' paths. */
const VIEW_LISTS = ["users", "orders", "purchases", "products", "tickets", "experts", "shop-owners"] as const
export type ViewList = (typeof VIEW_LISTS)[number]
export const isViewList = (value: unknown): value is ViewList => VIEW_LISTS.some((list) => list === value)

export const VIEW_LIMITS = { name: 20, query: 400, perList: 20 } as const

/** Filters and sort with a name; `query` is that of the list's address. */
export type SavedView = { id: string; name: string; query: string; isShared: boolean; isOwn: boolean }

const list = choice(VIEW_LISTS, "목록")
const query = optional(text({ label: "조건", max: VIEW_LIMITS.query })).transform((typed) => typed ?? "")
export const VIEW_FORMS = {
  save: z.object({
    list,
    query,
    name: text({ label: "이름", max: VIEW_LIMITS.name }),
    isShared: checkbox({ label: "함께 쓰기" }),
  }),
  remove: z.object({ list, query, viewId: idField({ label: "보기" }) }),
  columns: z.object({
    list,
    query,
    shown: listOf(text({ label: "칸", max: 40 }), { label: "칸", min: 0, max: 20 }),
    all: listOf(text({ label: "칸", max: 40 }), { label: "칸", min: 1, max: 20 }),
  }),
}

/** The query of a list's address without what belongs to one page of it. */
export function toViewQuery(search: string): string {
  const params = new URLSearchParams(search)
  params.delete("after")
  return params.toString().slice(0, VIEW_LIMITS.query)
}
