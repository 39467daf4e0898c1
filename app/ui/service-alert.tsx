import { Info } from "./icons.tsx"
import { useRouteLoaderData } from "react-router"
import { SERVICE_TEXTS, type ServiceMode, type Services } from "../basics/services.ts"

/** What of payments, mail and text messages is real, practice or switched off; the root's loader says so. */
export function useServiceMode(service: keyof Services): ServiceMode {
  const root = useRouteLoaderData<{ services: Services | null }>("root")
  return root?.services?.[service] ?? "real"
}

/**
 * Says that `service` is practice or switched off, and with `offText` what else then; nothing where it is
 * real.
 */
export function ServiceAlert({
  service,
  offText = "",
  className = "",
}: {
  service: keyof Services
  offText?: string
  className?: string
}) {
  const mode = useServiceMode(service)
  if (mode === "real") return null
  return (
    <p
      className={
        "flex items-start gap-2 rounded-lg bg-warn-tint p-3.5 text-sm font-medium text-warn-ink " +
        `${className}`
      }
    >
      <Info size={18} className="mt-px flex-none" />
      <span>
        {SERVICE_TEXTS[service][mode]}
        {mode === "off" && offText ? ` ${offText}` : ""}
      </span>
    </p>
  )
}
