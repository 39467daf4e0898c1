import { ChevronRight, Star } from "lucide-react"
import { Link, href, useFetcher, useLocation } from "react-router"
import { OpenChatButton } from "#app/areas/chat/parts/open-chat.tsx"
import { getNextPageUrl, changeQuery } from "#app/basics/list-urls.ts"
import { readQuery } from "#app/basics/form.ts"
import { isId } from "#app/basics/ids.ts"
import { formatRegionFullName, formatRegionName } from "#app/basics/regions.ts"
import { MINUTE_MS, formatResponseTime } from "#app/basics/time.ts"
import { getBaseUrl } from "#app/platform/env.server.ts"
import { titleOf } from "#app/basics/brand.ts"
import { Avatar } from "#app/ui/avatar.tsx"
import { FilterChip, SortLinks } from "#app/ui/chips.tsx"
import { BackLink, MoreMenu } from "#app/ui/detail-bar.tsx"
import { FormAlert } from "#app/ui/form.tsx"
import { Picture, pictureUrl } from "#app/ui/picture.tsx"
import type { ScreenHandle } from "#app/ui/screen-handle.ts"
import { Page, Section } from "#app/ui/section.tsx"
import { StickyBar } from "#app/ui/sticky-bar.tsx"
import { usePages } from "#app/ui/use-pages.ts"
import { getActor, notFound, requireMember } from "../../accounts/guards.server.ts"
import { CATEGORY_LABELS } from "../../orders/rules.ts"
import { FavoriteForm, QuestionForm, ReplyForm, ReviewQuery } from "../forms.ts"
import { ActionCard, getRequestPath } from "../parts/action-card.tsx"
import { ExpertCard, RatingOrNew, formatTrades, VerifiedBadge } from "../parts/expert-card.tsx"
import { FavoriteButton } from "../parts/favorite-button.tsx"
import { PortfolioGrid } from "../parts/portfolio-grid.tsx"
import { PhoneHeader } from "../parts/phone-header.tsx"
import { Badges, Introduction, Prices, Credentials, Questions, Seller } from "../parts/profile-sections.tsx"
import { ReviewList, ReviewsSummary } from "../parts/review-list.tsx"
import { SectionTabs } from "../parts/section-tabs.tsx"
import { EXPERT_STATE_LABELS, REVIEW_SORT_LABELS, REVIEW_SORTS } from "../rules.ts"
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

export const handle = { bar: "none", background: "white" } satisfies ScreenHandle

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const actor = getActor(context)
  const id = params.expertId
  if (!isId(id)) notFound()
  const query = readQuery(ReviewQuery, new URL(request.url).searchParams)
  const expert = await findExpertProfile(actor, id)
  if (!expert) notFound()
  const [reviewPage, summary, similar] = await Promise.all([
    findReviewsOfExpert(id, { filter: query.reviews, sort: query.sort, cursor: query.after }),
    summarizeReviews(id),
    findSimilarExperts(id),
  ])
  const siteUrl = getBaseUrl(request.url)
  return {
    expert,
    summary,
    similar,
    reviews: { list: reviewPage.reviews, next: reviewPage.next, after: query.after },
    filter: query.reviews,
    sort: query.sort,
    showsAllWorks: new URL(request.url).searchParams.get("portfolio") === "all",
    signedIn: actor.kind === "member",
    origin: siteUrl,
    coverUrl: expert.cover && siteUrl + pictureUrl(expert.cover.id, 1280),
  }
}

const ASK_REFUSAL_MESSAGES = {
  own_page: "내 페이지에는 질문할 수 없어요.",
  too_many: "질문을 너무 많이 올렸어요. 한 시간 뒤에 다시 시도해 주세요.",
} as const

