import { Clock, ShieldCheck } from "lucide-react"
import { useEffect, useState } from "react"
import { data, Form, Link, redirect, useNavigate } from "react-router"
import { notFound, requireMember } from "#app/areas/accounts/guards.server.ts"
import { now } from "#app/basics/clock.ts"
import { parseForm, type FormErrors, type FormValues } from "#app/basics/form.ts"
import { isId, newId } from "#app/basics/ids.ts"
import { formatWon } from "#app/basics/won.ts"
import { paymentProvider } from "#app/platform/services.server.ts"
import { FormProblem, SubmitButton, useFirstErrorFocus } from "#app/ui/form.tsx"
import { useHydrated } from "#app/ui/hydrated.ts"
import { Page, PageHeader } from "#app/ui/section.tsx"
import { ServiceNote, useServiceMode } from "#app/ui/service-note.tsx"
import { StickyBar } from "#app/ui/sticky-bar.tsx"
import { SubmissionKey } from "#app/ui/submission-key.tsx"
import { PlaceOrderForm } from "../forms.ts"
import { couponWon, type CouponTerms } from "../money.ts"
import { AddressFields } from "../parts/address-fields.tsx"
import { MoneyRows } from "../parts/money-rows.tsx"
import { PlaceConsents } from "../parts/place-consents.tsx"
import { PAY_PROBLEMS, PLACE_PROBLEMS, statusOfRefusal } from "../parts/problems.ts"
import { Thumb } from "../parts/thumb.tsx"
import { ESCROW_NOTICE, LIMITS, PAYMENT_METHOD_LABELS, PAYMENT_METHODS, WITHDRAWAL } from "../rules.ts"
import { findCoupons } from "../service/coupons.server.ts"
import { findLastAddress, placeOrder } from "../service/place.server.ts"
import { findPurchase } from "../service/purchases.server.ts"
import type { Route } from "./+types/checkout"

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requireMember(context, request)
  const query = new URL(request.url).searchParams
  const groupId = query.get("order")
  if (groupId === null) throw redirect("/shopping/cart")
  const [found, coupons, last] = await Promise.all([
    findPurchase(actor, groupId),
    isId(groupId) ? findCoupons(actor, groupId) : [],
    findLastAddress(actor),
  ])
  if (!found) notFound()
  const { rows: _, ...purchase } = found
  if (purchase.group.state === "paid" || purchase.group.state === "waiting_deposit" || purchase.asking)
    throw redirect(`/shopping/order-complete?order=${groupId}`)
  const problem = query.get("problem")
  const lines = purchase.orders.flatMap((order) =>
    order.lines.map((line) => ({ sellerId: order.seller.id, priceWon: line.unitWon * line.quantity })),
  )
  return {
    purchase,
    once: newId(),
    provider: paymentProvider(),
    hasStopped: problem === "cancelled",
    problem:
      problem && Object.hasOwn(PAY_PROBLEMS, problem)
        ? problem === "failed" && purchase.payment?.failureMessage
          ? `${PAY_PROBLEMS.failed} 결제사에서 온 답: ‘${purchase.payment.failureMessage.replace(/\.$/, "")}’`
          : (PAY_PROBLEMS[problem] ?? null)
        : null,
    coupons: coupons
      .flatMap((coupon) => {
        const sum = lines.reduce(
          (total, line) =>
            coupon.sellerId === null || coupon.sellerId === line.sellerId ? total + line.priceWon : total,
          0,
        )
        return sum === 0
          ? []
          : [
              {
                id: coupon.id,
                name: coupon.name,
                sellerName: coupon.sellerName,
                minWon: coupon.minWon,
                offWon: couponWon(coupon satisfies CouponTerms, sum),
              },
            ]
      })
      .sort((a, b) => b.offWon - a.offWon),
    values: purchase.group.recipient
      ? {
          recipient: purchase.group.recipient,
          phone: purchase.group.phone,
          zonecode: purchase.group.zonecode,
          address: purchase.group.address,
          addressDetail: purchase.group.addressDetail,
          request: purchase.group.request,
        }
      : {
          recipient: last?.recipient || actor.profile?.name || "",
          phone: last?.phone ?? "",
          zonecode: last?.zonecode ?? "",
          address: last?.address ?? "",
          addressDetail: last?.addressDetail ?? "",
          request: last?.request ?? "",
        },
    leftMs: Math.max(0, Date.parse(purchase.group.expiresAt) - now().getTime()),
  }
}

