/** The pieces that queries and answers of several operations are made of. */
import { z } from "zod"
import { optional, text } from "#app/basics/form-fields.ts"

const CURSOR = /^[\w-]+$/

/** Where a list goes on: the `next` of the answer before. */
export const cursorField = optional(
  text({ label: "커서", max: 1_000 }).refine((typed) => CURSOR.test(typed), {
    error: "앞선 응답의 next를 그대로 보내 주세요.",
  }),
)

export const searchField = optional(text({ label: "검색어", max: 50 }))

/** A part of a list, and where the next one begins: null at its end. */
export const listAnswer = <Item extends z.ZodType>(item: Item) =>
  z.object({ items: z.array(item), next: z.string().nullable() })

export const time = z.iso.datetime()
export const id = z.uuid()
export const won = z.int()
