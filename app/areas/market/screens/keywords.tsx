import { Form, href } from "react-router"
import { MAX_KEYWORD, toAlertKeyword } from "#app/basics/alert-words.ts"
import { titleOf } from "#app/basics/brand.ts"
import { SelectField, TextField, WonField } from "#app/ui/field.tsx"
import { FormAlert, SubmitButton } from "#app/ui/form.tsx"
import type { ScreenHandle } from "#app/ui/screen-handle.ts"
import { Page, PageHeader } from "#app/ui/section.tsx"
import { ALERT_PROBLEMS, formatAlertPlace } from "../../accounts/alert-place-rules.ts"
import { requireMember } from "../../accounts/guards.server.ts"
import { getAlertPlaceOffer } from "../../accounts/neighbourhood-rules.ts"
import { AlertList, type AlertRow } from "../../accounts/parts/alert-list.tsx"
import { AlertPlaceField } from "../../accounts/parts/alert-place-field.tsx"
import { AlertForm, RemoveAlertForm } from "../forms.ts"
import { formatPriceRange } from "../parts/item-texts.ts"
import { ITEM_CATEGORIES, ITEM_CATEGORY_LABELS, LIMITS } from "../rules.ts"
import { addAlert, findAlerts, removeAlert } from "../service/alerts.server.ts"
import type { Route } from "./+types/keywords"
import { intents } from "#app/platform/intents.server.ts"
import { useActionAnswer, type ScreenAnswer } from "#app/ui/action-answer.ts"
import { ok } from "#app/platform/outcome.ts"
import type { Member } from "../../accounts/rules.ts"

export const handle = { bar: "task", title: "키워드 알림", backHref: href("/my-info") } satisfies ScreenHandle

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requireMember(context, request)
  const searched = new URL(request.url).searchParams.get("keyword") ?? ""
  return {
    alerts: await findAlerts(actor),
    ...getAlertPlaceOffer(actor),
    keyword: toAlertKeyword(searched) ?? "",
  }
}

const PROBLEMS = {
  too_many: `키워드는 ${LIMITS.alerts}개까지 등록할 수 있어요. 안 쓰는 키워드를 지워 주세요.`,
  there: "이미 등록한 키워드예요.",
  ...ALERT_PROBLEMS,
} as const

const answerForm = intents<{ actor: Member }>((intent) => ({
  remove: intent({
    form: RemoveAlertForm,
    hidden: ["alertId"],
    run: async ({ actor }, { alertId }) => {
      await removeAlert(actor, alertId)
      return ok()
    },
    done: "키워드를 지웠어요",
    problems: {},
  }),
  add: intent({
    form: AlertForm,
    run: ({ actor }, alert) => addAlert(actor, alert),
    done: "키워드 알림을 켰어요",
    problems: PROBLEMS,
  }),
}))

export async function action({ request, context }: Route.ActionArgs) {
  const actor = requireMember(context, request)
  return answerForm(await request.formData(), { actor }, { to: href("/my-info/keywords") })
}

export const meta: Route.MetaFunction = () => [
  { title: titleOf("키워드 알림") },
  { name: "robots", content: "noindex" },
]

type View = Route.ComponentProps["loaderData"]

const toRow = (alert: View["alerts"][number], neighbourhoods: readonly string[]): AlertRow => ({
  id: alert.id,
  name: alert.keyword,
  facts: [
    alert.category ? ITEM_CATEGORY_LABELS[alert.category] : "",
    formatAlertPlace(alert, neighbourhoods),
    formatPriceRange(alert.minWon, alert.maxWon) ?? "",
  ]
    .filter(Boolean)
    .join(" · "),
  removeLabel: `${alert.keyword} 지우기`,
})

export default function Keywords({ loaderData: view, actionData }: Route.ComponentProps) {
  const { alerts, neighbourhoods } = view
  const answer = useActionAnswer(actionData)
  return (
    <Page isNarrow>
      <PageHeader
        title="키워드 알림"
        back={{ href: href("/my-info"), label: "마이" }}
        bar="same"
        text="기다리는 물건이 올라오면 바로 알려 드려요."
      />
      <FormAlert message={answer.problem} className="mb-4" />
      <NewAlertForm key={alerts.length} view={view} answer={answer} />
      <AlertList
        title="등록한 키워드"
        max={LIMITS.alerts}
        rows={alerts.map((alert) => toRow(alert, neighbourhoods))}
        empty={{
          title: "아직 등록한 키워드가 없어요",
          text: "찾는 물건의 이름을 적어 두면 새로 올라올 때 알려 드려요.",
        }}
      />
    </Page>
  )
}

function NewAlertForm({ view, answer }: { view: View; answer: ScreenAnswer }) {
  return (
    <Form method="post" noValidate data-ground="white" className="grid gap-4">
      <TextField
        label="키워드"
        name="keyword"
        maxLength={MAX_KEYWORD}
        placeholder="예: 원목 식탁"
        defaultValue={answer.typed("keyword", view.keyword)}
        error={answer.errors.keyword}
        required
      />
      <AlertPlaceField neighbourhoods={view.neighbourhoods} defaultRange={view.range} answer={answer} />
      <NarrowingFields answer={answer} />
      <SubmitButton name="intent" value="add" className="btn btn-primary btn-lg w-full">
        알림 켜기
      </SubmitButton>
    </Form>
  )
}

function NarrowingFields({ answer: { errors, typed } }: { answer: ScreenAnswer }) {
  return (
    <details open={Boolean(errors.minWon ?? errors.maxWon ?? errors.category)} className="group">
      <summary className="hit w-fit cursor-pointer rounded-sm text-sm font-medium text-primary-ink">
        카테고리·가격으로 좁히기
      </summary>
      <div className="mt-4 grid gap-4">
        <SelectField
          label="카테고리"
          name="category"
          placeholder="전체"
          required={false}
          options={ITEM_CATEGORIES.map((value) => ({ value, label: ITEM_CATEGORY_LABELS[value] }))}
          defaultValue={typed("category")}
          error={errors.category}
        />
        <div className="grid grid-cols-2 gap-3">
          <WonField
            label="최소 금액"
            name="minWon"
            required={false}
            defaultValue={typed("minWon")}
            error={errors.minWon}
          />
          <WonField
            label="최대 금액"
            name="maxWon"
            required={false}
            defaultValue={typed("maxWon")}
            error={errors.maxWon}
          />
        </div>
      </div>
    </details>
  )
}
