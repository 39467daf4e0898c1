import { Link, href } from "react-router"
import { isId } from "#app/basics/ids.ts"
import { formatNumber } from "#app/basics/numbers.ts"
import { formatRegionName } from "#app/basics/regions.ts"
import { getBaseUrl } from "#app/platform/env.server.ts"
import { getSendingScreen } from "#app/platform/hearts.server.ts"
import { isSentByScript, requestContext } from "#app/platform/request.server.ts"
import { brand, titleOf } from "#app/basics/brand.ts"
import { StateBadge } from "#app/ui/badge.tsx"
import { FormAlert } from "#app/ui/form.tsx"
import { Gallery } from "#app/ui/gallery.tsx"
import { pictureUrl } from "#app/ui/picture.tsx"
import { RelativeTime } from "#app/ui/relative-time.tsx"
import type { ScreenHandle } from "#app/ui/screen-handle.ts"
import { revalidateAfterConflict } from "#app/ui/revalidate.ts"
import { Page, Section } from "#app/ui/section.tsx"
import { StickyBar } from "#app/ui/sticky-bar.tsx"
import { getActor, notFound, requireMember } from "../../accounts/guards.server.ts"
import { answerItemForm } from "../item-intents.server.ts"
import { BuyActions, BuyBar } from "../parts/buy-actions.tsx"
import { ItemRow } from "../parts/item-card.tsx"
import { OfferList } from "../parts/offers.tsx"
import { SellerPanel } from "../parts/seller-panel.tsx"
import { TraderCard } from "../parts/trader-card.tsx"
import { SafeDealLink } from "../parts/safe-deal-link.tsx"
import { formatDealMethods, formatPrice, SCHEMA_CONDITIONS } from "../parts/item-texts.ts"
import { CONDITION_LABELS, ITEM_CATEGORY_LABELS, canReceiveOffers } from "../rules.ts"
import { findItem } from "../service/find-item.server.ts"
import { findItemsOfSeller, findSimilarItems } from "../service/item-lists.server.ts"
import { countView } from "../service/item-stats.server.ts"
import { findOffers } from "../service/offers.server.ts"
import { findOffersAndCandidates } from "../service/deal-candidates.server.ts"
import { buildShareMeta } from "#app/basics/share-meta.ts"
import type { Route } from "./+types/item"
import { useActionAnswer, type ScreenAnswer } from "#app/ui/action-answer.ts"
import { ITEM_STATE_LABELS, ITEM_STATE_TONES } from "#app/areas/market/item-state-rules.ts"
import { readApart } from "#app/platform/read-position.server.ts"

export const handle = {
  bar: "detail",
  title: (view: { item: { title: string } }) => view.item.title,
  backHref: href("/marketplace"),
  background: "white",
} satisfies ScreenHandle<{ item: { title: string } }>

const MAX_RELATED_ITEMS = 4

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const actor = getActor(context)
  const id = params.itemId
  const itemData = isId(id) ? await findItem(actor, id) : null
  if (!itemData) notFound()
  const { item, role } = itemData
  const userId = actor.kind === "member" ? actor.userId : null
  // Nobody's address: the page is made for the cache, which notes its readers itself.
  const viewerKey = userId ?? context.get(requestContext).address
  const [similar, otherItems, [offers, candidates]] = await Promise.all([
    role === "seller" ? [] : readApart(() => findSimilarItems(actor, item, MAX_RELATED_ITEMS)),
    role === "seller"
      ? []
      : readApart(() => findItemsOfSeller(actor, item.sellerId, MAX_RELATED_ITEMS, item.id)),
    role === "seller"
      ? findOffersAndCandidates(item)
      : [userId === null || !item.negotiable ? [] : await findOffers(item.id, userId), []],
    role === "seller" || viewerKey === "" ? null : countView(item.id, viewerKey),
  ])
  const siteUrl = getBaseUrl(request.url)
  return {
    ...itemData,
    similar,
    others: otherItems,
    offers,
    candidates,
    signedIn: userId !== null,
    origin: siteUrl,
    pictureUrls: item.pictures.map((picture) => siteUrl + pictureUrl(picture.id, 1280)),
  }
}

export async function action({ params, request, context }: Route.ActionArgs) {
  const { itemId } = params
  if (!isId(itemId)) notFound()
  const to = href("/marketplace/:itemId", { itemId })
  const form = await request.formData()
  const actor = requireMember(context, getSendingScreen(form, to, request))
  return answerItemForm(form, { actor, itemId, isByScript: isSentByScript(request) }, { to })
}

export const shouldRevalidate = revalidateAfterConflict

