import { useEffect } from "react"
import { href } from "react-router"
import { getActor, notFound, requireMember } from "#app/areas/accounts/guards.server.ts"
import { now } from "#app/basics/clock.ts"
import { readQuery } from "#app/basics/form.ts"
import { isId, newId } from "#app/basics/ids.ts"
import { toSafeReturnTo } from "#app/basics/safe-return-to.ts"
import { buildShareMeta } from "#app/basics/share-meta.ts"
import { formatWon } from "#app/basics/won.ts"
import { getBaseUrl } from "#app/platform/env.server.ts"
import { HeartForm, finishHeart } from "#app/platform/hearts.server.ts"
import { isSentByScript, omitFromPageData } from "#app/platform/request.server.ts"
import { titleOf } from "#app/basics/brand.ts"
import { FormAlert } from "#app/ui/form.tsx"
import { CachedHtml } from "#app/ui/cached-html.tsx"
import { ServerHtml } from "#app/ui/server-html.tsx"
import { Gallery } from "#app/ui/gallery.tsx"
import { Page, Section } from "#app/ui/section.tsx"
import { SectionTabs } from "#app/ui/section-tabs.tsx"
import type { ScreenHandle } from "#app/ui/screen-handle.ts"
import { StickyBar } from "#app/ui/sticky-bar.tsx"
import { OpenChatButton } from "../../chat/parts/open-chat.tsx"
import { countCartKinds, requireCartOwner } from "../cart-middleware.server.ts"
import type { CartSelection } from "../cart-rules.ts"
import { QuestionForm, ProductSelectionForm, RestockForm, ReviewMarkForm, ReviewQuery } from "../forms.ts"
import { BuyBar, BuyForm, isSoldOut } from "../parts/product-buy.tsx"
import { ProductDescription } from "../parts/product-description.tsx"
import { ProductHead } from "../parts/product-head.tsx"
import { DisclosureTable, QuestionSection, SellerInfo, TermsOfSale } from "../parts/product-info.tsx"
import { Breadcrumbs, HiddenAlert, PageTools, SimilarProducts } from "../parts/product-surroundings.tsx"
import { ReviewSection } from "../parts/product-reviews.tsx"
import { formatArrival } from "../service/arrival.server.ts"
import { buildProductData } from "../product-data.ts"
import { CART_PROBLEMS } from "../parts/problems.ts"
import { RecentStrip } from "../parts/recent-strip.tsx"
import { rememberView } from "../parts/recent-views.ts"
import { VacationAlert } from "../parts/vacation-alert.tsx"
import { useSelections } from "../parts/use-selections.ts"
import { RestockAction } from "../parts/variant-choices.tsx"
import { DEPARTMENT_LABELS, LIMITS } from "../rules.ts"
import { describeVacation } from "../vacation-rules.ts"
import { addToCart } from "../service/cart.server.ts"
import { findSimilarProducts } from "../service/catalogue.server.ts"
import { beginCheckout } from "../purchase-forms.server.ts"
import { askQuestion, findProduct, findOwnAndQuestions } from "../service/product.server.ts"
import { cancelRestockAlert, requestRestockAlert } from "../service/product-alerts.server.ts"
import { setProductFavorite } from "../service/product-lists.server.ts"
import { findProductReviews } from "../service/product-reviews.server.ts"
import { setReviewMark } from "../service/review-marks.server.ts"
import type { Route } from "./+types/product"
import { intents, STAY } from "#app/platform/intents.server.ts"
import { useActionAnswer, type ScreenAnswer } from "#app/ui/action-answer.ts"
import { ok } from "#app/platform/outcome.ts"
import type { Member } from "../../accounts/rules.ts"

