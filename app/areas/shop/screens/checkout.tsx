import { useState } from "react"
import { Form, Link, href, redirect } from "react-router"
import { notFound, requireMember } from "#app/areas/accounts/guards.server.ts"
import { titleOf } from "#app/basics/brand.ts"
import { now } from "#app/basics/clock.ts"
import { isId, newId } from "#app/basics/ids.ts"
import { intents } from "#app/platform/intents.server.ts"
import { getPaymentProvider } from "#app/platform/services.server.ts"
import { useActionAnswer } from "#app/ui/action-answer.ts"
import { FormAlert } from "#app/ui/form.tsx"
import type { ScreenHandle } from "#app/ui/screen-handle.ts"
import { Page, PageHeader } from "#app/ui/section.tsx"
import { ServiceAlert } from "#app/ui/service-alert.tsx"
import { SubmissionKey } from "#app/ui/submission-key.tsx"
import type { Member } from "../../accounts/rules.ts"
import { findLegalNames } from "../../accounts/service/legal-names.server.ts"
import { PlacePurchaseForm } from "../forms.ts"
import { CheckoutAddress } from "../parts/checkout-address.tsx"
import { CouponChoices, PaymentMethodChoices } from "../parts/checkout-choices.tsx"
import { CheckoutGoods } from "../parts/checkout-goods.tsx"
import { CheckoutTotal } from "../parts/checkout-total.tsx"
import { PAYMENT_PROBLEMS, PLACE_PURCHASE_PROBLEMS } from "../parts/problems.ts"
import { ReservationCountdown } from "../parts/reservation-countdown.tsx"
import { LIMITS } from "../rules.ts"
import { findCheckoutChoices } from "../service/checkout-choices.server.ts"
import { chooseBestCoupon, listCouponChoices } from "../service/coupons.server.ts"
import { placePurchase } from "../service/place-purchase.server.ts"
import { findPurchase } from "../service/purchases.server.ts"
import type { PurchaseSummary, PurchaseView } from "../views.ts"
import type { Route } from "./+types/checkout"

export const handle = {
  bar: "task",
  title: "주문·결제",
  backHref: href("/shopping/cart"),
} satisfies ScreenHandle

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requireMember(context, request)
  const query = new URL(request.url).searchParams
  const groupId = query.get("order")
  if (groupId === null) throw redirect(href("/shopping/cart"))
  const [found, { coupons, lastAddress, addresses }] = await Promise.all([
    findPurchase(actor, groupId),
    findCheckoutChoices(actor, groupId),
  ])
  if (!found) notFound()
  const { rows: _, ...checkout } = found
  if (checkout.purchase.state === "paid" || checkout.purchase.state === "waiting_deposit" || checkout.asking)
    throw redirect(`${href("/shopping/order-complete")}?order=${groupId}`)
  const problem = query.get("problem")
  const knownAddress = checkout.purchase.recipient ? checkout.purchase : lastAddress
  const ownNames = knownAddress ? null : await findLegalNames("own", [actor.userId])
  const choices = listCouponChoices(coupons, checkout.sellerOrders)
  return {
    purchase: checkout,
    formKey: newId(),
    provider: getPaymentProvider(),
    hasStopped: problem === "cancelled",
    problem: describeProblem(problem, checkout.payment),
    addresses,
    coupons: choices,
    bestCouponId: chooseBestCoupon(choices)?.id ?? null,
    values: toAddressValues(knownAddress, ownNames?.get(actor.userId) ?? ""),
    leftMs: Math.max(0, Date.parse(checkout.purchase.expiresAt) - now().getTime()),
  }
}

/** Says why the last attempt to pay did not go through, with what the payment provider said of it. */
function describeProblem(problem: string | null, payment: PurchaseView["payment"]): string | null {
  if (!problem || !Object.hasOwn(PAYMENT_PROBLEMS, problem)) return null
  const sentence = PAYMENT_PROBLEMS[problem] ?? null
  return problem === "failed" && payment?.failureMessage
    ? `${sentence} 결제사에서 온 답: ‘${payment.failureMessage.replace(/\.$/, "")}’`
    : sentence
}

type Address = Pick<
  PurchaseSummary,
  "recipient" | "phone" | "zonecode" | "address" | "addressDetail" | "request"
>

/** What the fields of the address begin with: what is known, or the buyer's name alone. */
const toAddressValues = (known: Address | null, name: string): Address => ({
  recipient: known?.recipient || name,
  phone: known?.phone ?? "",
  zonecode: known?.zonecode ?? "",
  address: known?.address ?? "",
  addressDetail: known?.addressDetail ?? "",
  request: known?.request ?? "",
})

