/** /marketplace/deals/:dealId: a deal that is paid safely, for its buyer and its seller. */
import { MessageCircle, ShieldCheck } from "#app/ui/icons.tsx"
import { Form, Link, href } from "react-router"
import { titleOf } from "#app/basics/brand.ts"
import { readQuery } from "#app/basics/form.ts"
import { isId } from "#app/basics/ids.ts"
import { drawQrCode } from "#app/basics/qr-code.ts"
import { formatWon } from "#app/basics/won.ts"
import { getBaseUrl } from "#app/platform/env.server.ts"
import { useActionAnswer } from "#app/ui/action-answer.ts"
import { StateBadge } from "#app/ui/badge.tsx"
import { FormAlert, SubmitButton, useFirstErrorFocus } from "#app/ui/form.tsx"
import { Picture } from "#app/ui/picture.tsx"
import { revalidateAfterConflict } from "#app/ui/revalidate.ts"
import type { ScreenHandle } from "#app/ui/screen-handle.ts"
import { Page, Section } from "#app/ui/section.tsx"
import { notFound, requireMember } from "../../accounts/guards.server.ts"
import { DealQuery } from "../deal-forms.ts"
import { answerDealForm } from "../deal-intents.server.ts"
import { DEAL_STATE_LABELS, DEAL_STATE_TONES } from "../deal-rules.ts"
import { DealClaim } from "../parts/deal-claim.tsx"
import { DealHistory } from "../parts/deal-history.tsx"
import { DealParcel } from "../parts/deal-parcel.tsx"
import { DealNextStep } from "../parts/deal-next-step.tsx"
import { DealSteps } from "../parts/deal-steps.tsx"
import { findDeal } from "../service/deal-views.server.ts"
import type { DealView } from "../views.ts"
import type { Route } from "./+types/deal"

export const handle = {
  bar: "detail",
  title: "안심결제 거래",
  backHref: href("/my-info/deals"),
  background: "white",
} satisfies ScreenHandle

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const actor = requireMember(context, request)
  const deal = isId(params.dealId) ? await findDeal(actor, params.dealId) : null
  // Administrators decide on a page of their own.
  if (!deal || deal.role === "admin") notFound()
  const { code } = readQuery(DealQuery, new URL(request.url).searchParams)
  const path = href("/marketplace/deals/:dealId", { dealId: deal.id })
  return {
    deal,
    typedCode: deal.role === "seller" ? code : null,
    qr: deal.code === null ? null : drawQrCode(`${getBaseUrl(request.url)}${path}?code=${deal.code}`),
  }
}

export async function action({ params, request, context }: Route.ActionArgs) {
  const actor = requireMember(context, request)
  const { dealId } = params
  const deal = isId(dealId) ? await findDeal(actor, dealId) : null
  if (!deal || deal.role === "admin") notFound()
  return answerDealForm(
    await request.formData(),
    { actor, dealId },
    { to: href("/marketplace/deals/:dealId", { dealId }) },
  )
}

export const shouldRevalidate = revalidateAfterConflict

export const meta: Route.MetaFunction = () => [
  { title: titleOf("안심결제 거래") },
  { name: "robots", content: "noindex" },
]

export default function Deal({ loaderData, actionData }: Route.ComponentProps) {
  const { deal } = loaderData
  const answer = useActionAnswer(actionData)
  useFirstErrorFocus(answer.errors)
  return (
    <Page isNarrow>
      <h1 className="sr-only md:not-sr-only md:pt-8 md:text-2xl md:font-bold">안심결제 거래</h1>
      <DealHead deal={deal} />
      <FormAlert message={answer.problem} className="mt-4" />
      <div className="mt-6">
        <DealSteps deal={deal} />
      </div>
      <div className="mt-6 pb-7 md:pb-0">
        <DealNextStep deal={deal} answer={answer} qr={loaderData.qr} typedCode={loaderData.typedCode} />
      </div>
      {deal.claim ? <DealClaim claim={deal.claim} /> : null}
      <DealParcel deal={deal} />
      <Payment deal={deal} />
      <Section title="진행 기록">
        <DealHistory events={deal.events} />
      </Section>
    </Page>
  )
}