export const handle = { background: "white" } satisfies ScreenHandle

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const actor = getActor(context)
  const found = await findProduct(actor, params.productId)
  if (!found) notFound()
  const { product, disclosure, own, reviewSummary, coupons } = found
  const url = new URL(request.url)
  const reviewQuery = readQuery(ReviewQuery, url.searchParams)
  // What is fetched before it is opened, or to be kept for later, was not looked at.
  const isViewed =
    !/prefetch/.test(request.headers.get("Sec-Purpose") ?? "") && request.headers.get("X-Copy") === null
  const [reviews, ownAndQuestions, similar] = await Promise.all([
    findProductReviews(product.id, reviewQuery),
    findOwnAndQuestions(actor, { id: product.id, sellerId: product.seller.id }, { isViewed }),
    findSimilarProducts(product.id, product.department),
  ])
  const { id, name } = product.seller
  const view = {
    product: { ...product, seller: { id, name } },
    full: product,
    disclosure,
    own,
    reviews,
    reviewSummary,
    reviewQuery,
    coupons,
    ...ownAndQuestions,
    similar,
    viewerId: actor.kind === "member" ? actor.userId : null,
    cartKinds: countCartKinds(context),
    picked: parsePicked(url.searchParams.getAll("pick")),
    arrival: formatArrival(product.seller, now()),
    vacation: describeVacation(product.seller.vacation, now()),
    // A visitor's page is everybody's: who signs in to buy gets a key with a page of their own.
    formKey: actor.kind === "member" ? newId() : "",
    origin: getBaseUrl(request.url),
  }
  return omitFromPageData(context, view, "full", "disclosure", "similar")
}

/** What was chosen before somebody signed in, from the address: `pick={option}.{quantity}`. */
const parsePicked = (picks: readonly string[]): CartSelection[] =>
  picks.slice(0, LIMITS.selections).flatMap((pick) => {
    const [variantId, quantity] = pick.split(".")
    return isId(variantId) && /^[1-9]\d?$/.test(quantity ?? "")
      ? [{ variantId, quantity: Number(quantity) }]
      : []
  })

type Context = {
  owner: ReturnType<typeof requireCartOwner>
  /** The member, or a sign-in that leads back to `path`. */
  requireBuyer: (path?: string) => Member
  productId: string
  /** Sent by the page's scripts, which show what was done. */
  isByScript: boolean
}

const answerForm = intents<Context>((intent) => ({
  favorite: intent({
    form: HeartForm,
    run: async ({ requireBuyer, productId }, { on, returnTo }) => {
      await setProductFavorite(requireBuyer(returnTo ?? undefined), productId, on)
      return ok()
    },
    done: (_result, heart, { productId, isByScript }) =>
      finishHeart(heart, isByScript, href("/shopping/product/:productId", { productId })),
    problems: {},
  }),
  restock: intent({
    form: RestockForm,
    hidden: ["variantId"],
    run: ({ requireBuyer }, { variantId, on }) =>
      on ? requestRestockAlert(requireBuyer(), variantId) : cancelRestockAlert(requireBuyer(), variantId),
    done: (_result, { on }) => (on ? "다시 들어오면 알려 드려요" : "알림을 취소했어요"),
    problems: {
      in_stock: "그사이 다시 들어왔어요. 지금 살 수 있어요.",
      full: `재입고 알림은 ${LIMITS.restockAlerts}개까지 신청할 수 있어요. 찜한 상품의 알림을 몇 개 취소해 주세요.`,
    },
  }),
  helpful: intent({
    form: ReviewMarkForm,
    hidden: ["reviewId"],
    run: ({ requireBuyer, productId }, { reviewId, on }) =>
      setReviewMark(requireBuyer(), { productId, reviewId, isHelpful: on }),
    done: (_result, _mark, { productId, isByScript }) =>
      isByScript ? STAY : { to: `${href("/shopping/product/:productId", { productId })}#reviews` },
    problems: { own_review: "내가 쓴 후기에는 누를 수 없어요." },
  }),
  ask: intent({
    form: QuestionForm,
    run: ({ requireBuyer, productId }, question) => askQuestion(requireBuyer(), productId, question),
    done: (_result, _question, { productId }) => ({
      to: `${href("/shopping/product/:productId", { productId })}#questions`,
      flash: "문의를 남겼어요",
    }),
    problems: { own_product: "내 상품에는 문의를 남길 수 없어요." },
  }),
  buy: intent({
    form: ProductSelectionForm,
    run: ({ requireBuyer, productId }, { lines, submissionKey }) =>
      beginCheckout(requireBuyer(getPickedPath(productId, lines)), {
        source: "direct",
        lines,
        submissionKey: submissionKey ?? newId(),
      }),
    done: ({ groupId }) => ({ to: `${href("/shopping/checkout")}?order=${groupId}` }),
    problems: { not_started: ({ answer }) => answer },
  }),
  cart: intent({
    form: ProductSelectionForm,
    run: ({ owner }, { lines }) => addToCart(owner, lines),
    done: "장바구니에 담았어요",
    problems: CART_PROBLEMS,
  }),
}))

