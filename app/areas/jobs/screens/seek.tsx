import { Link, href } from "react-router"
import type { ReactNode } from "react"
import { now } from "#app/basics/clock.ts"
import { isId } from "#app/basics/ids.ts"
import { formatRegionName } from "#app/basics/regions.ts"
import { formatDateWithWeekday } from "#app/basics/time.ts"
import { getBaseUrl } from "#app/platform/env.server.ts"
import { titleOf } from "#app/basics/brand.ts"
import { Avatar } from "#app/ui/avatar.tsx"
import { StateBadge, Tag } from "#app/ui/badge.tsx"
import { ConfirmDialog } from "#app/ui/dialog.tsx"
import { FormAlert } from "#app/ui/form.tsx"
import type { ScreenHandle } from "#app/ui/screen-handle.ts"
import { revalidateAfterConflict } from "#app/ui/revalidate.ts"
import { Page, Section } from "#app/ui/section.tsx"
import { HeartButton } from "#app/ui/heart-button.tsx"
import { ShareButton } from "#app/ui/share-button.tsx"
import { StickyBar } from "#app/ui/sticky-bar.tsx"
import { getActor, notFound, requireMember } from "../../accounts/guards.server.ts"
import { AcceptOfferForm, DeclineOfferForm } from "../forms.ts"
import {
  ChatForm,
  FactList,
  JobReviews,
  ButtonForm,
  ReportLink,
  ReputationLine,
} from "../parts/job-parts.tsx"
import { OfferList, SentOffers } from "../parts/offer-list.tsx"
import { formatCareer, SeekCard, WantedPay } from "../parts/seek-card.tsx"
import { formatDayTimes, formatWeekdays } from "../parts/format.ts"
import { JOB_KIND_LABELS, SEEK_STATE_LABELS, SEEK_TONES } from "../rules.ts"
import { acceptOffer, declineOffer, findOffers } from "../service/offers.server.ts"
import { findOwnResume } from "../service/resumes.server.ts"
import { setSaved } from "../service/saves.server.ts"
import { transitionSeek } from "../service/seeks.server.ts"
import type { SeekView } from "../views.ts"
import { buildShareMeta } from "#app/basics/share-meta.ts"
import type { Route } from "./+types/seek"
import { HeartForm, finishHeart, getSendingScreen } from "#app/platform/hearts.server.ts"
import { isSentByScript } from "#app/platform/request.server.ts"
import { intents } from "#app/platform/intents.server.ts"
import { useActionAnswer } from "#app/ui/action-answer.ts"
import { NeighbourhoodBadge } from "../../accounts/parts/neighbourhood-badge.tsx"
import type { Member } from "../../accounts/rules.ts"
import { findSeek, findSimilarSeeks } from "#app/areas/jobs/service/seek-lists.server.ts"

export const handle = {
  bar: "detail",
  background: "white",
  title: "구직",
  backHref: href("/jobs/seek"),
} satisfies ScreenHandle

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const actor = getActor(context)
  const post = isId(params.seekId) ? await findSeek(actor, params.seekId) : null
  if (!post) notFound()
  const [offers, resume, similar] = await Promise.all([
    post.isOwner ? findOffers(actor, "worker", post.id) : [],
    post.isOwner ? findOwnResume(actor) : null,
    post.isOwner ? [] : findSimilarSeeks(post),
  ])
  return { post, offers, hasResume: resume !== null, similar, origin: getBaseUrl(request.url) }
}

const ACCEPT_REFUSAL_MESSAGES = {
  not_now: "이미 답했거나 기간이 지난 제안이에요.",
  closed: "그사이 모집이 끝났어요.",
  already: "이미 지원한 일자리예요. 내 지원에서 확인해 주세요.",
  no_resume: "보낼 이력서가 없어요. 이력서를 먼저 적어 주세요.",
  blocked: "차단했거나 차단된 상대의 제안은 수락할 수 없어요.",
  too_many: "하루에 30곳까지 지원할 수 있어요. 내일 다시 시도해 주세요.",
} as const

const answerForm = intents<{ actor: Member; seekId: string; isByScript: boolean }>((intent) => {
  const transition = (move: "pause" | "resume" | "close", flash: string) =>
    intent({
      run: ({ actor, seekId }) => transitionSeek(actor, seekId, move),
      done: flash,
      problems: { not_now: "지금은 바꿀 수 없어요. 새로고침한 뒤 다시 확인해 주세요." },
    })
  return {
    save: intent({
      form: HeartForm,
      run: ({ actor, seekId }, { on }) => setSaved(actor, "seek", seekId, on),
      done: (_, heart, { seekId, isByScript }) =>
        finishHeart(heart, isByScript, href("/jobs/seek/:seekId", { seekId })),
      problems: {},
    }),
    pause: transition("pause", "구직을 쉬어요"),
    resume: transition("resume", "다시 제안을 받아요"),
    close: transition("close", "구직 글을 마감했어요"),
    accept: intent({
      form: AcceptOfferForm,
      hidden: ["offerId"],
      run: ({ actor }, value) => acceptOffer(actor, value.offerId, value),
      done: ({ applicationId }) => ({
        to: href("/jobs/applications/:applicationId", { applicationId }),
        flash: "제안을 수락했어요. 채용이 확정되면 알려 드려요",
      }),
      problems: ACCEPT_REFUSAL_MESSAGES,
    }),
    decline: intent({
      form: DeclineOfferForm,
      hidden: ["offerId"],
      run: ({ actor }, { offerId }) => declineOffer(actor, offerId),
      done: "제안을 거절했어요",
      problems: { not_now: ACCEPT_REFUSAL_MESSAGES.not_now },
    }),
  }
})

