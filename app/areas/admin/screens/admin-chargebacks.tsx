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
import { TextArea } from "#app/ui/field.tsx"
import { SubmitButton } from "#app/ui/form.tsx"
import { PageHeader } from "#app/ui/section.tsx"
import { adminLoader, adminMiddleware, requireAdmin } from "../../accounts/guards.server.ts"
import type { Member } from "../../accounts/rules.ts"
import { findOfficeNames } from "../../accounts/service/people.server.ts"
import { CloseChargebackForm } from "../../money/forms.ts"
import { CHARGEBACK_QUEUES, type ChargebackQueue } from "../../money/rules.ts"
import {
  closeChargeback,
  findChargebacks,
  type ChargebackCard,
} from "../../money/service/chargebacks.server.ts"
import { findOrdersOfParts } from "../../orders/service/order-sql.server.ts"
import { AdminLayout } from "../parts/admin-layout.tsx"
import { QueueList } from "../parts/queue-list.tsx"
import { DefinitionList } from "../parts/definition-list.tsx"
import type { Route } from "./+types/admin-chargebacks"

const ChargebacksQuery = z.object({
  queue: choice(CHARGEBACK_QUEUES, "상태").catch("open"),
  after: listCursor,
})

export const middleware: Route.MiddlewareFunction[] = [adminMiddleware]

export const loader = adminLoader(async (actor, { request }: Route.LoaderArgs) => {
  const { queue, after } = readQuery(ChargebacksQuery, new URL(request.url).searchParams)
  const found = await findChargebacks(actor, { queue, cursor: after })
  if (!found) return null
  const partIds = found.rows.flatMap(({ charge }) =>
    charge?.kind === "order_part" ? [charge.subjectId] : [],
  )
  const [names, orderIds] = await Promise.all([
    findOfficeNames(
      actor,
      found.rows.flatMap((row) => [row.payerId, ...(row.charge ? [row.charge.payeeId] : [])]),
    ),
    findOrdersOfParts(partIds),
  ])
  const nameOf = (id: string) => names.get(id)?.name ?? "탈퇴한 회원"
  return {
    queue,
    cursor: found.cursor,
    isFirstPage: after === null,
    rows: found.rows.map(({ payerId, charge, groupId, ...row }) => ({
      ...row,
      payer: nameOf(payerId),
      payee: charge && nameOf(charge.payeeId),
      heldWon: charge && charge.heldWon,
      title: charge?.title ?? "쇼핑 주문",
      href: buildSubjectHref(groupId, charge, orderIds),
    })),
  }
})

function buildSubjectHref(
  groupId: string,
  charge: ChargebackCard["charge"],
  orderIds: ReadonlyMap<string, string>,
): string | null {
  if (charge === null) return href("/admin/purchases/:groupId", { groupId })
  if (charge.kind === "deal") return href("/admin/deals/:dealId", { dealId: charge.subjectId })
  const orderId = orderIds.get(charge.subjectId)
  return orderId ? href("/admin/orders/:orderId", { orderId }) : null
}

const answerForm = intents<{ actor: Member }>((intent) => ({
  "": intent({
    form: CloseChargebackForm,
    hidden: ["chargebackId"],
    run: ({ actor }, input) => closeChargeback(actor, input),
    done: "확인한 내용을 적어 두었어요",
    problems: {
      involved: "내가 낸 돈이거나 받을 돈이라 확인할 수 없어요. 다른 관리자가 봐요.",
      not_now: "그사이 다른 관리자가 확인했어요. 새로고침한 뒤 다시 봐 주세요.",
    },
  }),
}))

export async function action({ request, context }: Route.ActionArgs) {
  const actor = requireAdmin(context)
  return answerForm(await request.formData(), { actor }, { to: href("/admin/chargebacks") })
}

export const meta: Route.MetaFunction = () => [
  { title: titleOf("카드사 취소") },
  { name: "robots", content: "noindex" },
]

const QUEUE_LABELS: Record<ChargebackQueue, string> = { open: "확인할 취소", closed: "확인한 취소" }
const buildListUrl = (queue: string, after?: string) =>
  getListUrl("/admin/chargebacks", { queue: "open" }, { queue, after })

type Row = NonNullable<Route.ComponentProps["loaderData"]>["rows"][number]

export default function AdminChargebacks({ loaderData, actionData }: Route.ComponentProps) {
  const answer = useActionAnswer(actionData)
  if (!loaderData) return null
  return (
    <AdminLayout current="chargebacks">
      <PageHeader
        title="카드사 취소"
        text="우리가 부탁하지 않았는데 결제사가 되돌린 결제예요. 우선 바로일당이 부담하고, 진행 중이던 거래는 멈춰요."
      />
      <QueueList
        labels={QUEUE_LABELS}
        loaded={loaderData}
        buildHref={buildListUrl}
        problem={answer.problem}
        emptyTitle={
          loaderData.queue === "open" ? "확인할 카드사 취소가 없어요" : "아직 확인한 카드사 취소가 없어요"
        }
        keyOf={(row) => row.id}
      >
        {(row) => <Chargeback row={row} answer={answer.about("chargebackId", row.id)} />}
      </QueueList>
    </AdminLayout>
  )
}

function Chargeback({ row, answer }: { row: Row; answer: ScreenAnswer }) {
  return (
    <article className="card-line grid gap-5 p-5 lg:grid-cols-[minmax(0,1fr)_20rem] lg:p-6">
      <div className="min-w-0">
        <p className="text-sm text-ink-3">{formatDateTime(row.cancelledAt, now())}</p>
        <h2 className="mt-1 text-lg font-bold">
          {row.href ? (
            <Link to={row.href} className="hover:underline">
              {row.title}
            </Link>
          ) : (
            row.title
          )}
        </h2>
        <p className="num mt-2 text-2xl font-bold">{formatWon(row.amountWon)}</p>
        <DefinitionList
          entries={[
            ["결제", `${formatWon(row.paidWon)} · ${row.methodText}`],
            ["낸 사람", row.payer],
            ["받을 사람", row.payee ?? "판매자"],
            ["보관 중", row.heldWon === null ? "쇼핑 주문의 정산을 따라요" : formatWon(row.heldWon)],
            ["결제사의 이유", row.reason],
          ]}
        />
      </div>
      {row.closedAt ? (
        <div className="rounded-lg bg-base-200 p-4">
          <p className="text-sm text-ink-3">
            {row.closedBy ?? "탈퇴한 회원"} · {formatDateTime(row.closedAt, now())}
          </p>
          <p className="mt-1 text-base whitespace-pre-line">{row.note}</p>
        </div>
      ) : (
        <CloseForm id={row.id} answer={answer} />
      )}
    </article>
  )
}

function CloseForm({ id, answer }: { id: string; answer: ScreenAnswer }) {
  return (
    <Form method="post" noValidate className="grid content-start gap-3">
      <input type="hidden" name="chargebackId" value={id} />
      <TextArea
        label="확인한 내용"
        name="note"
        rows={4}
        maxLength={1_000}
        help="누구와 무엇을 확인했고 어떻게 하기로 했는지 적어요. 관리자만 봐요."
        defaultValue={answer.typed("note")}
        error={answer.errors.note}
      />
      <SubmitButton className="btn btn-primary">확인했어요</SubmitButton>
    </Form>
  )
}
