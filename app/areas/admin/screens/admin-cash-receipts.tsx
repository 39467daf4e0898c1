import { Form, Link, href } from "react-router"
import { z } from "zod"
import { formatBusinessNumber } from "#app/basics/business-number.ts"
import { now } from "#app/basics/clock.ts"
import { choice, listCursor } from "#app/basics/form-fields.ts"
import { readQuery } from "#app/basics/form.ts"
import { getListUrl } from "#app/basics/list-urls.ts"
import { formatDateTime } from "#app/basics/time.ts"
import { formatWon } from "#app/basics/won.ts"
import { titleOf } from "#app/basics/brand.ts"
import { intents } from "#app/platform/intents.server.ts"
import { useActionAnswer, type ScreenAnswer } from "#app/ui/action-answer.ts"
import { TextField } from "#app/ui/field.tsx"
import { SubmitButton } from "#app/ui/form.tsx"
import { PageHeader } from "#app/ui/section.tsx"
import { adminLoader, adminMiddleware, requireAdmin } from "../../accounts/guards.server.ts"
import type { Member } from "../../accounts/rules.ts"
import { findOfficeNames } from "../../accounts/service/people.server.ts"
import {
  CASH_RECEIPT_QUEUES,
  describeCashReceipt,
  ISSUED_BY_HAND_CODE,
  type CashReceiptQueue,
} from "../../money/cash-receipt-rules.ts"
import { CloseCashReceiptForm, RetryCashReceiptForm } from "../../money/forms.ts"
import {
  closeCashReceipt,
  findOfficeCashReceipts,
  retryCashReceipt,
  type OfficeCashReceipt,
} from "../../money/service/cash-receipts-office.server.ts"
import { AdminLayout } from "../parts/admin-layout.tsx"
import { QueueList } from "../parts/queue-list.tsx"
import { DefinitionList } from "../parts/definition-list.tsx"
import type { Route } from "./+types/admin-cash-receipts"

const CashReceiptsQuery = z.object({
  queue: choice(CASH_RECEIPT_QUEUES, "상태").catch("refused"),
  after: listCursor,
})

export const middleware: Route.MiddlewareFunction[] = [adminMiddleware]

export const loader = adminLoader(async (actor, { request }: Route.LoaderArgs) => {
  const { queue, after } = readQuery(CashReceiptsQuery, new URL(request.url).searchParams)
  const found = await findOfficeCashReceipts(actor, { queue, cursor: after })
  if (!found) return null
  const names = await findOfficeNames(
    actor,
    found.rows.map((row) => row.payerId),
  )
  return {
    queue,
    cursor: found.cursor,
    isFirstPage: after === null,
    rows: found.rows.map(({ payerId, ...row }) => ({
      ...row,
      payer: names.get(payerId)?.name ?? "탈퇴한 회원",
    })),
  }
})

const PROBLEMS = {
  involved: "내가 낸 돈이라 처리할 수 없어요. 다른 관리자가 봐요.",
  not_now: "그사이 처리했거나 발급할 금액이 없어졌어요. 새로고침한 뒤 다시 봐 주세요.",
}

const answerForm = intents<{ actor: Member }>((intent) => ({
  "": intent({
    form: RetryCashReceiptForm,
    hidden: ["receiptId"],
    run: ({ actor }, { receiptId }) => retryCashReceipt(actor, receiptId),
    done: "결제사에 다시 요청했어요",
    problems: PROBLEMS,
  }),
  close: intent({
    form: CloseCashReceiptForm,
    hidden: ["receiptId"],
    run: ({ actor }, closed) => closeCashReceipt(actor, closed),
    done: "직접 처리한 것으로 적어 두었어요",
    problems: PROBLEMS,
  }),
}))

export async function action({ request, context }: Route.ActionArgs) {
  const actor = requireAdmin(context)
  return answerForm(await request.formData(), { actor }, { to: href("/admin/cash-receipts") })
}

export const meta: Route.MetaFunction = () => [
  { title: titleOf("현금영수증") },
  { name: "robots", content: "noindex" },
]

const QUEUE_LABELS: Record<CashReceiptQueue, string> = { refused: "거절된 것", open: "결과를 기다리는 것" }
const EMPTY_TITLES: Record<CashReceiptQueue, string> = {
  refused: "거절된 현금영수증이 없어요",
  open: "결과를 기다리는 현금영수증이 없어요",
}
const buildListUrl = (queue: string, after?: string) =>
  getListUrl("/admin/cash-receipts", { queue: "refused" }, { queue, after })

