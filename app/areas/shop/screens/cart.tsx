import { Form, href } from "react-router"
import { requireMember } from "#app/areas/accounts/guards.server.ts"
import { titleOf } from "#app/basics/brand.ts"
import { newId } from "#app/basics/ids.ts"
import { formatWon } from "#app/basics/won.ts"
import { intents } from "#app/platform/intents.server.ts"
import { ok } from "#app/platform/outcome.ts"
import { useActionAnswer } from "#app/ui/action-answer.ts"
import { EmptyState } from "#app/ui/empty-state.tsx"
import { FormAlert, SubmitButton } from "#app/ui/form.tsx"
import { Page, PageHeader } from "#app/ui/section.tsx"
import { ServiceAlert, useServiceMode } from "#app/ui/service-alert.tsx"
import { StickyBar } from "#app/ui/sticky-bar.tsx"
import { SubmissionKey } from "#app/ui/submission-key.tsx"
import type { Member } from "../../accounts/rules.ts"
import { CartLineForm, CartOrderForm, CartSelectAllForm, CartRemoveForm, CartSelectForm } from "../forms.ts"
import { CartSeller } from "../parts/cart-seller.tsx"
import { CartToggle } from "../parts/cart-toggle.tsx"
import { RecentStrip } from "../parts/recent-strip.tsx"
import { TotalRows } from "../parts/total-rows.tsx"
import { requireCartOwner } from "../cart-middleware.server.ts"
import { beginCheckout } from "../purchase-forms.server.ts"
import { updateCartLine, findCartView } from "../service/cart.server.ts"
import type { Route } from "./+types/cart"

export async function loader({ request, context }: Route.LoaderArgs) {
  const owner = requireCartOwner(context, request)
  const isVisitor = owner.kind === "visitor-cart"
  return { cart: await findCartView(owner), formKey: newId(), isVisitor }
}

type Owner = ReturnType<typeof requireCartOwner>

const answerForm = intents<{ owner: Owner; requireBuyer: () => Member }>((intent) => ({
  order: intent({
    form: CartOrderForm,
    run: async ({ requireBuyer }, { submissionKey }) => {
      const actor = requireBuyer()
      return beginCheckout(actor, { source: "cart", submissionKey: submissionKey ?? newId() })
    },
    done: ({ groupId }) => ({ to: `${href("/shopping/checkout")}?order=${groupId}` }),
    problems: { not_started: ({ answer }) => answer },
  }),
  quantity: intent({
    form: CartLineForm,
    hidden: ["variantId", "quantity"],
    run: ({ owner }, { variantId, quantity }) => changeCart(owner, variantId, { quantity }),
    done: null,
    problems: {},
  }),
  select: intent({
    form: CartSelectForm,
    hidden: ["variantId"],
    run: ({ owner }, { variantId, selected }) => changeCart(owner, variantId, { selected }),
    done: null,
    problems: {},
  }),
  select_all: intent({
    form: CartSelectAllForm,
    run: ({ owner }, { selected }) => changeCart(owner, null, { selected }),
    done: null,
    problems: {},
  }),
  remove: intent({
    form: CartRemoveForm,
    hidden: ["variantId"],
    run: ({ owner }, { variantId }) => changeCart(owner, variantId, "remove"),
    done: null,
    problems: {},
  }),
}))

async function changeCart(...change: Parameters<typeof updateCartLine>) {
  await updateCartLine(...change)
  return ok()
}

export async function action({ request, context }: Route.ActionArgs) {
  const owner = requireCartOwner(context, request)
  // Only to order one signs in; what was gathered is there afterwards.
  const requireBuyer = () => requireMember(context, request)
  return answerForm(await request.formData(), { owner, requireBuyer }, { to: href("/shopping/cart") })
}

export const meta: Route.MetaFunction = () => [
  { title: titleOf("장바구니") },
  { name: "robots", content: "noindex" },
]

export default function Cart({ loaderData: { cart, formKey, isVisitor }, actionData }: Route.ComponentProps) {
  const answer = useActionAnswer(actionData)
  const mode = useServiceMode("payments")
  const lines = cart.sellers.flatMap((seller) => seller.lines)
  if (lines.length === 0) {
    return (
      <Page>
        <PageHeader title="장바구니" />
        <EmptyState
          art="cart"
          title="장바구니가 비어 있어요"
          text="마음에 드는 상품을 담아 두면 한 번에 주문할 수 있어요."
          action={{ href: href("/shopping"), label: "상품 둘러보기" }}
        />
        <RecentStrip isMember={!isVisitor} />
      </Page>
    )
  }
  const availableLines = lines.filter((line) => line.problem === null)
  const areAllSelected = availableLines.length > 0 && availableLines.every((line) => line.selected)
  return (
    <Page>
      <PageHeader title="장바구니" text={`${lines.length}가지 상품이 담겨 있어요`} />
      <FormAlert message={answer.problem} className="mb-4" />
      <ServiceAlert service="payments" className="mb-4" />
      <div
        className={
          "md:grid md:grid-cols-[minmax(0,1fr)_20rem] md:gap-x-6 lg:grid-cols-[minmax(0,1fr)_22.5rem]"
        }
      >
        <div className="grid min-w-0 gap-3">
          <div className="flex items-center justify-between">
            <CartToggle
              intent="select_all"
              checked={areAllSelected}
              label="전체 선택"
              text={`전체 선택 ${availableLines.filter((line) => line.selected).length}/${availableLines.length}`}
            />
            <Form method="post">
              <input type="hidden" name="intent" value="remove" />
              <button type="submit" className="btn btn-ghost btn-sm text-ink-2">
                선택 삭제
              </button>
            </Form>
          </div>
          {cart.sellers.map((seller) => (
            <CartSeller key={seller.sellerId} seller={seller} isOnly={cart.sellers.length === 1} />
          ))}
        </div>
        <aside>
          <div className="card-line mt-3 p-5 md:sticky md:top-24 md:mt-11">
            <h2 className="mb-4 text-lg font-bold">결제 예정 금액</h2>
            <TotalRows
              rows={[
                { label: "상품 금액", won: cart.itemsWon },
                { label: "배송비", won: cart.shippingWon },
              ]}
              sum={{ label: "합계", won: cart.totalWon }}
            />
            <p className="mt-3 text-sm text-ink-3">
              {isVisitor
                ? "주문할 때 로그인해요. 담은 상품은 그대로 있어요."
                : "가장 많이 깎이는 쿠폰을 다음 화면에서 골라 드려요."}
            </p>
            <Form method="post" id="order-cart" className="mt-5 hidden md:block">
              <SubmissionKey value={formKey} />
              <OrderButton selected={cart.selected} totalWon={cart.totalWon} />
            </Form>
          </div>
        </aside>
      </div>
      <RecentStrip isMember={!isVisitor} className="mt-10" />
      {mode === "off" ? null : (
        <StickyBar phoneOnly>
          <OrderButton selected={cart.selected} totalWon={cart.totalWon} />
        </StickyBar>
      )}
    </Page>
  )
}

function OrderButton({ selected, totalWon }: { selected: number; totalWon: number }) {
  if (useServiceMode("payments") === "off") return null
  return (
    <SubmitButton
      form="order-cart"
      name="intent"
      value="order"
      disabled={selected === 0}
      className="btn btn-primary btn-lg w-full"
    >
      {selected === 0 ? "주문할 상품을 골라 주세요" : `${formatWon(totalWon)} 주문하기`}
    </SubmitButton>
  )
}
