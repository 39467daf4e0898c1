import { Lock, ShieldCheck, Store, Truck, Undo2 } from "#app/ui/icons.tsx"
import { Form, Link, href } from "react-router"
import { formatBusinessNumber } from "#app/basics/business-number.ts"
import { formatPhone } from "#app/basics/phone.ts"
import { formatWon } from "#app/basics/won.ts"
import { Checkbox, TextArea } from "#app/ui/field.tsx"
import { FoldSummary } from "#app/ui/fold-summary.tsx"
import { SubmitButton } from "#app/ui/form.tsx"
import { RelativeTime } from "#app/ui/relative-time.tsx"
import type { DisclosureRow } from "../disclosure.ts"
import { ESCROW_TEXT, isCertificateLabel, LIMITS } from "../rules.ts"
import type { ProductView, SellerCard } from "../views.ts"
import type { ScreenAnswer } from "#app/ui/action-answer.ts"
import { WITHDRAWAL_PERIODS } from "../claim-rules.ts"

/** When it comes (null where there is nothing to send), what that costs, and what goes back. */
export function DeliveryInfo({ product, arrival }: { product: ProductView; arrival: string | null }) {
  const { seller } = product
  const isAlwaysFree = product.freeShipping || seller.shippingWon === 0
  const isFree = isAlwaysFree || (seller.freeFromWon !== null && product.priceWon >= seller.freeFromWon)
  const freeShippingText =
    isAlwaysFree || seller.freeFromWon === null ? null : `${formatWon(seller.freeFromWon)} 이상 무료`
  return (
    <ul className="grid gap-3 rounded-lg bg-base-200 p-4 text-base">
      <li className="flex items-start gap-3">
        <Truck size={20} className="mt-0.5 flex-none text-primary-ink" />
        <span>
          {arrival === null ? null : (
            <>
              <b className="font-semibold text-ok-ink">{arrival}</b> 예정
            </>
          )}
          <span className={arrival === null ? "text-ink-2" : "block text-sm text-ink-2"}>
            {[isFree ? "무료배송" : `배송비 ${formatWon(seller.shippingWon)}`, freeShippingText]
              .filter(Boolean)
              .join(" · ")}
          </span>
        </span>
      </li>
      <li className="flex items-start gap-3">
        <Undo2 size={20} className="mt-0.5 flex-none text-primary-ink" />
        {product.madeToOrder ? (
          <span className="text-ink-2">주문을 받아 만드는 상품이라 마음이 바뀌어도 반품할 수 없어요.</span>
        ) : (
          <span>
            받은 날부터 {WITHDRAWAL_PERIODS.changeOfMindDays}일 안에 반품할 수 있어요
            <span className="block text-sm text-ink-2">반품 배송비 {formatWon(seller.returnWon)}</span>
          </span>
        )}
      </li>
    </ul>
  )
}