function DealHead({ deal }: { deal: DealView }) {
  const partner = deal.role === "buyer" ? deal.sellerName : deal.buyerName
  return (
    <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2">
      {deal.picture ? (
        <Picture {...deal.picture} alt="" ratio="square" sizes="72px" className="w-18 flex-none rounded-lg" />
      ) : (
        <span className="size-18 flex-none rounded-lg bg-fill" />
      )}
      <div className="min-w-[min(100%,8.5rem)] flex-[1_1_min-content]">
        <StateBadge tone={DEAL_STATE_TONES[deal.state]}>{DEAL_STATE_LABELS[deal.state]}</StateBadge>
        <h2 className="mt-1 line-clamp-2 text-base font-semibold">
          <Link to={href("/marketplace/:itemId", { itemId: deal.itemId })} className="hover:underline">
            {deal.title}
          </Link>
        </h2>
        <p className="text-sm text-ink-3">
          {partner}님{deal.role === "buyer" ? "에게 사요" : "에게 팔아요"} ·{" "}
          {deal.method === "parcel" ? "택배거래" : "직거래"}
        </p>
      </div>
      <Form method="post" action={href("/chat/open")} className="flex-none">
        <input type="hidden" name="kind" value="item" />
        <input type="hidden" name="id" value={deal.itemId} />
        {deal.role === "seller" ? <input type="hidden" name="with" value={deal.buyerId} /> : null}
        <SubmitButton name="open" value="item" className="btn btn-tint" pendingLabel="여는 중이에요">
          <MessageCircle size={18} /> 채팅
        </SubmitButton>
      </Form>
    </div>
  )
}

/** Who holds the money, and how much. */
function Payment({ deal }: { deal: DealView }) {
  const totalWon = deal.priceWon + deal.parcelFeeWon
  const rows: [string, number][] = [
    ["물건값", deal.priceWon],
    ...(deal.parcelFeeWon > 0 ? [["택배비", deal.parcelFeeWon] as [string, number]] : []),
  ]
  return (
    <Section title="결제">
      <dl className="num grid gap-2 text-base">
        {rows.map(([label, won]) => (
          <div key={label} className="flex justify-between gap-4">
            <dt className="text-ink-2">{label}</dt>
            <dd>{formatWon(won)}</dd>
          </div>
        ))}
        <div className="flex justify-between gap-4">
          <dt className="text-ink-2">안심결제 수수료</dt>
          <dd>없음</dd>
        </div>
        <div className="mt-1 flex justify-between gap-4 border-t border-base-300 pt-3 text-lg font-bold">
          <dt>{deal.role === "buyer" ? "결제 금액" : "받을 금액"}</dt>
          <dd>{formatWon(totalWon)}</dd>
        </div>
      </dl>
      <p className="mt-4 flex items-start gap-2 rounded-lg bg-fill p-4 text-sm text-ink-2">
        <ShieldCheck size={18} className="mt-0.5 flex-none text-primary-ink" />
        <span>{getMoneySentence(deal)}</span>
      </p>
    </Section>
  )
}

function getMoneySentence(deal: DealView): string {
  if (deal.state === "asked") return "결제한 돈은 결제대행사가 맡아 두고, 거래가 끝날 때 판매자에게 지급돼요."
  if (deal.state === "done")
    return deal.role === "buyer"
      ? "판매자에게 지급이 확정됐어요."
      : "지급이 확정됐어요. 판매자 정산 대기 금액에 더해졌어요."
  if (deal.state === "cancelled" && !deal.events.some(({ move }) => move === "pay"))
    return "결제하지 않은 거래예요."
  if (deal.state === "cancelled" || deal.state === "returned")
    return deal.isRefunding ? "구매자에게 환불하고 있어요." : "구매자에게 전액 환불했어요."
  return "결제한 돈은 결제대행사가 맡고 있어요. 바로일당도, 판매자도 아직 쓸 수 없어요."
}
