import { CalendarOff, Clock, MessageCircle, Repeat2, ShieldCheck } from "#app/ui/icons.tsx"
import { Link, href } from "react-router"
import { OpenChatButton } from "#app/areas/chat/parts/open-chat.tsx"
import { MINUTE_MS, formatResponseTime } from "#app/basics/time.ts"
import { formatWon } from "#app/basics/won.ts"
import { HeartButton } from "#app/ui/heart-button.tsx"
import { ServerHtml } from "#app/ui/server-html.tsx"
import { ShareButton } from "#app/ui/share-button.tsx"
import type { ExpertSummary } from "../expert-summary.ts"
import type { ExpertProfile } from "../views.ts"
import { formatVacation } from "./format-vacation.ts"

export const getRequestPath = (expertId: string) => `${href("/orders/new")}?expert=${expertId}`

const quietLinkClass = "btn btn-ghost btn-sm font-medium text-ink-2"

/** What the work costs at least, and what speaks for the expert. */
function Highlights({ expert }: { expert: ExpertProfile }) {
  const { priceFrom, statistics: numbers, vacations } = expert
  const [vacation] = vacations
  const highlights = [
    numbers.responseMinutes === null
      ? null
      : { Icon: Clock, text: `보통 ${formatResponseTime(numbers.responseMinutes * MINUTE_MS)} 답해요` },
    vacation ? { Icon: CalendarOff, text: `${formatVacation(vacation)} 쉬어요` } : null,
    numbers.repeatPercent
      ? { Icon: Repeat2, text: `고용의 ${numbers.repeatPercent}%가 다시 찾은 고객이에요` }
      : null,
  ].filter((highlight) => highlight !== null)
  return (
    <>
      <p className="text-sm text-ink-3">
        {priceFrom === null ? "가격" : priceFrom.name ? `${priceFrom.name} 기준` : "시작 가격"}
      </p>
      {priceFrom === null ? (
        <p className="mt-1 text-xl font-bold">견적으로 알려 드려요</p>
      ) : (
        <p className="mt-1">
          <b className="text-2xl font-bold">{formatWon(priceFrom.priceWon)}</b>
          <span className="text-base text-ink-2">{priceFrom.unit ? ` / ${priceFrom.unit}부터` : "부터"}</span>
        </p>
      )}
      {highlights.length > 0 && (
        <ul className="mt-5 grid gap-3 rounded-lg bg-base-200 p-4">
          {highlights.map(({ Icon, text }) => (
            <li key={text} className="flex items-start gap-3 text-base">
              <Icon size={20} className="mt-0.5 flex-none text-primary-ink" />
              {text}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

/**
 * What one does with an expert, beside the page on a desktop. `profile` is undefined where the page brings
 * it as HTML alone.
 */
export function ActionCard({
  expert,
  profile,
}: {
  expert: ExpertSummary
  profile: ExpertProfile | undefined
}) {
  return (
    <div className="card-line p-6">
      <ServerHtml data={profile}>{(shown) => <Highlights expert={shown} />}</ServerHtml>
      {expert.isOwner ? (
        <Link to={href("/my/expert-public")} className="btn btn-primary btn-lg mt-5 w-full">
          내 페이지 수정하기
        </Link>
      ) : (
        <>
          <Link to={getRequestPath(expert.id)} className="btn btn-primary btn-lg mt-5 w-full">
            견적 요청하기
          </Link>
          <OpenChatButton
            kind="expert"
            id={expert.id}
            className="btn btn-tint btn-lg w-full"
            formClassName="mt-2"
          >
            <MessageCircle size={20} />
            채팅하기
          </OpenChatButton>
        </>
      )}
      <div className="mt-4 flex justify-center gap-2">
        {!expert.isOwner && (
          <HeartButton
            action={href("/expert/:expertId", { expertId: expert.id })}
            intent="favorite"
            isOn={expert.isFavorite}
            count={expert.statistics.favorites}
            className={quietLinkClass}
          />
        )}
        <ShareButton title={`${expert.name} 전문가`} className={quietLinkClass} />
      </div>
      <p className="mt-4 flex items-start gap-2 border-t border-base-300 pt-4 text-sm text-ink-3">
        <ShieldCheck size={18} className="flex-none" />
        견적은 무료예요. 연락처와 주소는 내가 고른 전문가에게만 보여요.
      </p>
    </div>
  )
}
