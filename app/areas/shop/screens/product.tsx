import { ChevronRight } from "lucide-react"
import { href, Link } from "react-router"
import { getActor, notFound, requireMember } from "#app/areas/accounts/guards.server.ts"
import { now } from "#app/basics/clock.ts"
import { formatDate } from "#app/basics/time.ts"
import { isId, newId } from "#app/basics/ids.ts"
import { buildShareMeta } from "#app/basics/share-meta.ts"
import { formatWon } from "#app/basics/won.ts"
import { getBaseUrl } from "#app/platform/env.server.ts"
import { titleOf } from "#app/basics/brand.ts"
import { FormAlert } from "#app/ui/form.tsx"
import { CachedHtml } from "#app/ui/cached-html.tsx"
import { Gallery } from "#app/ui/gallery.tsx"
import { pictureUrl } from "#app/ui/picture.tsx"
import { Rating } from "#app/ui/rating.tsx"
import { Page, Section } from "#app/ui/section.tsx"
import { ShareButton } from "#app/ui/share-button.tsx"
import type { ScreenHandle } from "#app/ui/screen-handle.ts"
import { StickyBar } from "#app/ui/sticky-bar.tsx"
import { OpenChatButton } from "../../chat/parts/open-chat.tsx"
import { QuestionForm, ProductFavoriteForm, ProductSelectionForm } from "../forms.ts"
import { BuyButtons, BuyForm, FavoriteButton } from "../parts/product-buy.tsx"
import { PriceLines, ProductCard } from "../parts/product-card.tsx"
import {
  DeliveryInfo,
  DisclosureTable,
  QuestionSection,
  ReviewSection,
  SellerInfo,
  TermsOfSale,
} from "../parts/product-info.tsx"
import { CART_PROBLEMS } from "../parts/problems.ts"
import { formatArrival, DEPARTMENT_LABELS } from "../rules.ts"
import { addToCart } from "../service/cart.server.ts"
import { findSimilarProducts } from "../service/catalogue.server.ts"
import { beginCheckout } from "../purchase-forms.server.ts"
import {
  askQuestion,
  setProductFavorite,
  findProduct,
  findProductReviews,
  findFavoriteAndQuestions,
} from "../service/product.server.ts"
import type { Route } from "./+types/product"
import { intents } from "#app/platform/intents.server.ts"
import { useActionAnswer } from "#app/ui/action-answer.ts"
import { ok } from "#app/platform/outcome.ts"
import type { Member } from "../../accounts/rules.ts"

export const handle = { background: "white" } satisfies ScreenHandle

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const actor = getActor(context)
  const found = await findProduct(actor, params.productId)
  if (!found) notFound()
  const { product, own } = found
  const reviewsCursor = new URL(request.url).searchParams.get("reviews")
  const [reviews, { questions, favorite }, similar] = await Promise.all([
    findProductReviews(product.id, reviewsCursor),
    findFavoriteAndQuestions(actor, { id: product.id, sellerId: product.seller.id }),
    findSimilarProducts(product.id, product.department),
  ])
  return {
    product,
    own,
    reviews,
    questions,
    similar,
    favorite,
    arrival: formatArrival(product.seller.dispatchDays, now()),
    // A visitor's page is everybody's: who signs in to buy gets a key with a page of their own.
    formKey: actor.kind === "member" ? newId() : "",
    origin: getBaseUrl(request.url),
  }
}

const answerForm = intents<{ actor: Member; productId: string }>((intent) => ({
  favorite: intent({
    form: ProductFavoriteForm,
    run: async ({ actor, productId }, { on }) => {
      await setProductFavorite(actor, productId, on)
      return ok()
    },
    done: null,
    problems: {},
  }),
  ask: intent({
    form: QuestionForm,
    run: ({ actor, productId }, question) => askQuestion(actor, productId, question),
    done: (_result, _question, { productId }) => ({
      to: `${href("/shopping/product/:productId", { productId })}#questions`,
      flash: "문의를 남겼어요",
    }),
    problems: { own_product: "내 상품에는 문의를 남길 수 없어요." },
  }),
  buy: intent({
    form: ProductSelectionForm,
    run: ({ actor }, { variantId, quantity, submissionKey }) =>
      beginCheckout(actor, {
        source: "direct",
        lines: [{ variantId, quantity }],
        submissionKey: submissionKey ?? newId(),
      }),
    done: ({ groupId }) => ({ to: `${href("/shopping/checkout")}?order=${groupId}` }),
    problems: { not_started: ({ answer }) => answer },
  }),
  cart: intent({
    form: ProductSelectionForm,
    run: ({ actor }, selection) => addToCart(actor, selection),
    done: "장바구니에 담았어요",
    problems: CART_PROBLEMS,
  }),
}))

