import { Monitor, Moon, Sun } from "#app/ui/icons.tsx"
import { useId } from "react"
import { useHydrated } from "../ui/hydrated.ts"
import { COLOUR_MODES, setColourMode, useColourMode } from "./colour-mode.ts"

const MODE_OPTIONS = {
  light: { label: "라이트", icon: Sun },
  dark: { label: "다크", icon: Moon },
  system: { label: "시스템", icon: Monitor },
} as const

/**
 * Light, dark or as the system has it. Without scripts the page follows the system, and there is nothing to
 * choose.
 */
export function ColourModeSwitch() {
  const hydrated = useHydrated()
  const mode = useColourMode()
  const name = useId()
  if (!hydrated) return <div className="h-11" />
  return (
    <fieldset>
      <legend className="sr-only">화면 모드</legend>
      <div className="inline-flex max-w-full flex-wrap rounded-3xl bg-fill p-1">
        {COLOUR_MODES.map((option) => {
          const { label, icon: Icon } = MODE_OPTIONS[option]
          return (
            <label
              key={option}
              className={
                "flex min-h-9 cursor-pointer items-center gap-1.5 rounded-full px-3.5 text-sm font-medium " +
                "text-ink-2 transition-colors has-checked:bg-base-100 has-checked:font-semibold " +
                "has-checked:text-base-content has-checked:ring-1 has-checked:ring-line-strong " +
                "has-focus-visible:outline-2 has-focus-visible:outline-offset-2 " +
                "has-focus-visible:outline-primary"
              }
            >
              <input
                type="radio"
                name={name}
                value={option}
                checked={mode === option}
                onChange={() => setColourMode(option)}
                className="sr-only"
              />
              <Icon size={16} />
              {label}
            </label>
          )
        })}
      </div>
    </fieldset>
  )
}
