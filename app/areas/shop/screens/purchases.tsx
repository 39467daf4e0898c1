import { titleOf } from "#app/basics/brand.ts"
import { ChevronRight } from "#app/ui/icons.tsx"
import { Link, href, useFetcher } from "react-router"
import { requireMember } from "#app/areas/accounts/guards.server.ts"
import { formatDate } from "#app/basics/time.ts"
import { formatWon } from "#app/basics/won.ts"
import { EmptyState } from "#app/ui/empty-state.tsx"
import { MoreLink } from "#app/ui/more-link.tsx"
import { Page, PageHeader } from "#app/ui/section.tsx"
import { usePages } from "#app/ui/use-pages.ts"
import { describeArrival } from "../parts/purchase-line.tsx"
import { BuyAgainForm } from "../parts/purchase-line-actions.tsx"
import { isFinalLineState } from "../rules.ts"
import { LineBadge, PaymentBadge } from "../parts/state-badges.tsx"
import { Thumbnail } from "../parts/thumbnail.tsx"
import { findPurchases } from "../service/purchases.server.ts"
import type { ListedPurchase } from "../views.ts"
import type { Route } from "./+types/purchases"

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requireMember(context, request)
  const cursor = new URL(request.url).searchParams.get("after")
  return { after: cursor, ...(await findPurchases(actor, cursor)) }
}

export const meta: Route.MetaFunction = () => [
  { title: titleOf("쇼핑 주문 내역") },
  { name: "robots", content: "noindex" },
]

export default function Purchases({ loaderData: view }: Route.ComponentProps) {
  const { pages, more } = usePages(
    view,
    useFetcher<typeof loader>(),
    (cursor) => `${href("/shopping/orders")}?after=${cursor}`,
  )
  const all = pages.flatMap((page) => page.purchases)
  return (
    <Page>
      <PageHeader title="쇼핑 주문 내역" back={{ href: href("/shopping"), label: "쇼핑" }} />
      {all.length === 0 ? (
        <EmptyState
          art="cart"
          title="아직 주문한 상품이 없어요"
          text="필요한 물건을 둘러보고 첫 주문을 해 보세요."
          action={{ href: href("/shopping"), label: "상품 둘러보기" }}
        />
      ) : (
        <ul className="grid gap-3 md:gap-4">
          {all.map((purchase) => (
            <li key={purchase.id}>
              <PurchaseCard purchase={purchase} />
            </li>
          ))}
        </ul>
      )}
      {more ? <MoreLink {...more} /> : null}
    </Page>
  )
}

/** A purchase in the list: how it stands, what was bought, and what it asks of its buyer. */
function PurchaseCard({ purchase }: { purchase: ListedPurchase }) {
  return (
    <article className="card-line p-4 md:p-5">
      <header className="flex items-center justify-between gap-3">
        <h2 className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-base font-bold">
          {formatDate(purchase.createdAt)} 주문{" "}
          {purchase.state === "paid" && purchase.refundedWon === 0 ? null : (
            <PaymentBadge purchase={purchase} />
          )}
        </h2>
        <PurchaseLink purchase={purchase} />
      </header>
      <ul className="mt-4 grid gap-4">
        {purchase.lines.map((line) => (
          <ListedLine key={line.id} line={line} groupId={purchase.id} />
        ))}
      </ul>
      {purchase.needsAccount ? (
        <Link
          to={`${href("/shopping/orders/:groupId", { groupId: purchase.id })}#refund-account`}
          className={
            "mt-4 flex min-h-11 items-center justify-between gap-3 rounded-lg bg-warn-tint " +
            "px-4 py-2.5 text-sm font-medium text-warn-ink hover:underline"
          }
        >
          환불받을 계좌를 알려 주세요 <ChevronRight size={16} className="flex-none" />
        </Link>
      ) : null}
      <p
        className={
          "mt-4 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 border-t " +
          "border-base-300 pt-3.5 text-sm text-ink-2"
        }
      >
        <span className="text-ink-3">
          주문번호 <span className="num">{purchase.number}</span>
        </span>
        <span className="ml-auto">
          {purchase.refundedWon > 0 ? `환불 ${formatWon(purchase.refundedWon)} · ` : ""}합계{" "}
          <b className="font-semibold text-base-content">{formatWon(purchase.totalWon)}</b>
        </span>
      </p>
    </article>
  )
}

/** Leads to what comes next for a purchase. */
function PurchaseLink({ purchase }: { purchase: ListedPurchase }) {
  const [label, to] = purchase.isConfirming
    ? ["확인하기", `${href("/shopping/order-complete")}?order=${purchase.id}`]
    : purchase.state === "pending"
      ? ["결제하기", `${href("/shopping/checkout")}?order=${purchase.id}`]
      : ["상세보기", href("/shopping/orders/:groupId", { groupId: purchase.id })]
  return (
    <Link
      to={to}
      className={
        "hit flex flex-none items-center gap-0.5 rounded-sm text-sm font-medium " +
        "text-ink-2 hover:underline"
      }
    >
      {label}
      <ChevronRight size={16} />
    </Link>
  )
}

function ListedLine({ line, groupId }: { line: ListedPurchase["lines"][number]; groupId: string }) {
  return (
    <li>
      <p className="mb-2.5 flex flex-wrap items-center gap-2">
        {line.state === "payment_waiting" ? null : <LineBadge {...line} />}
        <b className="text-base font-semibold">{describeArrival(line, line.arrivalText)}</b>
      </p>
      <div className="flex flex-wrap gap-x-3.5">
        <Thumbnail
          pictureId={line.pictureId}
          size={72}
          isDimmed={line.state === "cancelled" || line.state === "returned"}
        />
        <div className="min-w-0 flex-1 basis-32">
          <p className="line-clamp-2 text-base font-medium">
            <Link
              to={href("/shopping/product/:productId", { productId: line.productId })}
              className="hover:underline"
            >
              {line.title}
            </Link>
          </p>
          <p className="mt-0.5 text-sm text-ink-3">
            {[line.sellerName, line.optionName, `${line.quantity}개`].filter(Boolean).join(" · ")}
          </p>
        </div>
        <b className="ml-auto flex-none text-base font-semibold">{formatWon(line.unitWon * line.quantity)}</b>
      </div>
      <LineLinks line={line} purchasePath={href("/shopping/orders/:groupId", { groupId })} />
    </li>
  )
}

/** The ways from a line in the list: where it is, giving it back, rating it, having it again. */
function LineLinks({ line, purchasePath }: { line: ListedPurchase["lines"][number]; purchasePath: string }) {
  const claimKind = line.claimKinds.find((kind) => kind === "return")
  return (
    <div
      className={
        "mt-3 flex flex-wrap gap-2 empty:hidden max-md:[&>*]:min-w-min max-md:[&>*]:flex-auto " +
        "max-md:[&>form>*]:w-full"
      }
    >
      {line.trackingNumber ? (
        <Link
          to={`${purchasePath}#parcel-${line.id}`}
          className={`btn btn-sm ${line.state === "shipped" ? "btn-tint" : "btn-line"}`}
        >
          배송조회
        </Link>
      ) : null}
      {claimKind ? (
        <Link to={`${purchasePath}/claim?line=${line.id}&kind=${claimKind}`} className="btn btn-line btn-sm">
          반품
        </Link>
      ) : null}
      {line.canReview ? (
        <Link to={`${purchasePath}/review?line=${line.id}`} className="btn btn-line btn-sm">
          후기 쓰기
        </Link>
      ) : null}
      {isFinalLineState(line.state) ? <BuyAgainForm lineId={line.id} action={purchasePath} /> : null}
    </div>
  )
}
