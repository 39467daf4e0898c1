import { Download, FileUp } from "#app/ui/icons.tsx"
import { Form, Link, href } from "react-router"
import { getListUrl } from "#app/basics/list-urls.ts"
import { getOverdueCutoff } from "#app/basics/business-days.ts"
import { now } from "#app/basics/clock.ts"
import { readQuery } from "#app/basics/form.ts"
import { formatPhone } from "#app/basics/phone.ts"
import { formatDateTime, toKstDateString } from "#app/basics/time.ts"
import { formatWon } from "#app/basics/won.ts"
import { titleOf } from "#app/basics/brand.ts"
import { FilterChip } from "#app/ui/chips.tsx"
import { EmptyState } from "#app/ui/empty-state.tsx"
import { FormAlert, SubmitButton } from "#app/ui/form.tsx"
import { Pager } from "#app/ui/pager.tsx"
import { PageHeader } from "#app/ui/section.tsx"
import { OpenChatButton } from "../../chat/parts/open-chat.tsx"
import { LineIdForm } from "../../shop/forms.ts"
import { requireSeller } from "../guards.server.ts"
import { LINE_PROBLEMS } from "../../shop/parts/problems.ts"
import { SearchBox, SellerLayout } from "../parts/seller-layout.tsx"
import { hasOpenClaim, OrderLine } from "../parts/seller-order-line.tsx"
import { LIMITS } from "../../shop/rules.ts"
import { deliverLine, cancelSoldOutLine, shipLine } from "../../shop/service/after-sale.server.ts"
import { refundMissingLine, reshipLine } from "../../shop/service/missing-parcels.server.ts"
import { countOwnLines, findOwnSellerOrders, prepareLines } from "../service/orders.server.ts"
import type { Route } from "./+types/seller-orders"
import { ShipForm, SellOutForm, SellerOrdersQuery, LineIdsForm } from "#app/areas/selling/forms.ts"
import { intents } from "#app/platform/intents.server.ts"
import { useActionAnswer, type ScreenAnswer } from "#app/ui/action-answer.ts"
import type { Member } from "../../accounts/rules.ts"
import { SELLER_ORDER_TAB_LABELS } from "#app/areas/shop/filter-rules.ts"

const PATH = href("/shopping/admin/orders")

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
    today: toKstDateString(now()),
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
  reship: intent({
    form: ShipForm,
    hidden: ["lineId"],
    run: ({ actor }, { lineId, ...parcel }) => reshipLine(actor, lineId, parcel),
    done: "다시 보낸 것으로 표시했어요",
    problems: { not_now },
  }),
  refund_missing: intent({
    form: LineIdForm,
    hidden: ["lineId"],
    run: ({ actor }, { lineId }) => refundMissingLine(actor, lineId),
    done: "환불했어요",
    problems: { not_now },
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
type ShownOrder = View["sellerOrders"][number]

export default function SellerOrders({ loaderData: view, actionData }: Route.ComponentProps) {
  const answer = useActionAnswer(actionData)
  const { tab, q, counts, sellerOrders } = view
  const address = (after?: string) => getListUrl(PATH, { tab: "to_send" }, { tab, q, after })
  const newLines = sellerOrders.flatMap((sellerOrder) =>
    sellerOrder.lines.filter((line) => line.state === "paid" && !hasOpenClaim(line)),
  )
  return (
    <SellerLayout current="orders">
      <PageHeader title="주문">
        <a href={href("/shopping/admin/parcels/file")} download className="btn btn-line btn-sm">
          <Download size={16} /> 보낼 주문 내려받기
        </a>
        <Link to={href("/shopping/admin/parcels")} className="btn btn-line btn-sm">
          <FileUp size={16} /> 송장 한꺼번에 올리기
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
          action={
            q && tab !== "all"
              ? { href: getListUrl(PATH, { tab: "to_send" }, { tab: "all", q }), label: "전체 주문에서 찾기" }
              : undefined
          }
        />
      ) : (
        <>
          {tab === "to_send" && newLines.length > 0 ? <PrepareBar newCount={newLines.length} /> : null}
          <ul className="grid gap-3 md:gap-4">
            {sellerOrders.map((sellerOrder) => (
              <li key={sellerOrder.id} className="card-line">
                <SellerOrder sellerOrder={sellerOrder} view={view} answer={answer} />
              </li>
            ))}
          </ul>
        </>
      )}
      <Pager isFirstPage={view.first} nextCursor={view.next} buildHref={address} />
    </SellerLayout>
  )
}

/** The form that takes the ticked lines in hand. */
function PrepareBar({ newCount }: { newCount: number }) {
  return (
    <Form
      id="prepare"
      method="post"
      className="mb-3 flex flex-wrap items-center justify-between gap-3 rounded-xl bg-primary-tint px-4 py-3"
    >
      <input type="hidden" name="intent" value="prepare" />
      <p className="text-base">
        <b className="font-semibold">새 주문 {newCount}건</b>{" "}
        <span className="text-sm text-ink-2 max-md:mt-0.5 max-md:block">
          고른 상품을 준비하기 시작하면, 구매자는 취소를 요청해야 해요.
        </span>
      </p>
      <SubmitButton className="btn btn-primary btn-sm">고른 상품 준비 시작</SubmitButton>
    </Form>
  )
}

/** One order of the shop: its lines, and where they go. */
function SellerOrder({
  sellerOrder,
  view,
  answer,
}: {
  sellerOrder: ShownOrder
  view: View
  answer: ScreenAnswer
}) {
  return (
    <>
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
              isSelectable={view.tab === "to_send"}
              isLate={
                line.paidAt !== null &&
                Date.parse(line.paidAt) < Date.parse(view.lateBefore) &&
                (sellerOrder.arrivesOn ?? view.today) <= view.today
              }
              answer={answer.about("lineId", line.id)}
            />
          </li>
        ))}
      </ul>
      <SellerOrderFooter sellerOrder={sellerOrder} />
    </>
  )
}

/** Where an order goes, and the chat with who bought it. */
function SellerOrderFooter({ sellerOrder }: { sellerOrder: ShownOrder }) {
  const footerClass =
    "flex flex-wrap items-start justify-between gap-3 border-t border-base-300 px-4 py-3.5 md:px-5"
  return (
    <footer className={footerClass}>
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
  )
}