export default function AdminCashReceipts({ loaderData, actionData }: Route.ComponentProps) {
  const answer = useActionAnswer(actionData)
  if (!loaderData) return null
  return (
    <AdminLayout current="cashReceipts">
      <PageHeader
        title="현금영수증"
        text="결제사나 국세청이 거절한 발급과 취소예요. 번호나 사업자 정보를 확인한 뒤 다시 요청하거나, 홈택스에서 처리하고 승인번호를 적어 주세요."
      />
      <QueueList
        labels={QUEUE_LABELS}
        loaded={loaderData}
        buildHref={buildListUrl}
        problem={answer.problem}
        emptyTitle={EMPTY_TITLES[loaderData.queue]}
        keyOf={(row) => row.id}
      >
        {(row) => <CashReceipt row={row} answer={answer.of("close").about("receiptId", row.id)} />}
      </QueueList>
    </AdminLayout>
  )
}

/** What the provider's codes mean; others are shown as they are. */
const REFUSAL_LABELS: Readonly<Record<string, string>> = {
  INVALID_CUSTOMER_IDENTITY_NUMBER: "받는 사람의 번호가 올바르지 않아요",
  NTS_REFUSED: "국세청이 받아 주지 않았어요",
  NOT_FOUND_CASH_RECEIPT: "결제사에 없는 현금영수증이에요",
  ALREADY_CANCELED_CASH_RECEIPT: "이미 취소된 현금영수증이에요",
  [ISSUED_BY_HAND_CODE]: "직접 발급한 것이라 결제사가 취소할 수 없어요",
  INVALID_CANCEL_AMOUNT: "취소 금액이 올바르지 않아요",
}
const describeRefusal = (code: string) =>
  code in REFUSAL_LABELS ? `${REFUSAL_LABELS[code]} (${code})` : code

const CALL_LABELS: Record<OfficeCashReceipt["call"], string> = { issue: "발급", cancel: "취소" }

type Row = NonNullable<Route.ComponentProps["loaderData"]>["rows"][number]

function CashReceipt({ row, answer }: { row: Row; answer: ScreenAnswer }) {
  const callLabel = CALL_LABELS[row.call]
  return (
    <article className="card-line grid gap-5 p-5 lg:grid-cols-[minmax(0,1fr)_20rem] lg:p-6">
      <div className="min-w-0">
        <p className="text-sm text-ink-3">{formatDateTime(row.createdAt, now())}</p>
        <h2 className="mt-1 text-lg font-bold">
          <Link to={href("/admin/purchases/:groupId", { groupId: row.groupId })} className="hover:underline">
            {row.title}
          </Link>
        </h2>
        <p className="mt-2 text-2xl font-bold">
          {formatWon(row.amountWon)} {callLabel}
        </p>
        <DefinitionList
          entries={[
            ["종류", describeCashReceipt(row)],
            ["낸 사람", row.payer],
            ["판매자 사업자번호", formatBusinessNumber(row.businessNumber)],
            row.failureCode === null
              ? [
                  "기다리는 곳",
                  row.pendingSince
                    ? `국세청 · ${formatDateTime(row.pendingSince, now())}부터`
                    : "결제사의 답",
                ]
              : ["거절 이유", describeRefusal(row.failureCode)],
          ]}
        />
      </div>
      {row.failureCode === null ? null : (
        <div className="grid content-start gap-3">
          {row.failureCode === ISSUED_BY_HAND_CODE ? null : (
            <Form method="post" className="grid">
              <input type="hidden" name="receiptId" value={row.id} />
              <SubmitButton className="btn btn-primary">{callLabel} 다시 요청하기</SubmitButton>
            </Form>
          )}
          <CloseForm row={row} answer={answer} />
        </div>
      )}
    </article>
  )
}

/** Tells what was done at the tax service outside; open where what was sent before was wrong. */
function CloseForm({ row, answer }: { row: Row; answer: ScreenAnswer }) {
  return (
    <details open={answer.wasSent}>
      <summary className="btn btn-line w-full">직접 처리함</summary>
      <Form method="post" noValidate className="mt-3 grid gap-3 rounded-lg bg-base-200 p-4">
        <input type="hidden" name="intent" value="close" />
        <input type="hidden" name="receiptId" value={row.id} />
        <TextField
          label="승인번호"
          name="approvalNumber"
          inputMode="numeric"
          maxLength={11}
          placeholder="숫자 9자리"
          help={
            row.call === "issue"
              ? `홈택스에서 ${formatWon(row.amountWon)}을 발급하고 받은 번호예요. 구매자에게 보여요.`
              : `홈택스에서 ${formatWon(row.amountWon)}을 취소하고 받은 번호예요.`
          }
          defaultValue={answer.typed("approvalNumber")}
          error={answer.errors.approvalNumber}
        />
        <TextField
          label="처리한 내용"
          name="note"
          maxLength={500}
          help="감사 기록에 남아요."
          defaultValue={answer.typed("note")}
          error={answer.errors.note}
        />
        <SubmitButton className="btn btn-primary">처리한 것으로 적기</SubmitButton>
      </Form>
    </details>
  )
}
