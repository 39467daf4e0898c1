import type { ReactNode } from "react"
import { href } from "react-router"
import { isId, newId } from "#app/basics/ids.ts"
import { formatNumber } from "#app/basics/numbers.ts"
import { formatRegionName } from "#app/basics/regions.ts"
import { getBaseUrl } from "#app/platform/env.server.ts"
import { saveDraft } from "#app/platform/drafts.server.ts"
import { brand, titleOf } from "#app/basics/brand.ts"
import { StateBadge } from "#app/ui/badge.tsx"
import { FormAlert } from "#app/ui/form.tsx"
import type { ScreenHandle } from "#app/ui/screen-handle.ts"
import { revalidateAfterConflict } from "#app/ui/revalidate.ts"
import { HeartButton } from "#app/ui/heart-button.tsx"
import { Page, Section } from "#app/ui/section.tsx"
import { StickyBar } from "#app/ui/sticky-bar.tsx"
import { getActor, notFound, requireMember } from "../../accounts/guards.server.ts"
import { DeadlineBadge, FactTags, HireCard, PayLine } from "../parts/hire-card.tsx"
import {
  ActionCard,
  EmployerCard,
  HireDetailList,
  isAcceptingApplications,
  MainAction,
  OwnApplicationLink,
  OwnerActions,
  ShiftList,
  canChat,
  WageNote,
} from "../parts/hire-sections.tsx"
import { ChatForm, JobReviews, ReportLink } from "../parts/job-parts.tsx"
import { PayExplanation } from "../parts/pay-explanation.tsx"
import { formatPay } from "../parts/format.ts"
import { buildJobPosting } from "../job-posting.ts"
import { JOB_KIND_LABELS } from "../rules.ts"
import { closeHire, findOwnHire, HIRE_DRAFT_NAME } from "../service/hire-write.server.ts"
import { findSimilarHires } from "../service/hire-lists.server.ts"
import { findHire } from "../service/hire-page.server.ts"
import { setSaved } from "../service/saves.server.ts"
import type { PostDraft } from "../post-draft.ts"
import { buildShareMeta } from "#app/basics/share-meta.ts"
import type { Route } from "./+types/hire"
import { HeartForm, finishHeart, getSendingScreen } from "#app/platform/hearts.server.ts"
import { isSentByScript } from "#app/platform/request.server.ts"
import { intents } from "#app/platform/intents.server.ts"
import { useActionAnswer } from "#app/ui/action-answer.ts"
import { type Outcome, ok, refuse } from "#app/platform/outcome.ts"
import type { Member } from "../../accounts/rules.ts"
import { HIRE_STEPS } from "#app/areas/jobs/hire-forms.ts"
import { readApart } from "#app/platform/read-position.server.ts"

export const handle = {
  bar: "detail",
  background: "white",
  title: "구인",
  backHref: href("/jobs/hire"),
} satisfies ScreenHandle

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const post = isId(params.hireId) ? await findHire(getActor(context), params.hireId) : null
  if (!post) notFound()
  return { post, similar: await readApart(() => findSimilarHires(post)), origin: getBaseUrl(request.url) }
}

/** Begins a new post with what is in an old one of the actor's, but for its days. */
async function startRepost(actor: Member, hireId: string): Promise<Outcome<"not_found" | "too_many_drafts">> {
  const ownHire = await findOwnHire(actor, hireId)
  if (!ownHire) return refuse("not_found")
  const done = HIRE_STEPS.map(({ id }) => id).filter((id) => id !== "slots" && id !== "deadline")
  const saved = await saveDraft(actor.userId, HIRE_DRAFT_NAME, {
    key: newId(),
    values: ownHire.values,
    done,
    from: hireId,
  } satisfies PostDraft)
  return saved.ok ? ok() : refuse("too_many_drafts")
}

const answerForm = intents<{ actor: Member; hireId: string; isByScript: boolean }>((intent) => ({
  save: intent({
    form: HeartForm,
    run: ({ actor, hireId }, { on }) => setSaved(actor, "hire", hireId, on),
    done: (_, heart, { hireId, isByScript }) =>
      finishHeart(heart, isByScript, href("/jobs/hire/:hireId", { hireId })),
    problems: {},
  }),
  close: intent({
    run: ({ actor, hireId }) => closeHire(actor, hireId),
    done: "모집을 마감했어요",
    problems: { not_now: "이미 마감된 공고예요." },
  }),
  repost: intent({
    run: ({ actor, hireId }) => startRepost(actor, hireId),
    done: { to: `${href("/jobs/post/hire")}?step=slots` },
    problems: {
      too_many_drafts: "쓰던 글이 너무 많아 다시 올리지 못했어요. 쓰던 글을 마친 뒤 다시 시도해 주세요.",
    },
  }),
}))

export async function action({ params, request, context }: Route.ActionArgs) {
  const { hireId } = params
  if (!isId(hireId)) notFound()
  const to = href("/jobs/hire/:hireId", { hireId })
  const form = await request.formData()
  const actor = requireMember(context, getSendingScreen(form, to, request))
  return answerForm(form, { actor, hireId, isByScript: isSentByScript(request) }, { to })
}

export const shouldRevalidate = revalidateAfterConflict

