import { useSyncExternalStore } from "react"
import { browserBarColours } from "./brand.ts"

export const COLOUR_MODES = ["light", "dark", "system"] as const
export type ColourMode = (typeof COLOUR_MODES)[number]

const KEY = "colorMode"
const CHANGED = "baroildang:colour-mode"

const isMode = (value: unknown): value is ColourMode => COLOUR_MODES.some((mode) => mode === value)

function read(): ColourMode {
  try {
    const kept = localStorage.getItem(KEY)
    return isMode(kept) ? kept : "system"
  } catch {
    return "system"
  }
}

const isDark = (mode: ColourMode) =>
  mode === "dark" || (mode === "system" && matchMedia("(prefers-color-scheme: dark)").matches)

function show(mode: ColourMode): void {
  const theme = isDark(mode) ? "dark" : "light"
  document.documentElement.dataset.theme = theme
  for (const bar of document.querySelectorAll<HTMLMetaElement>("meta[name=theme-color]"))
    bar.content = browserBarColours[theme]
}

/** Keeps the choice in this browser and shows it at once. */
export function setColourMode(mode: ColourMode): void {
  try {
    localStorage.setItem(KEY, mode)
  } catch {
    // Kept for this page only.
  }
  show(mode)
  window.dispatchEvent(new Event(CHANGED))
}

/** Follows the system and the choice made in another tab; returns how to stop. */
export function followColourMode(listener: () => void = () => {}): () => void {
  const system = matchMedia("(prefers-color-scheme: dark)")
  const follow = () => {
    show(read())
    listener()
  }
  system.addEventListener("change", follow)
  window.addEventListener("storage", follow)
  window.addEventListener(CHANGED, listener)
  return () => {
    system.removeEventListener("change", follow)
    window.removeEventListener("storage", follow)
    window.removeEventListener(CHANGED, listener)
  }
}

export const useColourMode = (): ColourMode => useSyncExternalStore(followColourMode, read, () => "system")