const answerForm = intents<{ actor: Member; groupId: string }>((intent) => ({
  "": intent({
    form: PlacePurchaseForm,
    run: ({ actor, groupId }, purchase) => placePurchase(actor, groupId, purchase),
    done: ({ paymentId }) => ({ to: href("/shopping/pay/:paymentId", { paymentId }) }),
    problems: PLACE_PURCHASE_PROBLEMS,
  }),
}))

export async function action({ request, context }: Route.ActionArgs) {
  const actor = requireMember(context, request)
  const groupId = new URL(request.url).searchParams.get("order")
  if (!isId(groupId)) notFound()
  return answerForm(await request.formData(), { actor, groupId }, { to: href("/shopping/orders") })
}

export const meta: Route.MetaFunction = () => [
  { title: titleOf("주문·결제") },
  { name: "robots", content: "noindex" },
]

export default function Checkout({ loaderData: view, actionData }: Route.ComponentProps) {
  if (view.purchase.isOver) return <CheckoutOver payment={view.purchase.payment} />
  return <OpenCheckout view={view} actionData={actionData} />
}

/** The time to pay is over, and what was reserved is for sale again. */
function CheckoutOver({ payment }: Pick<PurchaseView, "payment">) {
  const [title, text] = payment?.accountNumber
    ? ["끝난 주문이에요", "입금하지 않고 끝나 잡아 둔 상품을 다시 진열했어요."]
    : [
        "주문 시간이 지났어요",
        `${LIMITS.reservationMinutes}분 동안 결제하지 않아 잡아 둔 상품을 다시 진열했어요.`,
      ]
  return (
    <Page isNarrow>
      <PageHeader title="주문·결제" bar="same" />
      <div className="card-line p-6 text-center">
        <p className="text-lg font-bold">{title}</p>
        <p className="mt-1.5 text-base text-ink-2">{text}</p>
        <Link to={href("/shopping/cart")} className="btn btn-primary mt-5">
          장바구니로 가기
        </Link>
      </div>
    </Page>
  )
}

/** Where it goes, with which coupon and how it is paid, while the goods are reserved. */
function OpenCheckout({
  view,
  actionData,
}: {
  view: Route.ComponentProps["loaderData"]
  actionData: Route.ComponentProps["actionData"]
}) {
  const answer = useActionAnswer(actionData)
  const { purchase: checkout, coupons } = view
  const { purchase } = checkout
  // What an earlier attempt was to be paid with, or the best one.
  const initialCouponId = purchase.couponId ?? (checkout.payment ? "" : (view.bestCouponId ?? ""))
  const [couponId, setCouponId] = useState(answer.typed("couponId", initialCouponId))
  const offWon = coupons.find((coupon) => coupon.id === couponId)?.offWon ?? 0
  return (
    <Page>
      <PageHeader title="주문·결제" bar="same">
        <ReservationCountdown key={purchase.expiresAt} leftMs={view.leftMs} />
      </PageHeader>
      <FormAlert
        message={answer.wasSent ? answer.problem : view.problem}
        isSuccess={!answer.wasSent && view.hasStopped}
        className="mb-4"
      />
      <ServiceAlert service="payments" className="mb-4" />
      <Form
        method="post"
        noValidate
        reloadDocument={view.provider === "toss"}
        className="md:grid md:grid-cols-[minmax(0,1fr)_20rem] md:gap-x-6 lg:grid-cols-[minmax(0,1fr)_22.5rem]"
      >
        <SubmissionKey value={view.formKey} />
        <div className="grid min-w-0 gap-3 md:gap-4">
          <section aria-labelledby="to" className="card-line relative p-4 md:p-6">
            <h2 id="to" className="mb-4 text-lg font-bold">
              받는 곳
            </h2>
            <CheckoutAddress
              addresses={view.addresses}
              values={answer.wasSent ? answer.values : view.values}
              answer={answer}
            />
          </section>
          <CheckoutGoods sellerOrders={checkout.sellerOrders} />
          <CouponChoices coupons={coupons} chosenId={couponId} onChoose={setCouponId} />
          <PaymentMethodChoices answer={answer} savedMethod={checkout.payment?.method} />
        </div>
        <CheckoutTotal checkout={checkout} offWon={offWon} answer={answer} />
      </Form>
    </Page>
  )
}
