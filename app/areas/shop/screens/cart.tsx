import { titleOf } from "#app/basics/brand.ts"
import { Check, Minus, Plus, X } from "lucide-react"
import { Form, Link, href, useFetcher } from "react-router"
import { requireMember } from "#app/areas/accounts/guards.server.ts"
import { newId } from "#app/basics/ids.ts"
import { formatWon } from "#app/basics/won.ts"
import { EmptyState } from "#app/ui/empty-state.tsx"
import { FormAlert, SubmitButton } from "#app/ui/form.tsx"
import { Page, PageHeader } from "#app/ui/section.tsx"
import { ServiceAlert, useServiceMode } from "#app/ui/service-alert.tsx"
import { StickyBar } from "#app/ui/sticky-bar.tsx"
import { SubmissionKey } from "#app/ui/submission-key.tsx"
import { CartLineForm, CartOrderForm, CartSelectAllForm, CartRemoveForm, CartSelectForm } from "../forms.ts"
import { TotalRows } from "../parts/total-rows.tsx"
import { Thumbnail } from "../parts/thumbnail.tsx"
import { LIMITS } from "../rules.ts"
import { updateCartLine, findCartView, findSelectedCartLines } from "../service/cart.server.ts"
import { beginCheckout } from "../purchase-forms.server.ts"
import type { CartLineView, CartSellerView } from "../views.ts"
import type { Route } from "./+types/cart"
import { intents } from "#app/platform/intents.server.ts"
import { useActionAnswer } from "#app/ui/action-answer.ts"
import { ok } from "#app/platform/outcome.ts"
import type { Member } from "../../accounts/rules.ts"

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requireMember(context, request)
  return { cart: await findCartView(actor), formKey: newId() }
}

const answerForm = intents<{ actor: Member }>((intent) => ({
  order: intent({
    form: CartOrderForm,
    run: async ({ actor }, { submissionKey }) =>
      beginCheckout(actor, {
        source: "cart",
        lines: await findSelectedCartLines(actor),
        submissionKey: submissionKey ?? newId(),
      }),
    done: ({ groupId }) => ({ to: `${href("/shopping/checkout")}?order=${groupId}` }),
    problems: { not_started: ({ answer }) => answer },
  }),
  quantity: intent({
    form: CartLineForm,
    hidden: ["variantId", "quantity"],
    run: ({ actor }, { variantId, quantity }) => changeCart(actor, variantId, { quantity }),
    done: null,
    problems: {},
  }),
  select: intent({
    form: CartSelectForm,
    hidden: ["variantId"],
    run: ({ actor }, { variantId, selected }) => changeCart(actor, variantId, { selected }),
    done: null,
    problems: {},
  }),
  select_all: intent({
    form: CartSelectAllForm,
    run: ({ actor }, { selected }) => changeCart(actor, null, { selected }),
    done: null,
    problems: {},
  }),
  remove: intent({
    form: CartRemoveForm,
    hidden: ["variantId"],
    run: ({ actor }, { variantId }) => changeCart(actor, variantId, "remove"),
    done: null,
    problems: {},
  }),
}))

async function changeCart(...change: Parameters<typeof updateCartLine>) {
  await updateCartLine(...change)
  return ok()
}

export async function action({ request, context }: Route.ActionArgs) {
  const actor = requireMember(context, request)
  return answerForm(await request.formData(), { actor }, { to: href("/shopping/cart") })
}

export const meta: Route.MetaFunction = () => [
  { title: titleOf("장바구니") },
  { name: "robots", content: "noindex" },
]