export const meta: Route.MetaFunction = ({ loaderData: view }) => {
  if (!view) return [{ title: titleOf("구인") }]
  const { post, origin } = view
  const isAccepting = isAcceptingApplications(post)
  const text =
    `${formatRegionName(post.regionCode)} ${JOB_KIND_LABELS[post.kind]} ${formatPay(post)}, 시간당 ` +
    `${formatNumber(post.hourlyWon)}원. ${post.businessName}에서 ${post.headcount}자리를 모집해요.`
  return [
    { title: titleOf(post.title) },
    ...buildShareMeta({
      origin,
      path: href("/jobs/hire/:hireId", { hireId: post.id }),
      name: post.title,
      description: text,
      type: "article",
      noIndex: !isAccepting,
      breadcrumbs: [
        { name: "구인", path: href("/jobs/hire") },
        { name: JOB_KIND_LABELS[post.kind], path: `${href("/jobs/hire")}?kind=${post.kind}` },
      ],
      ...(isAccepting ? { subject: { kind: "hire", id: post.id } } : {}),
    }),
    ...(isAccepting ? [{ "script:ld+json": buildJobPosting(post, brand.name) }] : []),
  ]
}

export default function Hire({ loaderData: { post, similar }, actionData }: Route.ComponentProps) {
  const answer = useActionAnswer(actionData)
  const badge = <DeadlineBadge post={post} />
  return (
    <>
      <Page
        className={
          "md:grid md:grid-cols-[minmax(0,1fr)_21rem] md:gap-x-10 md:pt-8 " +
          "lg:grid-cols-[minmax(0,1fr)_22.5rem]"
        }
      >
        <div className="min-w-0">
          <HireHeader post={post} badge={badge} problem={answer.problem} />
          <Section title="한눈에 보기" isFirst className="md:pt-8">
            <HireDetailList post={post} />
            <div className="mt-6">
              <WageNote post={post} />
              <PayExplanation post={post} />
            </div>
          </Section>
          <Section title="일하는 날">
            <ShiftList slots={post.slots} post={post} />
          </Section>
          <Section title="하는 일">
            <p className="text-base whitespace-pre-line">{post.description}</p>
          </Section>
          <Section title="구인하는 곳">
            <EmployerCard employer={post.employer} phone={post.contact?.phone ?? null} />
          </Section>
          <Section title="일해 본 분들의 후기" count={post.employer.reviewCount || null}>
            <JobReviews
              reviews={post.reviews}
              empty="아직 후기가 없어요. 일을 마친 분만 후기를 쓸 수 있어요."
            />
          </Section>
          {!post.isOwner && (
            <div className="band flex items-center justify-center gap-2 py-4 md:hidden">
              <ReportLink kind="hire" id={post.id} className="btn btn-ghost btn-sm font-medium text-ink-2" />
            </div>
          )}
        </div>
        <aside aria-label="지원" className="hidden md:block">
          <div className="sticky top-24">
            <ActionCard post={post} badge={badge} />
          </div>
        </aside>
        {similar.length > 0 && (
          <div className="min-w-0 md:col-span-2">
            <SimilarHires kind={post.kind} posts={similar} />
          </div>
        )}
      </Page>
      <StickyBar phoneOnly>
        {!post.isOwner && (
          <>
            <HeartButton
              action={href("/jobs/hire/:hireId", { hireId: post.id })}
              intent="save"
              isOn={post.saved}
              className="btn btn-ghost btn-lg btn-square flex-none"
            />
            {canChat(post) && (
              <ChatForm kind="hire" id={post.id} className="btn btn-tint btn-lg flex-none">
                채팅
              </ChatForm>
            )}
          </>
        )}
        <MainAction post={post} className="flex-1" />
      </StickyBar>
    </>
  )
}

function HireHeader({
  post,
  badge,
  problem,
}: {
  post: Route.ComponentProps["loaderData"]["post"]
  badge: ReactNode
  problem: string | null
}) {
  return (
    <header className="pt-3 md:pt-0">
      <p className="flex flex-wrap items-center gap-1.5">
        <StateBadge tone="open">{JOB_KIND_LABELS[post.kind]}</StateBadge>
        <FactTags post={post} />
        <span className="md:hidden">{badge}</span>
      </p>
      <h1 className="mt-3 text-2xl font-bold">{post.title}</h1>
      <p className="mt-1.5 text-base text-ink-3">
        {post.businessName} · {formatRegionName(post.regionCode)}
      </p>
      <div className="mt-3 md:hidden">
        <PayLine post={post} isLarge />
      </div>
      {post.hiddenReason === null ? null : (
        <FormAlert
          className="mt-4"
          message={`운영 정책에 따라 다른 사람에게 보이지 않아요. ${post.hiddenReason}`}
        />
      )}
      <FormAlert className="mt-4" message={problem} />
      {post.mine ? <OwnApplicationLink mine={post.mine} /> : null}
      {post.isOwner ? (
        <div className="mt-5 md:hidden">
          <OwnerActions post={post} />
        </div>
      ) : null}
    </header>
  )
}

function SimilarHires({
  kind,
  posts,
}: {
  kind: Route.ComponentProps["loaderData"]["post"]["kind"]
  posts: Route.ComponentProps["loaderData"]["similar"]
}) {
  return (
    <Section title="비슷한 일자리" more={{ href: `${href("/jobs/hire")}?kind=${kind}`, label: "전체보기" }}>
      <ul className="grid md:gap-4 lg:grid-cols-2">
        {posts.map((other) => (
          <li key={other.id} className="grid min-w-0">
            <HireCard post={other} />
          </li>
        ))}
      </ul>
    </Section>
  )
}
