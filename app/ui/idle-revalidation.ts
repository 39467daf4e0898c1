import { useCallback, useEffect, useRef } from "react"
import { unstable_useRoute as useRoute, useMatches, useNavigation, useRevalidator } from "react-router"

/**
 * Returns how to read the screen anew without taking anything from whoever is at it. A navigation under way
 * comes first: broken off, the word it brings along would be lost. So does an answer to a form: a screen that
 * is read anew drops it, with the sentences beside its fields and what is shown once. Asked for meanwhile,
 * the screen is read when neither is there any more. The function returned is the same in every render.
 */
export function useIdleRevalidation(): () => void {
  const { revalidate } = useRevalidator()
  const { state } = useNavigation()
  const hasActionData = useRoute((useMatches().at(-1)?.id ?? "root") as "root")?.actionData != null
  const isBusy = state !== "idle" || hasActionData
  const latest = useRef({ isBusy, isMissed: false, revalidate })
  useEffect(() => {
    const isDue = !isBusy && latest.current.isMissed
    latest.current = { isBusy, isMissed: latest.current.isMissed && !isDue, revalidate }
    if (isDue) void revalidate()
  }, [isBusy, revalidate])
  return useCallback(() => {
    if (latest.current.isBusy) latest.current.isMissed = true
    else void latest.current.revalidate()
  }, [])
}