export async function action({ params, request, context }: Route.ActionArgs) {
  const { seekId } = params
  if (!isId(seekId)) notFound()
  const to = href("/jobs/seek/:seekId", { seekId })
  const form = await request.formData()
  const actor = requireMember(context, getSendingScreen(form, to, request))
  return answerForm(form, { actor, seekId, isByScript: isSentByScript(request) }, { to })
}

export const shouldRevalidate = revalidateAfterConflict

export const meta: Route.MetaFunction = ({ loaderData: view }) => {
  if (!view) return [{ title: titleOf("구직") }]
  const { post, origin } = view
  const isOpen = post.state === "open" && post.hiddenReason === null
  const text =
    `${post.regionCodes.map(formatRegionName).join(", ")}에서 ` +
    `${post.kinds.map((kind) => JOB_KIND_LABELS[kind]).join(", ")} 일을 찾아요. ` +
    `${formatCareer(post.careerYears)}.`
  return [
    { title: titleOf(post.title) },
    // About a private person: shared by whoever has the address, but found by no search engine (see the
    // sitemap).
    ...buildShareMeta({
      origin,
      path: href("/jobs/seek/:seekId", { seekId: post.id }),
      name: post.title,
      description: text,
      noIndex: true,
      breadcrumbs: [{ name: "구직", path: href("/jobs/seek") }],
      ...(isOpen ? { subject: { kind: "seek", id: post.id } } : {}),
    }),
  ]
}

const quietButtonClass = "btn btn-ghost btn-sm font-medium text-ink-2"

export default function Seek({
  loaderData: { post, offers, hasResume, similar },
  actionData,
}: Route.ComponentProps) {
  const answer = useActionAnswer(actionData)
  return (
    <>
      <Page
        className={
          "md:grid md:grid-cols-[minmax(0,1fr)_21rem] md:gap-x-10 md:pt-8 " +
          "lg:grid-cols-[minmax(0,1fr)_22.5rem]"
        }
      >
        <div className="min-w-0">
          <SeekHeader post={post} />
          {post.hiddenReason === null ? null : (
            <FormAlert
              className="mt-4"
              message={`운영 정책에 따라 다른 사람에게 보이지 않아요. ${post.hiddenReason}`}
            />
          )}
          <FormAlert className="mt-4" message={answer.problem} />
          {post.isOwner ? (
            <div className="mt-5 md:hidden">
              <OwnerActions post={post} />
            </div>
          ) : null}
          {post.isOwner ? (
            <Section title="받은 제안" id="offers" count={offers.length} isFirst className="md:pt-8">
              <OfferList offers={offers} hasResume={hasResume} answer={answer} />
            </Section>
          ) : null}
          {post.sentOffers.length > 0 ? (
            <Section title="보낸 제안" count={post.sentOffers.length} isFirst>
              <SentOffers offers={post.sentOffers} />
            </Section>
          ) : null}
          <SeekSections post={post} />
        </div>
        <aside aria-label="제안" className="hidden md:block">
          <div className="sticky top-24">
            <SeekActionCard post={post} />
          </div>
        </aside>
        {similar.length > 0 && (
          <div className="min-w-0 md:col-span-2">
            <Section title="비슷한 일을 찾는 분">
              <ul className="grid md:gap-4 lg:grid-cols-3">
                {similar.map((other) => (
                  <li key={other.id} className="grid min-w-0">
                    <SeekCard post={other} />
                  </li>
                ))}
              </ul>
            </Section>
          </div>
        )}
      </Page>
      {post.isOwner ? null : (
        <StickyBar phoneOnly>
          <HeartButton
            action={href("/jobs/seek/:seekId", { seekId: post.id })}
            intent="save"
            isOn={post.saved}
            className="btn btn-ghost btn-lg btn-square flex-none"
          />
          {post.state === "open" && (
            <ChatForm kind="seek" id={post.id} className="btn btn-tint btn-lg flex-none">
              채팅
            </ChatForm>
          )}
          <OfferLink post={post} className="flex-1" />
        </StickyBar>
      )}
    </>
  )
}

