import { Link, href, useFetcher, useLocation } from "react-router"
import { OpenChatButton } from "#app/areas/chat/parts/open-chat.tsx"
import { getNextPageUrl, changeQuery } from "#app/basics/list-urls.ts"
import { formatNumber } from "#app/basics/numbers.ts"
import { readQuery } from "#app/basics/form.ts"
import { isId } from "#app/basics/ids.ts"
import { layOutCoveredRegions } from "#app/basics/region-tiles.server.ts"
import { formatRegionFullName, formatRegionName } from "#app/basics/regions.ts"
import { getBaseUrl } from "#app/platform/env.server.ts"
import { HeartForm, finishHeart, getSendingScreen } from "#app/platform/hearts.server.ts"
import { isSentByScript, omitFromPageData } from "#app/platform/request.server.ts"
import { titleOf } from "#app/basics/brand.ts"
import { FilterChip, SortLinks } from "#app/ui/chips.tsx"
import { BackLink, MoreMenu } from "#app/ui/detail-bar.tsx"
import { FormAlert } from "#app/ui/form.tsx"
import { HeartButton } from "#app/ui/heart-button.tsx"
import { pictureUrl } from "#app/ui/picture.tsx"
import type { ScreenHandle } from "#app/ui/screen-handle.ts"
import { Page, Section } from "#app/ui/section.tsx"
import { ServerHtml } from "#app/ui/server-html.tsx"
import { StickyBar } from "#app/ui/sticky-bar.tsx"
import { usePages } from "#app/ui/use-pages.ts"
import { getActor, notFound, requireMember } from "../../accounts/guards.server.ts"
import { CATEGORY_LABELS } from "../../orders/rules.ts"
import { QuestionForm, ReplyForm, ReviewQuery } from "../forms.ts"
import { ActionCard, getRequestPath } from "../parts/action-card.tsx"
import { formatTrades } from "../parts/expert-card.tsx"
import { PortfolioGrid } from "../parts/portfolio-grid.tsx"
import { ProfileHeader } from "../parts/profile-header.tsx"
import { PhoneHeader } from "../parts/phone-header.tsx"
import { Introduction, Prices, Questions, Seller } from "../parts/profile-sections.tsx"
import { ReviewList, ReviewsSummary } from "../parts/review-list.tsx"
import { SimilarExperts } from "../parts/similar-experts.tsx"
import { SectionTabs } from "#app/ui/section-tabs.tsx"
import { summarizeExpert } from "../expert-summary.ts"
import { PUBLIC_PAGE_LIMITS, REVIEW_SORT_LABELS, REVIEW_SORTS } from "../rules.ts"
import { findSimilarExperts } from "../service/directory.server.ts"
import { setFavorite } from "../service/favorites.server.ts"
import { findExpertProfile } from "../service/profile.server.ts"
import { askQuestion } from "../service/questions.server.ts"
import { findReviewsOfExpert, summarizeReviews } from "../service/review-lists.server.ts"
import { replyToReview } from "../service/reviews.server.ts"
import { buildShareMeta } from "#app/basics/share-meta.ts"
import type { Route } from "./+types/expert"
import { intents, HIDDEN } from "#app/platform/intents.server.ts"
import { useActionAnswer, type ScreenAnswer } from "#app/ui/action-answer.ts"
import type { Member } from "../../accounts/rules.ts"
import { readApart } from "#app/platform/read-position.server.ts"