export const meta: Route.MetaFunction = ({ loaderData: view }) => {
  if (!view) return [{ title: titleOf("중고거래") }]
  const { item, origin, pictureUrls } = view
  const path = href("/marketplace/:itemId", { itemId: item.id })
  const url = origin + path
  const text =
    `${formatRegionName(item.regionCode)} ${formatPrice(item.priceWon)} · ` +
    `${CONDITION_LABELS[item.condition]}. ` +
    `${item.description.replace(/\s+/g, " ").slice(0, 100)}`
  return [
    { title: titleOf(`${item.title} ${formatPrice(item.priceWon)}`) },
    ...buildShareMeta({
      origin,
      path,
      name: `${item.title} · ${formatPrice(item.priceWon)}`,
      description: text,
      type: "product",
      noIndex: !item.isListed,
      breadcrumbs: [
        { name: "중고거래", path: href("/marketplace") },
        {
          name: ITEM_CATEGORY_LABELS[item.category],
          path: `${href("/marketplace")}?category=${item.category}`,
        },
      ],
      // What is sold is not found any more, and has no picture drawn of it.
      ...(item.isListed && item.state !== "sold" ? { subject: { kind: "item", id: item.id } } : {}),
    }),
    {
      "script:ld+json": {
        "@context": "https://schema.org",
        "@type": "Product",
        "@id": url,
        name: item.title,
        description: item.description,
        category: ITEM_CATEGORY_LABELS[item.category],
        image: pictureUrls,
        itemCondition: SCHEMA_CONDITIONS[item.condition],
        offers: {
          "@type": "Offer",
          url,
          price: item.priceWon,
          priceCurrency: "KRW",
          availability:
            "https://schema.org/" +
            { selling: "InStock", reserved: "LimitedAvailability", sold: "SoldOut" }[item.state],
          itemCondition: SCHEMA_CONDITIONS[item.condition],
        },
      },
    },
  ]
}

type View = Route.ComponentProps["loaderData"]
export default function Item({ loaderData: view, actionData }: Route.ComponentProps) {
  const { item, seller, role, deal, others: otherItems, similar, offers } = view
  const answer = useActionAnswer(actionData)
  return (
    <Page>
      {/* What it is called stands on another place on phones: the heading is said once. */}
      <h1 className="sr-only">{item.title}</h1>
      <div
        className={
          "md:grid md:grid-cols-[minmax(0,1fr)_21rem] md:gap-x-10 md:pt-10 " +
          "lg:grid-cols-[minmax(0,1fr)_24rem] lg:gap-x-14"
        }
      >
        <div className="min-w-0">
          <div className={`-mx-4 md:mx-0 ${item.state === "sold" ? "opacity-60" : ""}`}>
            <Gallery pictures={item.pictures} label={`${item.title} 사진`} />
          </div>
          <div className="border-b border-base-300 py-3 md:py-4">
            <TraderCard trader={seller} />
          </div>
          <div className="md:hidden">
            <ItemHeader view={view} answer={answer} />
          </div>
          <section aria-label="설명" className="pt-5 md:pt-7">
            <ItemFacts view={view} />
            <p className="mt-5 text-base break-words whitespace-pre-line">{item.description}</p>
            {item.defects ? (
              <div className="mt-5 rounded-lg bg-warn-tint p-4">
                <h2 className="text-sm font-semibold text-warn-ink">하자가 있어요</h2>
                <p className="mt-1 text-base whitespace-pre-line">{item.defects}</p>
              </div>
            ) : null}
            <p className="mt-5 text-sm text-ink-3">
              찜 {item.wishes} · 채팅 {item.chats} · 조회 {formatNumber(item.views)}
            </p>
          </section>
          {offers.length > 0 ? (
            <Section
              id="offers"
              title={role === "seller" ? "받은 가격 제안" : "내가 한 가격 제안"}
              count={offers.length}
            >
              <OfferList offers={offers} isSeller={role === "seller"} isOpen={item.state === "selling"} />
            </Section>
          ) : null}
          <Disclaimer view={view} />
        </div>
        <aside className="hidden md:block">
          <div className="sticky top-20 rounded-xl border border-base-300 p-6">
            <ItemHeader view={view} answer={answer} />
            {role === "seller" && deal ? null : <BuyActions view={view} answer={answer} />}
          </div>
        </aside>
      </div>
      {otherItems.length > 0 ? (
        <Section
          title={`${seller.name}님의 다른 물건`}
          more={{ href: href("/marketplace/seller/:userId", { userId: seller.userId }), label: "전체보기" }}
        >
          <ItemRow items={otherItems} label={`${seller.name}님의 다른 물건`} />
        </Section>
      ) : null}
      {similar.length > 0 ? (
        <Section
          title="비슷한 물건"
          more={{ href: `${href("/marketplace")}?category=${item.category}`, label: "전체보기" }}
        >
          <ItemRow items={similar} label="비슷한 물건" />
        </Section>
      ) : null}
      {role === "seller" ? null : (
        <StickyBar phoneOnly>
          <BuyBar view={view} answer={answer} />
        </StickyBar>
      )}
    </Page>
  )
}

