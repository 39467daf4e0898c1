import type { ReactNode } from "react"
import { data, Form, Link } from "react-router"
import { parseForm } from "#app/basics/form.ts"
import { formatDate, formatDateTime } from "#app/basics/time.ts"
import { countHit } from "#app/platform/rate-limit.server.ts"
import { redirectWithNotice } from "#app/platform/notice.server.ts"
import { requestContext } from "#app/platform/request.server.ts"
import { titleOf } from "#app/shell/brand.ts"
import { StateBadge } from "#app/ui/badge.tsx"
import { TextArea } from "#app/ui/field.tsx"
import { FormProblem, SubmitButton, useFirstErrorFocus } from "#app/ui/form.tsx"
import { Page, PageHeader } from "#app/ui/section.tsx"
import { getActor, notFound } from "../../accounts/guards.server.ts"
import { AppealForm } from "../forms.ts"
import { isForever, KIND_LABELS, SANCTION_LABELS, STATE_LABELS, TRUST_LIMITS } from "../rules.ts"
import { findDecisionOnMe } from "../service/appeal.server.ts"
import { appealReport } from "../service/decide.server.ts"
import type { Route } from "./+types/appeal"

/** The decision that this address is about, for the person it concerns alone. */
async function decisionAt(request: Request, context: Route.LoaderArgs["context"]) {
  const query = new URL(request.url).searchParams
  return (
    (await findDecisionOnMe(getActor(context), query.get("report"), query.get("key") ?? "")) ?? notFound()
  )
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const { accusedId: _accused, ...decision } = await decisionAt(request, context)
  return decision
}

const REFUSALS = {
  not_now: "이미 이의를 제기했거나 더 다툴 수 없는 결정이에요.",
  too_late: `이의는 결정한 날부터 ${TRUST_LIMITS.appealDays}일 안에 제기할 수 있어요.`,
} as const

export async function action({ request, context }: Route.ActionArgs) {
  const decision = await decisionAt(request, context)
  const limit = await countHit([
    { key: `appeal:${context.get(requestContext).address}`, most: 20, windowMs: 3_600_000 },
  ])
  if (!limit.ok)
    return data({ problem: "너무 여러 번 보냈어요. 한 시간쯤 뒤에 다시 해 주세요." }, { status: 429 })
  const form = parseForm(AppealForm, await request.formData())
  if (!form.ok) return data({ errors: form.errors, values: form.values }, { status: 400 })
  const done = await appealReport(decision.accusedId, decision.reportId, form.value.text)
  if (done.ok) {
    const { pathname, search } = new URL(request.url)
    return redirectWithNotice(
      pathname.replace(/\.data$/, "") + search,
      "이의를 제기했어요. 다른 담당자가 다시 볼게요",
    )
  }
  if (done.reason === "not_found") notFound()
  return data({ problem: REFUSALS[done.reason] }, { status: 409 })
}

export const meta: Route.MetaFunction = () => [
  { title: titleOf("이의 제기") },
  { name: "robots", content: "noindex" },
  { name: "referrer", content: "no-referrer" },
]

const NOW = {
  actioned: "",
  appealed: "이의를 받았어요. 결정한 사람이 아닌 다른 담당자가 다시 보고 있어요.",
  upheld: "다른 담당자가 다시 살펴봤고, 결정을 그대로 유지해요.",
  reversed: "다른 담당자가 다시 살펴봤고, 결정을 취소했어요. 불편을 드려 죄송해요.",
} as const

export default function Appeal({ loaderData: decision, actionData: answer }: Route.ComponentProps) {
  const errors: Record<string, string> = answer && "errors" in answer ? answer.errors : {}
  useFirstErrorFocus(errors)
  const { state } = decision
  const said = state === "appealed" || state === "upheld" || state === "reversed" ? NOW[state] : ""
  return (
    <Page narrow>
      <PageHeader
        title="운영 정책에 따른 결정"
        text="신고를 확인하고 내린 결정이에요. 사실과 다르면 이의를 제기할 수 있어요."
      />
      <FormProblem problem={answer && "problem" in answer ? answer.problem : null} className="mb-5" />
      <dl className="grid gap-4 rounded-xl bg-base-200 p-5">
        <Fact name="대상">
          {KIND_LABELS[decision.kind]} · {decision.title}
        </Fact>
        <Fact name="조치">
          {decision.sanctions
            .map(
              (one) =>
                `${SANCTION_LABELS[one.kind]}${one.endsAt ? (isForever(one.endsAt) ? " (기한 없음)" : ` (${formatDateTime(one.endsAt)}까지)`) : ""}`,
            )
            .join(", ")}
        </Fact>
        <Fact name="이유">
          <span className="whitespace-pre-line">{decision.reason}</span>
        </Fact>
        <Fact name="상태">
          <StateBadge tone={STATE_LABELS[state].tone}>{STATE_LABELS[state].label}</StateBadge>
        </Fact>
      </dl>
      {said ? <p className="mt-6 text-base">{said}</p> : null}
      {decision.open ? (
        <Form method="post" noValidate className="mt-7 grid gap-5">
          <TextArea
            label="어떤 점이 사실과 다른가요?"
            name="text"
            rows={6}
            maxLength={TRUST_LIMITS.note}
            help={`${formatDate(decision.until)}까지 한 번 보낼 수 있어요. 결정한 사람이 아닌 다른 담당자가 봐요.`}
            defaultValue={answer && "values" in answer ? [answer.values.text ?? ""].flat()[0] : ""}
            error={errors.text}
          />
          <SubmitButton className="btn btn-primary btn-lg w-full">이의 제기하기</SubmitButton>
        </Form>
      ) : state === "actioned" ? (
        <p className="mt-6 text-base text-ink-2">
          이의를 제기할 수 있는 날이 지났어요. 궁금한 점은{" "}
          <Link to="/support" className="font-medium text-primary-ink underline">
            고객센터
          </Link>
          에 물어봐 주세요.
        </p>
      ) : null}
    </Page>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-sm text-ink-3">{name}</dt>
      <dd className="mt-1 text-base break-words">{children}</dd>
    </div>
  )
}
