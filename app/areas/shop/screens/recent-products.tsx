import { useEffect } from "react"
import { Form, href, useNavigate } from "react-router"
import { getActor, requireMember } from "#app/areas/accounts/guards.server.ts"
import { titleOf } from "#app/basics/brand.ts"
import { readQuery } from "#app/basics/form.ts"
import { intents } from "#app/platform/intents.server.ts"
import { ok } from "#app/platform/outcome.ts"
import { EmptyState } from "#app/ui/empty-state.tsx"
import { X } from "#app/ui/icons.tsx"
import { Page, PageHeader } from "#app/ui/section.tsx"
import type { Member } from "../../accounts/rules.ts"
import { RecentQuery, ViewRemoveForm } from "../forms.ts"
import { ProductGrid } from "../parts/product-grid.tsx"
import { getRecentHref } from "../parts/recent-strip.tsx"
import { forgetAllViews, forgetView, useRecentViews } from "../parts/recent-views.ts"
import {
  findCardsInOrder,
  findViewedProducts,
  findWishedIds,
  removeProductViews,
} from "../service/product-lists.server.ts"
import type { Route } from "./+types/recent-products"

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = getActor(context)
  const { ids } = readQuery(RecentQuery, new URL(request.url).searchParams)
  const isMember = actor.kind === "member"
  const cards = await (isMember ? findViewedProducts(actor) : findCardsInOrder(ids))
  return { cards, wishedIds: await findWishedIds(actor, cards), isMember }
}

const answerForm = intents<{ actor: Member }>((intent) => ({
  "": intent({
    form: ViewRemoveForm,
    hidden: ["productId"],
    run: async ({ actor }, { productId }) => {
      await removeProductViews(actor, productId)
      return ok()
    },
    done: null,
    problems: {},
  }),
}))

export async function action({ request, context }: Route.ActionArgs) {
  const actor = requireMember(context, request)
  return answerForm(await request.formData(), { actor }, { to: href("/shopping/recent") })
}

export const meta: Route.MetaFunction = () => [
  { title: titleOf("최근 본 상품") },
  { name: "robots", content: "noindex" },
]

export default function RecentProducts({ loaderData: view }: Route.ComponentProps) {
  const { cards, isMember } = view
  useVisitorsViews(isMember)
  return (
    <Page>
      <PageHeader
        title="최근 본 상품"
        back={{ href: href("/shopping"), label: "쇼핑" }}
        text={
          isMember
            ? "90일 동안 본 상품이에요. 나만 볼 수 있어요."
            : "이 브라우저에만 남아요. 로그인하고 보면 다른 기기에서도 이어 볼 수 있어요."
        }
      >
        {cards.length > 0 ? <RemoveButton isMember={isMember} productId={null} label="전체 삭제" /> : null}
      </PageHeader>
      {cards.length > 0 ? (
        <>
          <h2 className="sr-only">본 상품</h2>
          <ProductGrid
            cards={cards}
            wishedIds={view.wishedIds}
            eagerCount={4}
            renderExtra={(card) => (
              <RemoveButton isMember={isMember} productId={card.id} label={`${card.title} 지우기`} />
            )}
          />
        </>
      ) : (
        <EmptyState
          art="search"
          title="최근에 본 상품이 없어요"
          text="상품을 둘러보면 여기에서 다시 찾을 수 있어요."
          action={{ href: href("/shopping"), label: "상품 둘러보기" }}
        />
      )}
    </Page>
  )
}

/** Opens the list of what a visitor's browser keeps, as it is now. */
function useVisitorsViews(isMember: boolean): void {
  const ids = useRecentViews()
  const navigate = useNavigate()
  const address = isMember || ids === null ? null : getRecentHref(ids)
  useEffect(() => {
    if (address !== null && address !== location.pathname + location.search)
      void navigate(address, { replace: true, preventScrollReset: true })
  }, [address, navigate])
}

/** Forgets one product, or with null all; a visitor's are in the browser alone. */
function RemoveButton({
  isMember,
  productId,
  label,
}: {
  isMember: boolean
  productId: string | null
  label: string
}) {
  const className =
    productId === null
      ? "btn btn-quiet btn-sm"
      : "hit absolute top-2 right-2 grid size-8 cursor-pointer place-items-center rounded-full " +
        "bg-black/45 text-white"
  const content = productId === null ? label : <X size={16} aria-hidden />
  const name = productId === null ? undefined : label
  return isMember ? (
    <Form method="post" preventScrollReset>
      {productId === null ? null : <input type="hidden" name="productId" value={productId} />}
      <button type="submit" aria-label={name} className={className}>
        {content}
      </button>
    </Form>
  ) : (
    <button
      type="button"
      aria-label={name}
      className={className}
      onClick={() => (productId === null ? forgetAllViews() : forgetView(productId))}
    >
      {content}
    </button>
  )
}
