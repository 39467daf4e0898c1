import { Form, href } from "react-router"
import { MAX_KEYWORD, toAlertKeyword } from "#app/basics/alert-words.ts"
import { titleOf } from "#app/basics/brand.ts"
import { readQuery } from "#app/basics/form.ts"
import { intents } from "#app/platform/intents.server.ts"
import { ok } from "#app/platform/outcome.ts"
import { useActionAnswer, type ScreenAnswer } from "#app/ui/action-answer.ts"
import { SelectField, TextField } from "#app/ui/field.tsx"
import { FormAlert, SubmitButton } from "#app/ui/form.tsx"
import type { ScreenHandle } from "#app/ui/screen-handle.ts"
import { Page, PageHeader } from "#app/ui/section.tsx"
import { ALERT_PROBLEMS, formatAlertPlace } from "../../accounts/alert-place-rules.ts"
import { requireMember } from "../../accounts/guards.server.ts"
import { getAlertPlaceOffer } from "../../accounts/neighbourhood-rules.ts"
import { AlertList, type AlertRow } from "../../accounts/parts/alert-list.tsx"
import { AlertPlaceField } from "../../accounts/parts/alert-place-field.tsx"
import type { Member } from "../../accounts/rules.ts"
import { JobAlertForm, RemoveJobAlertForm } from "../alert-forms.ts"
import { HireQuery } from "../forms.ts"
import { JOB_KIND_LABELS, JOB_KINDS, LIMITS } from "../rules.ts"
import { addJobAlert, findJobAlerts, removeJobAlert } from "../service/job-alerts.server.ts"
import type { Route } from "./+types/job-alerts"

export const handle = { bar: "task", title: "일자리 알림", backHref: href("/my-info") } satisfies ScreenHandle

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requireMember(context, request)
  const { searchParams } = new URL(request.url)
  const { kind } = readQuery(HireQuery, searchParams)
  return {
    alerts: await findJobAlerts(actor),
    ...getAlertPlaceOffer(actor),
    kind,
    keyword: toAlertKeyword(searchParams.get("keyword") ?? "") ?? "",
  }
}

const PROBLEMS = {
  too_many: `일자리 알림은 ${LIMITS.alerts}개까지 켤 수 있어요. 안 쓰는 알림을 지워 주세요.`,
  there: "같은 조건의 알림이 이미 켜져 있어요.",
  ...ALERT_PROBLEMS,
} as const

const answerForm = intents<{ actor: Member }>((intent) => ({
  remove: intent({
    form: RemoveJobAlertForm,
    hidden: ["alertId"],
    run: async ({ actor }, { alertId }) => {
      await removeJobAlert(actor, alertId)
      return ok()
    },
    done: "일자리 알림을 지웠어요",
    problems: {},
  }),
  add: intent({
    form: JobAlertForm,
    run: ({ actor }, alert) => addJobAlert(actor, alert),
    done: "일자리 알림을 켰어요",
    problems: PROBLEMS,
  }),
}))

export async function action({ request, context }: Route.ActionArgs) {
  const actor = requireMember(context, request)
  return answerForm(await request.formData(), { actor }, { to: href("/my-info/job-alerts") })
}

export const meta: Route.MetaFunction = () => [
  { title: titleOf("일자리 알림") },
  { name: "robots", content: "noindex" },
]

type View = Route.ComponentProps["loaderData"]

function toRow(alert: View["alerts"][number], neighbourhoods: readonly string[]): AlertRow {
  const kind = alert.kind ? JOB_KIND_LABELS[alert.kind] : "모든 일"
  const name = alert.keyword || kind
  const place = formatAlertPlace(alert, neighbourhoods)
  return {
    id: alert.id,
    name,
    facts: alert.keyword ? `${kind} · ${place}` : place,
    removeLabel: `${name} 알림 지우기`,
  }
}

export default function JobAlerts({ loaderData: view, actionData }: Route.ComponentProps) {
  const answer = useActionAnswer(actionData)
  return (
    <Page isNarrow>
      <PageHeader
        title="일자리 알림"
        back={{ href: href("/my-info"), label: "마이" }}
        bar="same"
        text="조건에 맞는 새 일자리가 올라오면 바로 알려 드려요."
      />
      <FormAlert message={answer.problem} className="mb-4" />
      <NewAlertForm key={view.alerts.length} view={view} answer={answer} />
      <AlertList
        title="켜 둔 알림"
        max={LIMITS.alerts}
        rows={view.alerts.map((alert) => toRow(alert, view.neighbourhoods))}
        empty={{
          title: "아직 켜 둔 알림이 없어요",
          text: "하는 일과 동네를 정해 두면 새 일자리가 올라올 때 알려 드려요.",
        }}
      />
    </Page>
  )
}

function NewAlertForm({ view, answer }: { view: View; answer: ScreenAnswer }) {
  return (
    <Form method="post" noValidate data-ground="white" className="grid gap-4">
      <SelectField
        label="하는 일"
        name="kind"
        placeholder="모든 일"
        required={false}
        options={JOB_KINDS.map((value) => ({ value, label: JOB_KIND_LABELS[value] }))}
        defaultValue={answer.typed("kind", view.kind ?? "")}
        error={answer.errors.kind}
      />
      <TextField
        label="키워드"
        name="keyword"
        maxLength={MAX_KEYWORD}
        placeholder="예: 주말 카페"
        required={false}
        defaultValue={answer.typed("keyword", view.keyword)}
        error={answer.errors.keyword}
      />
      <AlertPlaceField neighbourhoods={view.neighbourhoods} defaultRange={view.range} answer={answer} />
      <SubmitButton name="intent" value="add" className="btn btn-primary btn-lg w-full">
        알림 켜기
      </SubmitButton>
    </Form>
  )
}
