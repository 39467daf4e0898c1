import { Link, href } from "react-router"
import { brand, titleOf } from "#app/basics/brand.ts"
import { buildShareMeta } from "#app/basics/share-meta.ts"
import { getBaseUrl } from "#app/platform/env.server.ts"
import type { ScreenHandle } from "#app/ui/screen-handle.ts"
import { Page, PageHeader } from "#app/ui/section.tsx"
import {
  describeGuide,
  describeWebhookGuide,
  type GuideOperation,
  type WebhookGuideRole,
} from "../http/guide.server.ts"
import { COMMON_PROBLEMS } from "../http/problems.server.ts"
import { API_LIMITS, API_PATH } from "../rules.ts"
import type { Route } from "./+types/developers"

export const handle = { background: "white" } satisfies ScreenHandle

export function loader({ request }: Route.LoaderArgs) {
  const origin = getBaseUrl(request.url)
  return {
    groups: describeGuide(),
    webhooks: describeWebhookGuide(),
    origin,
    base: `${origin}${API_PATH}`,
    problems: Object.entries(COMMON_PROBLEMS).map(([code, { status, ko }]) => ({ code, status, ko })),
  }
}

export const meta: Route.MetaFunction = ({ loaderData: view }) => [
  { title: titleOf("개발 문서") },
  ...(view
    ? buildShareMeta({
        origin: view.origin,
        path: "/developers",
        name: "개발 문서",
        description:
          `${brand.name} 판매자의 상품·주문과 전문가의 견적을 프로그램으로 다루는 방법이에요. ` +
          "API 키를 만들고 바로 써 보세요.",
      })
    : []),
]

export default function Developers({
  loaderData: { groups, webhooks, base, problems },
}: Route.ComponentProps) {
  return (
    <Page>
      <PageHeader
        title="개발 문서"
        text="판매자는 상품, 재고, 주문과 발송을, 전문가는 견적 요청과 견적서를 프로그램으로 다뤄요."
      />
      <div className="grid gap-8 lg:grid-cols-[13rem_minmax(0,1fr)] lg:gap-12">
        <nav aria-label="문서 차례" className="text-base max-lg:hidden">
          <ul className="sticky top-24 grid gap-1">
            <li>
              <a href="#start" className="block rounded-md py-1.5 text-ink-2 hover:text-primary-ink">
                시작하기
              </a>
            </li>
            {groups.map(({ tag, label }) => (
              <li key={tag}>
                <a href={`#${tag}`} className="block rounded-md py-1.5 text-ink-2 hover:text-primary-ink">
                  {label}
                </a>
              </li>
            ))}
            <li>
              <a href="#webhooks" className="block rounded-md py-1.5 text-ink-2 hover:text-primary-ink">
                웹훅
              </a>
            </li>
            <li>
              <a href="#problems" className="block rounded-md py-1.5 text-ink-2 hover:text-primary-ink">
                오류
              </a>
            </li>
          </ul>
        </nav>
        <div className="min-w-0">
          <GettingStarted base={base} />
          {groups.map(({ tag, label, operations }) => (
            <section key={tag} id={tag} className="mt-12 scroll-mt-20">
              <h2 className="text-xl font-bold">{label}</h2>
              <div className="mt-4 grid gap-4">
                {operations.map((operation) => (
                  <Operation key={operation.id} operation={operation} />
                ))}
              </div>
            </section>
          ))}
          <WebhookGuide roles={webhooks} />
          <ProblemList problems={problems} />
        </div>
      </div>
    </Page>
  )
}

/** A text that programs read or write. */
const Code = ({ children, label }: { children: string; label: string }) => (
  <pre
    aria-label={label}
    className="num mt-3 rounded-lg break-words whitespace-pre-wrap bg-base-200 p-4 text-sm leading-6"
  >
    {children}
  </pre>
)

const RULES = [
  ["목록", "응답의 next를 after에 그대로 넣으면 다음 쪽이 와요. next가 null이면 끝이에요."],
  [
    "다시 보내기",
    "바꾸는 요청에 Idempotency-Key를 넣으면, 하루 안에 같은 키로 다시 보내도 한 번만 처리하고 같은 답을 드려요. " +
      "내용이 다르면 409예요.",
  ],
  [
    "버전",
    "읽기 응답의 ETag를 If-None-Match로 보내면 그대로일 때 304예요. 상품을 고칠 때 If-Match로 보내면 그사이 " +
      "바뀌었을 때 412예요.",
  ],
  [
    "요청 한도",
    `키 하나로 1분에 ${API_LIMITS.requests}번까지예요. 남은 수는 RateLimit 헤더에 있고, 넘으면 429와 Retry-After를 드려요.`,
  ],
  ["언어", "오류는 한국어로, Accept-Language: en이면 영어로 알려 드려요."],
] as const

const DeskLink = ({ to, children }: { to: string; children: string }) => (
  <Link to={to} className="font-semibold text-primary-ink underline underline-offset-2">
    {children}
  </Link>
)

