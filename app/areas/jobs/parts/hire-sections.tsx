import { ShieldCheck } from "#app/ui/icons.tsx"
import type { ReactNode } from "react"
import { Link, href } from "react-router"
import { formatBusinessNumber } from "#app/basics/business-number.ts"
import { now } from "#app/basics/clock.ts"
import { formatRegionName } from "#app/basics/regions.ts"
import { formatDateTime, formatDateWithWeekday } from "#app/basics/time.ts"
import { formatPhone } from "#app/basics/phone.ts"
import { formatWon } from "#app/basics/won.ts"
import { Avatar } from "#app/ui/avatar.tsx"
import { StateBadge } from "#app/ui/badge.tsx"
import { ConfirmDialog } from "#app/ui/dialog.tsx"
import { HeartButton } from "#app/ui/heart-button.tsx"
import { ShareButton } from "#app/ui/share-button.tsx"
import { SHORT_NOTICE_SHOWN_DAYS } from "../call-off-rules.ts"
import {
  APPLICATION_TONES,
  EMPLOYER_KIND_LABELS,
  JOB_KIND_LABELS,
  PAY_DATE_LABELS,
  PAY_TYPE_LABELS,
  getStateLabelForWorker,
} from "../rules.ts"
import type { HireView, SlotView } from "../views.ts"
import { WORKFORCE_LABELS } from "../workforce.ts"
import { getMinimumWageOn, PAID_HOURS_PER_MONTH } from "../wages.ts"
import { PayLine } from "./hire-card.tsx"
import { ChatForm, FactList, ButtonForm, ReportLink, ReputationLine } from "./job-parts.tsx"
import {
  formatPayAmount,
  formatPlaces,
  formatShiftHours,
  formatDuration,
  formatWeekdays,
  formatWorkDuration,
} from "./format.ts"

export const isAcceptingApplications = (post: Pick<HireView, "state" | "deadlineAt" | "hiddenReason">) =>
  post.state === "open" && new Date(post.deadlineAt) > now() && post.hiddenReason === null

/** Strangers write to the employer while the post is open; who applied may afterwards too. */
export const canChat = (post: Pick<HireView, "state" | "deadlineAt" | "mine" | "hiddenReason">) =>
  post.mine !== null || isAcceptingApplications(post)

/** The post in facts. */
export function HireDetailList({ post }: { post: HireView }) {
  const conditions = [
    post.beginners ? "초보 가능" : "",
    post.meals ? "식사 제공" : "",
    post.lodging ? "숙소 제공" : "",
    post.foreigners ? "외국인 환영" : "",
    post.teens ? "청소년 가능 (만 15세 이상)" : "",
  ].filter(Boolean)
  const needs = [...post.needs, ...(post.safetyTraining ? ["기초안전보건교육 이수증"] : [])]
  return (
    <FactList
      rows={[
        { label: "하는 일", value: JOB_KIND_LABELS[post.kind] },
        {
          label: "급여",
          value:
            `${PAY_TYPE_LABELS[post.payType]} ` +
            `${formatPayAmount(post)}` +
            (post.payType === "piece" && post.minutesPerPiece
              ? ` (한 건에 ${formatDuration(post.minutesPerPiece)})`
              : ""),
        },
        { label: "지급일", value: PAY_DATE_LABELS[post.payDate] },
        {
          label: "근무지",
          value: post.contact
            ? `${formatRegionName(post.regionCode)}\n${post.contact.address}`
            : `${formatRegionName(post.regionCode)}\n정확한 주소는 채용이 확정되면 보여요.`,
        },
        { label: "모집 인원", value: formatHeadcount(post) },
        { label: "모집 마감", value: formatDateTime(post.deadlineAt, now()) },
        { label: "필요한 자격", value: needs.length > 0 ? needs.join("\n") : "없음" },
        ...(conditions.length > 0 ? [{ label: "조건", value: conditions.join(" · ") }] : []),
      ]}
    />
  )
}

