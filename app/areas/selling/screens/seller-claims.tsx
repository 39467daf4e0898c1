import { Link, href } from "react-router"
import { getListUrl } from "#app/basics/list-urls.ts"
import { readQuery } from "#app/basics/form.ts"
import { formatPhone } from "#app/basics/phone.ts"
import { formatDateTime, formatDateWithWeekday } from "#app/basics/time.ts"
import { formatWon } from "#app/basics/won.ts"
import { intents } from "#app/platform/intents.server.ts"
import { titleOf } from "#app/basics/brand.ts"
import { useActionAnswer, type ScreenAnswer } from "#app/ui/action-answer.ts"
import { FilterChip } from "#app/ui/chips.tsx"
import { EmptyState } from "#app/ui/empty-state.tsx"
import { FormAlert } from "#app/ui/form.tsx"
import { Gallery } from "#app/ui/gallery.tsx"
import { Pager } from "#app/ui/pager.tsx"
import { RelativeTime } from "#app/ui/relative-time.tsx"
import { PageHeader } from "#app/ui/section.tsx"
import type { Member } from "../../accounts/rules.ts"
import { OpenChatButton } from "../../chat/parts/open-chat.tsx"
import { toClaimDecision, ClaimMoveForm } from "../../shop/forms.ts"
import { requireSeller } from "../guards.server.ts"
import { ClaimActions } from "../../shop/parts/claim-actions.tsx"
import { LINE_PROBLEMS } from "../../shop/parts/problems.ts"
import { SellerLayout } from "../parts/seller-layout.tsx"
import { ClaimBadge } from "../../shop/parts/state-badges.tsx"
import { Thumbnail } from "../../shop/parts/thumbnail.tsx"
import { transitionClaim } from "../../shop/service/claims.server.ts"
import { findOwnClaims } from "../service/claims.server.ts"
import type { Route } from "./+types/seller-claims"
import { CLAIM_TABS } from "#app/areas/selling/rules.ts"
import { SellerClaimsQuery } from "#app/areas/selling/forms.ts"
import {
  CLAIM_KIND_LABELS,
  isOpenClaim,
  getClaimOutcomeText,
  getClaimCostText,
  CLAIM_REASONS,
  isClaimReason,
} from "#app/areas/shop/claim-rules.ts"

const PATH = href("/shopping/admin/claims")
const TAB_LABELS = { open: "처리할 신청", done: "끝난 신청" } as const

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requireSeller(context, request)
  const { tab, after } = readQuery(SellerClaimsQuery, new URL(request.url).searchParams)
  return { tab, first: after === null, ...(await findOwnClaims(actor, { tab, after })) }
}

const DONE_MESSAGES = {
  approve: "신청을 승인했어요",
  reject: "신청을 거절했어요",
  collect: "수거를 시작했어요",
  receive: "받은 것으로 표시했어요",
  complete: "신청을 마쳤어요",
} as const

const answerForm = intents<{ actor: Member }>((intent) => ({
  "": intent({
    form: ClaimMoveForm,
    hidden: ["claimId", "move", "carrier", "restock"],
    run: ({ actor }, form) => transitionClaim(actor, form.claimId, form.move, toClaimDecision(form)),
    done: (_, { move }) => DONE_MESSAGES[move],
    problems: { not_now: LINE_PROBLEMS.not_now },
  }),
}))

export async function action({ request, context }: Route.ActionArgs) {
  const actor = requireSeller(context, request)
  return answerForm(await request.formData(), { actor }, { to: PATH })
}

export const meta: Route.MetaFunction = () => [
  { title: titleOf("취소·반품·교환") },
  { name: "robots", content: "noindex" },
]

type View = Route.ComponentProps["loaderData"]
type Claim = View["rows"][number]

export default function SellerClaims({ loaderData: view, actionData }: Route.ComponentProps) {
  const answer = useActionAnswer(actionData)
  return (
    <SellerLayout current="claims">
      <PageHeader
        title="취소·반품·교환"
        text={
          view.tab === "open"
            ? "오래 기다린 신청부터 보여요. 받은 상품은 3영업일 안에 환불해야 해요."
            : "최근에 받은 신청부터 보여요. 주문번호를 누르면 그 주문이 보여요."
        }
      />
      <div className="bar-of-chips mb-4">
        {CLAIM_TABS.map((tab) => (
          <FilterChip
            key={tab}
            href={getListUrl(PATH, { tab: "open" }, { tab })}
            isActive={tab === view.tab}
            count={view.counts.find((each) => each.tab === tab)?.count ?? 0}
          >
            {TAB_LABELS[tab]}
          </FilterChip>
        ))}
      </div>
      <FormAlert message={answer.problem} className="mb-4" />
      {view.rows.length === 0 ? (
        <EmptyState art="done" title={view.tab === "open" ? "처리할 신청이 없어요" : "끝난 신청이 없어요"} />
      ) : (
        <ul className="grid gap-3 md:gap-4">
          {view.rows.map((claim) => (
            <li key={claim.id} className="card-line p-4 md:p-5">
              <ClaimCard claim={claim} answer={answer.about("claimId", claim.id)} />
            </li>
          ))}
        </ul>
      )}
      <Pager
        isFirstPage={view.first}
        nextCursor={view.next}
        buildHref={(after) => getListUrl(PATH, { tab: "open" }, { tab: view.tab, after })}
      />
    </SellerLayout>
  )
}

