import { MapPin } from "./icons.tsx"
import { useRef, useState, type ReactNode } from "react"
import { Form } from "react-router"
import { useHydrated } from "./hydrated.ts"

const POSITION_OPTIONS = { enableHighAccuracy: true, maximumAge: 0, timeout: 15_000 } as const

/** Why there is no place, by the code of the browser's error; `otherWay` is what can be done instead. */
const describeProblem = (code: number, otherWay: string): string => {
  if (code === 1) return `위치 사용이 꺼져 있어요. 브라우저 설정에서 허용하거나 ${otherWay}`
  if (code === 3) return `위치를 찾는 데 너무 오래 걸려요. 다시 시도하거나 ${otherWay}`
  return `위치를 찾지 못했어요. 밖에서 다시 시도하거나 ${otherWay}`
}

/**
 * Whether this page was loaded as a document, and not reached from another by scripts: then the browser still
 * goes by the policy of that one, which keeps the place from it.
 */
function isOwnDocument(): boolean {
  const [loaded] = performance.getEntriesByType("navigation")
  return !loaded || new URL(loaded.name, location.href).pathname === location.pathname
}

/**
 * A form that is sent with the place of the device, which the browser asks for when its button is pressed;
 * nothing without scripts. On a page that was reached by scripts the button loads the page anew first.
 */
export function PlaceForm({
  intent,
  fields = {},
  label,
  otherWay = "현장 코드를 써 주세요.",
  className,
  children,
}: {
  intent: string
  fields?: Readonly<Record<string, string>>
  label: string
  /** What can be done where the place is not known. */
  otherWay?: string
  className: string
  children?: ReactNode
}) {
  const hydrated = useHydrated()
  const form = useRef<HTMLFormElement>(null)
  const [isAsking, setIsAsking] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  if (!hydrated || !("geolocation" in navigator)) return null
  if (!isOwnDocument())
    return (
      <button type="button" onClick={() => location.assign(location.href)} className={className}>
        <MapPin size={20} />
        {label}
      </button>
    )
  const setField = (name: string, value: string) => {
    const input = form.current?.elements.namedItem(name)
    if (input instanceof HTMLInputElement) input.value = value
  }
  const sendPlace = () => {
    setIsAsking(true)
    setProblem(null)
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        setIsAsking(false)
        setField("latitude", coords.latitude.toFixed(6))
        setField("longitude", coords.longitude.toFixed(6))
        setField("accuracyM", String(Math.round(coords.accuracy)))
        form.current?.requestSubmit()
      },
      ({ code }) => {
        setIsAsking(false)
        setProblem(describeProblem(code, otherWay))
      },
      POSITION_OPTIONS,
    )
  }
  return (
    <Form method="post" ref={form} className="grid gap-2">
      <input type="hidden" name="intent" value={intent} />
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <input type="hidden" name="latitude" />
      <input type="hidden" name="longitude" />
      <input type="hidden" name="accuracyM" />
      {children}
      <button type="button" onClick={sendPlace} disabled={isAsking} className={className}>
        <MapPin size={20} />
        {isAsking ? "위치를 확인하고 있어요" : label}
      </button>
      {problem ? (
        <p role="alert" className="text-sm text-refused-ink">
          {problem}
        </p>
      ) : null}
    </Form>
  )
}