function GettingStarted({ base }: { base: string }) {
  return (
    <section id="start" className="scroll-mt-20">
      <h2 className="text-xl font-bold">시작하기</h2>
      <p className="mt-3 text-base text-ink-2">
        <DeskLink to={href("/shopping/admin/api")}>판매자 센터</DeskLink>나{" "}
        <DeskLink to={href("/expert-dashboard/api")}>전문가 화면</DeskLink>의 ‘API 키’에서 키를 만들어
        Authorization 헤더에 넣어 주세요. 쿠키는 쓰지 않아요. 기계가 읽는 문서는{" "}
        <a
          href={`${API_PATH}/openapi.json`}
          className="font-semibold text-primary-ink underline underline-offset-2"
        >
          OpenAPI 3.1
        </a>
        이에요.
      </p>
      <Code label="보내는 예">{`curl "${base}/orders?tab=to_send" \\\n  -H "Authorization: Bearer brd_…"`}</Code>
      <dl className="mt-6 grid gap-4">
        {RULES.map(([title, text]) => (
          <div key={title} className="grid gap-1 md:grid-cols-[7rem_minmax(0,1fr)] md:gap-4">
            <dt className="text-base font-semibold">{title}</dt>
            <dd className="text-base text-ink-2">{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function Operation({ operation }: { operation: GuideOperation }) {
  const { id, title, method, path, scope, status, query, body, answer, problems } = operation
  return (
    <details id={id} className="card-line scroll-mt-20 p-4 md:p-5">
      <summary className="cursor-pointer">
        <h3 className="inline text-lg font-bold">{title}</h3>
        <span className="num mt-1 block text-sm break-all text-ink-2">
          <b className="text-primary-ink">{method}</b> {path}
        </span>
      </summary>
      <p className="mt-3 text-sm text-ink-3">
        권한 {scope} · 성공 {status}
      </p>
      <FieldList title="주소 뒤에 붙이는 값" fields={query} />
      <FieldList title="본문" fields={body} />
      {answer ? (
        <>
          <h4 className="mt-5 text-base font-semibold">응답</h4>
          <Code label={`${title} 응답`}>{answer}</Code>
        </>
      ) : null}
      {problems.length > 0 ? (
        <>
          <h4 className="mt-5 text-base font-semibold">못 하는 경우</h4>
          <Problems problems={problems} />
        </>
      ) : null}
    </details>
  )
}

function FieldList({ title, fields }: { title: string; fields: GuideOperation["body"] }) {
  if (fields.length === 0) return null
  return (
    <>
      <h4 className="mt-5 text-base font-semibold">{title}</h4>
      <ul className="mt-2 grid gap-2">
        {fields.map((field) => (
          <li key={field.name} className="text-base">
            <code className="num font-semibold">{field.name}</code>
            <span className="text-ink-2">
              {field.label ? ` ${field.label}` : ""}
              {field.isRequired ? " · 필수" : ""}
            </span>
            <span className="num block text-sm break-words text-ink-3">{field.type}</span>
          </li>
        ))}
      </ul>
    </>
  )
}

const WEBHOOK_EXAMPLE = `POST /받을-주소
webhook-id: 0198c0de-0000-7000-8000-000000000000
webhook-timestamp: 1795658400
webhook-signature: v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=

{"type":"order.paid","timestamp":"2026-11-26T02:00:00.000Z","data":{"orderId":"0198c0de-…"}}`

/** How programs are told what happened. */
const WebhookGuide = ({ roles }: { roles: readonly WebhookGuideRole[] }) => (
  <section id="webhooks" className="mt-12 scroll-mt-20">
    <h2 className="text-xl font-bold">웹훅</h2>
    <p className="mt-3 text-base text-ink-2">
      <DeskLink to={href("/shopping/admin/webhooks")}>판매자 센터</DeskLink>나{" "}
      <DeskLink to={href("/expert-dashboard/webhooks")}>전문가 화면</DeskLink>의 ‘웹훅’에 주소를 적으면 1분
      안에 알려 드려요. 서명은 Standard Webhooks를 따라요. webhook-id, webhook-timestamp, 본문을 점으로 이어
      whsec_ 뒤의 비밀 키로 HMAC-SHA256을 구해 견주면 돼요. 2xx로 답하지 않으면 하루 동안 여섯 번 더 보내고,
      같은 일은 webhook-id가 같아요. 다시 보낸 알림은 나중 일보다 늦게 올 수 있어요. data에는 번호와 상태만
      있으니, 자세한 내용은 키로 읽어 주세요.
    </p>
    <Code label="웹훅 예">{WEBHOOK_EXAMPLE}</Code>
    {roles.map(({ role, events }) => (
      <div key={role}>
        <h3 className="mt-6 text-lg font-bold">{role}</h3>
        <ul className="mt-3 grid gap-3">
          {events.map(({ event, label, fields }) => (
            <li key={event} className="text-base">
              <code className="num font-semibold">{event}</code> <span className="text-ink-2">{label}</span>
              <span className="num block text-sm break-words text-ink-3">
                {fields.map(({ name, type }) => `${name}: ${type}`).join(", ")}
              </span>
            </li>
          ))}
        </ul>
      </div>
    ))}
  </section>
)

type Problem = { code: string; status: number; ko: string }

const Problems = ({ problems }: { problems: readonly Problem[] }) => (
  <ul className="mt-2 grid gap-2">
    {problems.map(({ code, status, ko }) => (
      <li key={code} className="text-base">
        <code className="num font-semibold">
          {status} {code}
        </code>{" "}
        <span className="text-ink-2">{ko}</span>
      </li>
    ))}
  </ul>
)

const ProblemList = ({ problems }: { problems: readonly Problem[] }) => (
  <section id="problems" className="mt-12 scroll-mt-20">
    <h2 className="text-xl font-bold">오류</h2>
    <p className="mt-3 text-base text-ink-2">
      오류는 application/problem+json(RFC 9457)으로 와요. 프로그램은 code를, 사람은 detail을 보면 돼요. 값이
      잘못됐으면 errors에 자리(pointer)와 이유가 있어요.
    </p>
    <Problems problems={problems} />
  </section>
)