export default function Cart({ loaderData: { cart, formKey }, actionData }: Route.ComponentProps) {
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
          action={{ href: "/shopping", label: "상품 둘러보기" }}
        />
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
            <Toggle
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
            <SellerCart key={seller.sellerId} seller={seller} />
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
            <p className="mt-3 text-sm text-ink-3">쿠폰은 다음 화면에서 고를 수 있어요.</p>
            <Form method="post" id="order-cart" reloadDocument className="mt-5 hidden md:block">
              <SubmissionKey value={formKey} />
              <OrderButton selected={cart.selected} totalWon={cart.totalWon} />
            </Form>
          </div>
        </aside>
      </div>
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

/** A tick that is sent at once; a plain button without scripts. */
function Toggle({
  intent,
  checked,
  label,
  text,
  variantId,
}: {
  intent: "select" | "select_all"
  checked: boolean
  label: string
  text?: string
  variantId?: string
}) {
  const fetcher = useFetcher()
  const submittedValue = fetcher.formData?.get("selected")
  const isChecked =
    submittedValue === undefined || submittedValue === null ? checked : submittedValue === "on"
  return (
    <fetcher.Form method="post" className="flex-none">
      <input type="hidden" name="intent" value={intent} />
      {variantId ? <input type="hidden" name="variantId" value={variantId} /> : null}
      <button
        type="submit"
        aria-pressed={isChecked}
        aria-label={text ? undefined : label}
        name="selected"
        value={isChecked ? "off" : "on"}
        className="hit flex cursor-pointer items-center gap-2.5 rounded-md text-sm font-medium"
      >
        <span
          className={
            "grid size-6 place-items-center rounded-md border-[1.5px] " +
            (isChecked ? "border-primary bg-primary text-primary-content" : "border-field-line bg-base-100")
          }
        >
          {isChecked ? <Check aria-hidden size={16} strokeWidth={2.25} /> : null}
        </span>
        {text}
      </button>
    </fetcher.Form>
  )
}

function SellerCart({ seller }: { seller: CartSellerView }) {
  const percent = seller.freeFromWon
    ? Math.min(100, Math.round((seller.itemsWon / seller.freeFromWon) * 100))
    : 0
  return (
    <section aria-label={seller.name} className="card-line overflow-hidden">
      <header className="border-b border-base-300 px-4 py-3.5 md:px-5">
        <h2 className="flex items-center gap-2 text-base font-bold">
          <Link to={`${href("/shopping")}?seller=${seller.sellerId}`} className="hover:underline">
            {seller.name}
          </Link>
          {seller.direct ? (
            <span
              className={
                "inline-flex h-5 items-center rounded-sm bg-open-tint px-1.5 text-xs font-semibold " +
                "text-open-ink"
              }
            >
              직접판매
            </span>
          ) : null}
        </h2>
        {seller.freeFromWon !== null && seller.feeWon > 0 && seller.itemsWon > 0 ? (
          <div className="mt-2.5">
            <p className="text-sm text-ink-2">
              {seller.wonUntilFreeShipping === null ? (
                <b className="font-semibold text-ok-ink">무료배송이에요</b>
              ) : (
                <>
                  <b className="font-semibold text-base-content">{formatWon(seller.wonUntilFreeShipping)}</b>
                  {" 더 담으면 무료배송"}
                </>
              )}
            </p>
            <div aria-hidden className="mt-1.5 h-1.5 overflow-hidden rounded-full bg-base-300">
              <div
                className={
                  "h-full rounded-full " +
                  `${seller.wonUntilFreeShipping === null ? "bg-success" : "bg-primary"}`
                }
                style={{ width: `${seller.wonUntilFreeShipping === null ? 100 : percent}%` }}
              />
            </div>
          </div>
        ) : null}
      </header>
      <ul className="divide-y divide-base-300">
        {seller.lines.map((line) => (
          <li key={line.variantId} className="px-4 py-4 md:px-5">
            <CartRow line={line} />
          </li>
        ))}
      </ul>
      <footer
        className={
          "flex items-center justify-between border-t border-base-300 bg-base-200 px-4 py-3 text-sm " +
          "text-ink-2 md:px-5"
        }
      >
        <span>
          상품 {formatWon(seller.itemsWon)} · 배송비{" "}
          {seller.itemsWon === 0 ? "–" : seller.shippingWon === 0 ? "무료" : formatWon(seller.shippingWon)}
        </span>
        <b className="font-semibold text-base-content">{formatWon(seller.itemsWon + seller.shippingWon)}</b>
      </footer>
    </section>
  )
}

/** Nothing of it can be bought, however few. */
const isUnavailable = (line: CartLineView) => line.problem === "gone" || line.problem === "sold_out"

const UNAVAILABLE_TEXTS: Record<"gone" | "sold_out", string> = {
  gone: "지금은 팔지 않는 상품이에요",
  sold_out: "품절됐어요",
}

function CartRow({ line }: { line: CartLineView }) {
  const fetcher = useFetcher()
  return (
    <article className="flex gap-3.5">
      {line.problem ? (
        <span aria-hidden className="size-6 flex-none rounded-md bg-fill" />
      ) : (
        <Toggle
          intent="select"
          variantId={line.variantId}
          checked={line.selected}
          label={`${line.title} 선택`}
        />
      )}
      <Link
        to={href("/shopping/product/:productId", { productId: line.productId })}
        tabIndex={-1}
        aria-hidden
        className="flex-none"
      >
        <Thumbnail pictureId={line.pictureId} isDimmed={isUnavailable(line)} />
      </Link>
      <div className="min-w-0 flex-1">
        <div className="flex items-start justify-between gap-2">
          <h3 className="text-base font-medium">
            <Link
              to={href("/shopping/product/:productId", { productId: line.productId })}
              className="hover:underline"
            >
              {line.title}
            </Link>
          </h3>
          <fetcher.Form method="post" className="flex-none">
            <input type="hidden" name="intent" value="remove" />
            <button
              type="submit"
              name="variantId"
              value={line.variantId}
              aria-label={`${line.title} 빼기`}
              className={
                "hit -mt-1 -mr-1 grid size-8 cursor-pointer place-items-center rounded-full text-ink-3 " +
                "hover:bg-fill"
              }
            >
              <X aria-hidden size={18} strokeWidth={1.75} />
            </button>
          </fetcher.Form>
        </div>
        {line.optionName ? <p className="mt-0.5 text-sm text-ink-3">{line.optionName}</p> : null}
        {line.problem ? (
          <p className="mt-1 text-sm font-medium text-refused-ink">
            {line.problem === "too_many"
              ? `${line.stock}개만 남았어요. 수량을 줄이면 주문할 수 있어요.`
              : UNAVAILABLE_TEXTS[line.problem]}
          </p>
        ) : null}
        {line.problem === "too_many" ? (
          <fetcher.Form method="post" className="mt-2">
            <input type="hidden" name="intent" value="quantity" />
            <input type="hidden" name="variantId" value={line.variantId} />
            <button type="submit" name="quantity" value={line.stock} className="btn btn-line btn-sm">
              {line.stock}개로 줄이기
            </button>
          </fetcher.Form>
        ) : null}
        {line.previousWon !== null ? (
          <p className="mt-1 text-sm font-medium text-warn-ink">
            담은 뒤 가격이 {line.unitWon < line.previousWon ? "내렸어요" : "올랐어요"} (
            {formatWon(line.previousWon)} → {formatWon(line.unitWon)})
          </p>
        ) : null}
        <div
          className={
            "mt-2.5 flex flex-wrap items-center gap-x-1 gap-y-2 " + (isUnavailable(line) ? "hidden" : "")
          }
        >
          <fetcher.Form method="post" className="flex items-center rounded-lg bg-fill">
            <input type="hidden" name="intent" value="quantity" />
            <input type="hidden" name="variantId" value={line.variantId} />
            <StepButton
              value={line.quantity - 1}
              disabled={line.quantity <= 1}
              label="하나 빼기"
              Icon={Minus}
            />
            <output className="num w-8 text-center text-base font-semibold">
              <span className="sr-only">수량 </span>
              {line.quantity}
            </output>
            <StepButton
              value={line.quantity + 1}
              disabled={line.quantity >= Math.min(LIMITS.quantity, line.stock)}
              label="하나 더하기"
              Icon={Plus}
            />
          </fetcher.Form>
          <b className={`ml-auto text-lg font-bold ${line.problem ? "text-ink-3" : ""}`}>
            {formatWon(line.unitWon * line.quantity)}
          </b>
        </div>
      </div>
    </article>
  )
}

function StepButton({
  value,
  disabled,
  label,
  Icon,
}: {
  value: number
  disabled: boolean
  label: string
  Icon: typeof Plus
}) {
  return (
    <button
      type="submit"
      name="quantity"
      value={value}
      disabled={disabled}
      aria-label={label}
      className={
        "hit grid size-9 cursor-pointer place-items-center rounded-lg disabled:cursor-default " +
        "disabled:text-ink-3"
      }
    >
      <Icon aria-hidden size={16} strokeWidth={2} />
    </button>
  )
}