const typedOf = (sent: FormData): FormValues =>
  Object.fromEntries([...sent].flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])))

export async function action({ request, context }: Route.ActionArgs) {
  const actor = requireMember(context, request)
  const groupId = new URL(request.url).searchParams.get("order")
  if (!isId(groupId)) notFound()
  const sent = await request.formData()
  const form = parseForm(PlaceOrderForm, sent)
  if (!form.ok) return data({ errors: form.errors, values: form.values }, { status: 400 })
  const placed = await placeOrder(actor, groupId, form.value)
  if (!placed.ok && placed.reason === "made_to_order")
    return data(
      {
        errors: { madeToOrderConsent: "주문 제작 상품의 취소·반품 제한에 동의해 주세요." },
        values: typedOf(sent),
      },
      { status: 400 },
    )
  if (placed.ok) return redirect(`/shopping/pay/${placed.paymentId}`)
  if (placed.reason === "not_found") notFound()
  return data(
    { problem: PLACE_PROBLEMS[placed.reason] ?? "다시 시도해 주세요." },
    { status: statusOfRefusal(placed.reason) },
  )
}

export const meta: Route.MetaFunction = () => [
  { title: "주문·결제 | 바로일당" },
  { name: "robots", content: "noindex" },
]

export default function Checkout({ loaderData: view, actionData: answer }: Route.ComponentProps) {
  const { purchase, coupons } = view
  const { group } = purchase
  const errors: FormErrors | undefined = answer && "errors" in answer ? answer.errors : undefined
  const typed = answer && "values" in answer ? answer.values : undefined
  const [couponId, setCouponId] = useState([typed?.couponId ?? group.couponId ?? ""].flat()[0] ?? "")
  useFirstErrorFocus(errors)
  const takesPayments = useServiceMode("payments") !== "off"
  if (purchase.isOver) {
    const [title, text] = purchase.payment?.accountNumber
      ? ["끝난 주문이에요", "입금하지 않고 끝나 잡아 둔 상품을 다시 진열했어요."]
      : [
          "주문 시간이 지났어요",
          `${LIMITS.reservationMinutes}분 동안 결제하지 않아 잡아 둔 상품을 다시 진열했어요.`,
        ]
    return (
      <Page narrow>
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
  const totalWon = group.itemsWon + group.shippingWon - offWon
  const problem = answer && "problem" in answer ? answer.problem : view.problem
  return (
    <Page>
      <PageHeader title="주문·결제">
        <Countdown key={group.expiresAt} leftMs={view.leftMs} />
      </PageHeader>
      <FormProblem problem={problem} calm={!answer && view.hasStopped} className="mb-4" />
      <ServiceNote of="payments" className="mb-4" />
      <Form
        method="post"
        noValidate
        reloadDocument={view.provider === "toss"}
        className="md:grid md:grid-cols-[minmax(0,1fr)_20rem] md:gap-x-6 lg:grid-cols-[minmax(0,1fr)_22.5rem]"
      >
        <SubmissionKey value={view.once} />
        <div className="grid min-w-0 gap-3 md:gap-4">
          <section aria-labelledby="to" className="card-line p-4 md:p-6">
            <h2 id="to" className="mb-4 text-lg font-bold">
              받는 곳
            </h2>
            <AddressFields values={typed ?? view.values} errors={errors} />
          </section>
          <section aria-labelledby="goods" className="card-line p-4 md:p-6">
            <h2 id="goods" className="mb-1 text-lg font-bold">
              주문 상품
            </h2>
            {purchase.orders.map((order) => (
              <div key={order.id} className="border-b border-base-300 py-4 last:border-0 last:pb-0">
                <p className="mb-3 flex items-baseline justify-between gap-3 text-sm">
                  <b className="font-semibold">
                    {order.seller.name}{" "}
                    <span className="font-normal text-ink-3">
                      {order.seller.direct ? "직접판매" : "중개"}
                    </span>
                  </b>
                  <span className="text-ink-2">
                    배송비 {order.shippingWon === 0 ? "무료" : formatWon(order.shippingWon)}
                  </span>
                </p>
                <ul className="grid gap-3">
                  {order.lines.map((line) => (
                    <li key={line.id} className="flex gap-3">
                      <Thumb pictureId={line.pictureId} size={64} />
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
                      ([typed?.method ?? purchase.payment?.method ?? "card"].flat()[0] ?? "card") === method
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
              {ESCROW_NOTICE}
            </p>
            {errors?.method ? (
              <p className="mt-2 text-sm font-medium text-refused-ink">{errors.method}</p>
            ) : null}
          </fieldset>
        </div>
        <aside>
          <div className="card-line mt-3 p-4 md:sticky md:top-24 md:mt-0 md:p-6">
            <h2 className="mb-4 text-lg font-bold">결제 금액</h2>
            <MoneyRows
              rows={[
                { label: "상품 금액", won: group.itemsWon },
                { label: "배송비", won: group.shippingWon },
                ...(offWon > 0
                  ? [{ label: "쿠폰 할인", won: offWon, tone: "sale" as const, sign: "-" as const }]
                  : []),
              ]}
              sum={{ label: "총 결제 금액", won: totalWon }}
            />
            <div className="mt-4 border-t border-base-300 pt-2">
              <PlaceConsents
                sellers={purchase.orders.map((order) => order.seller.name)}
                madeToOrder={[
                  ...new Set(
                    purchase.orders.flatMap((order) =>
                      order.lines.flatMap((line) => (line.madeToOrder ? line.title : [])),
                    ),
                  ),
                ]}
                errors={errors}
                values={typed}
              />
            </div>
            <ul className="mt-4 grid gap-1 text-sm text-ink-3">
              {purchase.orders.some((order) => !order.seller.direct) ? (
                <li>
                  중개 상품은 바로일당이 통신판매중개자로서 거래 당사자가 아니며, 상품과 거래에 대한 책임은
                  판매자에게 있어요.
                </li>
              ) : null}
              <li>
                받은 날부터 {WITHDRAWAL.changeOfMindDays}일 안에 청약을 철회할 수 있어요. 상품이 설명과 다르면
                3개월 안에 할 수 있어요.
              </li>
              <li>미성년자가 보호자 동의 없이 산 것은 취소할 수 있어요.</li>
            </ul>
            {takesPayments ? (
              <div className="hidden md:mt-5 md:block">
                <SubmitButton className="btn btn-primary btn-lg w-full">
                  {formatWon(totalWon)} 결제하기
                </SubmitButton>
              </div>
            ) : null}
          </div>
        </aside>
        {takesPayments ? (
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

const two = (value: number) => String(value).padStart(2, "0")

/** How long the goods stay reserved; at 0 the page looks again. */
function Countdown({ leftMs }: { leftMs: number }) {
  const hydrated = useHydrated()
  const navigate = useNavigate()
  const [left, setLeft] = useState(leftMs)
  useEffect(() => {
    const end = performance.now() + leftMs
    const timer = setInterval(() => {
      const rest = end - performance.now()
      setLeft(Math.max(0, rest))
      if (rest <= 0) {
        clearInterval(timer)
        void navigate(0)
      }
    }, 1_000)
    return () => clearInterval(timer)
  }, [leftMs, navigate])
  const seconds = Math.floor(left / 1_000)
  return (
    <p className="flex items-center gap-1.5 text-sm text-ink-2">
      <Clock aria-hidden size={16} strokeWidth={1.75} className="text-sale" />
      {hydrated ? (
        <>
          상품을{" "}
          <b className="num font-semibold text-sale">
            {Math.floor(seconds / 60)}:{two(seconds % 60)}
          </b>{" "}
          동안 잡아 두었어요
        </>
      ) : (
        "상품을 15분 동안 잡아 두었어요"
      )}
    </p>
  )
}
