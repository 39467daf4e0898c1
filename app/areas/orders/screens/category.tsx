/** /category/{categoryId}: what is done, what it costs, who does it, and the way to a request. */
import { ChevronDown, ChevronRight } from "#app/ui/icons.tsx"
import { Link, href } from "react-router"
import { getBaseUrl } from "#app/platform/env.server.ts"
import { omitFromPageData } from "#app/platform/request.server.ts"
import { cacheBriefly } from "#app/platform/short-cache.server.ts"
import { titleOf } from "#app/basics/brand.ts"
import { formatCount } from "#app/basics/counted.ts"
import { CategoryArt } from "#app/ui/art/art.tsx"
import { CachedHtml } from "#app/ui/cached-html.tsx"
import type { ScreenHandle } from "#app/ui/screen-handle.ts"
import { ServerHtml } from "#app/ui/server-html.tsx"
import { Page, Section } from "#app/ui/section.tsx"
import { StickyBar } from "#app/ui/sticky-bar.tsx"
import { buildShareMeta } from "#app/basics/share-meta.ts"
import type { Route } from "./+types/category"
import { notFound } from "../../accounts/guards.server.ts"
import { ExpertCard } from "../../experts/parts/expert-card.tsx"
import { ReviewCard } from "../../experts/parts/review-card.tsx"
import { findTopRatedExperts } from "../../experts/service/directory.server.ts"
import { findReviewsOfCategory } from "../../experts/service/review-lists.server.ts"
import { CATEGORY_TEXTS, HOW_IT_WORKS } from "../category-texts.ts"
import { PriceBars } from "../parts/price-bars.tsx"
import { findService, getServiceLabel, listServices } from "../questions.ts"
import { getRequestHref } from "../request-href.ts"
import { CATEGORY_LABELS, isCategory, isOfferedCategory, type Category } from "../category-rules.ts"
import { countOpenOrders } from "../service/open-count.server.ts"
import { findPriceGuide } from "../service/price-guide.server.ts"

export const handle = { background: "white" } satisfies ScreenHandle

const MAX_EXPERTS = 4
const MAX_REVIEWS = 3

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const category = params.categoryId
  if (!isCategory(category) || !isOfferedCategory(category)) notFound()
  const view = { ...(await loadPublicView(category)), origin: getBaseUrl(request.url) }
  return omitFromPageData(context, view, "services", "prices", "experts", "reviews")
}

/** The whole screen is the same for everybody. */
const loadPublicView = cacheBriefly(async (category: Category) => {
  const [prices, experts, reviews, openOrderCount] = await Promise.all([
    findPriceGuide(category),
    findTopRatedExperts(category, MAX_EXPERTS),
    findReviewsOfCategory(category, MAX_REVIEWS),
    countOpenOrders(category),
  ])
  return {
    category,
    services: listServices(category).map(({ id, label, description }) => ({
      id,
      label,
      description,
      href: getRequestHref({ category, service: id }),
    })),
    prices: prices.flatMap((row) =>
      findService(category, row.service)
        ? [
            {
              ...row,
              label: getServiceLabel(category, row.service),
              href: getRequestHref({ category, service: row.service }),
            },
          ]
        : [],
    ),
    experts,
    reviews,
    open: openOrderCount,
    text: CATEGORY_TEXTS[category],
  }
})

export const meta: Route.MetaFunction = ({ loaderData: view }) => {
  if (!view) return [{ title: titleOf() }]
  const name = CATEGORY_LABELS[view.category]
  const { text } = view
  return [
    { title: titleOf(`${name} 견적 비교`) },
    ...buildShareMeta({
      origin: view.origin,
      path: href("/category/:categoryId", { categoryId: view.category }),
      name: `${name} 견적 비교`,
      description: text.description,
    }),
    {
      "script:ld+json": {
        "@context": "https://schema.org",
        "@type": "FAQPage",
        mainEntity: text.faq.map(({ question, answer }) => ({
          "@type": "Question",
          name: question,
          acceptedAnswer: { "@type": "Answer", text: answer },
        })),
      },
    },
  ]
}

