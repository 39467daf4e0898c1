import { Eye, FileSpreadsheet, Pencil, Plus, TicketPercent } from "#app/ui/icons.tsx"
import { Form, Link, href } from "react-router"
import { getListUrl } from "#app/basics/list-urls.ts"
import { formatNumber } from "#app/basics/numbers.ts"
import { readQuery } from "#app/basics/form.ts"
import { formatWon } from "#app/basics/won.ts"
import { intents } from "#app/platform/intents.server.ts"
import { titleOf } from "#app/basics/brand.ts"
import { useActionAnswer } from "#app/ui/action-answer.ts"
import { FilterChip } from "#app/ui/chips.tsx"
import { EmptyState } from "#app/ui/empty-state.tsx"
import { FormAlert, SubmitButton } from "#app/ui/form.tsx"
import { Pager } from "#app/ui/pager.tsx"
import { PageHeader } from "#app/ui/section.tsx"
import type { Member } from "../../accounts/rules.ts"
import { requireSeller } from "../guards.server.ts"
import { LINE_PROBLEMS } from "../../shop/parts/problems.ts"
import { SearchBox, SellerLayout } from "../parts/seller-layout.tsx"
import { ProductBadge } from "../parts/state-badges.tsx"
import { Thumbnail } from "../../shop/parts/thumbnail.tsx"
import { transitionProduct } from "../service/products.server.ts"
import { countOwnProducts, findOwnProducts } from "../service/stock.server.ts"
import type { Route } from "./+types/seller-products"
import { PRODUCT_TAB_LABELS } from "#app/areas/selling/rules.ts"
import { ProductMoveForm, SellerProductsQuery } from "#app/areas/selling/forms.ts"

const PATH = href("/shopping/admin/products")

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requireSeller(context, request)
  const { tab, q, after } = readQuery(SellerProductsQuery, new URL(request.url).searchParams)
  const [found, counts] = await Promise.all([
    findOwnProducts(actor, { tab, q, after }),
    countOwnProducts(actor),
  ])
  return { tab, q, first: after === null, ...found, counts }
}

const DONE_MESSAGES = {
  propose: "심사를 요청했어요",
  hide: "상품을 숨겼어요",
  show: "다시 판매해요",
} as const

const answerForm = intents<{ actor: Member }>((intent) => ({
  "": intent({
    form: ProductMoveForm,
    hidden: ["productId", "move"],
    run: ({ actor }, { productId, move }) => transitionProduct(actor, productId, move),
    done: (_, { move }) => DONE_MESSAGES[move],
    problems: {
      not_allowed: {
        sentence: "지금은 판매할 수 없는 상점이에요. 상점 상태를 확인해 주세요.",
        status: 403,
      },
      pictures_missing: "사진이 없어요. 상품을 고쳐 사진을 넣은 뒤 심사를 요청해 주세요.",
      not_now: LINE_PROBLEMS.not_now,
    },
  }),
}))

export async function action({ request, context }: Route.ActionArgs) {
  const actor = requireSeller(context, request)
  const to = getListUrl(PATH, {}, { tab: new URL(request.url).searchParams.get("tab") })
  return answerForm(await request.formData(), { actor }, { to })
}

export const meta: Route.MetaFunction = () => [
  { title: titleOf("상품 관리") },
  { name: "robots", content: "noindex" },
]

type View = Route.ComponentProps["loaderData"]

export default function SellerProducts({ loaderData: view, actionData }: Route.ComponentProps) {
  const { problem } = useActionAnswer(actionData)
  const { tab, q, rows, counts } = view
  return (
    <SellerLayout current="products">
      <PageHeader title="상품">
        <div className="flex flex-wrap gap-2">
          <Link to={href("/shopping/admin/products/file")} className="btn btn-line btn-sm">
            <FileSpreadsheet size={16} /> 한꺼번에
          </Link>
          <Link to={href("/shop/post")} className="btn btn-primary btn-sm md:hidden">
            <Plus size={16} strokeWidth={2} /> 상품 올리기
          </Link>
        </div>
      </PageHeader>
      <div className="bar-of-chips mb-4">
        {counts.map((each) => (
          <FilterChip
            key={each.tab}
            href={getListUrl(PATH, { tab: "all" }, { tab: each.tab, q })}
            isActive={each.tab === tab}
            count={each.count}
          >
            {PRODUCT_TAB_LABELS[each.tab]}
          </FilterChip>
        ))}
      </div>
      <SearchBox path={PATH} tab={tab} q={q} label="상품 이름, 브랜드" />
      <FormAlert message={problem} className="mb-4" />
      {rows.length === 0 ? (
        <EmptyState
          art="cart"
          title={
            q
              ? "찾는 상품이 없어요"
              : tab === "all"
                ? "아직 올린 상품이 없어요"
                : "여기에 해당하는 상품이 없어요"
          }
          action={tab === "all" && !q ? { href: href("/shop/post"), label: "첫 상품 올리기" } : undefined}
        />
      ) : (
        <ul className="overflow-hidden card-line [&>li+li]:border-t [&>li+li]:border-base-300">
          {rows.map((row) => (
            <ProductRow key={row.id} row={row} />
          ))}
        </ul>
      )}
      <Pager
        isFirstPage={view.first}
        nextCursor={view.next}
        buildHref={(after) => getListUrl(PATH, { tab: "all" }, { tab, q, after })}
      />
    </SellerLayout>
  )
}

