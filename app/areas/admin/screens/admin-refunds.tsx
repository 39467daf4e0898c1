import { Form, Link, href } from "react-router"
import { now } from "#app/basics/clock.ts"
import { readQuery } from "#app/basics/form.ts"
import { getListUrl } from "#app/basics/list-urls.ts"
import { formatDateTime } from "#app/basics/time.ts"
import { formatWon } from "#app/basics/won.ts"
import { titleOf } from "#app/basics/brand.ts"
import { intents } from "#app/platform/intents.server.ts"
import { useActionAnswer } from "#app/ui/action-answer.ts"
import { StateBadge, type Tone } from "#app/ui/badge.tsx"
import { ConfirmDialog } from "#app/ui/dialog.tsx"
import { SubmitButton } from "#app/ui/form.tsx"
import { PageHeader } from "#app/ui/section.tsx"
import { adminLoader, adminMiddleware, requireAdmin } from "../../accounts/guards.server.ts"
import { listRights, type Member } from "../../accounts/rules.ts"
import { getOfficeLimits } from "../../money/office-rules.ts"
import { REFUND_STATE_LABELS, type RefundState } from "../../money/rules.ts"
import { AdminLayout } from "../parts/admin-layout.tsx"
import { DefinitionList } from "../parts/definition-list.tsx"
import { QueueList } from "../parts/queue-list.tsx"
import {
  OFFICE_REFUND_FORMS,
  OFFICE_REFUND_QUEUE_LABELS,
  OFFICE_REFUND_STATE_LABELS,
  OfficeRefundsQuery,
  describeOfficeRefund,
  type OfficeRefundState,
} from "../refund-rules.ts"
import {
  decideOfficeRefund,
  findOfficeRefunds,
  type OfficeRefundView,
} from "../service/office-refunds.server.ts"
import type { Route } from "./+types/admin-refunds"

export const middleware: Route.MiddlewareFunction[] = [adminMiddleware]

export const loader = adminLoader(async (actor, { request }: Route.LoaderArgs) => {
  const { queue, after } = readQuery(OfficeRefundsQuery, new URL(request.url).searchParams)
  const found = await findOfficeRefunds(actor, { queue, cursor: after })
  return (
    found && {
      queue,
      ...found,
      isFirstPage: after === null,
      canConfirm: listRights(actor).includes("money"),
      limitWon: getOfficeLimits().refundWon,
    }
  )
})

const DONE_TEXTS = {
  refuse: "환불 요청을 거절했어요",
  withdraw: "환불 요청을 거뒀어요",
} as const

const answerForm = intents<{ actor: Member }>((intent) => ({
  "": intent({
    form: OFFICE_REFUND_FORMS.decide,
    hidden: ["refundId", "move"],
    run: ({ actor }, { refundId, move }) => decideOfficeRefund(actor, refundId, move),
    done: ({ refundState }, { move }) =>
      move === "confirm" ? `확인했어요. ${describeOfficeRefund(refundState)}` : DONE_TEXTS[move],
    problems: {
      not_now: "그사이 결정했거나 상태가 바뀌어 지금은 할 수 없어요. 내용을 다시 확인해 주세요.",
      changed: "그사이 돌려줄 금액이 달라졌어요. 거절하고 다시 요청받아 주세요.",
    },
  }),
}))

export async function action({ request, context }: Route.ActionArgs) {
  const actor = requireAdmin(context)
  return answerForm(await request.formData(), { actor }, { to: href("/admin/refunds") })
}

export const meta: Route.MetaFunction = () => [
  { title: titleOf("직접 환불") },
  { name: "robots", content: "noindex" },
]

const buildListUrl = (queue: string, after?: string) =>
  getListUrl("/admin/refunds", { queue: "waiting" }, { queue, after })

export default function AdminRefunds({ loaderData, actionData }: Route.ComponentProps) {
  const answer = useActionAnswer(actionData)
  if (!loaderData) return null
  return (
    <AdminLayout current="refunds">
      <PageHeader
        title="직접 환불"
        text={`쇼핑 주문과 견적 요청에서 우리가 시작한 환불이에요. ${formatWon(loaderData.limitWon)}부터는 다른 관리자가 확인해야 돈이 나가요.`}
      />
      <QueueList
        labels={OFFICE_REFUND_QUEUE_LABELS}
        loaded={loaderData}
        buildHref={buildListUrl}
        problem={answer.problem}
        emptyTitle={loaderData.queue === "waiting" ? "확인할 환불이 없어요" : "아직 끝난 환불이 없어요"}
        keyOf={(row) => row.id}
      >
        {(row) => <OfficeRefund row={row} canConfirm={loaderData.canConfirm} />}
      </QueueList>
    </AdminLayout>
  )
}

