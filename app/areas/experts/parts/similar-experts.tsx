import { HeartForm } from "#app/ui/heart-button.tsx"
import { Section } from "#app/ui/section.tsx"
import { ServerHtml } from "#app/ui/server-html.tsx"
import type { ExpertCardView, ExpertHeart } from "../rules.ts"
import { ExpertCard } from "./expert-card.tsx"
import { WithHeart } from "./with-heart.tsx"

/** Experts like the one of the page; undefined where the page brings them as HTML alone. */
export const SimilarExperts = ({
  experts,
}: {
  experts: readonly (ExpertCardView & { heart: ExpertHeart })[] | undefined
}) => (
  <div className="min-w-0 md:col-span-2">
    <Section title="비슷한 전문가">
      <HeartForm intent="favorite">
        <ServerHtml
          data={experts}
          prefetch="intent"
          viewTransition
          className="card-row narrow-experts grid-cols-2 lg:grid-cols-4"
        >
          {(others) =>
            others.map((other) => (
              <WithHeart key={other.id} expert={other} heart={other.heart}>
                <ExpertCard expert={other} />
              </WithHeart>
            ))
          }
        </ServerHtml>
      </HeartForm>
    </Section>
  </div>
)
