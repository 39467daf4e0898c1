import { Award, BadgeCheck, BriefcaseBusiness, ShieldCheck, type Icon } from "#app/ui/icons.tsx"
import { Form, Link, href } from "react-router"
import { formatBusinessNumber } from "#app/basics/business-number.ts"
import { formatRegionName, formatRegionShortName } from "#app/basics/regions.ts"
import { TileMap } from "#app/ui/tile-map.tsx"
import { formatDate } from "#app/basics/time.ts"
import { formatWon } from "#app/basics/won.ts"
import { brand } from "#app/basics/brand.ts"
import { StateBadge } from "#app/ui/badge.tsx"
import { TextArea } from "#app/ui/field.tsx"
import { SubmitButton } from "#app/ui/form.tsx"
import { ServerHtml } from "#app/ui/server-html.tsx"
import { RelativeTime } from "#app/ui/relative-time.tsx"
import { PUBLIC_PAGE_LIMITS, type BadgeKind } from "../rules.ts"
import type { ExpertProfile } from "../views.ts"
import { formatVacation } from "./format-vacation.ts"
import type { ScreenAnswer } from "#app/ui/action-answer.ts"

const BADGE_ICONS: Record<BadgeKind, Icon> = {
  business: BriefcaseBusiness,
  identity: BadgeCheck,
  certificate: Award,
  insurance: ShieldCheck,
}

/** Short signs of what has been checked; where they come from stands under 인증. */
export function Badges({ badges }: { badges: ExpertProfile["badges"] }) {
  return (
    <ul className="profile-badges">
      {badges.slice(0, 4).map((badge) => {
        const Icon = BADGE_ICONS[badge.kind]
        return (
          <li key={`${badge.kind} ${badge.label}`} title={badge.source}>
            <Icon size={16} />
            {badge.label}
          </li>
        )
      })}
    </ul>
  )
}

