import { Form, Link, href } from "react-router"
import { getListUrl } from "#app/basics/list-urls.ts"
import { formatNumber } from "#app/basics/numbers.ts"
import { readQuery } from "#app/basics/form.ts"
import { listMoves } from "#app/basics/transitions.ts"
import { formatWon } from "#app/basics/won.ts"
import { intents } from "#app/platform/intents.server.ts"
import { getPayoutProvider } from "#app/platform/services.server.ts"
import { titleOf } from "#app/basics/brand.ts"
import { Tag } from "#app/ui/badge.tsx"
import { FilterChip } from "#app/ui/chips.tsx"
import { ConfirmDialog } from "#app/ui/dialog.tsx"
import { EmptyState } from "#app/ui/empty-state.tsx"
import { TextField } from "#app/ui/field.tsx"
import { type ScreenAnswer, useActionAnswer } from "#app/ui/action-answer.ts"
import { FormAlert, SubmitButton } from "#app/ui/form.tsx"
import { Pager } from "#app/ui/pager.tsx"
import { RelativeTime } from "#app/ui/relative-time.tsx"
import { PageHeader } from "#app/ui/section.tsx"
import { adminLoader, adminMiddleware, requireAdmin } from "../../accounts/guards.server.ts"
import type { Member } from "../../accounts/rules.ts"
import { PayoutBadge } from "../../selling/parts/state-badges.tsx"
import { formatChargeNumber } from "../../money/office-rules.ts"
import { LIMITS } from "../../money/rules.ts"
import { findPayouts, sumPayouts } from "../../money/service/payout-lists.server.ts"
import { findPayoutProblems, transitionPayout } from "../../money/service/payouts.server.ts"
import { retryPersonPayout, sumWaitingMoney } from "../../money/service/person-payouts.server.ts"
import { BulkCheckbox } from "../parts/bulk-action-bar.tsx"
import { BulkPreviewBar } from "../parts/bulk-preview-bar.tsx"
import { AdminSearch } from "../parts/admin-search.tsx"
import { ExportButton } from "../parts/export-button.tsx"
import { AdminPayoutsQuery } from "../list-queries.ts"
import { AdminLayout } from "../parts/admin-layout.tsx"
import type { Route } from "./+types/admin-payouts"
import { type PayoutState, PAYOUT_STATE_LABELS, PAYOUT_TRANSITIONS } from "#app/areas/money/rules.ts"
import { PayoutMoveForm, PayoutRetryForm } from "#app/areas/money/forms.ts"

export const middleware: Route.MiddlewareFunction[] = [adminMiddleware]

export const loader = adminLoader(async (actor, { request }: Route.LoaderArgs) => {
  const { state, q: term, after } = readQuery(AdminPayoutsQuery, new URL(request.url).searchParams)
  const [payoutPage, sums, problems, waiting] = await Promise.all([
    findPayouts(actor, { filter: { state, term }, cursor: after }),
    sumPayouts(actor, term),
    findPayoutProblems(actor),
    sumWaitingMoney(actor),
  ])
  return (
    payoutPage && {
      state,
      term,
      sums,
      problems,
      waiting,
      isPayoutOff: getPayoutProvider() === null,
      isFirstPage: after === null,
      moves: listMoves(PAYOUT_TRANSITIONS, state, "admin"),
      ...payoutPage,
    }
  )
})

const answerForm = intents<{ actor: Member }>((intent) => ({
  "": intent({
    form: PayoutMoveForm,
    hidden: ["payoutId", "move"],
    run: ({ actor }, { payoutId, move, reason }) => transitionPayout(actor, payoutId, move, reason ?? ""),
    done: ({ state, waits }) => ({
      to: buildListUrl(state),
      flash: waits
        ? "큰 금액이라 다른 관리자가 확인하면 이체가 시작돼요"
        : `'${PAYOUT_STATE_LABELS[state]}'(으)로 바꿨어요`,
    }),
    problems: {
      reason_needed: {
        field: "reason",
        sentence: "왜 실패했는지 적어 주세요. 판매자에게 그대로 전해져요.",
      },
      not_now: "그사이 상태가 바뀌었어요. 지금 상태를 확인해 주세요.",
      second_needed: "내가 요청한 이체예요. 다른 관리자가 확인해야 시작돼요.",
    },
  }),
  retry: intent({
    form: PayoutRetryForm,
    hidden: ["payoutId"],
    run: ({ actor }, { payoutId }) => retryPersonPayout(actor, payoutId),
    done: ({ state }) => ({ to: buildListUrl(state), flash: "지급을 다시 만들었어요" }),
    problems: {
      not_now: "그사이 상태가 바뀌었어요. 지금 상태를 확인해 주세요.",
      off: { sentence: "지급 서비스가 꺼져 있어서 보낼 수 없어요.", status: 503 },
      not_payable: "받을 사람의 계좌가 아직 결제대행사에서 확인되지 않았어요.",
      nothing_owed: "그사이 다시 보냈거나 보낼 돈이 없어요.",
    },
  }),
}))

