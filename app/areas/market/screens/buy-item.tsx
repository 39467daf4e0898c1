/** /marketplace/:itemId/buy: what is paid, who holds it and where it goes, before a deal begins. */
import { ShieldCheck } from "#app/ui/icons.tsx"
import { Form, href, redirect } from "react-router"
import { titleOf } from "#app/basics/brand.ts"
import { readQuery } from "#app/basics/form.ts"
import { isId } from "#app/basics/ids.ts"
import { SERVICE_TEXTS } from "#app/basics/services.ts"
import { formatWon } from "#app/basics/won.ts"
import { intents } from "#app/platform/intents.server.ts"
import { useActionAnswer, type ScreenAnswer } from "#app/ui/action-answer.ts"
import { FilterChip } from "#app/ui/chips.tsx"
import { Checkbox } from "#app/ui/field.tsx"
import { EmptyState } from "#app/ui/empty-state.tsx"
import { FormAlert, SubmitButton, useFirstErrorFocus } from "#app/ui/form.tsx"
import { Picture } from "#app/ui/picture.tsx"
import type { ScreenHandle } from "#app/ui/screen-handle.ts"
import { Page, PageHeader, Section } from "#app/ui/section.tsx"
import { ServiceAlert } from "#app/ui/service-alert.tsx"
import { StickyBar } from "#app/ui/sticky-bar.tsx"
import { notFound, requireMember } from "../../accounts/guards.server.ts"
import type { Member } from "../../accounts/rules.ts"
import { AddressFields } from "../../shop/parts/address-fields.tsx"
import { BuyMeetingForm, BuyParcelForm, BuyQuery } from "../deal-forms.ts"
import { DEAL_LIMITS } from "../deal-rules.ts"
import { DEAL_METHOD_LABELS, type DealMethod } from "../rules.ts"
import { findItemToBuy } from "../service/item-to-buy.server.ts"
import { startDeal } from "../service/start-deal.server.ts"
import type { Route } from "./+types/buy-item"

export const handle = { bar: "task", title: "안심결제로 사기", background: "white" } satisfies ScreenHandle

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const actor = requireMember(context, request)
  const { itemId } = params
  const found = isId(itemId) ? await findItemToBuy(actor, itemId) : null
  if (!found) notFound()
  if (found.dealId !== null) throw redirect(href("/marketplace/deals/:dealId", { dealId: found.dealId }))
  if (actor.profile === null) throw redirect(href("/my-info"))
  const { method } = readQuery(BuyQuery, new URL(request.url).searchParams)
  return {
    item: found,
    method: found.methods.find((each) => each === method) ?? found.methods[0] ?? "parcel",
  }
}

const problems = {
  not_allowed: "프로필을 먼저 완성해 주세요.",
  own_item: "내 물건은 살 수 없어요.",
  blocked: "차단했거나 차단된 상대라 거래할 수 없어요.",
  payments_off: { sentence: SERVICE_TEXTS.payments.off, status: 503 },
  not_now: "그사이 다른 분에게 예약됐거나 조건이 바뀌었어요. 물건을 다시 확인해 주세요.",
  amount:
    `안심결제는 ${formatWon(DEAL_LIMITS.minPriceWon)}부터 ` +
    `${formatWon(DEAL_LIMITS.maxPriceWon)}까지 쓸 수 있어요.`,
  too_many: `한 물건은 ${DEAL_LIMITS.maxDealsPerBuyer}번까지 다시 살 수 있어요. 판매자와 채팅으로 이야기해 주세요.`,
} as const

/** To the page where it is paid; to the deal where it is paid already. */
const toPayment = ({ dealId, chargeId }: { dealId: string; chargeId: string | null }) => ({
  to: chargeId ? href("/pay/:chargeId", { chargeId }) : href("/marketplace/deals/:dealId", { dealId }),
})

const answerForm = intents<{ actor: Member; itemId: string }>((intent) => ({
  parcel: intent({
    form: BuyParcelForm,
    run: ({ actor, itemId }, value) => startDeal(actor, itemId, value),
    done: (deal) => toPayment(deal),
    problems,
  }),
  direct: intent({
    form: BuyMeetingForm,
    run: ({ actor, itemId }, value) => startDeal(actor, itemId, value),
    done: (deal) => toPayment(deal),
    problems,
  }),
}))

