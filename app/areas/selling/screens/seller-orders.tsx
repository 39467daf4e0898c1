import { Download, FileUp, Truck } from "lucide-react"
import { Form, Link, href } from "react-router"
import { getListUrl } from "#app/basics/list-urls.ts"
import { getOverdueCutoff } from "#app/basics/business-days.ts"
import { now } from "#app/basics/clock.ts"
import { readQuery } from "#app/basics/form.ts"
import { formatPhone } from "#app/basics/phone.ts"
import { formatDateTime } from "#app/basics/time.ts"
import { formatWon } from "#app/basics/won.ts"
import { titleOf } from "#app/basics/brand.ts"
import { StateBadge } from "#app/ui/badge.tsx"
import { FilterChip } from "#app/ui/chips.tsx"
import { ConfirmDialog } from "#app/ui/dialog.tsx"
import { EmptyState } from "#app/ui/empty-state.tsx"
import { SelectField, TextField } from "#app/ui/field.tsx"
import { FormAlert, SubmitButton } from "#app/ui/form.tsx"
import { Pager } from "#app/ui/pager.tsx"
import { PageHeader } from "#app/ui/section.tsx"
import { OpenChatButton } from "../../chat/parts/open-chat.tsx"
import { LineIdForm } from "../../shop/forms.ts"
import { requireSeller } from "../guards.server.ts"
import { LINE_PROBLEMS } from "../../shop/parts/problems.ts"
import { SearchBox, SellerLayout } from "../parts/seller-layout.tsx"
import { ClaimBadge, LineBadge } from "../../shop/parts/state-badges.tsx"
import { Thumbnail } from "../../shop/parts/thumbnail.tsx"
import { CARRIER_KEYS, CARRIERS, getCarrierLabel, LIMITS } from "../../shop/rules.ts"
import { deliverLine, cancelSoldOutLine, shipLine } from "../../shop/service/after-sale.server.ts"
import { countOwnLines, findOwnSellerOrders, prepareLines } from "../service/orders.server.ts"
import type { Route } from "./+types/seller-orders"
import { ShipForm, SellOutForm, SellerOrdersQuery, LineIdsForm } from "#app/areas/selling/forms.ts"
import { intents } from "#app/platform/intents.server.ts"
import { useActionAnswer, type ScreenAnswer } from "#app/ui/action-answer.ts"
import type { Member } from "../../accounts/rules.ts"
import { SELLER_ORDER_TAB_LABELS } from "#app/areas/shop/filter-rules.ts"
import { isOpenClaim } from "#app/areas/shop/claim-rules.ts"

const PATH = "/shopping/admin/orders"

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requireSeller(context, request)
  const { tab, q, after } = readQuery(SellerOrdersQuery, new URL(request.url).searchParams)
  const [counts, page] = await Promise.all([
    countOwnLines(actor),
    findOwnSellerOrders(actor, { tab, q, after }),
  ])
  return {
    tab,
    q,
    first: after === null,
    counts,
    ...page,
    lateBefore: getOverdueCutoff(now(), LIMITS.dispatchWithinDays).toISOString(),
  }
}

const { not_now, claim_open } = LINE_PROBLEMS
const answerForm = intents<{ actor: Member }>((intent) => ({
  prepare: intent({
    form: LineIdsForm,
    hidden: ["lineIds"],
    run: ({ actor }, { lineIds }) => prepareLines(actor, lineIds),
    done: ({ prepared }) => `${prepared}건을 준비하기 시작했어요`,
    problems: { not_now },
  }),
  ship: intent({
    form: ShipForm,
    hidden: ["lineId"],
    run: ({ actor }, { lineId, ...parcel }) => shipLine(actor, lineId, parcel),
    done: "보낸 것으로 표시했어요",
    problems: { not_now, claim_open },
  }),
  deliver: intent({
    form: LineIdForm,
    hidden: ["lineId"],
    run: ({ actor }, { lineId }) => deliverLine(actor, lineId, "seller"),
    done: "도착한 것으로 표시했어요",
    problems: { not_now },
  }),
  sell_out: intent({
    form: SellOutForm,
    hidden: ["lineId"],
    run: ({ actor }, { lineId, reason }) => cancelSoldOutLine(actor, lineId, reason),
    done: "주문을 취소하고 환불했어요",
    problems: { not_now },
  }),
}))