/** Why the pay is what it is by the hour. */
export function WageNote({ post }: { post: HireView }) {
  const minimum = getMinimumWageOn(post.lastDate)
  const aboveMinimumWon = post.hourlyWon - minimum.hourWon
  const basis =
    post.payType === "month"
      ? `한 달 ${PAID_HOURS_PER_MONTH}시간 이상으로 나눈 금액이에요.`
      : post.payType === "piece"
        ? "한 건에 걸리는 시간으로 나눈 금액이에요."
        : post.payType === "day"
          ? "쉬는 시간을 뺀 시간으로 나눈 금액이에요."
          : "일한 시간만큼 받아요."
  return (
    <div className="rounded-xl bg-primary-tint p-4">
      <p className="text-base">
        시간당 <b className="text-lg font-bold text-primary-ink">{formatWon(post.hourlyWon)}</b>
        {aboveMinimumWon > 0 ? `, 최저임금보다 ${formatWon(aboveMinimumWon)} 많아요` : "이에요"}
      </p>
      <p className="mt-1 text-sm text-ink-2">
        {basis} {minimum.year}년 최저임금은 {formatWon(minimum.hourWon)}이에요.
      </p>
    </div>
  )
}

/** The shifts with their places. */
export function ShiftList({
  slots,
  post,
}: {
  slots: readonly SlotView[]
  post: Pick<HireView, "payType" | "weekdays">
}) {
  if (post.payType === "month") {
    const [slot] = slots
    return slot ? (
      <FactList
        rows={[
          { label: "요일", value: formatWeekdays(post.weekdays) },
          { label: "시간", value: `${formatShiftHours(slot)} (${formatWorkDuration(slot)})` },
          { label: "첫 출근", value: formatDateWithWeekday(slot.date, now()) },
        ]}
      />
    ) : null
  }
  return (
    <ul className="divide-y divide-base-300 rounded-xl border border-base-300">
      {slots.map((slot) => {
        const remainingPlaces = slot.headcount - slot.hired
        return (
          <li key={slot.id} className="flex flex-wrap items-center gap-x-3 p-4">
            <div className="min-w-0 flex-1 basis-3/5">
              <p className="font-semibold">{formatDateWithWeekday(slot.date, now())}</p>
              <p className="mt-0.5 text-sm text-ink-3">
                {formatShiftHours(slot)} · {formatWorkDuration(slot)}
                {slot.breakMinutes > 0 ? ` · 휴게 ${slot.breakMinutes}분` : ""}
              </p>
            </div>
            {new Date(slot.startsAt) <= now() ? (
              <StateBadge tone="done">지남</StateBadge>
            ) : remainingPlaces <= 0 ? (
              <StateBadge tone="done">마감</StateBadge>
            ) : (
              <span className="flex-none text-sm font-semibold text-primary-ink">
                {remainingPlaces}자리 남음
              </span>
            )}
          </li>
        )
      })}
    </ul>
  )
}

/** Who hires, as the law asks to say it. */
export function EmployerCard({ employer, phone }: { employer: HireView["employer"]; phone: string | null }) {
  return (
    <div className="rounded-xl bg-base-200 p-5">
      <div className="flex items-center gap-3.5">
        <Avatar pictureId={employer.avatarId} name={employer.businessName} size={52} />
        <div className="min-w-0">
          <p className="truncate text-lg font-bold">{employer.businessName}</p>
          <ReputationLine reputation={employer} />
        </div>
      </div>
      <div className="mt-5 border-t border-base-300 pt-5">
        <FactList
          rows={[
            {
              label: employer.kind === "business" ? "대표자" : "이름",
              value: employer.representative ?? "채용이 확정되면 보여요.",
            },
            {
              label: employer.businessNumber ? "사업자번호" : "구분",
              value: employer.businessNumber
                ? formatBusinessNumber(employer.businessNumber)
                : EMPLOYER_KIND_LABELS[employer.kind],
            },
            ...(employer.kind === "business" && employer.workforce
              ? [{ label: "직원 수", value: WORKFORCE_LABELS[employer.workforce] }]
              : []),
            ...(employer.shortNotices > 0
              ? [
                  {
                    label: "직전 취소",
                    value:
                      `최근 ${SHORT_NOTICE_SHOWN_DAYS}일 동안 ${employer.shortNotices}번\n` +
                      "근무 24시간 안에 채용이나 근무를 취소했어요.",
                  },
                ]
              : []),
            { label: "연락처", value: phone ? formatPhone(phone) : "채용이 확정되면 보여요." },
          ]}
        />
      </div>
    </div>
  )
}

const quietButtonClass = "btn btn-ghost btn-sm font-medium text-ink-2"

