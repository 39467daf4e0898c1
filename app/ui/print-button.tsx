import { Printer } from "./icons.tsx"
import { useEffect } from "react"
import { useHydrated } from "./hydrated.ts"

/** Paper is white whatever the screen is. */
function useLightThemeForPrint() {
  useEffect(() => {
    const root = document.documentElement
    let previousTheme: string | undefined
    const setLightTheme = () => {
      previousTheme = root.dataset.theme
      root.dataset.theme = "light"
    }
    const restoreTheme = () => {
      if (previousTheme) root.dataset.theme = previousTheme
    }
    addEventListener("beforeprint", setLightTheme)
    addEventListener("afterprint", restoreTheme)
    return () => {
      removeEventListener("beforeprint", setLightTheme)
      removeEventListener("afterprint", restoreTheme)
    }
  }, [])
}

/** Prints the page as it is on white paper, or saves it as a PDF; not there without scripts. */
export function PrintButton({ label = "인쇄하기" }: { label?: string }) {
  const hydrated = useHydrated()
  useLightThemeForPrint()
  return hydrated ? (
    <button type="button" onClick={() => window.print()} className="btn btn-line btn-sm print:hidden">
      <Printer size={16} /> {label}
    </button>
  ) : null
}
