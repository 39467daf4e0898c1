import { Form, href } from "react-router"
import { z } from "zod"
import { getListUrl } from "#app/basics/list-urls.ts"
import { formatNumber } from "#app/basics/numbers.ts"
import { readQuery } from "#app/basics/form.ts"
import { titleOf } from "#app/basics/brand.ts"
import { FilterChip } from "#app/ui/chips.tsx"
import { EmptyState } from "#app/ui/empty-state.tsx"
import { FormAlert, SubmitButton } from "#app/ui/form.tsx"
import { Pager } from "#app/ui/pager.tsx"
import { RelativeTime } from "#app/ui/relative-time.tsx"
import { PageHeader } from "#app/ui/section.tsx"
import { adminLoader, adminMiddleware, requireAdmin } from "../../accounts/guards.server.ts"
import { AdminLayout } from "../parts/admin-layout.tsx"
import { WORK_KINDS, type WorkKind } from "../rules.ts"
import { findFailedWorkForAdmin, retryWork } from "../service/failed-work.server.ts"
import { WORK_KIND_LABELS } from "../labels.ts"
import { intents } from "#app/platform/intents.server.ts"
import { useActionAnswer } from "#app/ui/action-answer.ts"
import type { Member } from "../../accounts/rules.ts"
import type { Route } from "./+types/admin-failed-work"
import { text, optional, choice, listCursor } from "#app/basics/form-fields.ts"

const WorkQuery = z.object({ kind: choice(WORK_KINDS, "종류").catch("events"), after: listCursor })
/** Without an id: all of the kind. */
const RetryForm = z.object({
  kind: choice(WORK_KINDS, "종류"),
  id: optional(text({ label: "번호", max: 40 })),
})

export const middleware: Route.MiddlewareFunction[] = [adminMiddleware]

export const loader = adminLoader(async (actor, { request }: Route.LoaderArgs) => {
  const { kind, after } = readQuery(WorkQuery, new URL(request.url).searchParams)
  const failedWork = await findFailedWorkForAdmin(actor, kind, after)
  return failedWork && { kind, isFirstPage: after === null, ...failedWork }
})

const answerForm = intents<{ actor: Member }>((intent) => ({
  "": intent({
    form: RetryForm,
    hidden: ["kind", "id"],
    run: ({ actor }, { kind, id }) => retryWork(actor, kind, id),
    done: ({ count }, { kind }) => ({
      to: buildListUrl(kind),
      flash: `${formatNumber(count)}건을 다시 시도해요`,
    }),
    problems: {
      not_now: "그사이 없어졌거나 이미 다시 시도하고 있어요. 새로고침해 지금 상태를 확인해 주세요.",
    },
  }),
}))

export async function action({ request, context }: Route.ActionArgs) {
  const actor = requireAdmin(context)
  return answerForm(await request.formData(), { actor }, { to: href("/admin/failed-work") })
}

export const meta: Route.MetaFunction = () => [
  { title: titleOf("실패한 일") },
  { name: "robots", content: "noindex" },
]

const buildListUrl = (kind: WorkKind, after?: string) =>
  getListUrl("/admin/failed-work", { kind: "events" }, { kind, after })

const KIND_DESCRIPTIONS: Record<WorkKind, string> = {
  events: "일어난 일을 알리거나 이어 처리하지 못하고 여덟 번 실패했어요.",
  jobs: "정해진 시각이나 대기열의 작업이 여러 번 실패해 멈췄어요. 7일이 지나면 지워져요.",
}

export default function AdminFailedWork({ loaderData: view, actionData }: Route.ComponentProps) {
  const { problem } = useActionAnswer(actionData)
  if (!view) return null
  const { kind, rows, counts, cursor, isFirstPage } = view
  return (
    <AdminLayout current="failed">
      <PageHeader
        title="실패한 일"
        text={`${KIND_DESCRIPTIONS[kind]} 원인을 고친 뒤 다시 시도해 주세요. 자세한 내용은 서버 기록에 있어요.`}
      >
        {rows.length > 0 ? (
          <Form method="post">
            <input type="hidden" name="kind" value={kind} />
            <SubmitButton className="btn btn-tint whitespace-nowrap">모두 다시 시도</SubmitButton>
          </Form>
        ) : null}
      </PageHeader>
      <div className="bar-of-chips mb-4">
        {WORK_KINDS.map((each) => (
          <FilterChip key={each} href={buildListUrl(each)} isActive={each === kind} count={counts[each]}>
            {WORK_KIND_LABELS[each]}
          </FilterChip>
        ))}
      </div>
      <FormAlert message={problem} className="mb-4" />
      {rows.length === 0 ? (
        <EmptyState art="done" title="실패한 일이 없어요" />
      ) : (
        <ul className="overflow-hidden card-line [&>li+li]:border-t [&>li+li]:border-base-300">
          {rows.map((row) => (
            <li key={row.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 p-4 md:px-5">
              <div className="min-w-0 flex-1 basis-60">
                <p className="text-base font-semibold break-all">{row.name}</p>
                <p className="mt-1 text-sm text-ink-3">
                  <RelativeTime at={row.createdAt} /> · <span className="num">{row.tries}</span>번 시도 ·{" "}
                  <span className="text-refused-ink">{row.failure}</span> · 번호{" "}
                  <span className="num break-all">{row.id}</span>
                </p>
              </div>
              <Form method="post">
                <input type="hidden" name="kind" value={kind} />
                <SubmitButton name="id" value={row.id} className="btn btn-line btn-sm">
                  다시 시도
                </SubmitButton>
              </Form>
            </li>
          ))}
        </ul>
      )}
      <Pager isFirstPage={isFirstPage} nextCursor={cursor} buildHref={(after) => buildListUrl(kind, after)} />
    </AdminLayout>
  )
}
