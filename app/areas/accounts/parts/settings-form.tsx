import type { ReactNode } from "react"
import { Form } from "react-router"
import { FormAlert, SubmitButton } from "#app/ui/form.tsx"

/** A titled part of /my-info. */
export function SettingsSection({
  id,
  title,
  text,
  children,
}: {
  id: string
  title: string
  text?: ReactNode
  children: ReactNode
}) {
  return (
    <section
      id={id}
      aria-labelledby={`${id}-title`}
      className="band scroll-mt-20 py-7 md:card-line md:mt-4 md:p-6"
    >
      <h2 id={`${id}-title`} className="text-lg font-bold">
        {title}
      </h2>
      {text ? <p className="mt-1 text-sm text-ink-3">{text}</p> : null}
      <div className="mt-5">{children}</div>
    </section>
  )
}

/** One of several forms of a screen. */
export function SettingsForm({
  intent,
  problem,
  submitLabel,
  submitButton,
  children,
  buttonClass = "btn-tint",
  encType,
}: {
  intent: string
  problem: string | null
  submitLabel: string
  /** In place of the button with `submitLabel`; it says the intent itself. */
  submitButton?: ReactNode
  children: ReactNode
  buttonClass?: "btn-tint" | "btn-primary" | "btn-quiet"
  encType?: "multipart/form-data"
}) {
  return (
    <Form method="post" noValidate encType={encType} className="grid gap-5" preventScrollReset>
      <FormAlert message={problem} />
      {children}
      <div>
        {submitButton ?? (
          <SubmitButton name="intent" value={intent} className={`btn ${buttonClass} w-full sm:w-auto`}>
            {submitLabel}
          </SubmitButton>
        )}
      </div>
    </Form>
  )
}
