import { ChevronRight } from "#app/ui/icons.tsx"
import { href, Link } from "react-router"
import { getActor, notFound, requireMember } from "#app/areas/accounts/guards.server.ts"
import { now } from "#app/basics/clock.ts"
import { isId, newId } from "#app/basics/ids.ts"
import { buildShareMeta } from "#app/basics/share-meta.ts"
import { formatWon } from "#app/basics/won.ts"
import { getBaseUrl } from "#app/platform/env.server.ts"
import { titleOf } from "#app/basics/brand.ts"
import { FormAlert } from "#app/ui/form.tsx"
import { CachedHtml } from "#app/ui/cached-html.tsx"
import { Gallery } from "#app/ui/gallery.tsx"
import { pictureUrl } from "#app/ui/picture.tsx"
import { Page, Section } from "#app/ui/section.tsx"
import { ShareButton } from "#app/ui/share-button.tsx"
import type { ScreenHandle } from "#app/ui/screen-handle.ts"
import { StickyBar } from "#app/ui/sticky-bar.tsx"
import { OpenChatButton } from "../../chat/parts/open-chat.tsx"
import { QuestionForm, ProductFavoriteForm, ProductSelectionForm } from "../forms.ts"
import { BuyButtons, BuyForm } from "../parts/product-buy.tsx"
import { ProductCard } from "../parts/product-card.tsx"
import { ProductHead } from "../parts/product-head.tsx"
import {
  DisclosureTable,
  QuestionSection,
  ReviewSection,
  SellerInfo,
  TermsOfSale,
} from "../parts/product-info.tsx"
import { CART_PROBLEMS } from "../parts/problems.ts"
import { formatArrival } from "../arrival.ts"
import { DEPARTMENT_LABELS, type Department } from "../rules.ts"
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
import { useActionAnswer, type ScreenAnswer } from "#app/ui/action-answer.ts"
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

type View = Route.ComponentProps["loaderData"]

export default function Product({ loaderData: view, actionData }: Route.ComponentProps) {
  const answer = useActionAnswer(actionData)
  const { product, own } = view
  const soldOut = !product.variants.some((variant) => variant.stock > 0)
  return (
    <>
      <Page>
        {product.isForSale ? null : <HiddenAlert reason={product.hiddenReason} />}
        <Breadcrumbs department={product.department} />
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
            <ProductHead
              product={product}
              favorite={own ? null : view.favorite}
              arrival={soldOut ? null : view.arrival}
            />
            <div className="mt-6">
              <BuyForm
                key={product.id}
                product={product}
                isOwn={own}
                formKey={view.formKey}
                answer={answer.of("buy", "cart")}
              />
            </div>
            <div className="mt-3 flex flex-wrap justify-end">
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

          <ProductDetails view={view} answer={answer.of("ask")} />
        </div>
        {view.similar.length > 0 && <SimilarProducts cards={view.similar} department={product.department} />}
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

function HiddenAlert({ reason }: { reason: string | null }) {
  return (
    <FormAlert
      className="mt-4"
      message={
        reason
          ? `운영 정책에 따라 숨겨진 상품이에요. ${reason}`
          : "지금은 판매하지 않는 상품이에요. 다른 사람에게는 보이지 않아요."
      }
    />
  )
}

function Breadcrumbs({ department }: { department: Department }) {
  return (
    <nav aria-label="위치" className="hidden items-center gap-1 pt-8 text-sm text-ink-3 md:flex">
      <Link to="/shopping" className="hover:underline">
        쇼핑
      </Link>
      <ChevronRight size={14} />
      <Link to={`${href("/shopping")}?department=${department}`} className="hover:underline">
        {DEPARTMENT_LABELS[department]}
      </Link>
    </nav>
  )
}

/** What is said of a product, by its seller and by those who bought or asked. */
function ProductDetails({ view, answer }: { view: View; answer: ScreenAnswer }) {
  const { product, own, reviews, questions } = view
  return (
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
        <QuestionSection questions={questions} canAsk={!own && product.isForSale} answer={answer} />
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
      <Section title="상품정보제공고시" subtitle="전자상거래법에 따라 알려 드려요">
        <CachedHtml source={product} variant="notice">
          {() => <DisclosureTable rows={product.disclosure} />}
        </CachedHtml>
      </Section>
    </div>
  )
}

function SimilarProducts({ cards, department }: { cards: View["similar"]; department: Department }) {
  return (
    <Section
      title="비슷한 상품"
      more={{ href: `${href("/shopping")}?department=${department}`, label: "더 보기" }}
    >
      <CachedHtml source={cards} className="card-row md:grid-cols-4 md:gap-5">
        {() =>
          cards.map((card) => (
            <ProductCard
              key={card.id}
              card={card}
              className="w-[42vw] max-w-48 min-w-[min(8.5rem,70vw)] md:w-auto md:max-w-none md:min-w-0"
            />
          ))
        }
      </CachedHtml>
    </Section>
  )
}
