import { useMatches, href } from "react-router"

export type ScreenSettings = {
  bar: "main" | "detail" | "task" | "flow" | "none" | "bare" | "desk"
  title: string
  backHref: string
  background: "grey" | "white"
}

const BARS = ["detail", "task", "flow", "none", "bare", "desk"] as const
const toText = (value: unknown) => (typeof value === "string" ? value : undefined)

/** The handle (screen-handle.ts) of the screen that is shown, with its defaults. */
export function useScreenSettings(): ScreenSettings {
  const matches = useMatches()
  const match = matches.findLast(
    (candidate) => typeof candidate.handle === "object" && candidate.handle !== null,
  )
  const handle: { bar?: unknown; title?: unknown; backHref?: unknown; background?: unknown } =
    match && typeof match.handle === "object" ? { ...match.handle } : {}
  const data: unknown = match?.loaderData
  const title: unknown =
    typeof handle.title === "function" && data !== undefined && data !== null
      ? handle.title(data)
      : handle.title
  return {
    bar: BARS.find((bar) => bar === handle.bar) ?? "main",
    title: toText(title) ?? "",
    backHref: toText(handle.backHref) ?? href("/"),
    background: handle.background === "white" ? "white" : "grey",
  }
}
