/** Has this device make a passkey and sends what it answers. */
import { useState, type FormEvent } from "react"
import { Form, useSubmit } from "react-router"
import { TextField } from "#app/ui/field.tsx"
import { FormAlert, SubmitButton } from "#app/ui/form.tsx"
import { useHydrated } from "#app/ui/hydrated.ts"
import type { ScreenAnswer } from "#app/ui/action-answer.ts"
import { canUsePasskeys } from "./passkey-button.tsx"

type Options = Parameters<typeof import("@simplewebauthn/browser").startRegistration>[0]["optionsJSON"]

const UNABLE_TEXT =
  "이 브라우저에서는 패스키를 만들 수 없어요. 크롬, 사파리, 삼성 인터넷의 새 버전에서 해 주세요."
const FAILURE_TEXT = "패스키를 만들지 못했어요. 다시 시도해 주세요."
const KNOWN_TEXT = "이 기기의 패스키는 이미 등록되어 있어요."

export function NewPasskey({
  options,
  suggestedName,
  answer,
}: {
  options: Options
  suggestedName: string
  answer: ScreenAnswer
}) {
  const submit = useSubmit()
  const hydrated = useHydrated()
  const [isAsking, setAsking] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const add = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const fields = new FormData(event.currentTarget)
    if (isAsking) return
    // The device is not asked in vain for one without a name.
    if (String(fields.get("name")).trim() === "") fields.set("name", suggestedName)
    setAsking(true)
    setProblem(null)
    try {
      const { startRegistration } = await import("@simplewebauthn/browser")
      fields.set("answer", JSON.stringify(await startRegistration({ optionsJSON: options })))
      await submit(fields, { method: "post" })
    } catch (error) {
      const isKnown = error instanceof Error && error.name === "InvalidStateError"
      setProblem(isKnown ? KNOWN_TEXT : FAILURE_TEXT)
    }
    setAsking(false)
  }
  if (hydrated && !canUsePasskeys()) return <FormAlert message={UNABLE_TEXT} />
  return (
    <>
      <FormAlert message={problem ?? answer.problem} className="mb-5" />
      <Form method="post" noValidate onSubmit={(event) => void add(event)} className="grid gap-5">
        <input type="hidden" name="intent" value="add" />
        <TextField
          label="이름"
          name="name"
          maxLength={30}
          defaultValue={answer.typed("name") || suggestedName}
          error={answer.errors.name}
          required={false}
          help="어느 기기인지 나중에 알아볼 수 있는 이름이면 돼요."
        />
        <SubmitButton className="btn btn-primary w-full sm:w-auto sm:justify-self-start">
          {isAsking ? "기기에서 확인해 주세요" : "이 기기에 패스키 만들기"}
        </SubmitButton>
      </Form>
      <noscript>
        <p className="mt-3 text-sm text-ink-3">패스키를 만들려면 자바스크립트를 켜 주세요.</p>
      </noscript>
      <Form method="post" className="mt-3">
        <SubmitButton name="intent" value="cancel" className="btn btn-quiet w-full sm:w-auto">
          그만두기
        </SubmitButton>
      </Form>
    </>
  )
}
