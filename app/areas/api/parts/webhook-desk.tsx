import { Form, href, Link } from "react-router"
import { getListUrl } from "#app/basics/list-urls.ts"
import type { ScreenAnswer } from "#app/ui/action-answer.ts"
import { EmptyState } from "#app/ui/empty-state.tsx"
import { Checkbox, TextField } from "#app/ui/field.tsx"
import { FieldGroup } from "#app/ui/field-group.tsx"
import { FormAlert, SubmitButton } from "#app/ui/form.tsx"
import { Pager } from "#app/ui/pager.tsx"
import { RelativeTime } from "#app/ui/relative-time.tsx"
import { Card, PageHeader } from "#app/ui/section.tsx"
import {
  ROLE_WEBHOOK_EVENTS,
  WEBHOOK_EVENT_LABELS,
  WEBHOOK_STATE_LABELS,
  type ApiRole,
  type WEBHOOK_STATES,
  type WebhookEvent,
} from "../rules.ts"

type View = {
  endpoints: readonly {
    id: string
    url: string
    events: readonly WebhookEvent[]
    secret: string
    disabledAt: string | null
  }[]
  /** Whose log is shown. */
  shownId: string | null
  first: boolean
  rows: readonly {
    id: string
    event: WebhookEvent
    state: (typeof WEBHOOK_STATES)[number]
    tries: number
    status: number | null
    createdAt: string
  }[]
  next: string | null
}

const PURPOSES: Record<ApiRole, string> = {
  seller: "주문이 들어오거나 상태가 바뀌면 쓰는 프로그램의 주소로 알려 드려요.",
  expert:
    "나에게 맞는 견적 요청이 올라오거나 보낸 견적서와 맡은 일이 바뀌면 쓰는 프로그램의 주소로 알려 드려요.",
}

/** The addresses that programs are told at: those that there are, what they were told, and adding one. */
export function WebhookDesk({
  owner,
  path,
  view,
  answer,
}: {
  owner: ApiRole
  path: string
  view: View
  answer: ScreenAnswer
}) {
  return (
    <>
      <PageHeader
        title="웹훅"
        text={
          <>
            {PURPOSES[owner]}{" "}
            <Link
              to={`${href("/developers")}#webhooks`}
              className="font-semibold text-primary-ink underline underline-offset-2"
            >
              개발 문서 보기
            </Link>
          </>
        }
      />
      <FormAlert message={answer.problem} className="mb-4" />
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="grid gap-4">
          {view.endpoints.length === 0 ? (
            <EmptyState art="done" title="아직 알릴 주소가 없어요" />
          ) : (
            <ul className="grid gap-3">
              {view.endpoints.map((endpoint) => (
                <Endpoint
                  key={endpoint.id}
                  endpoint={endpoint}
                  isShown={endpoint.id === view.shownId}
                  path={path}
                />
              ))}
            </ul>
          )}
          {view.shownId ? <DeliveryLog view={view} path={path} /> : null}
        </div>
        <AddWebhook owner={owner} answer={answer.of("add")} />
      </div>
    </>
  )
}

const EndpointButton = ({ id, intent, children }: { id: string; intent: string; children: string }) => (
  <Form method="post">
    <input type="hidden" name="intent" value={intent} />
    <input type="hidden" name="endpointId" value={id} />
    <SubmitButton className="btn btn-quiet btn-sm">{children}</SubmitButton>
  </Form>
)

