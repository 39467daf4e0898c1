import { titleOf } from "#app/basics/brand.ts"
import { Clock, ShieldCheck } from "lucide-react"
import { useEffect, useState } from "react"
import { Form, Link, href, redirect, useNavigate } from "react-router"
import { notFound, requireMember } from "#app/areas/accounts/guards.server.ts"
import { now } from "#app/basics/clock.ts"
import { isId, newId } from "#app/basics/ids.ts"
import { formatWon } from "#app/basics/won.ts"
import { getPaymentProvider } from "#app/platform/services.server.ts"
import { FormAlert, SubmitButton } from "#app/ui/form.tsx"
import { useHydrated } from "#app/ui/hydrated.ts"
import { Page, PageHeader } from "#app/ui/section.tsx"
import { ServiceAlert, useServiceMode } from "#app/ui/service-alert.tsx"
import { StickyBar } from "#app/ui/sticky-bar.tsx"
import { SubmissionKey } from "#app/ui/submission-key.tsx"
import { PlacePurchaseForm } from "../forms.ts"
import { calculateCouponWon, type CouponTerms } from "../pricing.ts"
import { AddressFields } from "../parts/address-fields.tsx"
import { TotalRows } from "../parts/total-rows.tsx"
import { PurchaseConsents } from "../parts/purchase-consents.tsx"
import { PAYMENT_PROBLEMS, PLACE_PURCHASE_PROBLEMS } from "../parts/problems.ts"
import { Thumbnail } from "../parts/thumbnail.tsx"
import { ESCROW_TEXT, LIMITS } from "../rules.ts"
import { findUsableCoupons } from "../service/coupons.server.ts"
import { findLastAddress, placePurchase } from "../service/place-purchase.server.ts"
import { findPurchase } from "../service/purchases.server.ts"
import type { Route } from "./+types/checkout"
import { PAYMENT_METHODS, PAYMENT_METHOD_LABELS } from "../../money/rules.ts"
import { intents } from "#app/platform/intents.server.ts"
import { useActionAnswer } from "#app/ui/action-answer.ts"
import type { Member } from "../../accounts/rules.ts"
import { WITHDRAWAL_PERIODS } from "../claim-rules.ts"

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requireMember(context, request)
  const query = new URL(request.url).searchParams
  const groupId = query.get("order")
  if (groupId === null) throw redirect("/shopping/cart")
  const [found, coupons, lastAddress] = await Promise.all([
    findPurchase(actor, groupId),
    isId(groupId) ? findUsableCoupons(actor, groupId) : [],
    findLastAddress(actor),
  ])
  if (!found) notFound()
  const { rows: _, ...checkout } = found
  if (checkout.purchase.state === "paid" || checkout.purchase.state === "waiting_deposit" || checkout.asking)
    throw redirect(`${href("/shopping/order-complete")}?order=${groupId}`)
  const problem = query.get("problem")
  const lines = checkout.sellerOrders.flatMap((sellerOrder) =>
    sellerOrder.lines.map((line) => ({
      sellerId: sellerOrder.seller.id,
      priceWon: line.unitWon * line.quantity,
    })),
  )
  return {
    purchase: checkout,
    formKey: newId(),
    provider: getPaymentProvider(),
    hasStopped: problem === "cancelled",
    problem:
      problem && Object.hasOwn(PAYMENT_PROBLEMS, problem)
        ? problem === "failed" && checkout.payment?.failureMessage
          ? `${PAYMENT_PROBLEMS.failed} 결제사에서 온 답: ‘${checkout.payment.failureMessage.replace(/\.$/, "")}’`
          : (PAYMENT_PROBLEMS[problem] ?? null)
        : null,
    coupons: coupons
      .flatMap((coupon) => {
        const eligibleWon = lines.reduce(
          (total, line) =>
            coupon.sellerId === null || coupon.sellerId === line.sellerId ? total + line.priceWon : total,
          0,
        )
        return eligibleWon === 0
          ? []
          : [
              {
                id: coupon.id,
                name: coupon.name,
                sellerName: coupon.sellerName,
                minWon: coupon.minWon,
                offWon: calculateCouponWon(coupon satisfies CouponTerms, eligibleWon),
              },
            ]
      })
      .sort((a, b) => b.offWon - a.offWon),
    values: checkout.purchase.recipient
      ? {
          recipient: checkout.purchase.recipient,
          phone: checkout.purchase.phone,
          zonecode: checkout.purchase.zonecode,
          address: checkout.purchase.address,
          addressDetail: checkout.purchase.addressDetail,
          request: checkout.purchase.request,
        }
      : {
          recipient: lastAddress?.recipient || actor.profile?.name || "",
          phone: lastAddress?.phone ?? "",
          zonecode: lastAddress?.zonecode ?? "",
          address: lastAddress?.address ?? "",
          addressDetail: lastAddress?.addressDetail ?? "",
          request: lastAddress?.request ?? "",
        },
    leftMs: Math.max(0, Date.parse(checkout.purchase.expiresAt) - now().getTime()),
  }
}

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
  const answer = useActionAnswer(actionData)
  const { purchase: checkout, coupons } = view
  const { purchase } = checkout
  const { errors } = answer
  const typedValues = answer.wasSent ? answer.values : undefined
  const [couponId, setCouponId] = useState(answer.typed("couponId", purchase.couponId ?? ""))
  const canTakePayments = useServiceMode("payments") !== "off"
  if (checkout.isOver) {
    const [title, text] = checkout.payment?.accountNumber
      ? ["끝난 주문이에요", "입금하지 않고 끝나 잡아 둔 상품을 다시 진열했어요."]
      : [
          "주문 시간이 지났어요",
          `${LIMITS.reservationMinutes}분 동안 결제하지 않아 잡아 둔 상품을 다시 진열했어요.`,
        ]
    return (
      <Page isNarrow>
        <PageHeader title="주문·결제" />
        <div className="card-line p-6 text-center">
          <p className="text-lg font-bold">{title}</p>
          <p className="mt-1.5 text-base text-ink-2">{text}</p>
          <Link to="/shopping/cart" className="btn btn-primary mt-5">
            장바구니로 가기
          </Link>
        </div>
      </Page>
    )
  }
  const offWon = coupons.find((coupon) => coupon.id === couponId)?.offWon ?? 0
  const totalWon = purchase.itemsWon + purchase.shippingWon - offWon
  const problem = answer.wasSent ? answer.problem : view.problem
  return (
    <Page>
      <PageHeader title="주문·결제">
        <Countdown key={purchase.expiresAt} leftMs={view.leftMs} />
      </PageHeader>
      <FormAlert message={problem} isSuccess={!answer.wasSent && view.hasStopped} className="mb-4" />
      <ServiceAlert service="payments" className="mb-4" />
      <Form
        method="post"
        noValidate
        reloadDocument={view.provider === "toss"}
        className="md:grid md:grid-cols-[minmax(0,1fr)_20rem] md:gap-x-6 lg:grid-cols-[minmax(0,1fr)_22.5rem]"
      >
        <SubmissionKey value={view.formKey} />
        <div className="grid min-w-0 gap-3 md:gap-4">
          <section aria-labelledby="to" className="card-line p-4 md:p-6">
            <h2 id="to" className="mb-4 text-lg font-bold">
              받는 곳
            </h2>
            <AddressFields values={typedValues ?? view.values} errors={errors} />
          </section>
          <section aria-labelledby="goods" className="card-line p-4 md:p-6">
            <h2 id="goods" className="mb-1 text-lg font-bold">
              주문 상품
            </h2>
            {checkout.sellerOrders.map((sellerOrder) => (
              <div key={sellerOrder.id} className="border-b border-base-300 py-4 last:border-0 last:pb-0">
                <p className="mb-3 flex items-baseline justify-between gap-3 text-sm">
                  <b className="font-semibold">
                    {sellerOrder.seller.name}{" "}
                    <span className="font-normal text-ink-3">
                      {sellerOrder.seller.direct ? "직접판매" : "중개"}
                    </span>
                  </b>
                  <span className="text-ink-2">
                    배송비 {sellerOrder.shippingWon === 0 ? "무료" : formatWon(sellerOrder.shippingWon)}
                  </span>
                </p>
                <ul className="grid gap-3">
                  {sellerOrder.lines.map((line) => (
                    <li key={line.id} className="flex gap-3">
                      <Thumbnail pictureId={line.pictureId} size={64} />
                      <div className="min-w-0 flex-1">
                        <p className="line-clamp-2 text-base font-medium">{line.title}</p>
                        <p className="text-sm text-ink-3">
                          {[line.optionName, `${line.quantity}개`].filter(Boolean).join(" · ")}
                        </p>
                      </div>
                      <b className="flex-none font-semibold">{formatWon(line.unitWon * line.quantity)}</b>
                    </li>
                  ))}
                </ul>
              </div>
            ))}
          </section>
          <fieldset className="card-line p-4 md:p-6">
            <legend className="sr-only">쿠폰</legend>
            <h2 aria-hidden className="mb-3 text-lg font-bold">
              쿠폰
            </h2>
            {coupons.length === 0 ? (
              <p className="text-base text-ink-3">지금 쓸 수 있는 쿠폰이 없어요.</p>
            ) : null}
            <div className="grid gap-2">
              {coupons.length > 0 &&
                [{ id: "", name: "쿠폰 쓰지 않기", sellerName: null, offWon: 1, minWon: 0 }, ...coupons].map(
                  (coupon) => (
                    <label
                      key={coupon.id}
                      className={
                        "flex min-h-13 items-center gap-3 rounded-lg bg-fill px-4 py-2.5 " +
                        "has-checked:bg-primary-tint has-checked:ring-2 has-checked:ring-primary " +
                        "has-checked:ring-inset has-focus-visible:outline-2 " +
                        "has-focus-visible:outline-primary " +
                        `${coupon.offWon === 0 ? "text-ink-3" : "cursor-pointer"}`
                      }
                    >
                      <input
                        type="radio"
                        name="couponId"
                        value={coupon.id}
                        disabled={coupon.offWon === 0}
                        defaultChecked={couponId === coupon.id}
                        onChange={() => setCouponId(coupon.id)}
                        className="tick"
                      />
                      <span className="min-w-0 flex-1">
                        <span className="block text-base font-medium">{coupon.name}</span>
                        {coupon.id === "" ? null : (
                          <span className="block text-sm text-ink-3">
                            {[
                              coupon.sellerName ? `${coupon.sellerName} 상품` : "모든 상품",
                              coupon.minWon > 0 ? `${formatWon(coupon.minWon)} 이상` : null,
                            ]
                              .filter(Boolean)
                              .join(" · ")}
                          </span>
                        )}
                      </span>
                      {coupon.id !== "" && coupon.offWon > 0 ? (
                        <b className="flex-none font-semibold text-sale">-{formatWon(coupon.offWon)}</b>
                      ) : null}
                    </label>
                  ),
                )}
            </div>
          </fieldset>
          <fieldset className="card-line p-4 md:p-6" data-invalid={errors?.method ? true : undefined}>
            <legend className="sr-only">결제수단</legend>
            <h2 aria-hidden className="mb-3 text-lg font-bold">
              결제수단
            </h2>
            <div className="grid gap-2 sm:grid-cols-3">
              {PAYMENT_METHODS.map((method) => (
                <label
                  key={method}
                  className={
                    "flex min-h-13 cursor-pointer items-center gap-3 rounded-lg bg-fill px-4 " +
                    "font-medium has-checked:bg-primary-tint has-checked:text-primary-ink " +
                    "has-checked:ring-2 has-checked:ring-primary has-checked:ring-inset " +
                    "has-focus-visible:outline-2 has-focus-visible:outline-primary"
                  }
                >
                  <input
                    type="radio"
                    name="method"
                    value={method}
                    defaultChecked={
                      ([typedValues?.method ?? checkout.payment?.method ?? "card"].flat()[0] ?? "card") ===
                      method
                    }
                    className="tick"
                  />
                  {PAYMENT_METHOD_LABELS[method]}
                </label>
              ))}
            </div>
            <p className="mt-3 flex items-start gap-2 text-sm text-ink-3">
              <ShieldCheck
                aria-hidden
                size={16}
                strokeWidth={1.75}
                className="mt-px flex-none text-primary-ink"
              />
              {ESCROW_TEXT}
            </p>
            {errors?.method ? (
              <p className="mt-2 text-sm font-medium text-refused-ink">{errors.method}</p>
            ) : null}
          </fieldset>
        </div>
        <aside>
          <div className="card-line mt-3 p-4 md:sticky md:top-24 md:mt-0 md:p-6">
            <h2 className="mb-4 text-lg font-bold">결제 금액</h2>
            <TotalRows
              rows={[
                { label: "상품 금액", won: purchase.itemsWon },
                { label: "배송비", won: purchase.shippingWon },
                ...(offWon > 0
                  ? [{ label: "쿠폰 할인", won: offWon, tone: "sale" as const, sign: "-" as const }]
                  : []),
              ]}
              sum={{ label: "총 결제 금액", won: totalWon }}
            />
            <div className="mt-4 border-t border-base-300 pt-2">
              <PurchaseConsents
                sellers={checkout.sellerOrders.map((sellerOrder) => sellerOrder.seller.name)}
                madeToOrder={[
                  ...new Set(
                    checkout.sellerOrders.flatMap((sellerOrder) =>
                      sellerOrder.lines.flatMap((line) => (line.madeToOrder ? line.title : [])),
                    ),
                  ),
                ]}
                errors={errors}
                values={typedValues}
              />
            </div>
            <ul className="mt-4 grid gap-1 text-sm text-ink-3">
              {checkout.sellerOrders.some((sellerOrder) => !sellerOrder.seller.direct) ? (
                <li>
                  중개 상품은 바로일당이 통신판매중개자로서 거래 당사자가 아니며, 상품과 거래에 대한 책임은
                  판매자에게 있어요.
                </li>
              ) : null}
              <li>
                받은 날부터 {WITHDRAWAL_PERIODS.changeOfMindDays}일 안에 청약을 철회할 수 있어요. 상품이
                설명과 다르면 3개월 안에 할 수 있어요.
              </li>
              <li>미성년자가 보호자 동의 없이 산 것은 취소할 수 있어요.</li>
            </ul>
            {canTakePayments ? (
              <div className="hidden md:mt-5 md:block">
                <SubmitButton className="btn btn-primary btn-lg w-full">
                  {formatWon(totalWon)} 결제하기
                </SubmitButton>
              </div>
            ) : null}
          </div>
        </aside>
        {canTakePayments ? (
          <StickyBar phoneOnly>
            <SubmitButton className="btn btn-primary btn-lg flex-1">
              {formatWon(totalWon)} 결제하기
            </SubmitButton>
          </StickyBar>
        ) : null}
      </Form>
    </Page>
  )
}

const padTwo = (value: number) => String(value).padStart(2, "0")

/** How long the goods stay reserved; at 0 the page looks again. */
function Countdown({ leftMs }: { leftMs: number }) {
  const hydrated = useHydrated()
  const navigate = useNavigate()
  const [remainingMs, setRemainingMs] = useState(leftMs)
  useEffect(() => {
    const end = performance.now() + leftMs
    const timer = setInterval(() => {
      const restMs = end - performance.now()
      setRemainingMs(Math.max(0, restMs))
      if (restMs <= 0) {
        clearInterval(timer)
        void navigate(0)
      }
    }, 1_000)
    return () => clearInterval(timer)
  }, [leftMs, navigate])
  const seconds = Math.floor(remainingMs / 1_000)
  return (
    <p className="flex items-center gap-1.5 text-sm text-ink-2">
      <Clock aria-hidden size={16} strokeWidth={1.75} className="text-sale" />
      {hydrated ? (
        <>
          상품을{" "}
          <b className="num font-semibold text-sale">
            {Math.floor(seconds / 60)}:{padTwo(seconds % 60)}
          </b>{" "}
          동안 잡아 두었어요
        </>
      ) : (
        "상품을 15분 동안 잡아 두었어요"
      )}
    </p>
  )
}
