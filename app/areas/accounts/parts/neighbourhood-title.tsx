import { BadgeQuestionMark, Check, ChevronDown, MapPin } from "#app/ui/icons.tsx"
import { Form, Link, useLocation } from "react-router"
import { getWiderRange, formatRange, RANGES, type NearView } from "#app/basics/distance.ts"
import { changeQuery } from "#app/basics/list-urls.ts"
import { withJosa } from "#app/basics/korean.ts"
import { formatRegionName, formatRegionShortName } from "#app/basics/regions.ts"
import { Sheet } from "#app/ui/dialog.tsx"
import { buildNeighbourhoodHref } from "#app/ui/neighbourhood-href.ts"

/** The address of this list without what it looked through and where it went on. */
function useListAddress(): string {
  const { pathname, search } = useLocation()
  return changeQuery(pathname, search, { range: null })
}

const CHOICE_CLASSES =
  "flex min-h-13 w-full cursor-pointer items-center justify-between gap-3 rounded-xl px-4 text-left text-base"
const getChoiceClasses = (isChosen: boolean) =>
  `${CHOICE_CLASSES} ${
    isChosen ? "bg-primary-tint font-semibold text-primary-ink" : "bg-fill font-medium hover:bg-base-300"
  }`

/** One of several to choose from, each a button of a form. */
function Choice({
  name,
  value,
  isChosen,
  children,
}: {
  name: string
  value: string
  isChosen: boolean
  children: string
}) {
  return (
    <button name={name} value={value} aria-pressed={isChosen} className={getChoiceClasses(isChosen)}>
      {children}
      {isChosen ? <Check size={18} /> : null}
    </button>
  )
}

/** Where a list begins, as its title: "송파구 ▾" opens the other places and how far it looks. */
export function NeighbourhoodTitle({ near, children }: { near: NearView | null; children: string }) {
  const address = useListAddress()
  if (!near) return <h1 className="text-2xl font-bold">{children}</h1>
  return (
    <div className="flex flex-wrap items-center gap-x-2 [&_details]:contents">
      <Sheet
        title="어디를 볼까요?"
        triggerClassName={
          "hit -ml-1 inline-flex cursor-pointer items-center gap-0.5 rounded-lg px-1 text-2xl font-bold"
        }
        trigger={
          <>
            {formatRegionShortName(near.regionCode)}
            <ChevronDown size={22} />
          </>
        }
      >
        <NeighbourhoodChoices near={near} address={address} />
      </Sheet>
      <h1 className="text-2xl font-bold">
        <span className="sr-only">{formatRegionShortName(near.regionCode)} </span>
        {children}
      </h1>
    </div>
  )
}

function NeighbourhoodChoices({ near, address }: { near: NearView; address: string }) {
  const action = buildNeighbourhoodHref(address)
  return (
    <div className="grid gap-6 pb-2">
      <div className="grid gap-2">
        <Form method="post" action={action} className="grid gap-2">
          <input type="hidden" name="intent" value="choose" />
          {[near.regionCode, ...near.others].map((code, index) => (
            <Choice key={code} name="regionCode" value={code} isChosen={index === 0}>
              {[formatRegionName(code), index === 0 ? near.dong : null].filter(Boolean).join(" ")}
            </Choice>
          ))}
        </Form>
        <Link to={action} className="btn btn-tint w-full">
          <MapPin size={18} /> 다른 동네 고르기
        </Link>
      </div>
      <Form method="post" action={action} className="grid gap-2">
        <h3 className="text-base font-bold">어디까지 볼까요?</h3>
        <input type="hidden" name="intent" value="range" />
        {RANGES.map((range) => (
          <Choice key={range} name="range" value={range} isChosen={range === near.range}>
            {formatRange(range, near.regionCode)}
          </Choice>
        ))}
      </Form>
    </div>
  )
}

/** Asks once where somebody lives, above a list; nothing where it is known or they said later. */
export function NeighbourhoodQuestion({ isAsking }: { isAsking: boolean }) {
  const address = useListAddress()
  if (!isAsking) return null
  return (
    <div
      className={
        "mt-3 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-xl text-base bg-primary-tint px-4 py-3"
      }
    >
      <p className="flex w-full min-w-0 items-center gap-x-3 sm:w-auto sm:flex-1">
        <BadgeQuestionMark size={20} className="flex-none text-primary-ink" />
        어느 동네에 사세요? 가까운 것부터 보여 드릴게요.
      </p>
      <div className="flex flex-wrap gap-1">
        <Form method="post" action={buildNeighbourhoodHref(address)}>
          <button name="intent" value="later" className="btn btn-sm btn-ghost hit">
            나중에
          </button>
        </Form>
        <Link to={buildNeighbourhoodHref(address)} className="btn btn-sm btn-tint hit">
          동네 고르기
        </Link>
      </div>
    </div>
  )
}

/** Above a list that found nothing near: that it shows what is farther away. */
export function WidenedNotice({ near, noun }: { near: NearView | null; noun: string }) {
  if (!near?.isWidened) return null
  return (
    <p className="mt-3 rounded-xl bg-fill px-4 py-3 text-base">
      {`${formatRegionShortName(near.regionCode)} 가까이에는 맞는 ${withJosa(noun, "이/가")} 아직 없어요. 먼 곳까지 보여 드려요.`}
    </p>
  )
}

/** The end of what is near, and the way farther; nothing where the list was everything. */
export function NearEnd({ near, noun, isEnd }: { near: NearView | null; noun: string; isEnd: boolean }) {
  const { pathname, search } = useLocation()
  const wider = near && getWiderRange(near.range)
  if (!near || !wider || !isEnd) return null
  return (
    <p className="flex flex-wrap items-center justify-center gap-x-1 py-8 text-base text-ink-2">
      {`가까운 ${withJosa(noun, "은/는")} 여기까지예요 · `}
      <Link
        to={changeQuery(pathname, search, { range: wider })}
        preventScrollReset
        className="hit font-semibold text-primary-ink hover:underline"
      >
        더 넓게 보기
      </Link>
    </p>
  )
}

/** To the map of `things`. A document of its own: another company's map may be in it, and nowhere else. */
export const MapLink = ({ things }: { things: "items" | "jobs" | "experts" }) => (
  <a href={`/map/${things}`} className="btn btn-line btn-sm flex-none">
    <MapPin size={16} /> 지도
  </a>
)
