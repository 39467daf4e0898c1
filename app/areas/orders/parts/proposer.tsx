import { BadgeCheck } from "#app/ui/icons.tsx"
import { Link, href } from "react-router"
import { Avatar } from "#app/ui/avatar.tsx"
import { Rating } from "#app/ui/rating.tsx"
import type { Proposer } from "./comparison.ts"
import { joinWithDots } from "./format.ts"

/** The name of an expert, with the mark of one whose business or identity was checked. */
export function ProposerName({ expert, className = "" }: { expert: Proposer; className?: string }) {
  return (
    <span className={`inline-flex min-w-0 items-center gap-1 ${className}`}>
      <span className="min-w-[min(5em,100%)] truncate">{expert.name}</span>
      {expert.verified && (
        <>
          <BadgeCheck size={18} className="flex-none text-primary-ink" />
          <span className="sr-only">인증된 전문가</span>
        </>
      )}
    </span>
  )
}

/** 집수리 · 14년 */
export const formatCareer = (expert: Proposer): string =>
  joinWithDots(expert.trades, expert.careerYears > 0 ? `${expert.careerYears}년` : "1년 미만")

/** The rating of an expert, or that there is none to speak of yet. */
export function ProposerRating({ expert, size = "base" }: { expert: Proposer; size?: "sm" | "base" | "lg" }) {
  return expert.rating === null ? (
    <span className="text-sm text-ink-3">신규</span>
  ) : (
    <Rating value={expert.rating} count={expert.reviewCount} size={size} />
  )
}

/** The chosen expert on the order's page. */
export function ProposerCard({ expert }: { expert: Proposer }) {
  return (
    <Link
      to={href("/expert/:expertId", { expertId: expert.id })}
      className="group flex items-center gap-3.5 rounded-lg"
    >
      <Avatar pictureId={expert.avatarId} name={expert.name} size={56} />
      <span className="min-w-0 flex-1">
        <ProposerName expert={expert} className="max-w-full text-lg font-bold group-hover:underline" />
        <span className="block text-sm text-ink-3">{formatCareer(expert)}</span>
        <ProposerRating expert={expert} />
      </span>
    </Link>
  )
}
