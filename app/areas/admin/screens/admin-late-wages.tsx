import { Form, Link, href } from "react-router"
import { z } from "zod"
import { now } from "#app/basics/clock.ts"
import { choice, listCursor } from "#app/basics/form-fields.ts"
import { readQuery } from "#app/basics/form.ts"
import { getListUrl } from "#app/basics/list-urls.ts"
import { formatDateTime } from "#app/basics/time.ts"
import { formatWon } from "#app/basics/won.ts"
import { titleOf } from "#app/basics/brand.ts"
import { intents } from "#app/platform/intents.server.ts"
import { useActionAnswer, type ScreenAnswer } from "#app/ui/action-answer.ts"
import { StateBadge } from "#app/ui/badge.tsx"
import { TextArea } from "#app/ui/field.tsx"
import { SubmitButton } from "#app/ui/form.tsx"
import { PageHeader } from "#app/ui/section.tsx"
import { adminLoader, adminMiddleware, requireAdmin } from "../../accounts/guards.server.ts"
import type { Member } from "../../accounts/rules.ts"
import { HandleLateWageForm } from "../../jobs/work-forms.ts"
import {
  countLateDays,
  WAGE_QUEUE_LABELS,
  WAGE_QUEUES,
  WAGE_STATE_LABELS,
  WAGE_TONES,
} from "../../jobs/work-rules.ts"
import { handleLateWage } from "../../jobs/service/wages.server.ts"
import { findLateWages, type LateWageCard } from "../../jobs/service/work-records.server.ts"
import { AdminLayout } from "../parts/admin-layout.tsx"
import { QueueList } from "../parts/queue-list.tsx"
import type { Route } from "./+types/admin-late-wages"

const LateWagesQuery = z.object({ queue: choice(WAGE_QUEUES, "상태").catch("waiting"), after: listCursor })

export const middleware: Route.MiddlewareFunction[] = [adminMiddleware]

export const loader = adminLoader(async (actor, { request }: Route.LoaderArgs) => {
  const { queue, after } = readQuery(LateWagesQuery, new URL(request.url).searchParams)
  const page = await findLateWages(actor, { queue, cursor: after })
  return page && { queue, ...page, isFirstPage: after === null }
})

const answerForm = intents<{ actor: Member }>((intent) => ({
  "": intent({
    form: HandleLateWageForm,
    hidden: ["applicationId", "wageId"],
    run: ({ actor }, { applicationId, ...input }) => handleLateWage(actor, applicationId, input),
    done: "확인한 것을 두 사람에게 알렸어요",
    problems: {
      involved: "내가 관계된 일이라 확인할 수 없어요. 다른 관리자가 봐요.",
      not_now: "그사이 확인된 임금이에요. 새로고침한 뒤 다시 봐 주세요.",
    },
  }),
}))

export async function action({ request, context }: Route.ActionArgs) {
  const actor = requireAdmin(context)
  return answerForm(await request.formData(), { actor }, { to: href("/admin/late-wages") })
}

export const meta: Route.MetaFunction = () => [
  { title: titleOf("늦은 임금") },
  { name: "robots", content: "noindex" },
]

const buildListUrl = (queue: string, after?: string) =>
  getListUrl("/admin/late-wages", { queue: "waiting" }, { queue, after })

export default function AdminLateWages({ loaderData, actionData }: Route.ComponentProps) {
  const answer = useActionAnswer(actionData)
  if (!loaderData) return null
  return (
    <AdminLayout current="lateWages">
      <PageHeader
        title="늦은 임금"
        text="지급일이 3일 넘게 지난 임금이에요. 양쪽에 연락하고 확인한 것을 적어 주세요."
      />
      <QueueList
        labels={WAGE_QUEUE_LABELS}
        loaded={loaderData}
        buildHref={buildListUrl}
        problem={answer.problem}
        emptyTitle={loaderData.queue === "waiting" ? "늦은 임금이 없어요" : "아직 확인한 임금이 없어요"}
        keyOf={(row) => row.wageId}
      >
        {(row) => <LateWage row={row} answer={answer.about("wageId", row.wageId)} />}
      </QueueList>
    </AdminLayout>
  )
}

function LateWage({ row, answer }: { row: LateWageCard; answer: ScreenAnswer }) {
  const address = { applicationId: row.applicationId, wageId: row.wageId }
  return (
    <article className="card-line grid gap-5 p-5 lg:grid-cols-[minmax(0,1fr)_20rem] lg:p-6">
      <div className="min-w-0">
        <div className="flex items-center gap-2">
          <StateBadge tone={WAGE_TONES[row.state]}>{WAGE_STATE_LABELS[row.state]}</StateBadge>
          <span className="text-sm font-semibold text-refused-ink" suppressHydrationWarning>
            {countLateDays(new Date(row.dueAt), now())}일 늦음
          </span>
        </div>
        <h2 className="mt-2 text-lg font-bold">{row.title}</h2>
        <p className="mt-1 text-base text-ink-2">
          {row.businessName} → {row.workerName}
        </p>
        <p className="num mt-2 text-2xl font-bold">{formatWon(row.netWon)}</p>
        <div className="mt-4 flex flex-wrap gap-2">
          <Link
            to={href("/jobs/applications/:applicationId/wages/:wageId", address)}
            className="btn btn-line btn-sm"
          >
            임금명세서
          </Link>
          <Link
            to={href("/jobs/applications/:applicationId/wages/:wageId/record", address)}
            className="btn btn-line btn-sm"
          >
            전체 기록
          </Link>
        </div>
      </div>
      {row.handled ? (
        <div className="rounded-lg bg-base-200 p-4">
          <p className="text-sm text-ink-3">
            {row.handled.by} · {formatDateTime(row.handled.at, now())}
          </p>
          <p className="mt-1 text-base whitespace-pre-line">{row.handled.note}</p>
        </div>
      ) : row.isInvolved ? (
        <p className="text-base text-ink-2">내가 관계된 일이라 확인할 수 없어요. 다른 관리자가 봐요.</p>
      ) : (
        <Form method="post" noValidate className="grid content-start gap-3">
          <input type="hidden" name="applicationId" value={row.applicationId} />
          <input type="hidden" name="wageId" value={row.wageId} />
          <TextArea
            label="확인한 내용"
            name="note"
            rows={3}
            maxLength={500}
            help="양쪽에 그대로 전해져요."
            defaultValue={answer.typed("note")}
            error={answer.errors.note}
          />
          <SubmitButton className="btn btn-primary">확인했어요</SubmitButton>
        </Form>
      )}
    </article>
  )
}
