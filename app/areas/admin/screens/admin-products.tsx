import { Link } from "react-router"
import { z } from "zod"
import { listAddress } from "#app/basics/addresses.ts"
import { choice, listPlace, readQuery } from "#app/basics/form.ts"
import { formatWon } from "#app/basics/won.ts"
import { titleOf } from "#app/shell/brand.ts"
import { FilterChip } from "#app/ui/chips.tsx"
import { EmptyState } from "#app/ui/empty-state.tsx"
import { Pager } from "#app/ui/pager.tsx"
import { RelativeTime } from "#app/ui/relative-time.tsx"
import { PageHeader } from "#app/ui/section.tsx"
import { adminMiddleware, getActor, isWaitingForProfile, requireAdmin } from "../../accounts/guards.server.ts"
import { ProductBadge } from "../../shop/parts/seller-state.tsx"
import { Thumb } from "../../shop/parts/thumb.tsx"
import { DEPARTMENT_LABELS, PRODUCT_STATE_LABELS } from "../../shop/rules.ts"
import { countProducts, findProductQueue } from "../../shop/service/seller-review.server.ts"
import { AdminFrame } from "../parts/admin-frame.tsx"
import { PRODUCT_QUEUES, type ProductQueue } from "../rules.ts"
import type { Route } from "./+types/admin-products"

const QueueQuery = z.object({ state: choice(PRODUCT_QUEUES, "상태").catch("proposed"), after: listPlace })

export const middleware: Route.MiddlewareFunction[] = [adminMiddleware]

export async function loader({ request, context }: Route.LoaderArgs) {
  if (isWaitingForProfile(getActor(context))) return null
  const actor = requireAdmin(context)
  const { state, after } = readQuery(QueueQuery, new URL(request.url).searchParams)
  const [counts, page] = await Promise.all([countProducts(actor), findProductQueue(actor, { state, cursor: after })])
  return counts && { state, counts, ...page, first: after === null }
}

export const meta: Route.MetaFunction = () => [{ title: titleOf("상품 심사") }, { name: "robots", content: "noindex" }]

const address = (state: ProductQueue, after?: string) => listAddress("/admin/products", { state: "proposed" }, { state, after })

export default function AdminProducts({ loaderData }: Route.ComponentProps) {
  if (!loaderData) return null
  const { state, counts, rows, cursor, first } = loaderData
  return (
    <AdminFrame current="products">
      <PageHeader title="상품 심사" text="오래 기다린 상품부터 보여요." />
      <div className="bar-of-chips mb-4">
        {PRODUCT_QUEUES.map((each) => (
          <FilterChip key={each} href={address(each)} active={each === state} count={counts[each]}>{PRODUCT_STATE_LABELS[each]}</FilterChip>
        ))}
      </div>
      {rows.length === 0 ? (
        <EmptyState art="done" title={state === "proposed" ? "기다리는 상품이 없어요" : "여기에 해당하는 상품이 없어요"} />
      ) : (
        <ul className="overflow-hidden card-line [&>li+li]:border-t [&>li+li]:border-base-300">
          {rows.map((row) => (
            <li key={row.id} className="relative flex items-center gap-3.5 p-4 hover:bg-base-200 md:px-5">
              <Thumb pictureId={row.pictureId} size={56} />
              <div className="min-w-0 flex-1">
                <Link to={`/admin/products/${row.id}`} className="block truncate text-base font-semibold after:absolute after:inset-0">{row.title}</Link>
                <p className="truncate text-sm text-ink-3">{row.sellerName} · {DEPARTMENT_LABELS[row.department]} · <RelativeTime at={row.updatedAt} /></p>
              </div>
              <div className="grid flex-none justify-items-end gap-1.5">
                <ProductBadge state={row.state} hidden={row.hidden} />
                <b className="text-base font-semibold">{formatWon(row.priceWon)}</b>
              </div>
            </li>
          ))}
        </ul>
      )}
      <Pager first={first} next={cursor} address={(after) => address(state, after)} />
    </AdminFrame>
  )
}
