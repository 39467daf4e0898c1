import type { ReactNode } from "react"
import { href } from "react-router"
import { HeartButton } from "#app/ui/heart-button.tsx"
import type { ExpertCardView, ExpertHeart } from "../rules.ts"

/**
 * An expert's card, `children`, with the heart of whoever looks in its corner: beside the card and not in it,
 * so that the card can be the same for everybody.
 */
export function WithHeart({
  expert,
  heart,
  className,
  children,
}: {
  expert: Pick<ExpertCardView, "id" | "name">
  heart: ExpertHeart
  className?: string
  children: ReactNode
}) {
  return (
    <div className={className ? `expert-with-heart ${className}` : "expert-with-heart"}>
      {children}
      {heart === null ? null : (
        <HeartButton
          action={href("/expert/:expertId", { expertId: expert.id })}
          intent="favorite"
          isOn={heart}
          label={`${expert.name} 전문가 찜`}
          className="expert-card-heart"
        />
      )}
    </div>
  )
}
