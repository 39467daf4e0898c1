import { useMatches } from "react-router"

export type ScreenFacts = {
  bar: "main" | "detail" | "flow" | "none"
  title: string
  back: string
  ground: "grey" | "white"
}

const BARS = ["detail", "flow", "none"] as const
const text = (value: unknown) => (typeof value === "string" ? value : undefined)

/** The handle (ui/screen-handle.ts) of the screen that is shown, with its defaults. */
export function useScreenFacts(): ScreenFacts {
  const matches = useMatches()
  const match = matches.findLast((each) => typeof each.handle === "object" && each.handle !== null)
  const handle: { bar?: unknown; title?: unknown; back?: unknown; ground?: unknown } =
    match && typeof match.handle === "object" ? { ...match.handle } : {}
  const data: unknown = match?.loaderData
  const title: unknown =
    typeof handle.title === "function" && data !== undefined && data !== null
      ? handle.title(data)
      : handle.title
  return {
    bar: BARS.find((bar) => bar === handle.bar) ?? "main",
    title: text(title) ?? "",
    back: text(handle.back) ?? "/",
    ground: handle.ground === "white" ? "white" : "grey",
  }
}