export async function action({ request, context }: Route.ActionArgs) {
  return answerForm(
    await request.formData(),
    { actor: requireAdmin(context) },
    { to: href("/admin/payouts") },
  )
}

export const meta: Route.MetaFunction = () => [
  { title: titleOf("정산 지급") },
  { name: "robots", content: "noindex" },
]

const buildListUrl = (state: PayoutState, q = "", after?: string) =>
  getListUrl("/admin/payouts", { state: "pending" }, { state, q, after })

/** What is shown as a file, and what is sent as one file to the bank. */
function PayoutFiles({ view }: { view: View }) {
  const listUrl = buildListUrl(view.state, view.term)
  const hasShops = view.rows.some((row) => row.source === "shop")
  return (
    <>
      {view.state === "processing" && hasShops ? (
        <ExportButton kind="transfers" label="이체 파일" listUrl={listUrl} rows={view.rows} />
      ) : null}
      <ExportButton kind="payouts" listUrl={listUrl} rows={view.rows} />
    </>
  )
}

/** Sellers whose payout could not be made, and why, as far as the database says. */
function FailedPayouts({
  rows,
}: {
  rows: readonly { sellerId: string; name: string; tries: number; failure: string; at: string }[]
}) {
  return (
    <section aria-labelledby="problems" className="mb-4 rounded-lg bg-warn-tint p-4 text-warn-ink">
      <h2 id="problems" className="text-base font-bold">
        지급을 만들지 못한 판매자가 있어요
      </h2>
      <p className="mt-1 text-sm">
        다른 판매자의 지급은 그대로 만들어졌어요. 다음 지급 때 다시 시도하고, 성공하면 여기서 사라져요.
      </p>
      <ul className="mt-2 text-sm">
        {rows.map((row) => (
          <li key={row.sellerId}>
            <Link
              to={href("/admin/users/shop-owners/:sellerId", { sellerId: row.sellerId })}
              className="font-semibold underline"
            >
              {row.name}
            </Link>
            {" · "}
            <span className="num">{row.tries}</span>번 실패 · <RelativeTime at={row.at} /> · 오류{" "}
            <span className="num">{row.failure}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

export default function AdminPayouts({ loaderData: view, actionData }: Route.ComponentProps) {
  const answer = useActionAnswer(actionData)
  if (!view) return null
  return (
    <AdminLayout current="payouts">
      <PageHeader
        title="정산 지급"
        text={
          `영업일 오전 ${LIMITS.payoutHour}시에 받을 사람마다 한 건씩 만들어져요. 상점은 은행에서 처리한 대로 ` +
          "바꿔 주시고, 개인에게는 결제대행사가 보내요."
        }
      >
        <PayoutFiles view={view} />
      </PageHeader>
      {view.isPayoutOff ? (
        <FormAlert
          message="개인 지급이 꺼져 있어요 (PAYOUTS=off). 켤 때까지 보낼 돈은 그대로 기다려요."
          className="mb-4"
        />
      ) : null}
      {view.waiting && view.waiting.people > 0 ? (
        <p className="card-line mb-4 p-4 text-base text-ink-2">
          계좌를 기다리는 사람 <b className="num font-semibold">{view.waiting.people}명</b>, 보낼 돈{" "}
          <b className="num font-semibold">{formatWon(view.waiting.won)}</b>이 있어요.
        </p>
      ) : null}
      {view.problems.length > 0 ? <FailedPayouts rows={view.problems} /> : null}
      <AdminSearch
        action={href("/admin/payouts")}
        label="지급 찾기"
        placeholder="이름, 계좌 끝 4자리, 금액, 은행, 번호"
        term={view.term}
        hiddenFields={{ state: view.state === "pending" ? null : view.state }}
      />
      <div className="bar-of-chips mb-4">
        {view.sums.map((each) => (
          <FilterChip
            key={each.state}
            href={buildListUrl(each.state, view.term)}
            isActive={each.state === view.state}
          >
            {PAYOUT_STATE_LABELS[each.state]} <span className="num">{formatNumber(each.count)}</span>
            {each.won > 0 ? <span className="num">· {formatWon(each.won)}</span> : null}
          </FilterChip>
        ))}
      </div>
      <FormAlert message={answer.problem} className="mb-4" />
      {view.rows.length === 0 ? (
        <EmptyState
          art="done"
          title={
            view.term
              ? `‘${PAYOUT_STATE_LABELS[view.state]}’에는 ‘${view.term}’에 맞는 지급이 없어요`
              : "여기에 해당하는 지급이 없어요"
          }
          {...(view.term ? { text: "위에서 다른 상태를 눌러 보세요. 찾는 말은 그대로 남아요." } : {})}
        />
      ) : (
        <ul className="overflow-hidden card-line [&>li+li]:border-t [&>li+li]:border-base-300">
          {view.rows.map((row) => (
            <PayoutRow key={row.id} row={row} moves={view.moves} answer={answer.about("payoutId", row.id)} />
          ))}
        </ul>
      )}
      {view.rows.some((row) => row.source === "shop") && view.moves.length > 0 ? (
        <BulkPreviewBar kind="payouts" moves={view.moves} />
      ) : null}
      <Pager
        isFirstPage={view.isFirstPage}
        nextCursor={view.cursor}
        buildHref={(after) => buildListUrl(view.state, view.term, after)}
      />
    </AdminLayout>
  )
}

type View = NonNullable<Route.ComponentProps["loaderData"]>
type RowProps = {
  row: View["rows"][number]
  moves: View["moves"]
  /** The answer to what was sent about this payout. */
  answer: ScreenAnswer
}

/** One payout: to whom, onto which account, how much. */
function PayoutRow({ row, moves, answer }: RowProps) {
  const canBeChosen = row.source === "shop" && moves.length > 0
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 p-4 md:px-5">
      {canBeChosen ? (
        <BulkCheckbox
          id={row.id}
          label={`${row.name} ${formatWon(row.amountWon)}`}
          amountWon={row.amountWon}
        />
      ) : null}
      <div className="min-w-0 flex-1 basis-60">
        <p className="flex flex-wrap items-center gap-2">
          <PayoutBadge state={row.state} />
          <Tag>{row.source === "person" ? "개인" : "상점"}</Tag>
          <Link
            to={
              row.source === "person"
                ? href("/admin/users/:userId", { userId: row.sellerId })
                : href("/admin/users/shop-owners/:sellerId", { sellerId: row.sellerId })
            }
            className="text-base font-semibold hover:underline"
          >
            {row.name}
          </Link>
        </p>
        <p className="mt-1 text-sm text-ink-3">
          {row.bank} <span className="num">{row.accountNumber}</span> · {row.accountHolder}
          <span className="max-md:hidden"> · </span>
          <span className="max-md:block">
            <span className="num">{formatChargeNumber(row.id)}</span> · <RelativeTime at={row.createdAt} />
          </span>
        </p>
        {row.state === "pending" && row.startAsker ? (
          <p className="mt-1 text-sm text-warn-ink">
            {row.startAsker}님이 이체를 요청했어요.{" "}
            {row.isStartAskedBySelf ? "다른 관리자가 확인해요." : "금액과 계좌를 확인해 주세요."}
          </p>
        ) : null}
        {row.failureReason ? <p className="mt-1 text-sm text-refused-ink">{row.failureReason}</p> : null}
      </div>
      <div
        className={
          "flex items-center gap-4 max-md:w-full max-md:justify-between " +
          (canBeChosen ? "max-md:pl-10" : "")
        }
      >
        <b className="num text-lg font-bold">{formatWon(row.amountWon)}</b>
        {row.source === "shop" ? (
          <PayoutMoves row={row} moves={moves} answer={answer} />
        ) : row.canRetry ? (
          <Form method="post">
            <input type="hidden" name="intent" value="retry" />
            <input type="hidden" name="payoutId" value={row.id} />
            <SubmitButton className="btn btn-tint btn-sm hit">다시 보내기</SubmitButton>
          </Form>
        ) : null}
      </div>
    </li>
  )
}

/** What the bank has done with a payout, as an admin says it. */
function PayoutMoves({ row, moves, answer }: RowProps) {
  const next = moves.find((move) => (move === "start" && !row.isStartAskedBySelf) || move === "pay")
  return (
    <div className="flex gap-2 empty:hidden">
      {next ? (
        <Form method="post">
          <input type="hidden" name="payoutId" value={row.id} />
          <SubmitButton name="move" value={next} className="btn btn-tint btn-sm hit">
            {next === "pay" ? "이체 완료" : row.startAsker ? "확인하고 이체 시작" : "이체 시작"}
          </SubmitButton>
        </Form>
      ) : null}
      {moves.includes("fail") ? (
        <ConfirmDialog
          trigger={row.state === "paid" ? "되돌아옴" : "실패"}
          triggerClassName="btn btn-line btn-sm hit"
          title="지급에 실패했나요?"
          text="금액이 판매자의 지급할 금액으로 돌아가고, 다음 지급에 함께 나가요."
          confirmLabel="실패로 바꾸기"
          cancelLabel="닫기"
          tone="danger"
          shortcut="r"
          defaultOpen={answer.errors.reason !== undefined}
        >
          <input type="hidden" name="payoutId" value={row.id} />
          <input type="hidden" name="move" value="fail" />
          <TextField
            label="이유"
            name="reason"
            maxLength={200}
            placeholder="예: 예금주가 달라요"
            error={answer.errors.reason}
          />
        </ConfirmDialog>
      ) : null}
    </div>
  )
}