const STATE_TONES: Record<OfficeRefundState, Tone> = {
  waiting: "warn",
  done: "ok",
  refused: "refused",
  withdrawn: "done",
}

/** How far the money of a refund is that was decided and has not arrived; null for all others. */
const getUnderWay = ({ state, refundState }: OfficeRefundView): RefundState | null =>
  state === "done" && refundState !== "done" ? refundState : null

function RefundBadge({ row }: { row: OfficeRefundView }) {
  const underWay = getUnderWay(row)
  return underWay ? (
    <StateBadge tone={underWay === "failed" ? "refused" : "warn"}>{REFUND_STATE_LABELS[underWay]}</StateBadge>
  ) : (
    <StateBadge tone={STATE_TONES[row.state]}>{OFFICE_REFUND_STATE_LABELS[row.state]}</StateBadge>
  )
}

function OfficeRefund({ row, canConfirm }: { row: OfficeRefundView; canConfirm: boolean }) {
  const underWay = getUnderWay(row)
  const subjectHref =
    row.kind === "order"
      ? href("/admin/orders/:orderId", { orderId: row.subjectId })
      : href("/admin/purchases/:groupId", { groupId: row.subjectId })
  return (
    <article className="card-line flex flex-wrap items-end justify-between gap-x-6 gap-y-4 p-5 lg:p-6">
      <div className="min-w-0 flex-1 basis-80">
        <p className="flex items-center gap-2 text-sm text-ink-3">
          <RefundBadge row={row} />
          {formatDateTime(row.askedAt, now())}
        </p>
        <h2 className="mt-1 text-lg font-bold">
          <Link to={subjectHref} className="hover:underline">
            {row.title}
          </Link>
        </h2>
        <p className="num mt-2 text-2xl font-bold">{formatWon(row.amountWon)}</p>
        <DefinitionList
          entries={[
            ["무엇을", row.kind === "order" ? "요청을 취소하고 보관한 돈" : `상품 ${row.lines}가지`],
            ["이유", row.reason],
            ["요청", row.asker],
            ...(row.decider && row.decidedAt
              ? [["결정", `${row.decider} · ${formatDateTime(row.decidedAt, now())}`] as [string, string]]
              : []),
            ...(underWay ? [["남은 일", describeOfficeRefund(underWay)] as [string, string]] : []),
          ]}
        />
      </div>
      {row.state === "waiting" ? <Decision row={row} canConfirm={canConfirm} /> : null}
    </article>
  )
}

/** Who asked may take it back; any other colleague of the finances decides. */
function Decision({ row, canConfirm }: { row: OfficeRefundView; canConfirm: boolean }) {
  if (!row.isOwn && !canConfirm)
    return <p className="text-sm text-ink-3">재무를 맡은 관리자가 확인하고 있어요</p>
  if (row.isOwn)
    return (
      <Form method="post" className="flex flex-wrap items-center gap-2">
        <input type="hidden" name="refundId" value={row.id} />
        <span className="text-sm text-ink-3">다른 관리자가 확인해요</span>
        <SubmitButton name="move" value="withdraw" className="btn btn-quiet btn-sm hit">
          거두기
        </SubmitButton>
      </Form>
    )
  return (
    <div className="flex flex-wrap gap-2 max-md:w-full max-md:*:flex-1">
      <ConfirmDialog
        trigger="거절하기"
        triggerClassName="btn btn-line"
        title="환불 요청을 거절할까요?"
        text={`${row.asker}님이 요청한 ${formatWon(row.amountWon)}은 그대로 남고, 다시 요청할 수 있어요.`}
        confirmLabel="거절하기"
        cancelLabel="돌아가기"
        tone="danger"
        shortcut="r"
      >
        <input type="hidden" name="refundId" value={row.id} />
        <input type="hidden" name="move" value="refuse" />
      </ConfirmDialog>
      <ConfirmDialog
        trigger="확인하고 환불하기"
        triggerClassName="btn btn-primary"
        title={`${formatWon(row.amountWon)}을 돌려줄까요?`}
        text={`${row.title}. 고객에게 바로 돌아가고, 되돌릴 수 없어요.`}
        confirmLabel="환불하기"
        cancelLabel="돌아가기"
        shortcut="a"
      >
        <input type="hidden" name="refundId" value={row.id} />
        <input type="hidden" name="move" value="confirm" />
      </ConfirmDialog>
    </div>
  )
}