function ClaimCard({ claim, answer }: { claim: Claim; answer: ScreenAnswer }) {
  const open = isOpenClaim(claim.state)
  const outcomeText = getClaimOutcomeText(claim)
  return (
    <article>
      <header className="flex flex-wrap items-center justify-between gap-2">
        <p className="flex flex-wrap items-center gap-2">
          <ClaimBadge kind={claim.kind} state={claim.state} />
          <span className="text-sm text-ink-3">
            <Link
              to={getListUrl("/shopping/admin/orders", {}, { tab: "all", q: claim.number })}
              className="num hit hover:underline"
            >
              {claim.number}
            </Link>{" "}
            · <RelativeTime at={claim.createdAt} />
          </span>
        </p>
        <span className="text-sm text-ink-2">{getClaimCostText(claim)}</span>
      </header>
      <ClaimedGoods claim={claim} />
      <BuyerReason claim={claim} />
      <RefundHints claim={claim} />
      {outcomeText ? (
        <p className="mt-3 text-sm text-ink-2">
          <span className="text-ink-3">{formatDateTime(claim.endedAt)}</span> · {outcomeText}
        </p>
      ) : null}
      {open ? (
        <div className="mt-4 flex flex-wrap gap-2">
          <ClaimActions claim={claim} answer={answer} />
          <OpenChatButton
            kind="product"
            id={claim.productId}
            with={claim.buyerId}
            className="btn btn-quiet btn-sm"
          >
            구매자와 채팅
          </OpenChatButton>
        </div>
      ) : null}
    </article>
  )
}

/** What the claim is about, and who sends it back. */
function ClaimedGoods({ claim }: { claim: Claim }) {
  return (
    <div className="mt-3 flex flex-wrap gap-x-3.5 gap-y-2">
      <Thumbnail pictureId={claim.pictureId} size={64} />
      <div className="min-w-[min(10rem,100%)] flex-1">
        <h2 className="text-base font-semibold">
          <Link
            to={href("/shopping/product/:productId", { productId: claim.productId })}
            className="hover:underline"
          >
            {claim.title}
          </Link>
        </h2>
        <p className="mt-0.5 text-sm text-ink-3">
          {[claim.optionName, `${claim.quantity}개`, formatWon(claim.paidWon)].filter(Boolean).join(" · ")}
        </p>
        {claim.buyerContact ? (
          <p className="mt-1 text-sm text-ink-2">
            {claim.buyerContact.recipient} ·{" "}
            <span className="num">{formatPhone(claim.buyerContact.phone)}</span>
            {claim.buyerContact.address ? ` · ${claim.buyerContact.address}` : ""}
          </p>
        ) : null}
      </div>
    </div>
  )
}

function BuyerReason({ claim }: { claim: Claim }) {
  return (
    <div className="mt-3 rounded-lg bg-base-200 p-3.5 text-base">
      <p className="font-medium">
        {isClaimReason(claim.reason) ? CLAIM_REASONS[claim.reason].label : claim.reason}
      </p>
      {claim.newOptionName ? (
        <p className="mt-1 text-ink-2">
          {isOpenClaim(claim.state) ? "교환받을 옵션" : "고른 옵션"}:{" "}
          <b className="font-semibold text-base-content">{claim.newOptionName}</b>
        </p>
      ) : null}
      {claim.pickupNote ? (
        <p className="mt-1 text-ink-2">
          수거 요청: <span className="text-base-content">{claim.pickupNote}</span>
        </p>
      ) : null}
      {claim.detail ? <p className="mt-1 text-ink-2 whitespace-pre-line">{claim.detail}</p> : null}
      {claim.photos.length > 0 ? (
        <div className="mt-3">
          <Gallery pictures={claim.photos} layout="grid" label={`${CLAIM_KIND_LABELS[claim.kind]} 사진`} />
        </div>
      ) : null}
    </div>
  )
}

/** Until when the money must go back, and what is special about this return. */
function RefundHints({ claim }: { claim: Claim }) {
  const open = isOpenClaim(claim.state)
  return (
    <>
      {claim.refundBy ? (
        <p
          className={`mt-2 text-sm font-medium ${claim.isRefundLate ? "text-refused-ink" : "text-warn-ink"}`}
        >
          {claim.isRefundLate
            ? `${formatDateWithWeekday(claim.refundBy)}까지 환불했어야 해요. 지금 환불해 주세요. 늦은 날마다 지연배상금이 붙어요.`
            : `${formatDateWithWeekday(claim.refundBy)}까지 환불해야 해요. 늦으면 지연배상금이 붙어요.`}
        </p>
      ) : null}
      {open && claim.otherClaimsInParcel > 0 ? (
        <p className="mt-2 text-sm text-ink-2">
          같은 주문의 다른 반품과 한 상자로 돌아와요. 반품비는 한 번만 빼요.
        </p>
      ) : null}
      {open && claim.confirmed ? (
        <p className="mt-2 text-sm text-ink-2">
          구매확정한 뒤의 반품이에요. 법이 정한 기간이 남아 받아야 하고, 환불액은 정산 금액에서 빠져요.
        </p>
      ) : null}
    </>
  )
}
