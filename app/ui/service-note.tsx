import { Info } from "lucide-react"
import { useRouteLoaderData } from "react-router"
import { SERVICE_SENTENCES, type ServiceMode, type Services } from "../basics/services.ts"

/** What of payments, mail and text messages is real, practice or switched off; the root's loader says so. */
export function useServiceMode(service: keyof Services): ServiceMode {
  const root = useRouteLoaderData<{ services: Services | null }>("root")
  return root?.services?.[service] ?? "real"
}

/** Says that `of` is practice or switched off, and with `off` what else then; nothing where it is real. */
export function ServiceNote({
  of,
  off = "",
  className = "",
}: {
  of: keyof Services
  off?: string
  className?: string
}) {
  const mode = useServiceMode(of)
  if (mode === "real") return null
  return (
    <p
      className={
        "flex items-start gap-2 rounded-lg bg-warn-tint p-3.5 text-sm font-medium text-warn-ink " +
        `${className}`
      }
    >
      <Info aria-hidden size={18} strokeWidth={1.75} className="mt-px flex-none" />
      <span>
        {SERVICE_SENTENCES[of][mode]}
        {mode === "off" && off ? ` ${off}` : ""}
      </span>
    </p>
  )
}