type Row = View["rows"][number]

function ProductRow({ row }: { row: Row }) {
  return (
    <li className="p-4 md:px-5">
      <div className="flex flex-wrap items-start gap-x-3.5 gap-y-2">
        <Thumbnail pictureId={row.pictureId} size={72} isDimmed={row.state === "hidden"} />
        <div className="min-w-[min(10rem,100%)] flex-1">
          <ProductBadge state={row.state} soldOut={row.stock === 0} hidden={row.hiddenReason !== null} />
          <h2 className="mt-1 truncate text-base font-semibold">
            <Link to={href("/shop/edit/:productId", { productId: row.id })} className="hover:underline">
              {row.title}
            </Link>
          </h2>
          <p className="mt-0.5 text-sm text-ink-3">
            재고 {formatNumber(row.stock)}개{row.options > 1 ? ` · 옵션 ${row.options}개` : ""} · 판매{" "}
            {formatNumber(row.sold)} · 후기 {formatNumber(row.reviewCount)}
          </p>
          {row.hiddenReason || row.decisionReason ? (
            <p className="mt-1 text-sm text-refused-ink">{row.hiddenReason ?? row.decisionReason}</p>
          ) : null}
          <p className="mt-1 text-lg font-bold md:hidden">
            {row.discountPercent > 0 ? (
              <span className="mr-1.5 text-sale">{row.discountPercent}%</span>
            ) : null}
            {formatWon(row.priceWon)}
          </p>
        </div>
        <div className="hidden flex-none text-right md:block">
          <p className="text-lg font-bold">
            {row.discountPercent > 0 ? (
              <span className="mr-1.5 text-sale">{row.discountPercent}%</span>
            ) : null}
            {formatWon(row.priceWon)}
          </p>
          {row.discountPercent > 0 && row.listPriceWon !== null ? (
            <s className="text-xs text-ink-3">{formatWon(row.listPriceWon)}</s>
          ) : null}
        </div>
      </div>
      <ProductButtons row={row} />
    </li>
  )
}

/** Where a product can be read and changed, and what can be done with it now. */
function ProductButtons({ row }: { row: Row }) {
  return (
    <Form method="post" className="mt-3 flex flex-wrap gap-2">
      <input type="hidden" name="productId" value={row.id} />
      <Link to={href("/shop/edit/:productId", { productId: row.id })} className="btn btn-line btn-sm">
        <Pencil size={16} /> 고치기
      </Link>
      <Link to={href("/shopping/product/:productId", { productId: row.id })} className="btn btn-line btn-sm">
        <Eye size={16} /> 상품 페이지
      </Link>
      {row.state === "published" || row.state === "hidden" ? (
        <Link
          to={href("/shopping/admin/discounts/:productId", { productId: row.id })}
          className="btn btn-line btn-sm"
        >
          <TicketPercent size={16} /> 할인
        </Link>
      ) : null}
      {row.state === "published" ? (
        <SubmitButton name="move" value="hide" className="btn btn-quiet btn-sm">
          숨기기
        </SubmitButton>
      ) : null}
      {row.state === "hidden" ? (
        <SubmitButton name="move" value="show" className="btn btn-tint btn-sm">
          다시 판매하기
        </SubmitButton>
      ) : null}
      {row.state === "draft" || row.state === "rejected" ? (
        <SubmitButton name="move" value="propose" className="btn btn-tint btn-sm">
          심사 요청하기
        </SubmitButton>
      ) : null}
    </Form>
  )
}
