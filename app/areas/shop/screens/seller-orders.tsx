import { Download, FileUp, Truck } from "lucide-react"
import { data, Form, Link } from "react-router"
import { listAddress } from "#app/basics/addresses.ts"
import { lateSince } from "#app/basics/business-days.ts"
import { now } from "#app/basics/clock.ts"
import { parseForm, readQuery } from "#app/basics/form.ts"
import { formatPhone } from "#app/basics/phone.ts"
import { formatDateTime } from "#app/basics/time.ts"
import { formatWon } from "#app/basics/won.ts"
import { redirectWithNotice } from "#app/platform/notice.server.ts"
import { titleOf } from "#app/shell/brand.ts"
import { StateBadge } from "#app/ui/badge.tsx"
import { FilterChip } from "#app/ui/chips.tsx"
import { ConfirmDialog } from "#app/ui/dialog.tsx"
import { EmptyState } from "#app/ui/empty-state.tsx"
import { SelectField, TextField } from "#app/ui/field.tsx"
import { FormProblem, SubmitButton, useFirstErrorFocus } from "#app/ui/form.tsx"
import { Pager } from "#app/ui/pager.tsx"
import { PageHeader } from "#app/ui/section.tsx"
import { notFound } from "../../accounts/guards.server.ts"
import { OpenChat } from "../../chat/parts/open-chat.tsx"
import { LineForm, LinesForm, OwnOrdersQuery, SellOutForm, ShipForm } from "../forms.ts"
import { requireOwner } from "../guards.server.ts"
import { LINE_PROBLEMS } from "../parts/problems.ts"
import { SearchBox, SellerFrame } from "../parts/seller-frame.tsx"
import { ClaimBadge, LineBadge } from "../parts/states.tsx"
import { Thumb } from "../parts/thumb.tsx"
import { CARRIER_KEYS, CARRIERS, carrierLabel, isOpenClaim, LIMITS, ORDER_TAB_LABELS } from "../rules.ts"
import { deliverLine, sellOut, shipLine } from "../service/after-sale.server.ts"
import { countOwnLines, findOwnOrders, prepareLines } from "../service/seller-orders.server.ts"
import type { Route } from "./+types/seller-orders"
import { type Outcome } from "#app/platform/outcome.ts"

const PATH = "/shopping/admin/orders"

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requireOwner(context, request)
  const { tab, q, after } = readQuery(OwnOrdersQuery, new URL(request.url).searchParams)
  const [counts, page] = await Promise.all([countOwnLines(actor), findOwnOrders(actor, { tab, q, after })])
  return {
    tab,
    q,
    first: after === null,
    counts,
    ...page,
    lateBefore: lateSince(now(), LIMITS.sendWithinDays).toISOString(),
  }
}

const noErrors: Readonly<Record<string, string>> = {}

export async function action({ request, context }: Route.ActionArgs) {
  const actor = requireOwner(context, request)
  const sent = await request.formData()
  const intent = sent.get("intent")
  const back = listAddress(PATH, {}, { tab: new URL(request.url).searchParams.get("tab") })
  const refused = (errors: Readonly<Record<string, string>>, lineId: string | string[] = "") =>
    data(
      {
        intent: String(intent),
        lineId: [lineId].flat()[0] ?? "",
        errors,
        problem: Object.values(errors)[0] ?? "",
      },
      { status: 400 },
    )
  let done: Outcome<string>
  let word = ""
  if (intent === "prepare") {
    const form = parseForm(LinesForm, sent)
    if (!form.ok) return refused({ lineIds: "준비할 상품을 골라 주세요." })
    const prepared = await prepareLines(actor, form.value.lineIds)
    done = prepared
    word = prepared.ok ? `${prepared.prepared}건을 준비하기 시작했어요` : ""
  } else if (intent === "ship") {
    const form = parseForm(ShipForm, sent)
    if (!form.ok) return refused(form.errors, form.values.lineId)
    done = await shipLine(actor, form.value.lineId, form.value)
    word = "보낸 것으로 표시했어요"
  } else if (intent === "deliver") {
    const form = parseForm(LineForm, sent)
    if (!form.ok) return refused(form.errors)
    done = await deliverLine(actor, form.value.lineId, "seller")
    word = "도착한 것으로 표시했어요"
  } else if (intent === "sell_out") {
    const form = parseForm(SellOutForm, sent)
    if (!form.ok) return refused(form.errors, form.values.lineId)
    done = await sellOut(actor, form.value.lineId, form.value.reason)
    word = "주문을 취소하고 환불했어요"
  } else return refused({ form: "무엇을 하려는지 알 수 없어요. 새로고침한 뒤 다시 시도해 주세요." })
  if (done.ok) return redirectWithNotice(back, word)
  if (done.reason === "not_found") notFound()
  return data(
    {
      intent: String(intent),
      lineId: "",
      errors: noErrors,
      problem: LINE_PROBLEMS[done.reason] ?? "다시 시도해 주세요.",
    },
    { status: 409 },
  )
}

export const meta: Route.MetaFunction = () => [
  { title: titleOf("주문 관리") },
  { name: "robots", content: "noindex" },
]

