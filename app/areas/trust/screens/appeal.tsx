import type { ReactNode } from "react"
import { data, Form, Link, href } from "react-router"
import { formatDate, formatDateTime } from "#app/basics/time.ts"
import { countHit } from "#app/platform/rate-limit.server.ts"
import { intents } from "#app/platform/intents.server.ts"
import { useActionAnswer } from "#app/ui/action-answer.ts"
import { getScreenPath, requestContext } from "#app/platform/request.server.ts"
import { titleOf } from "#app/basics/brand.ts"
import { StateBadge } from "#app/ui/badge.tsx"
import { TextArea } from "#app/ui/field.tsx"
import { FormAlert, SubmitButton } from "#app/ui/form.tsx"
import type { ScreenHandle } from "#app/ui/screen-handle.ts"
import { Page, PageHeader } from "#app/ui/section.tsx"
import { getActor, notFound } from "../../accounts/guards.server.ts"
import { AppealForm } from "../forms.ts"
import { isPermanentBan, KIND_LABELS, SANCTION_LABELS, STATE_LABELS, TRUST_LIMITS } from "../rules.ts"
import { findAppealableDecision } from "../service/appeal.server.ts"
import { appealReport } from "../service/transitions.server.ts"
import type { Route } from "./+types/appeal"

/** The decision that this address is about, for the person it concerns alone. */
async function requireDecision(request: Request, context: Route.LoaderArgs["context"]) {
  const query = new URL(request.url).searchParams
  return (
    (await findAppealableDecision(getActor(context), query.get("report"), query.get("key") ?? "")) ??
    notFound()
  )
}

export const handle = {
  bar: "task",
  title: "이의 제기",
  backHref: href("/notifications"),
} satisfies ScreenHandle

export async function loader({ request, context }: Route.LoaderArgs) {
  const { accusedId: _accused, ...decision } = await requireDecision(request, context)
  return decision
}

type Decision = Awaited<ReturnType<typeof requireDecision>>

const TOO_OFTEN = "너무 여러 번 보냈어요. 한 시간쯤 뒤에 다시 해 주세요."

const answerForm = intents<Decision>((intent) => ({
  "": intent({
    form: AppealForm,
    run: ({ accusedId, reportId }, { text }) => appealReport(accusedId, reportId, text),
    done: "이의를 제기했어요. 다른 담당자가 다시 볼게요",
    problems: {
      not_now: "이미 이의를 제기했거나 더 다툴 수 없는 결정이에요.",
      too_late: `이의는 결정한 날부터 ${TRUST_LIMITS.appealDays}일 안에 제기할 수 있어요.`,
    },
  }),
}))

export async function action({ request, context }: Route.ActionArgs) {
  const decision = await requireDecision(request, context)
  const limit = await countHit([
    { key: `appeal:${context.get(requestContext).address}`, max: 20, windowMs: 3_600_000 },
  ])
  if (!limit.ok) return data({ intent: "", problem: TOO_OFTEN, errors: {}, values: {} }, { status: 429 })
  const to = getScreenPath(request) + new URL(request.url).search
  return answerForm(await request.formData(), decision, { to })
}

export const meta: Route.MetaFunction = () => [
  { title: titleOf("이의 제기") },
  { name: "robots", content: "noindex" },
  { name: "referrer", content: "no-referrer" },
]

const STATE_TEXTS = {
  actioned: "",
  appealed: "이의를 받았어요. 결정한 사람이 아닌 다른 담당자가 다시 보고 있어요.",
  upheld: "다른 담당자가 다시 살펴봤고, 결정을 그대로 유지해요.",
  reversed: "다른 담당자가 다시 살펴봤고, 결정을 취소했어요. 불편을 드려 죄송해요.",
} as const

export default function Appeal({ loaderData: decision, actionData }: Route.ComponentProps) {
  const { errors, problem, typed } = useActionAnswer(actionData)
  const { state } = decision
  const stateText =
    state === "appealed" || state === "upheld" || state === "reversed" ? STATE_TEXTS[state] : ""
  return (
    <Page isNarrow>
      <PageHeader
        title="운영 정책에 따른 결정"
        bar="other"
        text="신고를 확인하고 내린 결정이에요. 사실과 다르면 이의를 제기할 수 있어요."
      />
      <FormAlert message={problem} className="mb-5" />
      <dl className="grid gap-4 rounded-xl bg-base-200 p-5">
        <DetailRow name="대상">
          {KIND_LABELS[decision.kind]} · {decision.title}
        </DetailRow>
        <DetailRow name="조치">
          {decision.sanctions
            .map(
              (sanction) =>
                `${SANCTION_LABELS[sanction.kind]}` +
                (sanction.endsAt
                  ? isPermanentBan(sanction.endsAt)
                    ? " (기한 없음)"
                    : ` (${formatDateTime(sanction.endsAt)}까지)`
                  : ""),
            )
            .join(", ")}
        </DetailRow>
        <DetailRow name="이유">
          <span className="whitespace-pre-line">{decision.reason}</span>
        </DetailRow>
        <DetailRow name="상태">
          <StateBadge tone={STATE_LABELS[state].tone}>{STATE_LABELS[state].label}</StateBadge>
        </DetailRow>
      </dl>
      {stateText ? <p className="mt-6 text-base">{stateText}</p> : null}
      {decision.canAppeal ? (
        <Form method="post" noValidate className="mt-7 grid gap-5">
          <TextArea
            label="어떤 점이 사실과 다른가요?"
            name="text"
            rows={6}
            maxLength={TRUST_LIMITS.note}
            help={`${formatDate(decision.until)}까지 한 번 보낼 수 있어요. 결정한 사람이 아닌 다른 담당자가 봐요.`}
            defaultValue={typed("text")}
            error={errors.text}
          />
          <SubmitButton className="btn btn-primary btn-lg w-full">이의 제기하기</SubmitButton>
        </Form>
      ) : state === "actioned" ? (
        <p className="mt-6 text-base text-ink-2">
          이의를 제기할 수 있는 날이 지났어요. 궁금한 점은{" "}
          <Link to={href("/support")} className="font-medium text-primary-ink underline">
            고객센터
          </Link>
          에 물어봐 주세요.
        </p>
      ) : null}
    </Page>
  )
}

function DetailRow({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-sm text-ink-3">{name}</dt>
      <dd className="mt-1 text-base break-words">{children}</dd>
    </div>
  )
}
