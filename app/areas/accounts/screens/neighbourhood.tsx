/** /neighbourhood: where one lives, how far lists look from there, and the way to the check by place. */
import { BadgeCheck, MapPin, X } from "#app/ui/icons.tsx"
import { useState } from "react"
import { Form, href } from "react-router"
import { now } from "#app/basics/clock.ts"
import { titleOf } from "#app/basics/brand.ts"
import { RANGES, formatRange } from "#app/basics/distance.ts"
import { findRegionCodeByName, formatRegionName, isSigunguCode } from "#app/basics/regions.ts"
import { readReturnTo } from "#app/basics/safe-return-to.ts"
import { useActionAnswer, type ScreenAnswer } from "#app/ui/action-answer.ts"
import { AddressSearch, AddressSearchButton } from "#app/ui/address-search.tsx"
import { FieldError } from "#app/ui/field.tsx"
import { FormAlert, SubmitButton } from "#app/ui/form.tsx"
import { RegionPicker } from "#app/ui/region-picker.tsx"
import type { ScreenHandle } from "#app/ui/screen-handle.ts"
import { Page, PageHeader } from "#app/ui/section.tsx"
import { getActor } from "../guards.server.ts"
import { answerNeighbourhoodForm } from "../neighbourhood-intents.server.ts"
import {
  NEIGHBOURHOOD_LIMITS,
  formatCheck,
  isCheckValid,
  listNeighbourhoods,
  type Neighbourhood,
} from "../neighbourhood-rules.ts"
import { SettingsSection } from "../parts/settings-form.tsx"
import type { Route } from "./+types/neighbourhood"

export const handle = { bar: "task", title: "내 동네", backHref: href("/") } satisfies ScreenHandle