type View = Route.ComponentProps["loaderData"]
type Line = View["orders"][number]["lines"][number]
type Answer = Route.ComponentProps["actionData"]

export default function SellerOrders({ loaderData: view, actionData: answer }: Route.ComponentProps) {
  useFirstErrorFocus(answer?.errors)
  const { tab, q, counts, orders } = view
  const address = (after?: string) => listAddress(PATH, { tab: "to_send" }, { tab, q, after })
  const fresh = orders.flatMap((order) =>
    order.lines.filter((line) => line.state === "paid" && !hasClaim(line)),
  )
  return (
    <SellerFrame current="orders">
      <PageHeader title="주문">
        <a href="/shopping/admin/parcels/file" download className="btn btn-line btn-sm">
          <Download aria-hidden size={16} strokeWidth={1.75} /> 보낼 주문 내려받기
        </a>
        <Link to="/shopping/admin/parcels" className="btn btn-line btn-sm">
          <FileUp aria-hidden size={16} strokeWidth={1.75} /> 송장 한꺼번에 올리기
        </Link>
      </PageHeader>
      <div className="bar-of-chips mb-4">
        {counts.map((each) => (
          <FilterChip
            key={each.tab}
            href={listAddress(PATH, { tab: "to_send" }, { tab: each.tab, q })}
            active={each.tab === tab}
            count={each.count}
          >
            {ORDER_TAB_LABELS[each.tab]}
          </FilterChip>
        ))}
      </div>
      <SearchBox path={PATH} tab={tab} q={q} label="주문번호, 받는 분, 상품" />
      <FormProblem problem={answer?.problem} className="mb-4" />
      {orders.length === 0 ? (
        <EmptyState
          art={tab === "to_send" ? "done" : "cart"}
          title={
            q
              ? "찾는 주문이 없어요"
              : tab === "to_send"
                ? "보낼 주문이 없어요"
                : "여기에 해당하는 주문이 없어요"
          }
        />
      ) : (
        <>
          {tab === "to_send" && fresh.length > 0 ? (
            <Form
              id="prepare"
              method="post"
              className={
                "mb-3 flex flex-wrap items-center justify-between gap-3 rounded-xl bg-primary-tint " +
                "px-4 py-3"
              }
            >
              <input type="hidden" name="intent" value="prepare" />
              <p className="text-base">
                <b className="font-semibold">새 주문 {fresh.length}건</b>{" "}
                <span className="text-sm text-ink-2 max-md:mt-0.5 max-md:block">
                  고른 상품을 준비하기 시작하면, 구매자는 취소를 요청해야 해요.
                </span>
              </p>
              <SubmitButton className="btn btn-primary btn-sm">고른 상품 준비 시작</SubmitButton>
            </Form>
          ) : null}
          <ul className="grid gap-3 md:gap-4">
            {orders.map((order) => (
              <li key={order.id} className="card-line">
                <header
                  className={
                    "flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b " +
                    "border-base-300 px-4 py-3 md:px-5"
                  }
                >
                  <h2 className="text-base font-bold">
                    <span className="num">{order.number}</span>{" "}
                    <span className="ml-1 text-sm font-normal text-ink-3">
                      {order.paidAt ? formatDateTime(order.paidAt) : ""}
                    </span>
                  </h2>
                  <p className="text-sm text-ink-2">
                    {order.refundedWon > 0 ? `환불 ${formatWon(order.refundedWon)} · ` : ""}배송비{" "}
                    {order.shippingWon === 0 ? "무료" : formatWon(order.shippingWon)} ·{" "}
                    <b className="font-semibold text-base-content">{formatWon(order.totalWon)}</b>
                  </p>
                </header>
                <ul className="divide-y divide-base-300">
                  {order.lines.map((line) => (
                    <li key={line.id} className="px-4 py-4 md:px-5">
                      <OrderLine
                        line={line}
                        pick={tab === "to_send"}
                        late={line.paidAt !== null && Date.parse(line.paidAt) < Date.parse(view.lateBefore)}
                        answer={answer?.lineId === line.id ? answer : undefined}
                      />
                    </li>
                  ))}
                </ul>
                <footer
                  className={
                    "flex flex-wrap items-start justify-between gap-3 border-t border-base-300 px-4 " +
                    "py-3.5 md:px-5"
                  }
                >
                  {order.to ? (
                    <p className="min-w-0 text-sm text-ink-2">
                      <b className="font-semibold text-base-content">{order.recipient}</b> ·{" "}
                      <span className="num">{formatPhone(order.to.phone)}</span>
                      <span className="block">
                        ({order.to.zonecode}) {order.to.address}
                      </span>
                      {order.to.request ? (
                        <span className="block text-ink-3">요청: {order.to.request}</span>
                      ) : null}
                    </p>
                  ) : (
                    <p className="text-sm text-ink-3">끝난 주문이라 받는 곳은 보이지 않아요.</p>
                  )}
                  {order.lines[0] ? (
                    <OpenChat
                      kind="product"
                      id={order.lines[0].productId}
                      with={order.buyerId}
                      className="btn btn-quiet btn-sm"
                    >
                      구매자와 채팅
                    </OpenChat>
                  ) : null}
                </footer>
              </li>
            ))}
          </ul>
        </>
      )}
      <Pager first={view.first} next={view.next} address={address} />
    </SellerFrame>
  )
}