export const handle = { bar: "none", background: "white" } satisfies ScreenHandle

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const actor = getActor(context)
  const id = params.expertId
  if (!isId(id)) notFound()
  const query = readQuery(ReviewQuery, new URL(request.url).searchParams)
  const expert = await findExpertProfile(actor, id)
  if (!expert) notFound()
  const [reviewPage, summary, similar] = await Promise.all([
    readApart(() =>
      findReviewsOfExpert(id, { filter: query.reviews, sort: query.sort, cursor: query.after }),
    ),
    readApart(() => summarizeReviews(id)),
    findSimilarExperts(actor, id),
  ])
  const siteUrl = getBaseUrl(request.url)
  const showsAllWorks = new URL(request.url).searchParams.get("portfolio") === "all"
  const reviews = {
    list: reviewPage.reviews,
    length: reviewPage.reviews.length,
    next: reviewPage.next,
    after: query.after,
  }
  const view = {
    expert: summarizeExpert(expert),
    profile: {
      ...expert,
      portfolio: showsAllWorks ? expert.portfolio : expert.portfolio.slice(0, PUBLIC_PAGE_LIMITS.shownWorks),
      regionTiles: layOutCoveredRegions(expert.regions),
    },
    workCount: expert.portfolio.length,
    hasPrices: expert.prices.length > 0,
    hasQuestions: expert.questions.length > 0,
    summary,
    similar,
    // The expert's own page has forms among them.
    reviews: expert.isOwner ? reviews : omitFromPageData(context, reviews, "list"),
    filter: query.reviews,
    sort: query.sort,
    showsAllWorks,
    signedIn: actor.kind === "member",
    origin: siteUrl,
    coverUrl: expert.cover && siteUrl + pictureUrl(expert.cover.id, 1280),
  }
  return omitFromPageData(context, view, "profile", "similar")
}

const ASK_REFUSAL_MESSAGES = {
  own_page: "내 페이지에는 질문할 수 없어요.",
  too_many: "질문을 너무 많이 올렸어요. 한 시간 뒤에 다시 시도해 주세요.",
} as const

const answerForm = intents<{ actor: Member; expertId: string; isByScript: boolean }>((intent) => ({
  favorite: intent({
    form: HeartForm,
    run: ({ actor, expertId }, { on }) => setFavorite(actor, { expertId, on }),
    done: (_, heart, { expertId, isByScript }) =>
      finishHeart(heart, isByScript, href("/expert/:expertId", { expertId })),
    problems: { not_allowed: HIDDEN },
  }),
  ask: intent({
    form: QuestionForm,
    run: ({ actor, expertId }, question) => askQuestion(actor, { expertId, ...question }),
    done: (_result, _question, { expertId }) => ({
      to: `${href("/expert/:expertId", { expertId })}#questions`,
      flash: "질문을 올렸어요. 답변이 달리면 보여요",
    }),
    problems: { ...ASK_REFUSAL_MESSAGES, not_allowed: HIDDEN },
  }),
  reply: intent({
    form: ReplyForm,
    run: ({ actor }, reply) => replyToReview(actor, reply),
    done: (_result, _reply, { expertId }) => ({
      to: `${href("/expert/:expertId", { expertId })}#reviews`,
      flash: "답글을 올렸어요",
    }),
    problems: { already_replied: "이미 답글을 쓴 후기예요. 답글은 한 번만 쓸 수 있어요." },
  }),
}))

export async function action({ params, request, context }: Route.ActionArgs) {
  const { expertId } = params
  if (!isId(expertId)) notFound()
  const to = href("/expert/:expertId", { expertId })
  const form = await request.formData()
  const actor = requireMember(context, getSendingScreen(form, to, request))
  return answerForm(form, { actor, expertId, isByScript: isSentByScript(request) }, { to })
}

export const meta: Route.MetaFunction = ({ loaderData: view }) => {
  if (!view) return [{ title: titleOf("전문가") }]
  const { expert, origin } = view
  const path = href("/expert/:expertId", { expertId: expert.id })
  const url = origin + path
  const trade = formatTrades(expert.categories)
  const regionNames = expert.regions[0] ? formatRegionName(expert.regions[0]) : ""
  const { rating, reviewCount } = expert.statistics
  return [
    { title: titleOf(`${expert.name} ${trade} 전문가`) },
    ...buildShareMeta({
      origin,
      path,
      name: `${expert.name} ${trade} 전문가`,
      type: "profile",
      breadcrumbs: [{ name: "전문가 찾기", path: href("/experts") }],
      description:
        `${regionNames} ${trade} 전문가 ${expert.name}. ${expert.oneLine} 경력 ${expert.careerYears}년` +
        `${rating === null ? "" : `, 평점 ${rating.toFixed(1)}, 후기 ${reviewCount}개`}.`,
      ...(expert.isPublic ? { subject: { kind: "expert", id: expert.id } } : {}),
      noIndex:
        Boolean(view.filter || view.reviews.after || view.showsAllWorks) ||
        view.sort !== "recommended" ||
        !expert.isPublic,
    }),
    {
      "script:ld+json": {
        "@context": "https://schema.org",
        "@type": "LocalBusiness",
        "@id": url,
        url,
        name: expert.name,
        description: expert.oneLine,
        ...(view.coverUrl ? { image: view.coverUrl } : {}),
        areaServed: expert.regions.map((code) => formatRegionFullName(code) ?? "대한민국"),
        ...(expert.priceFrom ? { priceRange: `${formatNumber(expert.priceFrom.priceWon)}원부터` } : {}),
        makesOffer: expert.categories.map((category) => ({
          "@type": "Offer",
          itemOffered: { "@type": "Service", name: CATEGORY_LABELS[category] },
        })),
        ...(rating === null
          ? {}
          : {
              aggregateRating: {
                "@type": "AggregateRating",
                ratingValue: rating,
                reviewCount,
                bestRating: 5,
                worstRating: 1,
              },
            }),
      },
    },
  ]
}

