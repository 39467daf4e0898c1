/** How the field reads what the server suggests. */

export type Suggestion = {
  kind: "term" | "service" | "expert" | "thing"
  text: string
  /** A few quiet words beside it. */
  note: string
  /** Where it leads; null for a term, which is searched for. */
  href: string | null
  /** What a thing looks like. */
  pictureId?: string | null
  marks: { start: number; end: number }[]
}

/** Reads the answer of /search/suggest; anything else gives none. */
export function readSuggestions(value: unknown): Suggestion[] {
  const list: unknown =
    typeof value === "object" && value !== null && "suggestions" in value ? value.suggestions : null
  return Array.isArray(list) ? list.filter(isSuggestion) : []
}

function isSuggestion(value: unknown): value is Suggestion {
  return (
    typeof value === "object" &&
    value !== null &&
    "text" in value &&
    typeof value.text === "string" &&
    "kind" in value &&
    "href" in value &&
    (value.href === null || typeof value.href === "string")
  )
}
