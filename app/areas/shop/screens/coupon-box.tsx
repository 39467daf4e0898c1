import { href, Link } from "react-router"
import { requireMember } from "#app/areas/accounts/guards.server.ts"
import { titleOf } from "#app/basics/brand.ts"
import { EmptyState } from "#app/ui/empty-state.tsx"
import { Page, PageHeader } from "#app/ui/section.tsx"
import { CouponCard } from "../parts/coupon-card.tsx"
import { findCouponBox, type BoxedCoupon } from "../service/coupons.server.ts"
import type { Route } from "./+types/coupon-box"

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requireMember(context, request)
  return { coupons: await findCouponBox(actor) }
}

export const meta: Route.MetaFunction = () => [
  { title: titleOf("쿠폰함") },
  { name: "robots", content: "noindex" },
]

const STATE_TEXTS: Record<BoxedCoupon["state"], string> = {
  usable: "쓰러 가기",
  used: "사용 완료",
  over: "기간 만료",
}

export default function CouponBox({ loaderData: { coupons } }: Route.ComponentProps) {
  const usable = coupons.filter((coupon) => coupon.state === "usable")
  const past = coupons.filter((coupon) => coupon.state !== "usable")
  return (
    <Page isNarrow>
      <PageHeader
        title="쿠폰함"
        back={{ href: href("/my-info"), label: "마이" }}
        text="주문할 때 가장 많이 깎이는 쿠폰을 골라 드려요. 한 사람이 한 번씩 쓸 수 있어요."
      />
      {usable.length > 0 ? (
        <section aria-labelledby="usable">
          <h2 id="usable" className="mb-3 text-lg font-bold">
            쓸 수 있는 쿠폰 <span className="num text-ink-3">{usable.length}</span>
          </h2>
          <ul className="grid gap-3">
            {usable.map((coupon) => (
              <li key={coupon.id}>
                <Link
                  to={coupon.sellerId ? `${href("/shopping")}?seller=${coupon.sellerId}` : href("/shopping")}
                  className="block rounded-lg"
                >
                  <CouponCard coupon={coupon} stateText={STATE_TEXTS.usable} />
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ) : (
        <EmptyState
          art="cart"
          title="지금 쓸 수 있는 쿠폰이 없어요"
          text="새 쿠폰이 나오면 여기에 모여요."
          action={{ href: href("/shopping"), label: "상품 둘러보기" }}
        />
      )}
      {past.length > 0 ? (
        <section aria-labelledby="past" className="mt-8">
          <h2 id="past" className="mb-3 text-lg font-bold">
            지난 쿠폰
          </h2>
          <ul className="grid gap-3">
            {past.map((coupon) => (
              <li key={coupon.id}>
                <CouponCard coupon={coupon} stateText={STATE_TEXTS[coupon.state]} isDimmed />
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </Page>
  )
}