export async function action({ request, context }: Route.ActionArgs) {
  const actor = requireSeller(context, request)
  const to = getListUrl(PATH, {}, { tab: new URL(request.url).searchParams.get("tab") })
  return answerForm(await request.formData(), { actor }, { to })
}

export const meta: Route.MetaFunction = () => [
  { title: titleOf("주문 관리") },
  { name: "robots", content: "noindex" },
]

type View = Route.ComponentProps["loaderData"]
type Line = View["sellerOrders"][number]["lines"][number]

export default function SellerOrders({ loaderData: view, actionData }: Route.ComponentProps) {
  const answer = useActionAnswer(actionData)
  const { tab, q, counts, sellerOrders } = view
  const address = (after?: string) => getListUrl(PATH, { tab: "to_send" }, { tab, q, after })
  const newLines = sellerOrders.flatMap((sellerOrder) =>
    sellerOrder.lines.filter((line) => line.state === "paid" && !hasClaim(line)),
  )
  return (
    <SellerLayout current="orders">
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
            href={getListUrl(PATH, { tab: "to_send" }, { tab: each.tab, q })}
            isActive={each.tab === tab}
            count={each.count}
          >
            {SELLER_ORDER_TAB_LABELS[each.tab]}
          </FilterChip>
        ))}
      </div>
      <SearchBox path={PATH} tab={tab} q={q} label="주문번호, 받는 분, 상품" />
      <FormAlert message={answer.problem} className="mb-4" />
      {sellerOrders.length === 0 ? (
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
          {tab === "to_send" && newLines.length > 0 ? (
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
                <b className="font-semibold">새 주문 {newLines.length}건</b>{" "}
                <span className="text-sm text-ink-2 max-md:mt-0.5 max-md:block">
                  고른 상품을 준비하기 시작하면, 구매자는 취소를 요청해야 해요.
                </span>
              </p>
              <SubmitButton className="btn btn-primary btn-sm">고른 상품 준비 시작</SubmitButton>
            </Form>
          ) : null}
          <ul className="grid gap-3 md:gap-4">
            {sellerOrders.map((sellerOrder) => (
              <li key={sellerOrder.id} className="card-line">
                <header
                  className={
                    "flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b " +
                    "border-base-300 px-4 py-3 md:px-5"
                  }
                >
                  <h2 className="text-base font-bold">
                    <span className="num">{sellerOrder.number}</span>{" "}
                    <span className="ml-1 text-sm font-normal text-ink-3">
                      {sellerOrder.paidAt ? formatDateTime(sellerOrder.paidAt) : ""}
                    </span>
                  </h2>
                  <p className="text-sm text-ink-2">
                    {sellerOrder.refundedWon > 0 ? `환불 ${formatWon(sellerOrder.refundedWon)} · ` : ""}배송비{" "}
                    {sellerOrder.shippingWon === 0 ? "무료" : formatWon(sellerOrder.shippingWon)} ·{" "}
                    <b className="font-semibold text-base-content">{formatWon(sellerOrder.totalWon)}</b>
                  </p>
                </header>
                <ul className="divide-y divide-base-300">
                  {sellerOrder.lines.map((line) => (
                    <li key={line.id} className="px-4 py-4 md:px-5">
                      <OrderLine
                        line={line}
                        isSelectable={tab === "to_send"}
                        isLate={line.paidAt !== null && Date.parse(line.paidAt) < Date.parse(view.lateBefore)}
                        answer={answer.about("lineId", line.id)}
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
                  {sellerOrder.deliveryAddress ? (
                    <p className="min-w-0 text-sm text-ink-2">
                      <b className="font-semibold text-base-content">{sellerOrder.recipient}</b> ·{" "}
                      <span className="num">{formatPhone(sellerOrder.deliveryAddress.phone)}</span>
                      <span className="block">
                        ({sellerOrder.deliveryAddress.zonecode}) {sellerOrder.deliveryAddress.address}
                      </span>
                      {sellerOrder.deliveryAddress.request ? (
                        <span className="block text-ink-3">요청: {sellerOrder.deliveryAddress.request}</span>
                      ) : null}
                    </p>
                  ) : (
                    <p className="text-sm text-ink-3">끝난 주문이라 받는 곳은 보이지 않아요.</p>
                  )}
                  {sellerOrder.lines[0] ? (
                    <OpenChatButton
                      kind="product"
                      id={sellerOrder.lines[0].productId}
                      with={sellerOrder.buyerId}
                      className="btn btn-quiet btn-sm"
                    >
                      구매자와 채팅
                    </OpenChatButton>
                  ) : null}
                </footer>
              </li>
            ))}
          </ul>
        </>
      )}
      <Pager isFirstPage={view.first} nextCursor={view.next} buildHref={address} />
    </SellerLayout>
  )
}

const hasClaim = (line: Line) => line.claim !== null && isOpenClaim(line.claim.state)
const carrierOptions = CARRIER_KEYS.map((value) => ({ value, label: CARRIERS[value].label }))

function OrderLine({
  line,
  isSelectable,
  isLate,
  answer,
}: {
  line: Line
  isSelectable: boolean
  isLate: boolean
  answer: ScreenAnswer
}) {
  const isWaitingToShip = line.state === "paid" || line.state === "preparing"
  const hasOpenClaim = hasClaim(line)
  const smallButtonClass = "btn btn-line btn-sm"
  return (
    <article className="flex gap-3.5">
      {isSelectable && line.state === "paid" && !hasOpenClaim ? (
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
      <Thumbnail
        pictureId={line.pictureId}
        size={64}
        isDimmed={line.state === "cancelled" || line.state === "returned"}
      />
      <div className="min-w-0 flex-1 md:flex md:items-start md:gap-4">
        <div className="min-w-0 flex-1">
          <p className="flex flex-wrap gap-1.5">
            <LineBadge state={line.state} />
            {line.claim ? <ClaimBadge kind={line.claim.kind} state={line.claim.state} /> : null}
            {isWaitingToShip && isLate ? <StateBadge tone="refused">발송 기한 지남</StateBadge> : null}
          </p>
          <h3 className="mt-1.5 text-base font-medium">
            <Link
              to={href("/shopping/product/:productId", { productId: line.productId })}
              className="hover:underline"
            >
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
              {getCarrierLabel(line.carrier)} <span className="num">{line.trackingNumber}</span>
            </p>
          ) : null}
          {line.endReason ? <p className="mt-1 text-sm text-ink-3">{line.endReason}</p> : null}
        </div>
        <div className="mt-3 flex flex-none flex-wrap gap-2 empty:hidden md:mt-0">
          {isWaitingToShip && hasOpenClaim ? (
            <Link to="/shopping/admin/claims" className="btn btn-tint btn-sm">
              취소 신청 처리
            </Link>
          ) : null}
          {isWaitingToShip && !hasOpenClaim ? (
            <ConfirmDialog
              trigger="보내기"
              triggerClassName="btn btn-tint btn-sm"
              title="송장번호를 입력해 주세요"
              text={`${line.title} ${line.quantity}개를 보내요. 구매자에게 알림이 가요.`}
              confirmLabel="보냈어요"
              defaultOpen={answer.of("ship").hasErrors}
            >
              <input type="hidden" name="intent" value="ship" />
              <input type="hidden" name="lineId" value={line.id} />
              <SelectField
                label="택배사"
                name="carrier"
                options={carrierOptions}
                defaultValue="cj"
                error={answer.errors.carrier}
              />
              <TextField
                label="송장번호"
                name="trackingNumber"
                inputMode="numeric"
                maxLength={30}
                error={answer.errors.trackingNumber}
              />
            </ConfirmDialog>
          ) : null}
          {isWaitingToShip ? (
            <ConfirmDialog
              trigger="품절 취소"
              triggerClassName={smallButtonClass}
              title="판매자 사정으로 취소할까요?"
              text="구매자에게 배송비까지 모두 돌려드려요. 되돌릴 수 없어요."
              confirmLabel="취소하기"
              cancelLabel="닫기"
              tone="danger"
              defaultOpen={answer.of("sell_out").hasErrors}
            >
              <input type="hidden" name="intent" value="sell_out" />
              <input type="hidden" name="lineId" value={line.id} />
              <TextField
                label="사유"
                name="reason"
                maxLength={100}
                defaultValue="재고가 없어요"
                help="구매자에게 그대로 전해져요."
                error={answer.errors.reason}
              />
            </ConfirmDialog>
          ) : null}
          {line.state === "shipped" && !hasOpenClaim ? (
            <ConfirmDialog
              trigger="배송완료 처리"
              triggerClassName={smallButtonClass}
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