const answerForm = intents<{ actor: Member; expertId: string }>((intent) => ({
  favorite: intent({
    form: FavoriteForm.omit({ expertId: true }),
    run: ({ actor, expertId }, { on }) => setFavorite(actor, { expertId, on: on === "1" }),
    done: (_, { on }) => (on === "1" ? "찜했어요" : "찜을 뺐어요"),
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
  const actor = requireMember(context, request)
  const { expertId } = params
  if (!isId(expertId)) notFound()
  const to = href("/expert/:expertId", { expertId })
  return answerForm(await request.formData(), { actor, expertId }, { to })
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
      breadcrumbs: [{ name: "전문가 찾기", path: "/experts" }],
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
        ...(expert.priceFrom
          ? { priceRange: `${expert.priceFrom.priceWon.toLocaleString("en-US")}원부터` }
          : {}),
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
  const { expert, summary } = view
  const { statistics: numbers } = expert
  const answer = useActionAnswer(actionData)
  const { pathname, search } = useLocation()
  const hrefWith = (changes: Record<string, string | null>) => changeQuery(pathname, search, changes)
  const hasProofs = expert.badges.length + expert.certificates.length > 0
  const tabs = [
    { id: "introduction", label: "소개" },
    ...(expert.portfolio.length > 0
      ? [{ id: "portfolio", label: "포트폴리오", count: expert.portfolio.length }]
      : []),
    ...(expert.prices.length > 0 ? [{ id: "prices", label: "가격" }] : []),
    { id: "reviews", label: "후기", count: summary.total },
    { id: "questions", label: "문의" },
  ]
  return (
    <>
      <PhoneHeader
        name={expert.name}
        back={<BackLink href="/experts" className="grid size-11 place-items-center rounded-full" />}
        more={<MoreMenu title={`${expert.name} 전문가`} />}
      />
      <Page
        className={
          "md:grid md:grid-cols-[minmax(0,1fr)_21rem] md:gap-10 md:pt-8 lg:grid-cols-[minmax(0,1fr)_22.5rem]"
        }
      >
        <div className="min-w-0">
          <ProfileHeader expert={expert} />
          <FormAlert message={answer.problem} className="mt-5" />
          <SectionTabs tabs={tabs} className="top-14 mt-5 md:top-16 md:mt-8" />
          <Section title="소개" id="introduction" isFirst className="scroll-mt-8">
            <Introduction expert={expert} />
            {hasProofs && (
              <div className="mt-8 rounded-xl bg-base-200 p-5 md:p-6">
                <h3 className="mb-4 text-base font-bold">인증과 자격</h3>
                <Credentials expert={expert} />
              </div>
            )}
          </Section>
          {expert.portfolio.length > 0 && (
            <Section
              title="포트폴리오"
              id="portfolio"
              count={expert.portfolio.length}
              className="scroll-mt-8"
              more={
                !view.showsAllWorks && expert.portfolio.length > 6
                  ? { href: `${hrefWith({ portfolio: "all" })}#portfolio`, label: "전체보기" }
                  : undefined
              }
            >
              <PortfolioGrid
                items={expert.portfolio}
                allHref={view.showsAllWorks ? null : `${hrefWith({ portfolio: "all" })}#portfolio`}
              />
            </Section>
          )}
          {expert.prices.length > 0 && (
            <Section title="가격" id="prices" className="scroll-mt-8">
              <Prices prices={expert.prices} />
            </Section>
          )}
          <Section title="후기" id="reviews" count={summary.total} className="scroll-mt-8">
            {summary.total > 0 ? (
              <>
                <ReviewsSummary summary={summary} rating={numbers.rating} />
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
            ) : (
              <p className="text-base text-ink-2">
                아직 후기가 없어요. 작업이 끝난 고객만 후기를 쓸 수 있어요.
              </p>
            )}
            <Reviews key={search} view={view} answer={answer.of("reply")} />
          </Section>
          <Section title="문의" id="questions" className="scroll-mt-8">
            <Questions expert={expert} signedIn={view.signedIn} answer={answer.of("ask")} />
          </Section>
          <div className="band pt-6 pb-6 md:mt-16 md:border-t md:border-base-300">
            <Seller seller={expert.seller} />
          </div>
        </div>
        <aside aria-label="견적 요청" className="hidden md:block">
          <div className="sticky top-24">
            <ActionCard expert={expert} />
          </div>
        </aside>
        {view.similar.length > 0 && (
          <div className="min-w-0 md:col-span-2">
            <Section title="비슷한 전문가">
              <div className="card-row grid-cols-2 lg:grid-cols-4">
                {view.similar.map((other) => (
                  <ExpertCard key={other.id} expert={other} className="w-72 md:w-auto" />
                ))}
              </div>
            </Section>
          </div>
        )}
      </Page>
      <StickyBar phoneOnly>
        {expert.isOwner ? (
          <Link to="/my/expert-public" className="btn btn-primary btn-lg flex-1">
            내 페이지 수정하기
          </Link>
        ) : (
          <>
            <FavoriteButton
              expertId={expert.id}
              on={expert.isFavorite}
              className="btn btn-ghost btn-lg btn-square flex-none"
            />
            <OpenChatButton kind="expert" id={expert.id} className="btn btn-tint btn-lg px-4">
              채팅하기
            </OpenChatButton>
            <Link to={getRequestPath(expert.id)} className="btn btn-primary btn-lg flex-1 px-3">
              견적 요청하기
            </Link>
          </>
        )}
      </StickyBar>
    </>
  )
}

type View = Route.ComponentProps["loaderData"]

function ProfileHeader({ expert }: { expert: View["expert"] }) {
  const { statistics: numbers } = expert
  const regionNames = expert.regions
    .slice(0, 2)
    .map((code) => formatRegionName(code))
    .join(", ")
  const statisticItems = [
    {
      label: "평점",
      value:
        numbers.rating === null ? (
          <RatingOrNew rating={null} reviewCount={0} />
        ) : (
          <span className="flex items-center gap-1">
            <Star aria-hidden size={18} strokeWidth={0} className="fill-star" />
            {numbers.rating.toFixed(1)}
          </span>
        ),
    },
    { label: "후기", value: `${numbers.reviewCount.toLocaleString("en-US")}개` },
    { label: "고용", value: `${numbers.hires.toLocaleString("en-US")}회` },
    {
      label: "응답",
      value: numbers.responseMinutes === null ? "–" : formatResponseTime(numbers.responseMinutes * MINUTE_MS),
    },
  ]
  return (
    <header>
      <div
        className={
          "-mx-4 h-56 overflow-hidden bg-primary-tint md:mx-0 md:aspect-10/3 md:h-auto md:rounded-xl"
        }
      >
        {expert.cover && (
          <Picture
            {...expert.cover}
            alt=""
            isEager
            sizes="(min-width: 56.25rem) 50rem, 100vw"
            className="size-full [&>img]:size-full [&>img]:object-cover"
          />
        )}
      </div>
      <div
        className={
          "relative -mx-4 -mt-5 rounded-t-2xl bg-base-100 px-4 md:mx-0 md:mt-0 md:flex md:gap-5 " +
          "md:bg-transparent md:px-0"
        }
      >
        <div className="-mt-11 flex items-end justify-between gap-3 md:-mt-9 md:block">
          <span
            className={"block w-fit flex-none rounded-full border-4 border-base-100 bg-base-100 leading-none"}
          >
            <Avatar pictureId={expert.avatarId} name={expert.name} size={112} />
          </span>
          <div className="mb-1 flex justify-end md:hidden">
            <Badges badges={expert.badges.slice(0, 2)} />
          </div>
        </div>
        <div className="mt-3 min-w-0 flex-1 md:mt-5">
          <div className="md:flex md:flex-wrap md:items-baseline md:gap-x-3">
            <h1 className="flex items-center gap-1.5 text-2xl font-bold">
              {expert.name}
              {expert.verified && <VerifiedBadge size={22} />}
            </h1>
            <p className="mt-1 text-sm text-ink-3 md:mt-0 md:text-base">
              {formatTrades(expert.categories)} · {regionNames} · 경력 {expert.careerYears}년
            </p>
          </div>
          <div className="mt-3 hidden md:block">
            <Badges badges={expert.badges} />
          </div>
        </div>
      </div>
      {!expert.isPublic && (
        <p
          className={
            "mt-4 flex items-center justify-between gap-3 rounded-lg bg-warn-tint p-4 text-base " +
            "font-medium text-warn-ink"
          }
        >
          나에게만 보이는 페이지예요. 지금은 ‘{EXPERT_STATE_LABELS[expert.state]}’ 상태예요.
          <Link to="/expert-dashboard" aria-label="전문가 홈으로" className="hit flex-none">
            <ChevronRight aria-hidden size={20} strokeWidth={1.75} />
          </Link>
        </p>
      )}
      <p className="mt-4 text-lg font-medium md:mt-6">{expert.oneLine}</p>
      <dl
        className={
          "mt-5 grid grid-cols-4 divide-x divide-base-300 rounded-xl bg-base-200 py-4 md:border " +
          "md:border-base-300 md:bg-base-100 md:py-6"
        }
      >
        {statisticItems.map(({ label, value }) => (
          <div key={label} className="px-1 text-center">
            <dt className="text-sm text-ink-3">{label}</dt>
            <dd className="mt-1 flex justify-center text-lg font-bold whitespace-nowrap md:text-xl">
              {value}
            </dd>
          </div>
        ))}
      </dl>
    </header>
  )
}

function Reviews({ view, answer }: { view: View; answer: ScreenAnswer }) {
  const { pathname, search } = useLocation()
  const fetcher = useFetcher<typeof loader>()
  const busy = fetcher.state !== "idle"
  const { pages, next, loadMore } = usePages(view.reviews, {
    fetchedPage: fetcher.data?.reviews,
    isBusy: busy,
    loadAfter: (after) => void fetcher.load(getNextPageUrl(pathname, search, after)),
  })
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
        reviews={pages.flatMap((page) => page.list)}
        expertName={view.expert.name}
        canReply={view.expert.isOwner}
        answer={answer}
      />
      {next && (
        // What stands below must stay within reach, so reviews come when asked for, not by scrolling.
        <Link
          to={`${getNextPageUrl(pathname, search, next)}#reviews`}
          className="btn btn-quiet mt-2 w-full md:mx-auto md:flex md:w-60"
          onClick={(event) => {
            event.preventDefault()
            loadMore()
          }}
        >
          {busy ? <output>loading...</output> : "후기 더 보기"}
        </Link>
      )}
    </>
  )
}