export default function CategoryScreen({ loaderData: view }: Route.ComponentProps) {
  const { category, text } = view
  const name = CATEGORY_LABELS[category]
  const requestPath = getRequestHref({ category })
  return (
    <Page>
      <CategoryHero view={view} requestPath={requestPath} />

      <ServiceLinks services={view.services} />

      {view.prices?.length === 0 ? null : (
        <Section
          title="보통 이만큼 들었어요"
          subtitle="고객이 고른 견적 둘 중 하나는 이 금액 안이었어요. 집과 자재에 따라 달라져요."
        >
          <ServerHtml data={view.prices} variant="">
            {(prices) => <PriceBars rows={prices} />}
          </ServerHtml>
        </Section>
      )}

      <HowItWorks />

      {view.experts?.length === 0 ? null : (
        <Section
          title={`평점 높은 ${name} 전문가`}
          more={{ href: `${href("/experts")}?category=${category}`, label: "전체보기" }}
        >
          <ServerHtml
            data={view.experts}
            variant=""
            prefetch="intent"
            viewTransition
            className="card-row md:grid-cols-2 lg:grid-cols-4"
          >
            {(experts) =>
              experts.map((expert) => (
                <ExpertCard key={expert.id} expert={expert} className="w-[17.5rem] md:w-auto" />
              ))
            }
          </ServerHtml>
        </Section>
      )}

      {view.reviews?.length === 0 ? null : (
        <Section title="맡겨 본 분들의 후기">
          <ServerHtml data={view.reviews} variant="" className="card-row md:grid-cols-3">
            {(reviews) =>
              reviews.map((review) => (
                <ReviewCard key={review.id} review={review} className="w-[17.5rem] md:w-auto" />
              ))
            }
          </ServerHtml>
        </Section>
      )}

      <FrequentQuestions questions={text.faq} />

      <StickyBar phoneOnly>
        <Link to={requestPath} className="btn btn-primary btn-lg flex-1">
          무료로 견적 요청하기
        </Link>
      </StickyBar>
    </Page>
  )
}

type CategoryView = Route.ComponentProps["loaderData"]

function CategoryHero({ view, requestPath }: { view: CategoryView; requestPath: string }) {
  const { category, text } = view
  return (
    <div
      className={
        "-mx-4 flex items-center gap-4 bg-primary-tint px-4 py-7 md:mx-0 md:mt-8 md:justify-between " +
        "md:gap-12 md:rounded-2xl md:px-14 md:py-12"
      }
    >
      <div className="min-w-0 flex-1 md:max-w-[34rem]">
        <h1 className="text-2xl font-bold md:text-3xl">{CATEGORY_LABELS[category]}</h1>
        <p className="mt-2 text-base text-ink-2 md:text-lg">{text.tagline}</p>
        {view.open > 0 && (
          <p className="mt-3 flex items-center gap-2 text-sm font-medium text-primary-ink">
            <span aria-hidden className="size-2 rounded-full bg-like" />
            지금 요청 {formatCount(view.open, "건")}이 견적을 받고 있어요
          </p>
        )}
        <Link to={requestPath} className="btn btn-primary btn-lg mt-7 hidden px-8 md:inline-flex">
          무료로 견적 요청하기
        </Link>
      </div>
      <span className="flex-none self-start md:hidden">
        <CategoryArt category={category} size={72} />
      </span>
      <span className="hidden flex-none md:block">
        <CategoryArt category={category} size={168} />
      </span>
    </div>
  )
}

function ServiceLinks({ services }: { services: CategoryView["services"] }) {
  return (
    <Section isFirst title="어떤 일이 필요하세요?">
      <ServerHtml
        as="ul"
        data={services}
        variant=""
        className="flex flex-wrap gap-2.5 md:grid md:grid-cols-3 md:gap-4 lg:grid-cols-5"
      >
        {(all) =>
          all.map((service) => (
            <li key={service.id} className="flex min-w-min flex-1 basis-2/5">
              <Link
                to={service.href}
                className={
                  "flex flex-1 flex-col rounded-xl bg-fill p-4 transition-colors hover:bg-base-300 " +
                  "md:p-5"
                }
              >
                <span className="flex items-center justify-between gap-1 font-semibold">
                  {service.label}
                  <ChevronRight size={16} className="flex-none text-ink-3" />
                </span>
                <span className="mt-1 text-sm text-ink-2">{service.description}</span>
              </Link>
            </li>
          ))
        }
      </ServerHtml>
    </Section>
  )
}

function HowItWorks() {
  return (
    <Section title="이렇게 진행돼요">
      <CachedHtml as="ol" source={HOW_IT_WORKS} className="grid gap-5 md:grid-cols-3 md:gap-4">
        {() =>
          HOW_IT_WORKS.map((step, index) => (
            <li key={step.title} className="flex gap-4 md:block md:rounded-xl md:bg-base-200 md:p-6">
              <span aria-hidden className="w-5 flex-none text-xl font-bold text-primary-ink">
                {index + 1}
              </span>
              <div className="md:mt-3">
                <h3 className="text-lg font-bold">{step.title}</h3>
                <p className="mt-1 text-base text-ink-2">{step.text}</p>
              </div>
            </li>
          ))
        }
      </CachedHtml>
    </Section>
  )
}

function FrequentQuestions({ questions }: { questions: CategoryView["text"]["faq"] }) {
  return (
    <Section title="자주 묻는 질문">
      <CachedHtml source={questions} className="md:max-w-[48rem]">
        {() =>
          questions.map(({ question, answer }) => (
            <details key={question} className="group border-b border-base-300">
              <summary
                className={"flex min-h-13 items-center justify-between gap-4 py-4 text-base font-semibold"}
              >
                {question}
                <ChevronDown
                  size={20}
                  className="flex-none text-ink-3 transition-transform group-open:rotate-180"
                />
              </summary>
              <p className="pb-5 text-base text-ink-2">{answer}</p>
            </details>
          ))
        }
      </CachedHtml>
    </Section>
  )
}
