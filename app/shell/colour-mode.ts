import { useSyncExternalStore } from "react"
import { BROWSER_BAR_COLOURS } from "../basics/brand.ts"

export const COLOUR_MODES = ["light", "dark", "system"] as const
export type ColourMode = (typeof COLOUR_MODES)[number]

const STORAGE_KEY = "colorMode"
const CHANGE_EVENT = "baroildang:colour-mode"

const isColourMode = (value: unknown): value is ColourMode => COLOUR_MODES.some((mode) => mode === value)

function readColourMode(): ColourMode {
  try {
    const stored = localStorage.getItem(STORAGE_KEY)
    return isColourMode(stored) ? stored : "system"
  } catch {
    return "system"
  }
}

const isDark = (mode: ColourMode) =>
  mode === "dark" || (mode === "system" && matchMedia("(prefers-color-scheme: dark)").matches)

function applyColourMode(mode: ColourMode): void {
  const theme = isDark(mode) ? "dark" : "light"
  document.documentElement.dataset.theme = theme
  for (const bar of document.querySelectorAll<HTMLMetaElement>("meta[name=theme-color]"))
    bar.content = BROWSER_BAR_COLOURS[theme]
}

/** Keeps the choice in this browser and shows it at once. */
export function setColourMode(mode: ColourMode): void {
  try {
    localStorage.setItem(STORAGE_KEY, mode)
  } catch {
    // Kept for this page only.
  }
  applyColourMode(mode)
  window.dispatchEvent(new Event(CHANGE_EVENT))
}

/** Follows the system and the choice made in another tab; returns how to stop. */
export function watchColourMode(listener: () => void = () => {}): () => void {
  const system = matchMedia("(prefers-color-scheme: dark)")
  const handleChange = () => {
    applyColourMode(readColourMode())
    listener()
  }
  system.addEventListener("change", handleChange)
  window.addEventListener("storage", handleChange)
  window.addEventListener(CHANGE_EVENT, listener)
  return () => {
    system.removeEventListener("change", handleChange)
    window.removeEventListener("storage", handleChange)
    window.removeEventListener(CHANGE_EVENT, listener)
  }
}

export const useColourMode = (): ColourMode =>
  useSyncExternalStore(watchColourMode, readColourMode, () => "system")
