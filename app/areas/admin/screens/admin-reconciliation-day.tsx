import { Form, Link, href } from "react-router"
import { now } from "#app/basics/clock.ts"
import { formatNumber } from "#app/basics/numbers.ts"
import { formatDateTime, formatDateWithWeekday, isDateString } from "#app/basics/time.ts"
import { formatWon } from "#app/basics/won.ts"
import { titleOf } from "#app/basics/brand.ts"
import { intents } from "#app/platform/intents.server.ts"
import { useActionAnswer, type ScreenAnswer } from "#app/ui/action-answer.ts"
import { StateBadge } from "#app/ui/badge.tsx"
import { EmptyState } from "#app/ui/empty-state.tsx"
import { TextArea } from "#app/ui/field.tsx"
import { FormAlert, SubmitButton } from "#app/ui/form.tsx"
import { PageHeader } from "#app/ui/section.tsx"
import { StatTile } from "#app/ui/stat-tile.tsx"
import { adminLoader, adminMiddleware, notFound, requireAdmin } from "../../accounts/guards.server.ts"
import type { Member } from "../../accounts/rules.ts"
import { SettleDifferenceForm } from "../../money/forms.ts"
import { DAY_STATE_LABELS, getDifferenceLabel, getSideLabel } from "../../money/office-rules.ts"
import {
  findReconciliationDay,
  rerunReconciliation,
  settleDifference,
} from "../../money/service/reconciliation-office.server.ts"
import { AdminLayout } from "../parts/admin-layout.tsx"
import { DefinitionList } from "../parts/definition-list.tsx"
import { getDayTone, RERUN_PROBLEMS } from "../parts/reconciliation-texts.ts"
import { findSubjectHrefs } from "../service/charges.server.ts"
import type { Route } from "./+types/admin-reconciliation-day"

export const middleware: Route.MiddlewareFunction[] = [adminMiddleware]

export const loader = adminLoader(async (actor, { params }: Route.LoaderArgs) => {
  const found = isDateString(params.day) ? await findReconciliationDay(actor, params.day) : null
  if (!found) notFound()
  const hrefs = await findSubjectHrefs(
    found.differences.flatMap(({ charge }) => (charge ? [charge.subjectId] : [])),
  )
  return {
    day: found.day,
    differences: found.differences.map(({ charge, groupId, ...difference }) => ({
      ...difference,
      title: charge?.title ?? (groupId === null ? null : "쇼핑 주문"),
      href: charge
        ? (hrefs.get(charge.subjectId) ?? null)
        : groupId === null
          ? null
          : href("/admin/purchases/:groupId", { groupId }),
    })),
  }
})

const answerForm = intents<{ actor: Member; day: string }>((intent) => ({
  rerun: intent({
    run: ({ actor, day }) => rerunReconciliation(actor, day),
    done: ({ state }, _, { day }) => ({
      to: href("/admin/reconciliation/:day", { day }),
      flash: state === "agreed" ? "결제사 기록과 일치해요" : "결제사 기록과 다른 것이 있어요",
    }),
    problems: { ...RERUN_PROBLEMS, not_over: RERUN_PROBLEMS.not_over.sentence },
  }),
  settle: intent({
    form: SettleDifferenceForm,
    hidden: ["differenceId"],
    run: ({ actor, day }, input) => settleDifference(actor, day, input),
    done: "확인한 내용을 적어 두었어요",
    problems: {
      involved: "내가 낸 돈이거나 받을 돈이라 확인할 수 없어요. 다른 관리자가 봐요.",
      not_now: "그사이 다른 관리자가 확인했거나 차이가 사라졌어요. 새로고침한 뒤 다시 봐 주세요.",
    },
  }),
}))

export async function action({ params, request, context }: Route.ActionArgs) {
  const actor = requireAdmin(context)
  if (!isDateString(params.day)) notFound()
  const to = href("/admin/reconciliation/:day", { day: params.day })
  return answerForm(await request.formData(), { actor, day: params.day }, { to })
}

export const meta: Route.MetaFunction = ({ params }) => [
  { title: titleOf(`${params.day} 결제사 대사`) },
  { name: "robots", content: "noindex" },
]

type View = NonNullable<Route.ComponentProps["loaderData"]>
type DifferenceRow = View["differences"][number]

