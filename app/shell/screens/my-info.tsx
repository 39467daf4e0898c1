/** /my-info: what waits for the person who is signed in, and the way to all that is theirs. */
import { href, Link } from "react-router"
import { titleOf } from "#app/basics/brand.ts"
import { readReturnTo, toSafeReturnTo } from "#app/basics/safe-return-to.ts"
import { intents } from "#app/platform/intents.server.ts"
import { ok } from "#app/platform/outcome.ts"
import { useActionAnswer } from "#app/ui/action-answer.ts"
import { Avatar } from "#app/ui/avatar.tsx"
import { ChevronRight } from "#app/ui/icons.tsx"
import { Page } from "#app/ui/section.tsx"
import { SignOutForm } from "#app/ui/sign-out-form.tsx"
import { CompleteProfileForm } from "../../areas/accounts/forms.ts"
import { requireSignedIn } from "../../areas/accounts/guards.server.ts"
import { CompleteProfile } from "../../areas/accounts/parts/complete-profile.tsx"
import { isPlaceholderEmail, type Member } from "../../areas/accounts/rules.ts"
import { suggestNickname } from "../../areas/accounts/service/nicknames.server.ts"
import { completeProfile } from "../../areas/accounts/service/profile.server.ts"
import { listPlaceGroups, type PlaceGroup } from "../my-places.ts"
import { findWaitingThings } from "../my-view.server.ts"
import type { Route } from "./+types/my-info"

/** Once let in, a shop keeps its desk: what was sold is still to be settled. */
const STATES_WITH_SELLER_DASHBOARD = ["approved", "suspended", "terminated"]

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requireSignedIn(context, request)
  const { profile } = actor
  if (profile === null) {
    return {
      person: null,
      returnTo: readReturnTo(request, href("/my-info")),
      nickname: await suggestNickname(),
    }
  }
  return {
    person: {
      name: profile.name,
      avatarId: profile.avatarId,
      email: isPlaceholderEmail(actor.email) ? null : actor.email,
      isExpert: profile.userType === "expert",
      isAdmin: profile.role === "admin",
      hasSellerDashboard: STATES_WITH_SELLER_DASHBOARD.includes(actor.sellerState ?? ""),
    },
    waitingThings: await findWaitingThings(actor),
  }
}

/** The only form, before the profile is complete. */
const answerForm = intents<{ actor: Member }>((intent) => ({
  complete: intent({
    form: CompleteProfileForm,
    run: async ({ actor }, profile) => {
      await completeProfile(actor, profile)
      return ok()
    },
    done: (_, { returnTo }) => ({
      to: toSafeReturnTo(returnTo, href("/my-info")),
      flash: "프로필을 완성했어요",
    }),
    problems: {},
  }),
}))

export async function action({ request, context }: Route.ActionArgs) {
  const actor = requireSignedIn(context, request)
  return answerForm(await request.formData(), { actor }, { to: href("/my-info") })
}

export const meta: Route.MetaFunction = () => [
  { title: titleOf("마이") },
  { name: "robots", content: "noindex" },
]

export default function MyInfo({ loaderData, actionData }: Route.ComponentProps) {
  const answer = useActionAnswer(actionData)
  if (loaderData.person === null) {
    const { returnTo, nickname } = loaderData
    return <CompleteProfile returnTo={returnTo} nickname={nickname} answer={answer} />
  }
  const { person, waitingThings } = loaderData
  return (
    <Page className="max-w-[60rem]">
      <h1 className="sr-only">마이</h1>
      <PersonCard person={person} />
      {person.email === null ? <MissingEmail /> : null}
      <WaitingThings things={waitingThings} />
      <div className="md:columns-2 md:gap-4">
        {listPlaceGroups(person).map((group) => (
          <Places key={group.title} group={group} />
        ))}
      </div>
      <div className="flex items-center justify-between pt-6">
        <SignOutForm buttonClassName="btn btn-quiet" />
        <Link
          to={href("/my-info/leave")}
          className="hit rounded-sm text-sm text-ink-3 underline underline-offset-2"
        >
          회원탈퇴
        </Link>
      </div>
    </Page>
  )
}

type Person = NonNullable<Route.ComponentProps["loaderData"]["person"]>

function PersonCard({ person }: { person: Person }) {
  const role = person.isAdmin ? "관리자" : person.isExpert ? "전문가" : "일반회원"
  return (
    <Link
      to={href("/my-info/profile")}
      className="group -mx-2 mt-3 mb-3 flex flex-wrap items-center gap-x-4 rounded-xl p-2 md:mt-8 md:mb-5"
    >
      <Avatar pictureId={person.avatarId} name={person.name} size={56} />
      <span className="min-w-0 flex-1 basis-32">
        <span className="block text-xl font-bold group-hover:underline">{person.name}님</span>
        <span className="mt-0.5 block text-sm break-words text-ink-3">
          {role} · {person.email ?? "이메일 미등록"}
        </span>
      </span>
      <span className="flex flex-none items-center gap-1 text-sm font-medium text-ink-2">
        프로필 수정
        <ChevronRight size={18} className="text-ink-3" />
      </span>
    </Link>
  )
}

const MissingEmail = () => (
  <Link
    to={`${href("/my-info/profile")}#email`}
    className="mb-4 flex items-center gap-3 rounded-xl bg-warn-tint p-4 text-warn-ink"
  >
    <span className="min-w-0 flex-1">
      <span className="block font-semibold">이메일을 알려 주세요</span>
      <span className="block text-sm">견적 소식과 계정 안내를 이 주소로 보내요.</span>
    </span>
    <ChevronRight size={18} className="flex-none" />
  </Link>
)

type WaitingThing = { href: string; label: string; count: number }

function WaitingThings({ things }: { things: readonly WaitingThing[] }) {
  return (
    <section aria-labelledby="waiting" className="mb-4 rounded-xl bg-base-200 p-4 md:p-5">
      <h2 id="waiting" className="text-base font-bold">
        지금 기다리는 일
      </h2>
      {things.length === 0 ? (
        <p className="mt-1 text-sm text-ink-2">모두 확인했어요. 새 소식이 오면 여기에 모아 드려요.</p>
      ) : (
        <ul className="mt-3 grid grid-cols-[repeat(auto-fill,minmax(8.5rem,1fr))] gap-2">
          {things.map((thing) => (
            <li key={thing.label}>
              <Link
                to={thing.href}
                className={
                  "flex h-full flex-col justify-between gap-1 rounded-lg bg-base-100 p-3.5 " +
                  "transition-colors hover:bg-fill"
                }
              >
                <span className="text-sm text-ink-2">{thing.label}</span>
                <span className="num text-xl font-bold text-primary-ink">{thing.count}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function Places({ group: { title, places } }: { group: PlaceGroup }) {
  return (
    <nav
      aria-label={title}
      className="break-inside-avoid border-b border-base-300 py-4 last:border-0 md:card-line md:mb-4 md:p-5"
    >
      <h2 className="pb-1 text-sm font-semibold text-ink-3">{title}</h2>
      <ul>
        {places.map((place) => (
          <li key={place.href}>
            <Link to={place.href} className="flex min-h-12 items-center gap-2 hover:text-primary-ink">
              <span className="min-w-0 flex-1 text-base font-medium">{place.label}</span>
              <ChevronRight size={18} className="flex-none text-ink-3" />
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