/** The address of a product with what was chosen of it, as {@link parsePicked} reads it. */
const getPickedPath = (productId: string, lines: readonly CartSelection[]): string =>
  `${href("/shopping/product/:productId", { productId })}?` +
  String(new URLSearchParams(lines.map(({ variantId, quantity }) => ["pick", `${variantId}.${quantity}`])))

export async function action({ params, request, context }: Route.ActionArgs) {
  const { productId } = params
  if (!isId(productId)) notFound()
  const to = href("/shopping/product/:productId", { productId })
  const requireBuyer = (path: string = to) =>
    requireMember(context, new Request(new URL(toSafeReturnTo(path, to), request.url)))
  const owner = requireCartOwner(context, request)
  return answerForm(
    await request.formData(),
    { owner, requireBuyer, productId, isByScript: isSentByScript(request) },
    { to },
  )
}

export const meta: Route.MetaFunction = ({ loaderData: view }) => {
  if (!view) return [{ title: titleOf("상품을 찾을 수 없어요") }]
  const { product, origin } = view
  const path = href("/shopping/product/:productId", { productId: product.id })
  return [
    { title: titleOf(product.title) },
    ...buildShareMeta({
      origin,
      path,
      name: product.title,
      description:
        `${formatWon(product.priceWon)} · ` + product.description.replace(/\s+/g, " ").slice(0, 120),
      subject: { kind: "product", id: product.id },
      type: "product",
      noIndex: !product.isForSale,
      breadcrumbs: [
        { name: "쇼핑", path: href("/shopping") },
        {
          name: DEPARTMENT_LABELS[product.department],
          path: `${href("/shopping")}?department=${product.department}`,
        },
      ],
    }),
    ...(product.isForSale
      ? [
          {
            "script:ld+json": buildProductData(product, {
              origin,
              path,
              isPaused: view.vacation?.isPaused ?? false,
            }),
          },
        ]
      : []),
  ]
}

type View = Route.ComponentProps["loaderData"]

export default function Product({ loaderData: view, actionData }: Route.ComponentProps) {
  return <ProductPage key={view.product.id} view={view} actionData={actionData} />
}

