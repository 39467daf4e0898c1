import type { ReactNode } from "react"
import { Form, href } from "react-router"
import type { SubjectKind } from "#app/basics/subject.ts"
import { SubmitButton } from "#app/ui/form.tsx"

/**
 * The button that opens the room about a thing: 채팅하기. `with` names the person where an owner opens it with
 * one of several. A form of its own, so it must not stand inside another.
 */
export function OpenChatButton({
  kind,
  id,
  with: withUserId,
  className = "btn btn-quiet",
  formClassName,
  children = "채팅하기",
}: {
  kind: SubjectKind
  id: string
  with?: string
  className?: string
  formClassName?: string
  children?: ReactNode
}) {
  return (
    <Form method="post" action={href("/chat/open")} className={formClassName}>
      <input type="hidden" name="kind" value={kind} />
      <input type="hidden" name="id" value={id} />
      {withUserId ? <input type="hidden" name="with" value={withUserId} /> : null}
      <SubmitButton
        name="open"
        value={`${kind}:${id}:${withUserId ?? ""}`}
        pendingLabel="채팅방을 여는 중이에요"
        className={className}
      >
        {children}
      </SubmitButton>
    </Form>
  )
}