export default function Expert({ loaderData: view, actionData }: Route.ComponentProps) {
  const { expert, profile, summary } = view
  const answer = useActionAnswer(actionData)
  const { search } = useLocation()
  const reportHref = expert.isOwner ? undefined : `${href("/report")}?kind=expert&id=${expert.id}`
  return (
    <>
      <PhoneHeader
        name={expert.name}
        back={<BackLink href={href("/experts")} className="grid size-11 place-items-center rounded-full" />}
        more={<MoreMenu reportHref={reportHref} />}
      />
      <Page
        className={
          "md:grid md:grid-cols-[minmax(0,1fr)_21rem] md:gap-10 md:pt-8 lg:grid-cols-[minmax(0,1fr)_22.5rem]"
        }
      >
        <div className="min-w-0">
          <ServerHtml data={profile}>{(shown) => <ProfileHeader expert={shown} />}</ServerHtml>
          <FormAlert message={answer.problem} className="mt-5" />
          <SectionTabs tabs={listTabs(view)} className="mt-5 md:mt-8" />
          <Section title="소개" id="introduction" isFirst className="scroll-mt-8">
            <ServerHtml data={profile}>
              {(shown) => <Introduction expert={shown} regionTiles={shown.regionTiles} />}
            </ServerHtml>
          </Section>
          {view.workCount > 0 && <PortfolioSection view={view} />}
          {view.hasPrices && (
            <Section title="가격" id="prices" className="scroll-mt-8">
              <ServerHtml data={profile}>{({ prices }) => <Prices prices={prices} />}</ServerHtml>
            </Section>
          )}
          <Section title="후기" id="reviews" count={summary.total} className="scroll-mt-8">
            <ReviewsHeader view={view} />
            <Reviews key={search} view={view} answer={answer.of("reply")} />
          </Section>
          <Section title="문의" id="questions" className="scroll-mt-8">
            <Questions
              expert={expert}
              questions={view.hasQuestions ? profile?.questions : []}
              signedIn={view.signedIn}
              answer={answer.of("ask")}
            />
          </Section>
          <div className="band pt-6 pb-6 md:mt-16 md:border-t md:border-base-300">
            <ServerHtml data={profile}>{({ seller }) => <Seller seller={seller} />}</ServerHtml>
            {reportHref ? (
              <Link to={reportHref} className="hit mt-4 inline-block text-sm text-ink-3 underline">
                이 전문가 신고하기
              </Link>
            ) : null}
          </div>
        </div>
        <aside aria-label="견적 요청" className="hidden md:block">
          <div className="sticky top-24">
            <ActionCard expert={expert} profile={profile} />
          </div>
        </aside>
        {view.similar?.length === 0 ? null : <SimilarExperts experts={view.similar} />}
      </Page>
      <StickyBar phoneOnly>
        <PhoneActions expert={expert} />
      </StickyBar>
    </>
  )
}

type View = Route.ComponentProps["loaderData"]

function listTabs({ workCount, hasPrices, summary }: View) {
  return [
    { id: "introduction", label: "소개" },
    ...(workCount > 0 ? [{ id: "portfolio", label: "포트폴리오", count: workCount }] : []),
    ...(hasPrices ? [{ id: "prices", label: "가격" }] : []),
    { id: "reviews", label: "후기", count: summary.total },
    { id: "questions", label: "문의" },
  ]
}