export async function action({ params, request, context }: Route.ActionArgs) {
  const { productId } = params
  if (!isId(productId)) notFound()
  const actor = requireMember(context, request)
  const to = href("/shopping/product/:productId", { productId })
  return answerForm(await request.formData(), { actor, productId }, { to })
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
        { name: "쇼핑", path: "/shopping" },
        {
          name: DEPARTMENT_LABELS[product.department],
          path: `${href("/shopping")}?department=${product.department}`,
        },
      ],
    }),
    ...(product.isForSale
      ? [
          {
            "script:ld+json": {
              "@context": "https://schema.org",
              "@type": "Product",
              name: product.title,
              sku: product.id,
              description: product.description.slice(0, 500),
              image: product.pictures.map((each) => origin + pictureUrl(each.id, 1280)),
              ...(product.brand ? { brand: { "@type": "Brand", name: product.brand } } : {}),
              offers: {
                "@type": "Offer",
                url: origin + path,
                price: product.priceWon,
                priceCurrency: "KRW",
                itemCondition: "https://schema.org/NewCondition",
                seller: { "@type": "Organization", name: product.seller.name },
                availability:
                  "https://schema.org/" +
                  `${product.variants.some((variant) => variant.stock > 0) ? "InStock" : "OutOfStock"}`,
              },
              ...(product.rating === null
                ? {}
                : {
                    aggregateRating: {
                      "@type": "AggregateRating",
                      ratingValue: product.rating,
                      reviewCount: product.reviewCount,
                    },
                  }),
            },
          },
        ]
      : []),
  ]
}