/** Who sells it (전자상거래법 §13): 직접판매 or 중개, with what a buyer may know. */
export function SellerInfo({ seller }: { seller: SellerCard }) {
  const sellerFacts = [
    ["상호", seller.businessName],
    ["대표자", seller.representative],
    ["사업자등록번호", formatBusinessNumber(seller.businessNumber)],
    ["통신판매업 신고", seller.mailOrderNumber || "면제"],
    ["연락처", formatPhone(seller.phone)],
    ["이메일", seller.email],
    ["사업장", seller.address],
  ]
  return (
    <div className="rounded-xl bg-base-200 p-4 md:p-5">
      <div className="flex flex-wrap items-center gap-3">
        <span className="grid size-11 flex-none place-items-center rounded-full bg-base-100 text-primary-ink">
          <Store size={22} />
        </span>
        <div className="min-w-0 flex-1 basis-36">
          <h3 className="flex flex-wrap items-center gap-x-2 text-lg font-bold">
            {seller.name}
            <span
              className={
                "inline-flex min-h-6 items-center rounded-sm px-2 text-xs font-semibold " +
                `${seller.direct ? "bg-open-tint text-open-ink" : "bg-done-tint text-done-ink"}`
              }
            >
              {seller.direct ? "직접판매" : "중개"}
            </span>
          </h3>
          <p className="truncate text-sm text-ink-3">{seller.intro}</p>
        </div>
        <Link to={`${href("/shopping")}?seller=${seller.id}`} className="btn btn-line btn-sm flex-none">
          상품 전체보기
        </Link>
      </div>
      <details className="group mt-4 border-t border-base-300 pt-3">
        <FoldSummary className="text-sm font-medium text-ink-2">판매자 정보 보기</FoldSummary>
        <dl className="mt-3 grid gap-x-8 gap-y-2 text-sm md:grid-cols-2 [&_dt]:text-ink-3">
          {sellerFacts.map(([label, value]) => (
            <div key={label} className="fact-row">
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </details>
      {seller.direct ? null : (
        <p className="mt-3 flex items-start gap-2 text-sm text-ink-3">
          <ShieldCheck size={16} className="mt-px flex-none" />
          바로일당은 통신판매중개자로서 거래 당사자가 아니며, 상품과 거래에 대한 책임은 판매자에게 있어요.
        </p>
      )}
    </div>
  )
}

const formatDispatch = (days: number): string => (days === 0 ? "결제한 날" : `${days}영업일 안`)

/**
 * How it goes back, who pays, and what protects the payment: said of every product before it is bought
 * (전자상거래법 §13, §17, §18).
 */
export function TermsOfSale({ product }: { product: ProductView }) {
  const { seller } = product
  const rows: [string, string][] = [
    [
      "배송",
      `택배로 보내요. 보통 ${formatDispatch(seller.dispatchDays)}, 늦어도 결제하고 ${LIMITS.dispatchWithinDays}영업일 안에 ` +
        "발송해요(판매자가 쉬는 동안에는 주문할 때 알려 드린 도착 날짜에 맞춰요). 제주와 도서·산간도 배송비를 더 받지 않아요.",
    ],
    [
      "청약철회",
      product.madeToOrder
        ? "주문을 받아 만드는 상품이라, 주문할 때 동의하면 마음이 바뀌어도 취소·반품할 수 없어요. 설명과 다르거나 하자가 있으면 받은 날부터 3개월, 안 날부터 30일 " +
          "안에 반품할 수 있어요."
        : `받은 날부터 ${WITHDRAWAL_PERIODS.changeOfMindDays}일 안에 이유 없이 할 수 있어요. 설명과 다르거나 하자가 있으면 받은 날부터 ` +
          "3개월, 안 날부터 " +
          "30일 안에 할 수 있어요.",
    ],
    ["신청 방법", "쇼핑 주문 내역의 주문 상세에서 취소·반품·교환을 신청해요. 준비 전에는 바로 취소돼요."],
    [
      "반품 비용",
      `마음이 바뀐 반품은 배송비 ${formatWon(seller.returnWon)}을 구매자가, 하자나 오배송은 판매자가 내요. 한 상자로 함께 보내면 한 번만 내요. ` +
        "교환은 배송비를 받지 않아요.",
    ],
    [
      "철회 제한",
      "구매자 잘못으로 없어지거나 망가진 상품, 사용이나 시간이 지나 가치가 크게 줄어든 상품은 반품할 수 없어요. 확인하려고 포장을 뜯은 것은 괜찮아요.",
    ],
    [
      "환불 시기",
      "상품을 돌려받은 날(보내기 전 취소는 취소한 날)부터 3영업일 안에 결제한 수단으로 돌려드려요. 늦으면 지연배상금을 더해요.",
    ],
    ["구매안전", ESCROW_TEXT.replace("구매안전서비스: ", "")],
    [
      "교환·A/S·분쟁",
      `판매자 ${formatPhone(seller.phone)} · 해결되지 않으면 바로일당 고객센터나 소비자상담센터(1372)에 물어보세요.`,
    ],
    ["약관", "화면 아래의 이용약관에서 언제든 확인할 수 있어요."],
    ["미성년자", "미성년자가 보호자 동의 없이 산 것은 본인이나 보호자가 취소할 수 있어요."],
  ]
  return <DisclosureTable rows={rows.map(([label, value]) => ({ label, value }))} />
}

/** 상품정보제공고시. */
export function DisclosureTable({ rows }: { rows: readonly DisclosureRow[] }) {
  return (
    <div className="@container">
      <dl className="label-rows">
        {rows.map((row) => (
          <div key={row.label}>
            <dt>{row.label}</dt>
            <dd
              {...(isCertificateLabel(row.label) && /\d/.test(row.value)
                ? { className: "text-2xl font-bold" }
                : {})}
            >
              {row.value}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

type Question = {
  id: string
  asker: string
  secret: boolean
  body: string | null
  answer: string | null
  isAnswered: boolean
  createdAt: string
}

/** Questions to the seller and the form to ask one; a visitor is led to sign in. */
export function QuestionSection({
  questions,
  canAsk,
  answer,
}: {
  questions: readonly Question[]
  canAsk: boolean
  answer: ScreenAnswer
}) {
  return (
    <>
      {questions.length === 0 ? (
        <p className="text-base text-ink-2">아직 문의가 없어요. 궁금한 점을 물어보세요.</p>
      ) : null}
      <ul className="grid gap-3">
        {questions.map((question) => (
          <li key={question.id} className="rounded-xl bg-base-200 p-4">
            <p className="flex items-center gap-2 text-sm text-ink-3">
              <span
                className={
                  "inline-flex min-h-6 items-center rounded-sm px-2 text-xs font-semibold " +
                  `${question.isAnswered ? "bg-ok-tint text-ok-ink" : "bg-done-tint text-done-ink"}`
                }
              >
                {question.isAnswered ? "답변 완료" : "답변 대기"}
              </span>
              <span>
                {question.asker} · <RelativeTime at={question.createdAt} />
              </span>
            </p>
            {question.body === null ? (
              <p className="mt-2 flex items-center gap-1.5 text-base text-ink-3">
                <Lock size={16} /> 비밀글이에요.
              </p>
            ) : (
              <p className="mt-2 text-base whitespace-pre-line">{question.body}</p>
            )}
            {question.answer ? (
              <p className="mt-3 border-t border-base-300 pt-3 text-base whitespace-pre-line text-ink-2">
                <b className="font-semibold text-base-content">판매자</b> {question.answer}
              </p>
            ) : null}
          </li>
        ))}
      </ul>
      {canAsk ? (
        // Another form, closed, once a question has come: what was sent is in the list.
        <details key={questions.length} open={answer.wasSent} className="mt-4">
          <summary className="btn btn-quiet">상품 문의하기</summary>
          <Form method="post" preventScrollReset className="mt-4 grid gap-3">
            <input type="hidden" name="intent" value="ask" />
            <TextArea
              label="문의 내용"
              name="body"
              rows={3}
              maxLength={LIMITS.questionLength}
              error={answer.errors.body}
              defaultValue={answer.typed("body")}
              help="전화번호 같은 연락처는 가려져요."
            />
            <Checkbox name="secret" label="비밀글로 남기기" />
            <SubmitButton className="btn btn-primary justify-self-start">문의 남기기</SubmitButton>
          </Form>
        </details>
      ) : null}
    </>
  )
}