function Reviews({ view, answer }: { view: View; answer: ScreenAnswer }) {
  const { pathname, search } = useLocation()
  const fetcher = useFetcher<typeof loader>()
  const { pages, more } = usePages(view.reviews, { ...fetcher, data: fetcher.data?.reviews }, (after) =>
    getNextPageUrl(pathname, search, after),
  )
  return (
    <>
      {view.reviews.after && (
        <p className="mt-3 text-sm text-ink-3">
          이어지는 후기예요.{" "}
          <Link to={`${changeQuery(pathname, search, {})}#reviews`} className="text-primary-ink underline">
            처음부터 보기
          </Link>
        </p>
      )}
      <ReviewList
        pages={pages}
        expertName={view.expert.name}
        canReply={view.expert.isOwner}
        answer={answer}
      />
      {more && (
        // What stands below must stay within reach, so reviews come when asked for, not by scrolling.
        <Link
          to={`${more.href}#reviews`}
          className="btn btn-quiet mt-2 w-full md:mx-auto md:flex md:w-60"
          onClick={(event) => {
            event.preventDefault()
            more.onLoadMore()
          }}
        >
          {more.isPending ? <output>loading...</output> : "후기 더 보기"}
        </Link>
      )}
    </>
  )
}

/** The summary of the reviews, and the links that filter and sort them. */
function ReviewsHeader({ view }: { view: View }) {
  const { summary } = view
  const { pathname, search } = useLocation()
  const hrefWith = (changes: Record<string, string | null>) => changeQuery(pathname, search, changes)
  if (summary.total === 0)
    return <p className="text-base text-ink-2">아직 후기가 없어요. 작업이 끝난 고객만 후기를 쓸 수 있어요.</p>
  return (
    <>
      <ReviewsSummary summary={summary} rating={view.expert.statistics.rating} />
      <div className="bar-of-chips mt-5">
        <FilterChip href={hrefWith({ reviews: null })} isActive={view.filter === null}>
          전체
        </FilterChip>
        {summary.withPhotos > 0 && (
          <FilterChip href={hrefWith({ reviews: "photo" })} isActive={view.filter === "photo"}>
            사진 후기 {summary.withPhotos}
          </FilterChip>
        )}
        {summary.categories.length > 1 &&
          summary.categories.map(({ category, count }) => (
            <FilterChip
              key={category}
              href={hrefWith({ reviews: category })}
              isActive={view.filter === category}
            >
              {CATEGORY_LABELS[category]} {count}
            </FilterChip>
          ))}
      </div>
      <div className="mt-2">
        <SortLinks
          options={REVIEW_SORTS.map((sort) => ({
            href: hrefWith({ sort: sort === "recommended" ? null : sort }),
            label: REVIEW_SORT_LABELS[sort],
            isActive: view.sort === sort,
          }))}
        />
      </div>
    </>
  )
}

/** The first works, or all of them where they were asked for. */
function PortfolioSection({ view: { profile, workCount, showsAllWorks } }: { view: View }) {
  const { pathname, search } = useLocation()
  const allHref =
    workCount > PUBLIC_PAGE_LIMITS.shownWorks && !showsAllWorks
      ? `${changeQuery(pathname, search, { portfolio: "all" })}#portfolio`
      : undefined
  return (
    <Section
      title="포트폴리오"
      id="portfolio"
      count={workCount}
      className="scroll-mt-8"
      more={allHref === undefined ? undefined : { href: allHref, label: "전체보기" }}
    >
      <PortfolioGrid items={profile?.portfolio} count={workCount} allHref={allHref} />
    </Section>
  )
}

function PhoneActions({ expert }: { expert: View["expert"] }) {
  if (expert.isOwner)
    return (
      <Link to={href("/my/expert-public")} className="btn btn-primary btn-lg flex-1">
        내 페이지 수정하기
      </Link>
    )
  return (
    <>
      <HeartButton
        action={href("/expert/:expertId", { expertId: expert.id })}
        intent="favorite"
        isOn={expert.isFavorite}
        className="btn btn-ghost btn-lg btn-square flex-none"
      />
      <OpenChatButton kind="expert" id={expert.id} className="btn btn-tint btn-lg px-4">
        채팅하기
      </OpenChatButton>
      <Link to={getRequestPath(expert.id)} className="btn btn-primary btn-lg flex-1 px-3">
        견적 요청하기
      </Link>
    </>
  )
}
