/** Signs in with a passkey of this device; there where the browser can. */
import { useState, type ReactNode } from "react"
import { href, useNavigation, useSubmit } from "react-router"
import { FormAlert } from "#app/ui/form.tsx"
import { useHydrated } from "#app/ui/hydrated.ts"
import { Fingerprint } from "#app/ui/icons.tsx"

/** Whether this browser knows passkeys; only where scripts run. */
export const canUsePasskeys = () => typeof PublicKeyCredential === "function"

const FAILURE_TEXT = "패스키로 로그인하지 못했어요. 다시 하거나 다른 방법으로 로그인해 주세요."
const OFFLINE_TEXT = "인터넷 연결을 확인하고 다시 시도해 주세요."

async function askDevice(): Promise<string> {
  const [{ startAuthentication }, question] = await Promise.all([
    import("@simplewebauthn/browser"),
    fetch(href("/login/passkey"), { method: "POST" }),
  ])
  if (!question.ok) throw new Error(`The question was answered with ${question.status}`)
  return JSON.stringify(await startAuthentication({ optionsJSON: await question.json() }))
}

/** `readKeep` says when the device has answered whether one is to stay signed in. */
export function PasskeyButton({
  returnTo,
  readKeep,
  badge,
}: {
  returnTo: string
  readKeep: () => boolean
  badge?: ReactNode
}) {
  const submit = useSubmit()
  const navigation = useNavigation()
  const [isAsking, setAsking] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const hydrated = useHydrated()
  if (hydrated && !canUsePasskeys()) return null
  const isWaiting = isAsking || navigation.formData?.has("answer") === true
  const signIn = async () => {
    if (isWaiting) return
    setAsking(true)
    setProblem(null)
    try {
      const answer = await askDevice()
      const fields = { intent: "passkey", answer, returnTo, ...(readKeep() && { keep: "on" }) }
      await submit(fields, { method: "post", action: href("/login") })
    } catch (error) {
      // A network that is away is a TypeError of fetch; what the person or the device refused is not.
      setProblem(error instanceof TypeError ? OFFLINE_TEXT : FAILURE_TEXT)
    }
    setAsking(false)
  }
  return (
    // Its place is kept until scripts run, so that nothing beneath it moves under a thumb.
    <div className={`mt-3 ${hydrated ? "" : "invisible [@media(scripting:none)]:hidden"}`}>
      <div className="relative">
        <button
          type="button"
          onClick={() => void signIn()}
          aria-disabled={isWaiting || undefined}
          className="btn btn-quiet btn-lg w-full"
        >
          <Fingerprint size={20} />
          {isWaiting ? "기기에서 확인해 주세요" : "패스키로 로그인"}
        </button>
        {badge}
      </div>
      <FormAlert message={problem} className="mt-3" />
    </div>
  )
}