export default function Product({ loaderData: view, actionData }: Route.ComponentProps) {
  const answer = useActionAnswer(actionData)
  const { product, own, reviews, questions } = view
  const soldOut = !product.variants.some((variant) => variant.stock > 0)
  return (
    <>
      <Page>
        {product.isForSale ? null : (
          <FormAlert
            className="mt-4"
            message={
              product.hiddenReason
                ? `운영 정책에 따라 숨겨진 상품이에요. ${product.hiddenReason}`
                : "지금은 판매하지 않는 상품이에요. 다른 사람에게는 보이지 않아요."
            }
          />
        )}
        <nav aria-label="위치" className="hidden items-center gap-1 pt-8 text-sm text-ink-3 md:flex">
          <Link to="/shopping" className="hover:underline">
            쇼핑
          </Link>
          <ChevronRight aria-hidden size={14} strokeWidth={1.75} />
          <Link to={`${href("/shopping")}?department=${product.department}`} className="hover:underline">
            {DEPARTMENT_LABELS[product.department]}
          </Link>
        </nav>
        <div
          className={
            "md:mt-5 md:grid md:grid-cols-[minmax(0,1fr)_21rem] md:gap-x-8 " +
            "lg:grid-cols-[minmax(0,1fr)_25rem] lg:gap-x-12"
          }
        >
          <div className="-mx-4 md:mx-0 [&_.aspect-4\/3]:aspect-square">
            <CachedHtml source={product.pictures}>
              {() => <Gallery pictures={product.pictures} label="상품 사진" />}
            </CachedHtml>
          </div>
          <div
            className={
              "pt-5 md:sticky md:top-22 md:col-start-2 md:row-span-2 md:row-start-1 md:self-start md:pt-0"
            }
          >
            <div className="flex items-start justify-between gap-3">
              <div className="min-w-0">
                <p className="text-sm text-ink-3">{product.brand || product.seller.name}</p>
                <h1 className="mt-1 text-xl font-bold md:text-2xl">{product.title}</h1>
              </div>
              {own ? null : (
                <FavoriteButton
                  productId={product.id}
                  favorite={view.favorite}
                  className={
                    "-mt-1 -mr-2 grid size-11 flex-none cursor-pointer place-items-center rounded-full " +
                    "hover:bg-fill"
                  }
                />
              )}
            </div>
            <p className="mt-2 flex min-h-5 items-center gap-3 text-sm text-ink-3">
              {product.rating === null ? (
                "첫 후기를 기다려요"
              ) : (
                <a href="#reviews" className="hit rounded-sm">
                  <Rating value={product.rating} count={product.reviewCount} />
                </a>
              )}
              {product.sold > 0 ? <span>{product.sold.toLocaleString("en-US")}개 판매</span> : null}
            </p>
            <div className="mt-4 flex items-end justify-between gap-3">
              <div className="[&_p]:text-sm [&_p:last-child]:text-2xl [&_p:last-child_b]:text-2xl">
                <PriceLines
                  card={product}
                  reservesDiscountLine={false}
                  showsFrom={product.variants.some((variant) => variant.priceWon > product.priceWon)}
                />
              </div>
              {product.dealUntil ? (
                <span className="mb-1 rounded-sm bg-sale-tint px-2 py-1 text-xs font-semibold text-sale">
                  오늘특가 · {formatDate(product.dealUntil)}까지
                </span>
              ) : null}
            </div>
            <div className="mt-5">
              <CachedHtml source={product} variant={`${view.arrival} ${soldOut}`}>
                {() => <DeliveryInfo product={product} arrival={soldOut ? null : view.arrival} />}
              </CachedHtml>
            </div>
            <div className="mt-6">
              <BuyForm
                key={product.id}
                product={product}
                isOwn={own}
                formKey={view.formKey}
                answer={answer.of("buy", "cart")}
              />
            </div>
            <div className="mt-3 flex justify-end">
              <ShareButton title={product.title} className="btn btn-ghost btn-sm text-ink-2" />
              {own ? null : (
                <Link
                  to={`${href("/report")}?kind=product&id=${product.id}`}
                  className="btn btn-ghost btn-sm text-ink-3"
                >
                  신고하기
                </Link>
              )}
            </div>
          </div>

          <div className="min-w-0">
            <Section title="상품 설명">
              <CachedHtml source={product} variant="text" as="div">
                {() => <p className="text-base whitespace-pre-line">{product.description}</p>}
              </CachedHtml>
            </Section>
            <Section id="reviews" title="후기" count={product.reviewCount}>
              <CachedHtml source={reviews} variant={`${product.rating} ${product.seller.name}`}>
                {() => (
                  <ReviewSection
                    stars={reviews.stars}
                    rating={product.rating}
                    reviews={reviews.reviews}
                    sellerName={product.seller.name}
                  />
                )}
              </CachedHtml>
              {reviews.next ? (
                <div className="flex justify-center">
                  <Link
                    to={`?reviews=${encodeURIComponent(reviews.next)}#reviews`}
                    preventScrollReset
                    className="btn btn-quiet"
                  >
                    다음 후기 보기
                  </Link>
                </div>
              ) : null}
            </Section>
            <Section id="questions" title="상품 문의" count={questions.length || null}>
              <QuestionSection
                questions={questions}
                canAsk={!own && product.isForSale}
                answer={answer.of("ask")}
              />
            </Section>
            <Section title="판매자">
              <CachedHtml source={product} variant="seller">
                {() => <SellerInfo seller={product.seller} />}
              </CachedHtml>
              {!own && product.isForSale ? (
                <OpenChatButton kind="product" id={product.id} className="btn btn-quiet mt-4">
                  판매자와 채팅하기
                </OpenChatButton>
              ) : null}
            </Section>
            <Section title="배송·취소·반품·교환">
              <CachedHtml source={product} variant="terms">
                {() => <TermsOfSale product={product} />}
              </CachedHtml>
            </Section>
            <Section title="상품정보제공고시" subtitle="전자상거래법에 따라 알려드려요">
              <CachedHtml source={product} variant="notice">
                {() => <DisclosureTable rows={product.disclosure} />}
              </CachedHtml>
            </Section>
          </div>
        </div>
        {view.similar.length > 0 && (
          <Section
            title="비슷한 상품"
            more={{ href: `${href("/shopping")}?department=${product.department}`, label: "더 보기" }}
          >
            <CachedHtml source={view.similar} className="card-row md:grid-cols-4 md:gap-5">
              {() =>
                view.similar.map((card) => (
                  <ProductCard
                    key={card.id}
                    card={card}
                    className="w-[42vw] max-w-48 md:w-auto md:max-w-none"
                  />
                ))
              }
            </CachedHtml>
          </Section>
        )}
      </Page>
      {own || !product.isForSale ? null : (
        <StickyBar phoneOnly>
          {soldOut ? (
            <button type="button" disabled className="btn btn-primary btn-lg w-full">
              품절
            </button>
          ) : (
            <BuyButtons />
          )}
        </StickyBar>
      )}
    </>
  )
}
