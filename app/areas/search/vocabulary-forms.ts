/** What the back office changes of the vocabulary. */
import { z } from "zod"
import { choice, optional, text } from "#app/basics/form-fields.ts"
import { SEARCH_TABS, type WordKind } from "./rules.ts"

export const WORD_KINDS = ["misspelling", "synonym", "noun", "ignored"] as const satisfies readonly WordKind[]

/** Longest word of the vocabulary. */
export const MAX_WORD_LENGTH = 20

const word = text({ label: "낱말", max: MAX_WORD_LENGTH }).refine(
  (typed) => /^[\p{L}\p{N} ]+$/u.test(typed),
  {
    error: "낱말은 글자와 숫자로만 써 주세요.",
  },
)

export const AddWordForm = z
  .object({
    word,
    kind: choice(WORD_KINDS, "종류"),
    noun: optional(text({ label: "대표 낱말", max: MAX_WORD_LENGTH })),
    tab: optional(choice(SEARCH_TABS, "분야")),
  })
  .superRefine(({ kind, noun, tab }, context) => {
    if ((kind === "synonym" || kind === "misspelling") && noun === null)
      context.addIssue({ code: "custom", path: ["noun"], message: "어떤 낱말을 뜻하는지 써 주세요." })
    if (kind === "noun" && tab === null)
      context.addIssue({ code: "custom", path: ["tab"], message: "분야를 골라 주세요." })
  })

export const RemoveWordForm = z.object({ word })