export async function action({ params, request, context }: Route.ActionArgs) {
  const actor = requireMember(context, request)
  const { itemId } = params
  if (!isId(itemId)) notFound()
  return answerForm(
    await request.formData(),
    { actor, itemId },
    { to: href("/marketplace/:itemId/buy", { itemId }) },
  )
}

export const meta: Route.MetaFunction = () => [
  { title: titleOf("안심결제로 사기") },
  { name: "robots", content: "noindex" },
]

export default function BuyItem({ loaderData, actionData }: Route.ComponentProps) {
  const { item, method } = loaderData
  const answer = useActionAnswer(actionData)
  useFirstErrorFocus(answer.errors)
  return (
    <Page isNarrow>
      <PageHeader
        title="안심결제로 사기"
        bar="same"
        back={{ href: href("/marketplace/:itemId", { itemId: item.id }), label: item.title }}
      />
      <FormAlert message={answer.problem} className="mt-4" />
      <ServiceAlert service="payments" className="mt-4" />
      <ItemHead item={item} />
      {item.isOpen ? <Purchase item={item} method={method} answer={answer} /> : <Closed item={item} />}
    </Page>
  )
}

/** Somebody was faster, or the seller takes no safe payment any more. */
const Closed = ({ item }: { item: ItemToBuy }) => (
  <EmptyState
    art="orders"
    title="지금은 안심결제로 살 수 없어요"
    text="다른 분에게 예약됐거나 거래가 끝난 물건이에요."
    action={{ href: href("/marketplace/:itemId", { itemId: item.id }), label: "물건 보기" }}
  />
)

/** How it changes hands, where it goes and what is paid. */
function Purchase({ item, method, answer }: { item: ItemToBuy; method: DealMethod; answer: ScreenAnswer }) {
  const parcelFeeWon = method === "parcel" ? item.parcelFeeWon : 0
  const totalWon = item.priceWon + parcelFeeWon
  const buyHref = href("/marketplace/:itemId/buy", { itemId: item.id })
  const values = answer.wasSent ? answer.values : (item.lastAddress ?? {})
  return (
    <>
      {item.methods.length > 1 ? (
        <nav aria-label="거래 방법" className="bar-of-chips mt-4">
          {item.methods.map((each) => (
            <FilterChip key={each} href={`${buyHref}?method=${each}`} isActive={each === method}>
              {DEAL_METHOD_LABELS[each]}
            </FilterChip>
          ))}
        </nav>
      ) : null}
      <Form method="post" noValidate key={method}>
        <input type="hidden" name="intent" value={method} />
        <input type="hidden" name="method" value={method} />
        {method === "parcel" ? (
          <Section title="받을 곳">
            <AddressFields values={values} errors={answer.errors} />
          </Section>
        ) : (
          <Section title="만나는 방법">
            <p className="text-base text-ink-2">
              결제한 뒤 채팅으로 약속을 잡고, 물건을 확인한 다음 내 화면의 코드를 판매자에게 보여 주세요.
            </p>
          </Section>
        )}
        <Section title="결제할 금액">
          <Amounts
            priceWon={item.priceWon}
            isOffer={item.isAgreed}
            parcelFeeWon={parcelFeeWon}
            isParcel={method === "parcel"}
          />
        </Section>
        <Notes isParcel={method === "parcel"} />
        <fieldset className="mt-4">
          <legend className="sr-only">동의</legend>
          <Checkbox
            name="consent"
            label="(필수) 결제할 금액과 안심결제 안내를 확인했어요"
            required
            defaultChecked={answer.typed("consent") === "on"}
            error={answer.errors.consent}
          />
          {method === "parcel" ? (
            <AddressConsent
              sellerName={item.sellerName}
              isTicked={answer.typed("thirdPartyConsent") === "on"}
              error={answer.errors.thirdPartyConsent}
            />
          ) : null}
        </fieldset>
        <StickyBar>
          <SubmitButton className="btn btn-primary btn-lg flex-1">
            {formatWon(totalWon)} 결제하러 가기
          </SubmitButton>
        </StickyBar>
      </Form>
    </>
  )
}

type ItemToBuy = Route.ComponentProps["loaderData"]["item"]

