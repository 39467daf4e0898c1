import { Form, href } from "react-router"
import { formatDate } from "#app/basics/time.ts"
import { titleOf } from "#app/basics/brand.ts"
import { Avatar } from "#app/ui/avatar.tsx"
import { EmptyState } from "#app/ui/empty-state.tsx"
import { SubmitButton } from "#app/ui/form.tsx"
import type { ScreenHandle } from "#app/ui/screen-handle.ts"
import { Page, PageHeader } from "#app/ui/section.tsx"
import { requireMember } from "../../accounts/guards.server.ts"
import { listBlockedPeople } from "../service/blocks.server.ts"
import type { Route } from "./+types/blocks"

export const handle = { bar: "task", title: "차단한 사람", backHref: href("/my-info") } satisfies ScreenHandle

export async function loader({ request, context }: Route.LoaderArgs) {
  return { people: await listBlockedPeople(requireMember(context, request)) }
}

export const meta: Route.MetaFunction = () => [
  { title: titleOf("차단한 사람") },
  { name: "robots", content: "noindex" },
]

export default function Blocks({ loaderData: { people } }: Route.ComponentProps) {
  return (
    <Page isNarrow>
      <PageHeader
        title="차단한 사람"
        back={{ href: href("/my-info"), label: "마이" }}
        bar="same"
        text={people.length > 0 ? "차단하면 서로 채팅할 수 없어요. 상대방에게는 알리지 않아요." : undefined}
      />
      {people.length === 0 ? (
        <EmptyState
          art="done"
          title="차단한 사람이 없어요"
          text="불편한 사람이 있으면 채팅이나 신고 화면에서 차단할 수 있어요."
        />
      ) : (
        <ul
          className={
            "divide-y divide-base-300 md:overflow-hidden md:rounded-xl md:border md:border-base-300 " +
            "md:bg-base-100"
          }
        >
          {people.map((person) => (
            <li key={person.userId} className="flex items-center gap-3 py-3 md:px-5">
              <Avatar pictureId={person.avatarId} name={person.name} size={44} />
              <div className="min-w-0 flex-1">
                <p className="truncate text-base font-semibold">{person.name}님</p>
                <p className="text-sm text-ink-3">{formatDate(person.blockedAt)} 차단</p>
              </div>
              <Form method="post" action={href("/blocks")}>
                <input type="hidden" name="userId" value={person.userId} />
                <input type="hidden" name="intent" value="unblock" />
                <SubmitButton className="btn btn-sm btn-quiet hit">차단 풀기</SubmitButton>
              </Form>
            </li>
          ))}
        </ul>
      )}
    </Page>
  )
}
