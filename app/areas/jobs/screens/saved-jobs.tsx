import { href } from "react-router"
import { titleOf } from "#app/basics/brand.ts"
import { EmptyState } from "#app/ui/empty-state.tsx"
import { Page, PageHeader, Section } from "#app/ui/section.tsx"
import { requireMember } from "../../accounts/guards.server.ts"
import { HireCard } from "../parts/hire-card.tsx"
import { SeekCard } from "../parts/seek-card.tsx"
import { findSavedHires } from "../service/hire-lists.server.ts"
import type { Route } from "./+types/saved-jobs"
import { findSavedSeeks } from "#app/areas/jobs/service/seek-lists.server.ts"

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requireMember(context, request)
  const [hires, seeks] = await Promise.all([findSavedHires(actor), findSavedSeeks(actor)])
  return { hires, seeks }
}

export const meta: Route.MetaFunction = () => [
  { title: titleOf("찜한 일자리") },
  { name: "robots", content: "noindex" },
]

export default function SavedJobs({ loaderData: { hires, seeks } }: Route.ComponentProps) {
  return (
    <Page>
      <PageHeader title="찜한 일자리" back={{ href: href("/my-info"), label: "마이" }} />
      {hires.length === 0 && seeks.length === 0 ? (
        <EmptyState
          art="reviews"
          title="아직 찜한 일자리가 없어요"
          text="마음에 드는 일자리의 하트를 누르면 여기에 모여요."
          action={{ href: href("/jobs/hire"), label: "일자리 둘러보기" }}
        />
      ) : null}
      {hires.length > 0 ? (
        <ul className="grid md:gap-4 lg:grid-cols-2">
          {hires.map((post) => (
            <li key={post.id} className="grid min-w-0">
              <HireCard post={post} hasHeart />
            </li>
          ))}
        </ul>
      ) : null}
      {seeks.length > 0 ? (
        <Section title="찜한 구직 글" count={seeks.length} isFirst={hires.length === 0}>
          <ul className="grid md:gap-4 lg:grid-cols-2">
            {seeks.map((post) => (
              <li key={post.id} className="grid min-w-0">
                <SeekCard post={post} />
              </li>
            ))}
          </ul>
        </Section>
      ) : null}
    </Page>
  )
}