function ItemHead({ item }: { item: ItemToBuy }) {
  return (
    <div className="mt-4 flex items-center gap-4">
      {item.picture ? (
        <Picture {...item.picture} alt="" ratio="square" sizes="72px" className="w-18 flex-none rounded-lg" />
      ) : null}
      <div className="min-w-0">
        <h2 className="line-clamp-2 text-base font-semibold">{item.title}</h2>
        <p className="text-sm text-ink-3">{item.sellerName}님이 팔아요</p>
      </div>
    </div>
  )
}

function Amounts({
  priceWon,
  isOffer,
  parcelFeeWon,
  isParcel,
}: {
  priceWon: number
  isOffer: boolean
  parcelFeeWon: number
  isParcel: boolean
}) {
  const rows: [string, string][] = [
    [isOffer ? "합의한 가격" : "물건값", formatWon(priceWon)],
    ...(isParcel
      ? [["택배비", parcelFeeWon > 0 ? formatWon(parcelFeeWon) : "판매자가 내요"] as [string, string]]
      : []),
    ["안심결제 수수료", "없음"],
  ]
  return (
    <dl className="num grid gap-2 text-base">
      {rows.map(([label, value]) => (
        <div key={label} className="flex justify-between gap-4">
          <dt className="text-ink-2">{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
      <div className="mt-1 flex justify-between gap-4 border-t border-base-300 pt-3 text-lg font-bold">
        <dt>결제 금액</dt>
        <dd>{formatWon(priceWon + parcelFeeWon)}</dd>
      </div>
    </dl>
  )
}

/** Who holds the money, and when it goes where. */
function Notes({ isParcel }: { isParcel: boolean }) {
  return (
    <section aria-label="안심결제 안내" className="mt-6 rounded-xl bg-fill p-5 text-sm text-ink-2">
      <h2 className="flex items-center gap-2 text-base font-bold text-base-content">
        <ShieldCheck size={20} className="text-primary-ink" />
        돈은 거래가 끝날 때까지 보관돼요
      </h2>
      <ul className="mt-2 grid list-disc gap-1 pl-5">
        <li>결제한 돈은 바로일당도 판매자도 아닌 결제대행사가 맡아요.</li>
        {isParcel ? (
          <>
            <li>판매자가 {DEAL_LIMITS.sendDays}영업일 안에 보내지 않으면 전액 환불돼요.</li>
            <li>
              받았다고 확인하거나, 도착하고 {DEAL_LIMITS.confirmDays}일 동안 말이 없으면 판매자에게 지급돼요.
              설명과 다르면 그 전에 알려 주세요.
            </li>
          </>
        ) : (
          <>
            <li>만나서 판매자가 내 코드를 입력하면 지급돼요. 그 전에는 언제든 취소하고 전액 환불받아요.</li>
            <li>{DEAL_LIMITS.meetDays}일 안에 만나지 않으면 전액 환불돼요.</li>
          </>
        )}
        <li>개인 사이의 거래라 마음이 바뀐 반품은 보장되지 않아요.</li>
      </ul>
    </section>
  )
}

function AddressConsent({
  sellerName,
  isTicked,
  error,
}: {
  sellerName: string
  isTicked: boolean
  error: string | undefined
}) {
  return (
    <>
      <Checkbox
        name="thirdPartyConsent"
        label="(필수) 개인정보 제3자 제공에 동의해요"
        required
        defaultChecked={isTicked}
        error={error}
      />
      <dl
        className={
          "mt-1 grid grid-cols-[5.5rem_minmax(0,1fr)] gap-x-3 gap-y-1 rounded-lg bg-fill p-3.5 text-sm " +
          "text-ink-2"
        }
      >
        <dt className="text-ink-3">받는 사람</dt>
        <dd>{sellerName}, 판매자가 이용하는 택배사</dd>
        <dt className="text-ink-3">항목</dt>
        <dd>받는 분 이름, 주소, 전화번호, 배송 요청사항</dd>
        <dt className="text-ink-3">목적</dt>
        <dd>물건 배송과 반품</dd>
        <dt className="text-ink-3">기간</dt>
        <dd>거래가 끝나고 {DEAL_LIMITS.addressDays}일까지</dd>
        <dt className="text-ink-3">거부할 권리</dt>
        <dd>동의하지 않을 수 있어요. 그러면 택배로 살 수 없어요.</dd>
      </dl>
    </>
  )
}