function FactList({ rows }: { rows: readonly (readonly [string, string])[] }) {
  return (
    <dl className="profile-facts">
      {rows
        .filter(([, value]) => value !== "")
        .map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  )
}

/** How defects of finished work were answered; empty where nobody reported one. */
function describeWarrantyRecord({
  warrantyClaims,
  lateWarrantyAnswers,
}: ExpertProfile["statistics"]): string {
  if (warrantyClaims === 0) return ""
  return lateWarrantyAnswers === 0
    ? `${warrantyClaims}건 모두 3영업일 안에 답했어요`
    : `${warrantyClaims}건 가운데 ${lateWarrantyAnswers}건에 3영업일이 지나 답했어요`
}

type RegionTile = { code: string; column: number; row: number; isCovered: boolean }

/** Where the expert works, among the regions around. */
function RegionMap({ tiles }: { tiles: readonly RegionTile[] }) {
  return (
    <>
      <h3 className="mb-2.5 text-base font-bold">일하는 지역</h3>
      <TileMap label="일하는 지역" tiles={tiles} rowHeight="3rem">
        {({ code, isCovered }) => (
          <span className={isCovered ? "region-tile covered" : "region-tile"}>
            {formatRegionShortName(code)}
            {isCovered ? <i>{" 가능"}</i> : null}
          </span>
        )}
      </TileMap>
    </>
  )
}

export function Introduction({
  expert,
  regionTiles,
}: {
  expert: ExpertProfile
  /** Null where there is no map. */
  regionTiles: readonly RegionTile[] | null
}) {
  const hasProofs = expert.badges.length + expert.certificates.length > 0
  return (
    <>
      <p className="text-base whitespace-pre-line text-ink-2">{expert.introduction}</p>
      <div className="mt-6">
        <FactList
          rows={[
            ["활동 지역", expert.regions.map((code) => formatRegionName(code)).join(", ")],
            ["작업 시간", expert.workHours],
            ["보증", expert.warranty],
            ["하자 접수", describeWarrantyRecord(expert.statistics)],
            ["쉬는 날", expert.vacations.map(formatVacation).join("\n")],
          ]}
        />
      </div>
      {regionTiles === null ? null : (
        <div className="mt-6 max-w-[32rem]">
          <RegionMap tiles={regionTiles} />
        </div>
      )}
      {hasProofs && (
        <div className="mt-8 rounded-xl bg-base-200 p-5 md:p-6">
          <h3 className="mb-4 text-base font-bold">인증과 자격</h3>
          <Credentials expert={expert} />
        </div>
      )}
    </>
  )
}

/** What was checked, by whom and when; a certificate's picture is never shown. */
function Credentials({ expert }: { expert: ExpertProfile }) {
  const rows = [
    ...expert.badges.map((badge) => ({
      key: `${badge.kind} ${badge.label}`,
      Icon: BADGE_ICONS[badge.kind],
      name: badge.label,
      text: badge.source,
      verifiedText:
        `${formatDate(badge.grantedOn)} 확인` +
        `${badge.expiresOn ? `, ${formatDate(badge.expiresOn)}까지` : ""}`,
    })),
    ...expert.certificates.map((one) => ({
      key: one.id,
      Icon: Award,
      name: one.name,
      text: [one.issuer, one.acquiredOn && `${formatDate(one.acquiredOn)} 취득`].filter(Boolean).join(" · "),
      verifiedText: one.verifiedAt ? `${formatDate(one.verifiedAt)} 확인` : "확인 전",
    })),
  ]
  return (
    <ul className="credentials">
      {rows.map(({ key, Icon, name, text, verifiedText }) => (
        <li key={key}>
          <Icon size={22} />
          <div>
            <p>
              <b>{name}</b>
              <span>{verifiedText}</span>
            </p>
            <p>{text}</p>
          </div>
        </li>
      ))}
    </ul>
  )
}

export function Prices({ prices }: { prices: ExpertProfile["prices"] }) {
  return (
    <>
      <ul className="profile-prices">
        {prices.map((price) => (
          <li key={`${price.name} ${price.unit}`}>
            <span>
              {price.name}
              {price.unit && <i>{`${price.unit}당`}</i>}
            </span>
            <b className="num">{price.priceWon === 0 ? "무료" : formatWon(price.priceWon)}</b>
          </li>
        ))}
      </ul>
      <p className="mt-3 text-sm text-ink-3">
        현장 상태에 따라 달라져요. 정확한 금액은 견적서로 받아 보세요.
      </p>
    </>
  )
}

type Question = ExpertProfile["questions"][number]

function AnsweredQuestion({ question: { question, answer, asker, askedAt } }: { question: Question }) {
  return (
    <li>
      <p>
        <b>Q</b>
        {question}
      </p>
      {answer === null ? (
        <p>
          <StateBadge tone="warn">답변 전</StateBadge>
        </p>
      ) : (
        <p>
          <b>A</b>
          {answer}
        </p>
      )}
      <p>
        {`${asker} · `}
        <RelativeTime at={askedAt} />
      </p>
    </li>
  )
}

/**
 * Questions with their answers; others ask, the expert is led to where they answer. `questions` is undefined
 * where the page brings them as HTML alone.
 */
export function Questions({
  expert,
  questions,
  signedIn,
  answer,
}: {
  expert: { id: string; isOwner: boolean }
  questions: readonly Question[] | undefined
  signedIn: boolean
  answer: ScreenAnswer
}) {
  return (
    <>
      {questions?.length === 0 ? (
        <p className="text-base text-ink-2">아직 질문이 없어요. 궁금한 점을 먼저 물어보세요.</p>
      ) : (
        <ServerHtml as="ul" data={questions} className="profile-questions">
          {(all) => all.map((one) => <AnsweredQuestion key={one.id} question={one} />)}
        </ServerHtml>
      )}
      {expert.isOwner ? (
        <Link to={`${href("/my/expert-public")}#questions`} className="btn btn-tint mt-5">
          질문에 답하기
        </Link>
      ) : signedIn ? (
        <details open={answer.wasSent} className="mt-5">
          <summary className="btn btn-quiet">질문하기</summary>
          <Form method="post" preventScrollReset className="mt-4 grid gap-3">
            <input type="hidden" name="intent" value="ask" />
            <TextArea
              label="질문"
              name="question"
              rows={3}
              maxLength={PUBLIC_PAGE_LIMITS.question}
              defaultValue={answer.typed("question")}
              error={answer.errors.question}
              help="답변이 달리면 모두에게 보여요. 이름 대신 별명이 보이고, 연락처는 가려져요."
            />
            <SubmitButton className="btn btn-primary justify-self-end">질문 올리기</SubmitButton>
          </Form>
        </details>
      ) : (
        <Link
          to={`${href("/login")}?${new URLSearchParams({ returnTo: `/expert/${expert.id}` })}`}
          className="btn btn-quiet mt-5"
        >
          로그인하고 질문하기
        </Link>
      )}
    </>
  )
}

/** Who one would deal with (전자상거래법 §20). */
export function Seller({ seller }: { seller: ExpertProfile["seller"] }) {
  return (
    <details className="group">
      <summary className="flex min-h-11 items-center justify-between text-base font-semibold">
        판매자 정보
        <span aria-hidden className="text-sm font-medium text-ink-3 group-open:hidden">
          펼치기
        </span>
        <span aria-hidden className="hidden text-sm font-medium text-ink-3 group-open:inline">
          접기
        </span>
      </summary>
      <div className="mt-2 mb-4">
        <FactList
          rows={[
            ["상호", seller.businessName],
            ["대표자", seller.representative],
            ["사업자번호", formatBusinessNumber(seller.businessNumber)],
          ]}
        />
      </div>
      <p className="text-sm text-ink-3">
        {brand.name}은 통신판매중개자로서 거래 당사자가 아니며, 전문가가 등록한 정보와 거래에 대한 책임은 각
        전문가에게 있습니다.
      </p>
    </details>
  )
}