/** The main action of the page for whoever looks at it. */
export function MainAction({ post, className = "" }: { post: HireView; className?: string }) {
  if (post.isOwner)
    return (
      <Link
        to={href("/jobs/hire/:hireId/applicants", { hireId: post.id })}
        className={`btn btn-primary btn-lg ${className}`}
      >
        지원자 {post.applicationCount}명 보기
      </Link>
    )
  if (post.mine)
    return (
      <Link
        to={href("/jobs/applications/:applicationId", { applicationId: post.mine.id })}
        className={`btn btn-tint btn-lg min-w-0 ${className}`}
      >
        <span className="truncate">내 지원 · {getStateLabelForWorker(post.mine.state)}</span>
      </Link>
    )
  if (!isAcceptingApplications(post))
    return (
      <span aria-disabled="true" className={`btn btn-lg ${className}`}>
        모집이 끝났어요
      </span>
    )
  return (
    <Link
      to={href("/jobs/hire/:hireId/apply", { hireId: post.id })}
      className={`btn btn-primary btn-lg ${className}`}
    >
      지원하기
    </Link>
  )
}

/** How many are wanted on each day, where these are as many, and how many of all places are taken. */
function formatHeadcount(post: HireView): string {
  const taken = `${formatPlaces(post)} 중 ${post.hiredCount}자리 채용`
  const [first] = post.slots
  const isSame = first !== undefined && post.slots.every((slot) => slot.headcount === first.headcount)
  return post.days > 1 && isSame ? `하루 ${first.headcount}명\n${taken}` : taken
}

/** What one does with the post, beside the page on a desktop. */
export function ActionCard({ post, badge }: { post: HireView; badge: ReactNode }) {
  return (
    <div className="card-line p-6">
      <div className="flex items-start justify-between gap-3">
        <PayLine post={post} isLarge />
        {badge}
      </div>
      <p className="mt-2 text-sm text-ink-3">
        {formatPlaces(post)} · 지원 {post.applicationCount}명
      </p>
      <div className="mt-5 grid gap-2">
        <MainAction post={post} className="w-full" />
        {post.isOwner ? (
          <OwnerActions post={post} />
        ) : (
          canChat(post) && (
            <ChatForm kind="hire" id={post.id} className="btn btn-tint btn-lg w-full">
              채팅하기
            </ChatForm>
          )
        )}
      </div>
      <div className="mt-4 flex flex-wrap justify-center gap-1">
        {!post.isOwner && (
          <HeartButton
            action={href("/jobs/hire/:hireId", { hireId: post.id })}
            intent="save"
            isOn={post.saved}
            count={null}
            className={quietButtonClass}
          />
        )}
        <ShareButton title={post.title} className={quietButtonClass} />
        {!post.isOwner && <ReportLink kind="hire" id={post.id} className={quietButtonClass} />}
      </div>
      <p className="mt-4 flex items-start gap-2 border-t border-base-300 pt-4 text-sm text-ink-3">
        <ShieldCheck size={18} className="flex-none" />
        지원은 무료예요. 가입비나 통장을 먼저 달라고 하면 바로 신고해 주세요.
      </p>
    </div>
  )
}

/** What the employer does with their own post. */
export function OwnerActions({ post }: { post: HireView }) {
  return (
    <div className="button-pair">
      {post.state === "open" ? (
        <>
          <Link to={href("/jobs/hire/:hireId/edit", { hireId: post.id })} className="btn btn-quiet">
            수정하기
          </Link>
          <ConfirmDialog
            trigger={<button type="button">마감하기</button>}
            triggerClassName="btn btn-quiet w-full"
            title="모집을 마감할까요?"
            text="새 지원을 받지 않아요. 이미 지원한 분은 계속 채용할 수 있어요."
            confirmLabel="마감하기"
          >
            <input type="hidden" name="intent" value="close" />
          </ConfirmDialog>
        </>
      ) : null}
      <div className="col-span-2 grid">
        <ButtonForm intent="repost" className="btn btn-quiet w-full">
          같은 내용으로 다시 올리기
        </ButtonForm>
      </div>
    </div>
  )
}

/** The state of one's own application, above everything. */
export function OwnApplicationLink({ mine }: { mine: NonNullable<HireView["mine"]> }) {
  return (
    <Link
      to={href("/jobs/applications/:applicationId", { applicationId: mine.id })}
      className="mt-4 flex items-center gap-3 rounded-xl bg-primary-tint p-4 text-base text-primary-ink"
    >
      <span className="flex-1 font-semibold">지원한 일자리예요</span>
      <StateBadge tone={APPLICATION_TONES[mine.state]}>{getStateLabelForWorker(mine.state)}</StateBadge>
    </Link>
  )
}
