import { Form, href, Link } from "react-router"
import type { ScreenAnswer } from "#app/ui/action-answer.ts"
import { EmptyState } from "#app/ui/empty-state.tsx"
import { Checkbox, TextField } from "#app/ui/field.tsx"
import { FieldGroup } from "#app/ui/field-group.tsx"
import { FormAlert, SubmitButton } from "#app/ui/form.tsx"
import { RelativeTime } from "#app/ui/relative-time.tsx"
import { Card, PageHeader } from "#app/ui/section.tsx"
import { OwnPasswordField } from "../../accounts/parts/own-password-field.tsx"
import { NewKey } from "./new-key.tsx"
import { API_SCOPE_LABELS, ROLE_SCOPES, type ApiRole, type ApiScope } from "../rules.ts"

type Keys = readonly {
  id: string
  name: string
  prefix: string
  scopes: readonly ApiScope[]
  createdAt: string
  lastUsedAt: string | null
}[]

const PURPOSES: Record<ApiRole, string> = {
  seller: "쓰는 프로그램에서 상품, 재고, 주문과 발송을 다룰 수 있어요.",
  expert: "쓰는 프로그램에서 견적 요청을 받아 보고, 견적서를 보내고, 맡은 일의 일정을 볼 수 있어요.",
}

/** The keys of programs: those that there are, the one that was just made, and making another. */
export function ApiKeyDesk({
  owner,
  keys,
  newKey,
  hasPassword,
  answer,
}: {
  owner: ApiRole
  keys: Keys
  newKey: string | undefined
  hasPassword: boolean
  answer: ScreenAnswer
}) {
  return (
    <>
      <PageHeader
        title="API 키"
        text={
          <>
            {PURPOSES[owner]}{" "}
            <Link
              to={href("/developers")}
              className="font-semibold text-primary-ink underline underline-offset-2"
            >
              개발 문서 보기
            </Link>
          </>
        }
      />
      {newKey ? <NewKey key={newKey} apiKey={newKey} /> : null}
      <FormAlert message={answer.problem} className="mb-4" />
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_24rem]">
        <KeyList keys={keys} />
        <CreateKeyForm key={newKey} owner={owner} answer={answer.of("create")} hasPassword={hasPassword} />
      </div>
    </>
  )
}

function KeyList({ keys }: { keys: Keys }) {
  if (keys.length === 0)
    return (
      <EmptyState
        art="done"
        title="아직 만든 키가 없어요"
        text="쓰는 프로그램마다 키를 따로 만들면, 하나만 폐기해도 다른 프로그램은 그대로예요."
      />
    )
  return (
    <ul className="grid gap-3">
      {keys.map((key) => (
        <li key={key.id} className="card-line p-4 md:p-5">
          <div className="flex flex-wrap items-start justify-between gap-3">
            <div className="min-w-0">
              <h2 className="text-lg font-bold break-words">{key.name}</h2>
              <p className="num mt-0.5 text-sm text-ink-3">{key.prefix}…</p>
            </div>
            <RevokeKey keyId={key.id} />
          </div>
          <p className="mt-3 text-base text-ink-2">
            {key.scopes.map((scope) => API_SCOPE_LABELS[scope]).join(" · ")}
          </p>
          <p className="mt-2 text-sm text-ink-3">
            <RelativeTime at={key.createdAt} /> 만듦 ·{" "}
            {key.lastUsedAt ? (
              <>
                <RelativeTime at={key.lastUsedAt} /> 마지막으로 씀
              </>
            ) : (
              "아직 쓰지 않음"
            )}
          </p>
        </li>
      ))}
    </ul>
  )
}

/** Asks once more without a script: a program stops for good. */
const RevokeKey = ({ keyId }: { keyId: string }) => (
  <details className="text-right">
    <summary className="btn btn-quiet btn-sm">폐기하기</summary>
    <Form method="post" className="mt-2 grid justify-items-end gap-2">
      <p className="text-sm text-ink-2">이 키를 쓰는 프로그램이 바로 멈춰요.</p>
      <input type="hidden" name="intent" value="revoke" />
      <input type="hidden" name="keyId" value={keyId} />
      <SubmitButton className="btn btn-danger btn-sm">지금 폐기하기</SubmitButton>
    </Form>
  </details>
)

function CreateKeyForm({
  owner,
  answer,
  hasPassword,
}: {
  owner: ApiRole
  answer: ScreenAnswer
  hasPassword: boolean
}) {
  // What was made is not typed again.
  const typed = answer.isDone ? {} : answer.values
  const chosen = [typed.scopes ?? []].flat()
  return (
    <Card className="md:p-6">
      <h2 className="text-lg font-bold">새 키 만들기</h2>
      <Form method="post" noValidate className="mt-5 grid gap-6">
        <input type="hidden" name="intent" value="create" />
        <TextField
          label="이름"
          name="name"
          maxLength={40}
          placeholder={owner === "expert" ? "예: 일정 관리 프로그램" : "예: 재고 관리 프로그램"}
          defaultValue={[typed.name ?? ""].flat()[0]}
          error={answer.errors.name}
          required
        />
        <FieldGroup legend="권한 · 그 프로그램에 필요한 것만" error={answer.errors.scopes}>
          {ROLE_SCOPES[owner].map((scope) => (
            <Checkbox
              key={scope}
              name="scopes[]"
              value={scope}
              label={API_SCOPE_LABELS[scope]}
              defaultChecked={chosen.includes(scope)}
            />
          ))}
        </FieldGroup>
        <OwnPasswordField hasPassword={hasPassword ? "yes" : "no"} error={answer.errors.password} />
        <SubmitButton className="btn btn-primary">키 만들기</SubmitButton>
      </Form>
    </Card>
  )
}