function OfferLink({ post, className }: { post: SeekView; className: string }): ReactNode {
  return post.state === "open" ? (
    <Link
      to={href("/jobs/seek/:seekId/offer", { seekId: post.id })}
      className={`btn btn-primary btn-lg ${className}`}
    >
      {post.sentOffers.length > 0 ? "다른 공고로 제안하기" : "일자리 제안하기"}
    </Link>
  ) : (
    <span aria-disabled="true" className={`btn btn-lg ${className}`}>
      지금은 제안을 받지 않아요
    </span>
  )
}

function OwnerActions({ post }: { post: SeekView }) {
  if (post.state === "closed")
    return (
      <Link to={href("/jobs/post/seek")} className="btn btn-primary btn-lg w-full">
        구직 글 새로 올리기
      </Link>
    )
  return (
    <div className="button-pair">
      <Link to={href("/jobs/seek/:seekId/edit", { seekId: post.id })} className="btn btn-tint">
        수정하기
      </Link>
      {post.state === "open" ? (
        <ButtonForm intent="pause" className="btn btn-quiet">
          잠시 쉬기
        </ButtonForm>
      ) : (
        <ButtonForm intent="resume" className="btn btn-primary">
          다시 받기
        </ButtonForm>
      )}
      <div className="col-span-2">
        <ConfirmDialog
          trigger={<button type="button">마감하기</button>}
          triggerClassName="btn btn-quiet w-full"
          title="구직 글을 마감할까요?"
          text="목록에서 사라지고 새 제안을 받지 않아요. 다시 열 수는 없고 새로 올려야 해요."
          confirmLabel="마감하기"
        >
          <input type="hidden" name="intent" value="close" />
        </ConfirmDialog>
      </div>
    </div>
  )
}

function SeekHeader({ post }: { post: SeekView }) {
  return (
    <header className="flex items-start gap-4 pt-3 md:pt-0">
      <Avatar pictureId={post.avatarId} name={post.workerName} size={72} />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-2 text-base text-ink-2">
          <span className="font-semibold text-base-content">{post.workerName}</span>
          <StateBadge tone={SEEK_TONES[post.state]}>{SEEK_STATE_LABELS[post.state]}</StateBadge>
        </p>
        <h1 className="mt-1 text-2xl font-bold">{post.title}</h1>
        <p className="mt-1.5">
          <ReputationLine reputation={post.worker} noShows={post.worker.noShows} />
        </p>
        {post.worker.neighbourhoodCheck ? (
          <NeighbourhoodBadge>{post.worker.neighbourhoodCheck}</NeighbourhoodBadge>
        ) : null}
      </div>
    </header>
  )
}

/** What the worker wants, who they are, and what others say of them. */
function SeekSections({ post }: { post: SeekView }) {
  return (
    <>
      <Section title="희망 조건" isFirst={!post.isOwner && post.sentOffers.length === 0}>
        <FactList
          rows={[
            { label: "하는 일", value: post.kinds.map((kind) => JOB_KIND_LABELS[kind]).join(", ") },
            { label: "지역", value: post.regionCodes.map(formatRegionName).join("\n") },
            { label: "급여", value: <WantedPay post={post} /> },
            { label: "시작", value: `${formatDateWithWeekday(post.availableFrom, now())}부터` },
            { label: "요일", value: formatWeekdays(post.weekdays) },
            { label: "시간대", value: formatDayTimes(post.dayTimes) },
            { label: "기간", value: post.shortTerm ? "며칠짜리 단기만" : "단기, 장기 모두" },
          ]}
        />
      </Section>
      <Section title="소개">
        <p className="text-base whitespace-pre-line">{post.introduction}</p>
        <p className="mt-5 flex flex-wrap gap-1.5">
          <Tag>{formatCareer(post.careerYears)}</Tag>
          {post.licences.map((licence) => (
            <Tag key={licence}>{licence}</Tag>
          ))}
        </p>
      </Section>
      <Section title="함께 일한 곳의 후기" count={post.worker.reviewCount || null}>
        <JobReviews reviews={post.reviews} empty="아직 후기가 없어요. 함께 일한 곳만 후기를 쓸 수 있어요." />
      </Section>
    </>
  )
}

function SeekActionCard({ post }: { post: SeekView }) {
  return (
    <div className="card-line p-6">
      <WantedPay post={post} isLarge />
      <div className="mt-5 grid gap-2">
        {post.isOwner ? (
          <OwnerActions post={post} />
        ) : (
          <>
            <OfferLink post={post} className="w-full" />
            {post.state === "open" && (
              <ChatForm kind="seek" id={post.id} className="btn btn-tint btn-lg w-full">
                채팅하기
              </ChatForm>
            )}
          </>
        )}
      </div>
      <div className="mt-4 flex flex-wrap justify-center gap-1">
        {!post.isOwner && (
          <HeartButton
            action={href("/jobs/seek/:seekId", { seekId: post.id })}
            intent="save"
            isOn={post.saved}
            count={null}
            className={quietButtonClass}
          />
        )}
        <ShareButton title={post.title} className={quietButtonClass} />
        {!post.isOwner && <ReportLink kind="seek" id={post.id} className={quietButtonClass} />}
      </div>
    </div>
  )
}