function ItemHeader({ view, answer }: { view: View; answer: ScreenAnswer }) {
  const { item, role, deal, candidates } = view
  return (
    <div className="pt-5 md:pt-0">
      {item.hiddenReason === null ? null : (
        <FormAlert
          message={`운영 정책에 따라 다른 사람에게 보이지 않아요. ${item.hiddenReason}`}
          className="mb-4"
        />
      )}
      {item.isHiddenBySeller && role === "seller" ? (
        <p className="mb-4 rounded-lg bg-fill p-4 text-base text-ink-2">숨긴 물건이에요. 나에게만 보여요.</p>
      ) : null}
      {answer.intent === "offer" ? null : <FormAlert message={answer.problem} className="mb-4" />}
      <StateBadge tone={ITEM_STATE_TONES[item.state]}>{ITEM_STATE_LABELS[item.state]}</StateBadge>
      <p aria-hidden className="mt-2 text-xl font-bold md:text-2xl">
        {item.title}
      </p>
      <p className="mt-1 text-sm text-ink-3">
        <Link
          to={`${href("/marketplace")}?category=${item.category}`}
          className="hit underline underline-offset-2"
        >
          {ITEM_CATEGORY_LABELS[item.category]}
        </Link>{" "}
        · {item.bumped ? "끌올 " : ""}
        <RelativeTime at={item.bumpedAt} />
      </p>
      <p className="mt-3 flex items-baseline gap-2">
        <b className="text-2xl font-bold">{formatPrice(item.priceWon)}</b>
        {canReceiveOffers(item) ? <span className="text-sm text-ink-3">가격 제안 가능</span> : null}
      </p>
      {role === "seller" && deal ? (
        <div className="mt-5">
          <SellerPanel item={item} deal={deal} candidates={candidates} answer={answer} />
        </div>
      ) : null}
      {role === "buyer" && deal ? (
        <div className="mt-5 grid gap-2.5">
          <p className="rounded-lg bg-progress-tint p-4 text-base text-progress-ink">
            {item.state === "sold" ? "내가 산 물건이에요" : "나와 예약한 물건이에요"}
            {deal.dealWon ? ` · ${formatPrice(deal.dealWon)}` : ""}
          </p>
          {deal.safeDeal ? <SafeDealLink deal={deal.safeDeal} /> : null}
          {item.state === "sold" && !deal.reviewed ? (
            <Link
              to={href("/marketplace/:itemId/review", { itemId: item.id })}
              className="btn btn-primary btn-lg"
            >
              후기 쓰기
            </Link>
          ) : null}
        </div>
      ) : null}
    </div>
  )
}

function ItemFacts({ view: { item } }: { view: View }) {
  const facts: [string, string][] = [
    ["물건 상태", CONDITION_LABELS[item.condition]],
    ["거래 방법", formatDealMethods(item)],
    ["거래 지역", formatRegionName(item.regionCode)],
    ...(item.safe ? [["안심결제", "물건을 받을 때까지 돈이 보관돼요"] satisfies [string, string]] : []),
  ]
  return (
    <dl className="grid gap-2 rounded-lg bg-base-200 p-4 text-base">
      {facts.map(([label, value]) => (
        <div key={label} className="fact-row">
          <dt className="text-ink-3">{label}</dt>
          <dd className="font-medium">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function Disclaimer({ view: { item, role } }: { view: View }) {
  return (
    <div
      className={
        "mt-6 flex items-start justify-between gap-4 border-t border-base-300 py-4 text-xs text-ink-3"
      }
    >
      <p>
        {brand.company.name}은 통신판매중개자로서 거래 당사자가 아니며, 개인 사이의 중고거래와 물건의 정보에
        책임을 지지 않아요. 먼저 돈을 보내라고 하면 거래하지 마세요.
      </p>
      {role === "seller" ? null : (
        <Link
          to={`${href("/report")}?kind=item&id=${item.id}`}
          className="hit flex-none underline underline-offset-2 md:hidden"
        >
          신고하기
        </Link>
      )}
    </div>
  )
}
