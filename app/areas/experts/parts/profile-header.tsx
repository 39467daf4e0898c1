/** The head of the page of an expert: who it is, and what stands out in numbers. */
import { ChevronRight, Star } from "#app/ui/icons.tsx"
import { Link, href } from "react-router"
import { formatRegionName } from "#app/basics/regions.ts"
import { formatNumber } from "#app/basics/numbers.ts"
import { MINUTE_MS, formatResponseTime } from "#app/basics/time.ts"
import { Avatar } from "#app/ui/avatar.tsx"
import { Picture } from "#app/ui/picture.tsx"
import { NeighbourhoodBadge } from "../../accounts/parts/neighbourhood-badge.tsx"
import { RatingOrNew, formatTrades, VerifiedBadge } from "./expert-card.tsx"
import { Badges } from "./profile-sections.tsx"
import { EXPERT_STATE_LABELS } from "../rules.ts"
import type { ExpertProfile } from "../views.ts"

export function ProfileHeader({ expert }: { expert: ExpertProfile }) {
  const regionNames = expert.regions
    .slice(0, 2)
    .map((code) => formatRegionName(code))
    .join(", ")
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
            size="large"
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
              {`${formatTrades(expert.categories)} · ${regionNames} · 경력 ${expert.careerYears}년`}
            </p>
          </div>
          {expert.neighbourhoodCheck ? (
            <NeighbourhoodBadge>{expert.neighbourhoodCheck}</NeighbourhoodBadge>
          ) : null}
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
          <Link to={href("/expert-dashboard")} aria-label="전문가 홈으로" className="hit flex-none">
            <ChevronRight size={20} />
          </Link>
        </p>
      )}
      <p className="mt-4 text-lg font-medium md:mt-6">{expert.oneLine}</p>
      <ProfileNumbers statistics={expert.statistics} />
    </header>
  )
}

function ProfileNumbers({ statistics }: { statistics: ExpertProfile["statistics"] }) {
  const statisticItems = [
    {
      label: "평점",
      value:
        statistics.rating === null ? (
          <RatingOrNew rating={null} reviewCount={0} />
        ) : (
          <span className="flex items-center gap-1">
            <Star size={18} strokeWidth={0} className="fill-star" />
            {statistics.rating.toFixed(1)}
          </span>
        ),
    },
    { label: "후기", value: `${formatNumber(statistics.reviewCount)}개` },
    { label: "고용", value: `${formatNumber(statistics.hires)}회` },
    {
      label: "응답",
      value:
        statistics.responseMinutes === null
          ? "–"
          : formatResponseTime(statistics.responseMinutes * MINUTE_MS),
    },
  ]
  return (
    <dl className="profile-numbers">
      {statisticItems.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