export default function AdminReconciliationDay({ loaderData, actionData }: Route.ComponentProps) {
  const answer = useActionAnswer(actionData)
  if (!loaderData) return null
  const { day, differences } = loaderData
  return (
    <AdminLayout current="reconciliation">
      <PageHeader
        back={{ href: href("/admin/reconciliation"), label: "결제사 대사" }}
        title={
          <span className="inline-flex flex-wrap items-center gap-3">
            {formatDateWithWeekday(day.day)}
            <StateBadge tone={getDayTone(day)}>{DAY_STATE_LABELS[day.state]}</StateBadge>
          </span>
        }
        text={`${formatDateTime(day.startedAt, now())}에 대조했어요.`}
      >
        <Form method="post">
          <input type="hidden" name="intent" value="rerun" />
          <SubmitButton className="btn btn-line">다시 대조하기</SubmitButton>
        </Form>
      </PageHeader>
      <FormAlert className="mb-4" message={answer.problem} />
      {day.state === "silent" ? (
        <EmptyState
          art="done"
          title="결제사의 답을 기다려요"
          text={`${day.tries}번 물었지만 거래 목록을 받지 못했어요(${day.failure}). 한 시간마다 다시 물어봐요.`}
        />
      ) : (
        <>
          <DaySums day={day} />
          {differences.length === 0 ? (
            <EmptyState
              art="done"
              title="모두 일치해요"
              text="결제사의 거래와 우리 결제·환불이 한 건도 다르지 않아요."
            />
          ) : (
            <ul className="mt-4 grid gap-3">
              {differences.map((row) => (
                <li key={row.id}>
                  <DifferenceCard row={row} answer={answer.about("differenceId", row.id)} />
                </li>
              ))}
            </ul>
          )}
        </>
      )}
    </AdminLayout>
  )
}

function DaySums({ day }: Pick<View, "day">) {
  return (
    <dl className="grid grid-cols-2 gap-3 lg:grid-cols-3">
      <StatTile
        name="결제사의 결제"
        value={formatWon(day.paidWon)}
        note={`${formatNumber(day.paidCount)}건`}
      />
      <StatTile
        name="결제사의 취소"
        value={formatWon(day.returnedWon)}
        note={`${formatNumber(day.returnedCount)}건`}
      />
      <StatTile
        name="확인할 차이"
        value={`${formatNumber(day.openCount)}건`}
        note={day.settledCount > 0 ? `확인함 ${formatNumber(day.settledCount)}건` : undefined}
      />
    </dl>
  )
}

const formatSide = (won: number | null, state: string): string =>
  won === null ? "기록 없음" : `${formatWon(won)} · ${getSideLabel(state)}`

function DifferenceCard({ row, answer }: { row: DifferenceRow; answer: ScreenAnswer }) {
  return (
    <article className="card-line grid gap-5 p-5 lg:grid-cols-[minmax(0,1fr)_20rem] lg:p-6">
      <div className="min-w-0">
        <p className="text-sm text-ink-3">{formatDateTime(row.happenedAt, now())}</p>
        <h2 className="mt-1 text-lg font-bold">{getDifferenceLabel(row)}</h2>
        {row.title === null ? null : (
          <p className="mt-1 text-base">
            {row.href ? (
              <Link to={row.href} className="underline hover:text-ink">
                {row.title}
              </Link>
            ) : (
              row.title
            )}
          </p>
        )}
        <DefinitionList
          entries={[
            ["우리 기록", formatSide(row.ourWon, row.ourState)],
            ["결제사 기록", formatSide(row.theirWon, row.theirState)],
            ...(row.paymentId ? [["결제번호", row.paymentId]] : []),
            ["결제사 키", row.paymentKey],
            ...(row.transactionKey ? [["거래 키", row.transactionKey]] : []),
          ]}
        />
      </div>
      <Settlement row={row} answer={answer} />
    </article>
  )
}

/** What became of a difference, or the form to settle it. */
function Settlement({ row, answer }: { row: DifferenceRow; answer: ScreenAnswer }) {
  if (row.settledAt)
    return (
      <div className="self-start rounded-lg bg-base-200 p-4">
        <p className="text-sm text-ink-3">
          {row.settledByName ?? "탈퇴한 회원"} · {formatDateTime(row.settledAt, now())}
        </p>
        <p className="mt-1 text-base whitespace-pre-line">{row.note}</p>
      </div>
    )
  if (row.goneAt)
    return (
      <p className="self-start rounded-lg bg-base-200 p-4 text-base">
        {formatDateTime(row.goneAt, now())}에 다시 대조했을 때는 맞았어요.
      </p>
    )
  return (
    <Form method="post" noValidate className="grid content-start gap-3">
      <input type="hidden" name="intent" value="settle" />
      <input type="hidden" name="differenceId" value={row.id} />
      <TextArea
        label="확인한 내용"
        name="note"
        rows={4}
        maxLength={1_000}
        help="왜 다른지, 어떻게 하기로 했는지 적어요. 관리자만 봐요."
        defaultValue={answer.typed("note")}
        error={answer.errors.note}
      />
      <SubmitButton className="btn btn-primary">확인했어요</SubmitButton>
    </Form>
  )
}