const hasClaim = (line: Line) => line.claim !== null && isOpenClaim(line.claim.state)
const carriers = CARRIER_KEYS.map((value) => ({ value, label: CARRIERS[value].label }))

function OrderLine({
  line,
  pick,
  late,
  answer,
}: {
  line: Line
  pick: boolean
  late: boolean
  answer: Answer
}) {
  const waits = line.state === "paid" || line.state === "preparing"
  const claimed = hasClaim(line)
  const small = "btn btn-line btn-sm"
  return (
    <article className="flex gap-3.5">
      {pick && line.state === "paid" && !claimed ? (
        <input
          type="checkbox"
          form="prepare"
          name="lineIds[]"
          value={line.id}
          defaultChecked
          aria-label={`${line.title} 고르기`}
          className="tick mt-5"
        />
      ) : null}
      <Thumb
        pictureId={line.pictureId}
        size={64}
        dimmed={line.state === "cancelled" || line.state === "returned"}
      />
      <div className="min-w-0 flex-1 md:flex md:items-start md:gap-4">
        <div className="min-w-0 flex-1">
          <p className="flex flex-wrap gap-1.5">
            <LineBadge state={line.state} />
            {line.claim ? <ClaimBadge kind={line.claim.kind} state={line.claim.state} /> : null}
            {waits && late ? <StateBadge tone="refused">발송 기한 지남</StateBadge> : null}
          </p>
          <h3 className="mt-1.5 text-base font-medium">
            <Link to={`/shopping/product/${line.productId}`} className="hover:underline">
              {line.title}
            </Link>
          </h3>
          <p className="mt-0.5 text-sm text-ink-3">
            {[
              line.optionName,
              `${line.quantity}개`,
              formatWon(line.unitWon * line.quantity - line.discountWon),
            ]
              .filter(Boolean)
              .join(" · ")}
          </p>
          {line.trackingNumber ? (
            <p className="mt-1 flex items-center gap-1.5 text-sm text-ink-2">
              <Truck aria-hidden size={16} strokeWidth={1.75} className="text-ink-3" />{" "}
              {carrierLabel(line.carrier)} <span className="num">{line.trackingNumber}</span>
            </p>
          ) : null}
          {line.endReason ? <p className="mt-1 text-sm text-ink-3">{line.endReason}</p> : null}
        </div>
        <div className="mt-3 flex flex-none flex-wrap gap-2 empty:hidden md:mt-0">
          {waits && claimed ? (
            <Link to="/shopping/admin/claims" className="btn btn-tint btn-sm">
              취소 신청 처리
            </Link>
          ) : null}
          {waits && !claimed ? (
            <ConfirmDialog
              trigger="보내기"
              triggerClassName="btn btn-tint btn-sm"
              title="송장번호를 입력해 주세요"
              text={`${line.title} ${line.quantity}개를 보내요. 구매자에게 알림이 가요.`}
              confirmLabel="보냈어요"
              defaultOpen={answer?.intent === "ship"}
            >
              <input type="hidden" name="intent" value="ship" />
              <input type="hidden" name="lineId" value={line.id} />
              <SelectField
                label="택배사"
                name="carrier"
                options={carriers}
                defaultValue="cj"
                error={answer?.errors.carrier}
              />
              <TextField
                label="송장번호"
                name="trackingNumber"
                inputMode="numeric"
                maxLength={30}
                error={answer?.errors.trackingNumber}
              />
            </ConfirmDialog>
          ) : null}
          {waits ? (
            <ConfirmDialog
              trigger="품절 취소"
              triggerClassName={small}
              title="판매자 사정으로 취소할까요?"
              text="구매자에게 배송비까지 모두 돌려드려요. 되돌릴 수 없어요."
              confirmLabel="취소하기"
              cancelLabel="닫기"
              tone="danger"
              defaultOpen={answer?.intent === "sell_out"}
            >
              <input type="hidden" name="intent" value="sell_out" />
              <input type="hidden" name="lineId" value={line.id} />
              <TextField
                label="사유"
                name="reason"
                maxLength={100}
                defaultValue="재고가 없어요"
                help="구매자에게 그대로 전해져요."
                error={answer?.errors.reason}
              />
            </ConfirmDialog>
          ) : null}
          {line.state === "shipped" && !claimed ? (
            <ConfirmDialog
              trigger="배송완료 처리"
              triggerClassName={small}
              title="상품이 도착했나요?"
              text="배송완료 8일 뒤 자동으로 구매확정돼요."
              confirmLabel="도착했어요"
              cancelLabel="닫기"
            >
              <input type="hidden" name="intent" value="deliver" />
              <input type="hidden" name="lineId" value={line.id} />
            </ConfirmDialog>
          ) : null}
        </div>
      </div>
    </article>
  )
}