function ProductPage({ view, actionData }: { view: View; actionData: Route.ComponentProps["actionData"] }) {
  const answer = useActionAnswer(actionData)
  const { product, own, viewerId } = view
  const soldOut = isSoldOut(product)
  const isPaused = view.vacation?.isPaused ?? false
  const selections = useSelections(product, view.picked)
  useEffect(() => {
    if (viewerId === null) rememberView(product.id)
  }, [viewerId, product.id])
  const buying = {
    product,
    selections,
    alertIds: view.alertIds,
    formKey: view.formKey,
    answer: answer.of("buy", "cart"),
    cartKinds: view.cartKinds,
  }
  return (
    <>
      <Page>
        {product.isForSale ? null : <HiddenAlert reason={product.hiddenReason} />}
        <FormAlert message={answer.of("restock", "helpful").problem} className="mt-4" />
        <Breadcrumbs department={product.department} />
        <div
          className={
            "md:mt-5 md:grid md:grid-cols-[minmax(0,1fr)_21rem] md:gap-x-8 " +
            "lg:grid-cols-[minmax(0,1fr)_25rem] lg:gap-x-12"
          }
        >
          <div className="-mx-4 md:mx-0 [&_.aspect-4\/3]:aspect-square">
            <CachedHtml source={product.pictures}>
              {() => <Gallery pictures={product.pictures} label="상품 사진" hasThumbnails />}
            </CachedHtml>
          </div>
          <div
            className={
              "pt-5 md:sticky md:top-22 md:col-start-2 md:row-span-2 md:row-start-1 md:-mx-1 md:self-start " +
              // What is longer than the window scrolls by itself: the buttons are never out of reach.
              "md:max-h-[calc(100dvh-6.5rem)] md:overflow-y-auto md:overscroll-contain md:px-1 md:pt-0 " +
              "[scrollbar-width:thin]"
            }
          >
            <ProductHead
              product={product}
              full={view.full}
              isWished={own ? null : view.favorite}
              arrival={soldOut || isPaused ? null : view.arrival}
              coupons={view.coupons}
              usedCouponIds={view.usedCouponIds}
            />
            {view.vacation ? <VacationAlert notice={view.vacation} className="mt-4" /> : null}
            <div className="mt-6">
              <BuyForm {...buying} isOwn={own} isPaused={isPaused} />
            </div>
            <PageTools product={product} isOwn={own} />
          </div>

          <ProductDetails view={view} answer={answer.of("ask")} />
        </div>
        {view.similar?.length === 0 ? null : (
          <SimilarProducts cards={view.similar} department={product.department} />
        )}
        <RecentStrip isMember={viewerId !== null} exceptId={product.id} className="mt-10 md:mt-16" />
      </Page>
      {own || !product.isForSale ? null : (
        <StickyBar phoneOnly>
          {isPaused ? (
            <button type="button" disabled className="btn btn-primary btn-lg w-full">
              판매자 휴가 중
            </button>
          ) : soldOut ? (
            <RestockAction product={product} alertIds={view.alertIds} />
          ) : (
            <BuyBar {...buying} />
          )}
        </StickyBar>
      )}
    </>
  )
}

/** What is said of a product, by its seller and by those who bought or asked. */
function ProductDetails({ view, answer }: { view: View; answer: ScreenAnswer }) {
  const { product, own, questions } = view
  return (
    <div className="min-w-0">
      <SectionTabs
        className="mt-5 md:mt-8"
        tabs={[
          { id: "description", label: "설명" },
          { id: "reviews", label: "후기", count: product.reviewCount },
          { id: "questions", label: "문의", count: questions.length },
          { id: "delivery", label: "배송" },
        ]}
      />
      <Section title="상품 설명" id="description" className="scroll-mt-8">
        <ServerHtml data={view.full} variant="text">
          {(full) => <ProductDescription product={full} />}
        </ServerHtml>
      </Section>
      <Section id="reviews" title="후기" count={product.reviewCount} className="scroll-mt-8">
        <ReviewSection
          summary={view.reviewSummary}
          rating={product.rating}
          query={view.reviewQuery}
          page={view.reviews}
          sellerName={product.seller.name}
          markedIds={view.markedIds}
          viewerId={view.viewerId}
        />
      </Section>
      <Section id="questions" title="상품 문의" count={questions.length || null} className="scroll-mt-8">
        <QuestionSection questions={questions} canAsk={!own && product.isForSale} answer={answer} />
      </Section>
      <Section title="배송·취소·반품·교환" id="delivery" className="scroll-mt-8">
        <ServerHtml data={view.full} variant="terms">
          {(full) => <TermsOfSale product={full} />}
        </ServerHtml>
      </Section>
      <Section title="판매자">
        <ServerHtml data={view.full} variant="seller">
          {({ seller }) => <SellerInfo seller={seller} />}
        </ServerHtml>
        {!own && product.isForSale ? (
          <OpenChatButton kind="product" id={product.id} className="btn btn-quiet mt-4">
            판매자와 채팅하기
          </OpenChatButton>
        ) : null}
      </Section>
      <Section title="상품정보제공고시" subtitle="전자상거래법에 따라 알려 드려요">
        <ServerHtml data={view.disclosure} variant="">
          {(rows) => <DisclosureTable rows={rows} />}
        </ServerHtml>
      </Section>
    </div>
  )
}