function Endpoint({
  endpoint,
  isShown,
  path,
}: {
  endpoint: View["endpoints"][number]
  isShown: boolean
  path: string
}) {
  const { id, url, events, secret, disabledAt } = endpoint
  return (
    <li className="card-line p-4 md:p-5">
      <h2 className="num text-base font-bold break-all">{url}</h2>
      <p className="mt-1 text-sm text-ink-2">
        {events.map((event) => WEBHOOK_EVENT_LABELS[event]).join(" · ")}
      </p>
      {disabledAt ? (
        <p className="mt-2 text-sm text-refused-ink">
          오래 실패해 <RelativeTime at={disabledAt} /> 멈췄어요. 주소를 고친 뒤 다시 보내 주세요.
        </p>
      ) : null}
      <details className="mt-3">
        <summary className="cursor-pointer text-sm font-semibold text-primary-ink">비밀 키 보기</summary>
        <code className="num mt-2 block text-sm break-all text-ink-2">{secret}</code>
      </details>
      <div className="mt-3 flex flex-wrap gap-2">
        {isShown ? null : (
          <Link to={`${path}?endpoint=${id}`} className="btn btn-line btn-sm">
            기록 보기
          </Link>
        )}
        {disabledAt ? (
          <EndpointButton id={id} intent="enable">
            다시 보내기
          </EndpointButton>
        ) : null}
        <EndpointButton id={id} intent="rotate">
          비밀 키 바꾸기
        </EndpointButton>
        <EndpointButton id={id} intent="remove">
          지우기
        </EndpointButton>
      </div>
    </li>
  )
}

function DeliveryLog({ view: { rows, next, first, shownId }, path }: { view: View; path: string }) {
  return (
    <section aria-label="보낸 기록">
      <h2 className="mb-3 text-lg font-bold">보낸 기록</h2>
      {rows.length === 0 ? (
        <p className="text-base text-ink-3">아직 보낸 것이 없어요.</p>
      ) : (
        <ul className="overflow-hidden card-line [&>li+li]:border-t [&>li+li]:border-base-300">
          {rows.map((row) => (
            <li key={row.id} className="flex flex-wrap items-center justify-between gap-3 px-4 py-3">
              <div className="min-w-0">
                <p className="text-base font-semibold">
                  {WEBHOOK_EVENT_LABELS[row.event]}{" "}
                  <span className={row.state === "failed" ? "text-refused-ink" : "text-ink-3"}>
                    {WEBHOOK_STATE_LABELS[row.state]}
                  </span>
                </p>
                <p className="num text-sm text-ink-3">
                  <RelativeTime at={row.createdAt} /> · {row.tries}번 보냄
                  {row.status === null ? "" : ` · 응답 ${row.status}`}
                </p>
              </div>
              {row.state === "waiting" ? null : (
                <Form method="post">
                  <input type="hidden" name="intent" value="resend" />
                  <input type="hidden" name="deliveryId" value={row.id} />
                  <SubmitButton className="btn btn-quiet btn-sm">다시 보내기</SubmitButton>
                </Form>
              )}
            </li>
          ))}
        </ul>
      )}
      <Pager
        isFirstPage={first}
        nextCursor={next}
        buildHref={(after) => getListUrl(path, {}, { endpoint: shownId, after })}
      />
    </section>
  )
}

function AddWebhook({ owner, answer }: { owner: ApiRole; answer: ScreenAnswer }) {
  const chosen = [answer.values.events ?? []].flat()
  return (
    <Card className="md:p-6">
      <h2 className="text-lg font-bold">주소 추가하기</h2>
      <Form method="post" noValidate className="mt-5 grid gap-6">
        <input type="hidden" name="intent" value="add" />
        <TextField
          label="받을 주소"
          name="url"
          type="url"
          maxLength={500}
          placeholder="https://example.kr/webhooks"
          defaultValue={answer.typed("url")}
          error={answer.errors.url}
          help="https 주소만 쓸 수 있어요."
          required
        />
        <FieldGroup legend="알림 받을 일" error={answer.errors.events}>
          {ROLE_WEBHOOK_EVENTS[owner].map((event) => (
            <Checkbox
              key={event}
              name="events[]"
              value={event}
              label={WEBHOOK_EVENT_LABELS[event]}
              defaultChecked={chosen.includes(event)}
            />
          ))}
        </FieldGroup>
        <SubmitButton className="btn btn-primary">추가하기</SubmitButton>
      </Form>
    </Card>
  )
}