export function loader({ request, context }: Route.LoaderArgs) {
  const actor = getActor(context)
  return {
    neighbourhoods: listNeighbourhoods(actor).map((place) => ({
      ...place,
      check:
        place.checkedAt !== null && isCheckValid(place.checkedAt, now())
          ? formatCheck(place.regionCode, new Date(place.checkedAt))
          : null,
    })),
    isMember: actor.kind === "member",
    returnTo: readReturnTo(request),
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData()
  const to = readReturnTo(request)
  return answerNeighbourhoodForm(form, { actor: getActor(context), request, to }, { to })
}

export const meta: Route.MetaFunction = () => [
  { title: titleOf("내 동네") },
  { name: "robots", content: "noindex" },
]

type View = Route.ComponentProps["loaderData"]
type Place = View["neighbourhoods"][number]

export default function NeighbourhoodScreen({ loaderData: view, actionData }: Route.ComponentProps) {
  const answer = useActionAnswer(actionData)
  const [current] = view.neighbourhoods
  return (
    <Page isNarrow>
      <PageHeader
        title="내 동네"
        text="고른 동네에서 가까운 물건과 일자리, 전문가를 먼저 보여 드려요."
        back={{ href: view.returnTo, label: "돌아가기" }}
        bar="same"
      />
      {view.neighbourhoods.length > 0 ? <Chosen places={view.neighbourhoods} answer={answer} /> : null}
      <Choose view={view} answer={answer.of("choose")} />
      {current ? <Range place={current} answer={answer.of("range")} /> : null}
      {current && view.isMember ? <Check place={current} /> : null}
    </Page>
  )
}

const formatPlaceName = (place: Pick<Neighbourhood, "regionCode" | "dong">) =>
  [formatRegionName(place.regionCode), place.dong].filter(Boolean).join(" ")

function Chosen({ places, answer }: { places: readonly Place[]; answer: ScreenAnswer }) {
  return (
    <SettingsSection id="places" title="지금 보는 동네">
      <FormAlert message={answer.of("remove").problem} />
      <ul className="grid gap-2">
        {places.map((place, index) => (
          <li
            key={place.regionCode}
            className={
              "flex min-h-14 items-center gap-2 rounded-xl px-4 " +
              (index === 0 ? "bg-primary-tint text-primary-ink" : "bg-fill")
            }
          >
            <Form method="post" className="min-w-0 flex-1">
              <input type="hidden" name="regionCode" value={place.regionCode} />
              <button
                name="intent"
                value="choose"
                aria-current={index === 0 ? "true" : undefined}
                className="flex min-h-14 w-full cursor-pointer items-center gap-2 text-left"
              >
                <MapPin size={18} className="flex-none" />
                <span className="min-w-0">
                  <b className="block truncate text-base font-semibold">{formatPlaceName(place)}</b>
                  {place.check ? (
                    <span className="flex items-center gap-1 text-sm">
                      <BadgeCheck size={16} /> {place.check}
                    </span>
                  ) : null}
                </span>
                {index === 0 ? null : (
                  <span className="ml-auto flex-none text-sm font-medium">여기로 보기</span>
                )}
              </button>
            </Form>
            {places.length > 1 ? (
              <Form method="post">
                <input type="hidden" name="regionCode" value={place.regionCode} />
                <button
                  name="intent"
                  value="remove"
                  aria-label={`${formatPlaceName(place)} 빼기`}
                  className="-mr-2 grid size-11 cursor-pointer place-items-center rounded-full"
                >
                  <X size={18} />
                </button>
              </Form>
            ) : null}
          </li>
        ))}
      </ul>
    </SettingsSection>
  )
}

function Choose({ view, answer }: { view: View; answer: ScreenAnswer }) {
  const [isSearching, setIsSearching] = useState(false)
  const [found, setFound] = useState<{ regionCode: string; dong: string } | null>(null)
  const isFull = view.neighbourhoods.length >= NEIGHBOURHOOD_LIMITS.perMember
  return (
    <SettingsSection
      id="choose"
      title={view.neighbourhoods.length > 0 ? "다른 동네 고르기" : "어느 동네에 사세요?"}
      text={
        isFull
          ? "두 곳까지 둘 수 있어요. 새로 고르면 먼저 고른 동네 대신 들어가요."
          : view.isMember
            ? "두 곳까지 골라 두고 한 번에 바꿔 볼 수 있어요."
            : "이 브라우저에만 남겨 두고, 언제든 바꿀 수 있어요."
      }
    >
      <Form method="post" noValidate className="grid gap-4">
        <input type="hidden" name="intent" value="choose" />
        <input type="hidden" name="dong" value={found?.dong ?? ""} />
        <FormAlert message={answer.problem} />
        <RegionPicker
          key={found?.regionCode ?? ""}
          name="regionCode"
          label="동네"
          defaultValue={found?.regionCode ?? answer.typed("regionCode")}
          error={answer.errors.regionCode}
          {...(found?.dong ? { help: `${found.dong}까지 기억할게요.` } : {})}
        />
        <AddressSearchButton isSearching={isSearching} onToggle={() => setIsSearching(!isSearching)} />
        {isSearching ? (
          <AddressSearch
            onFound={({ area, dong }) => {
              setIsSearching(false)
              const regionCode = findRegionCodeByName(`${area} ${dong}`)
              setFound(regionCode && isSigunguCode(regionCode) ? { regionCode, dong } : null)
            }}
          />
        ) : null}
        <SubmitButton className="btn btn-primary btn-lg w-full">이 동네로 보기</SubmitButton>
      </Form>
      {view.neighbourhoods.length === 0 && !view.isMember ? (
        <Form method="post" className="mt-2">
          <SubmitButton name="intent" value="later" className="btn btn-quiet w-full">
            나중에 고를게요
          </SubmitButton>
        </Form>
      ) : null}
    </SettingsSection>
  )
}

function Range({ place, answer }: { place: Place; answer: ScreenAnswer }) {
  return (
    <SettingsSection id="range" title="어디까지 볼까요?" text="가까운 곳부터 보여 드려요.">
      <FormAlert message={answer.problem} />
      <Form method="post" className="grid gap-2 sm:grid-cols-2">
        <input type="hidden" name="intent" value="range" />
        {RANGES.map((range) => (
          <button
            key={range}
            name="range"
            value={range}
            aria-pressed={place.range === range}
            className={
              "min-h-13 cursor-pointer rounded-xl px-4 text-base " +
              (place.range === range
                ? "bg-primary-tint font-semibold text-primary-ink ring-2 ring-primary ring-inset"
                : "bg-fill font-medium hover:bg-base-300")
            }
          >
            {formatRange(range, place.regionCode)}
          </button>
        ))}
      </Form>
      <FieldError id="range-error">{answer.errors.range}</FieldError>
    </SettingsSection>
  )
}

function Check({ place }: { place: Place }) {
  return (
    <SettingsSection
      id="check"
      title="동네 인증"
      text={
        place.check
          ? `${place.check}을 물건과 프로필에 보여 드리고 있어요. 인증은 30일 동안 이어져요.`
          : "지금 있는 곳이 내 동네인지 한 번 확인하면, 물건과 프로필에 30일 동안 인증 표시를 보여 드려요."
      }
    >
      {/* A document of its own: only there may the browser tell its place. */}
      <a href={href("/neighbourhood/check")} className="btn btn-tint btn-lg w-full">
        <BadgeCheck size={20} /> {place.check ? "다시 인증하기" : "동네 인증하기"}
      </a>
    </SettingsSection>
  )
}
