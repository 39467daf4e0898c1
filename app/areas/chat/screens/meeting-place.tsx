/** /chat/meet: when and where two people of a room meet, the place chosen on a map or written. */
import { lazy, Suspense, useState } from "react"
import { Form, href } from "react-router"
import { MapPin } from "#app/ui/icons.tsx"
import { notFound, requireMember } from "#app/areas/accounts/guards.server.ts"
import { getNeighbourhood } from "#app/areas/accounts/neighbourhood-rules.ts"
import { titleOf } from "#app/basics/brand.ts"
import { newId } from "#app/basics/ids.ts"
import { layOutTiles } from "#app/basics/map-layout.ts"
import { listPlacesAround } from "#app/basics/region-tiles.server.ts"
import { formatRegionName, formatRegionShortName, isSigunguCode } from "#app/basics/regions.ts"
import { env } from "#app/platform/env.server.ts"
import { useActionAnswer } from "#app/ui/action-answer.ts"
import { FormAlert, SubmitButton } from "#app/ui/form.tsx"
import { FieldError } from "#app/ui/field.tsx"
import { useHydrated } from "#app/ui/hydrated.ts"
import { RegionPicker } from "#app/ui/region-picker.tsx"
import type { ScreenHandle } from "#app/ui/screen-handle.ts"
import { Page, PageHeader } from "#app/ui/section.tsx"
import { TileMap } from "#app/ui/tile-map.tsx"
import { WhenFields, WhereFields } from "../parts/appointment.tsx"
import { buildChatHref } from "../parts/room-list.tsx"
import { answerRoomForm } from "../room-actions.server.ts"
import { getAppointmentName } from "../rules.ts"
import { findRoom } from "../service/rooms.server.ts"
import type { Route } from "./+types/meeting-place"

// Another company's map: loaded where a key was set, by those who look at one.
const KakaoMap = lazy(async () => ({ default: (await import("#app/ui/kakao-map.tsx")).KakaoMap }))

export const handle = { bar: "task", title: "약속 잡기", backHref: href("/chat") } satisfies ScreenHandle

const readRoomId = (request: Request) => new URL(request.url).searchParams.get("room") ?? ""

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requireMember(context, request)
  const room = await findRoom(actor, readRoomId(request))
  if (!room) notFound()
  const asked = new URL(request.url).searchParams.get("region") ?? ""
  const chosen = isSigunguCode(asked) ? asked : null
  const centre = chosen ?? getNeighbourhood(actor)?.regionCode ?? null
  return {
    roomId: room.id,
    kind: room.subject.kind,
    centre,
    chosen,
    places: centre === null ? [] : layOutTiles(listPlacesAround(centre)),
    kakaoKey: env().KAKAO_JS_KEY ?? null,
    clientKey: newId(),
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  const actor = requireMember(context, request)
  const roomId = readRoomId(request)
  // For others the room is not there, whatever they send.
  if (!(await findRoom(actor, roomId))) notFound()
  const form = await request.formData()
  form.set("intent", "propose")
  const to = buildChatHref({ room: roomId })
  return answerRoomForm(form, { actor, roomId, roomHref: to }, { to })
}

export const meta: Route.MetaFunction = () => [
  { title: titleOf("약속 잡기") },
  { name: "robots", content: "noindex" },
]

type View = Route.ComponentProps["loaderData"]
const FORM_ID = "meeting"

export default function MeetingPlace({ loaderData: view, actionData }: Route.ComponentProps) {
  const proposal = useActionAnswer(actionData).of("propose")
  const back = buildChatHref({ room: view.roomId })
  return (
    <Page isNarrow>
      <PageHeader
        title={`${getAppointmentName(view.kind)} 잡기`}
        text="동네를 고르고 만날 곳을 써 주세요. 상대가 수락하면 약속이 정해져요."
        back={{ href: back, label: "대화로 돌아가기" }}
        bar="same"
      />
      <h2 className="mt-2 text-lg font-bold">어느 동네에서 만날까요?</h2>
      <Places key={view.centre} view={view} typed={proposal.typed("regionCode")} />
      <FieldError id="region-error">{proposal.errors.regionCode}</FieldError>
      <Form className="mt-3 grid gap-3 sm:grid-cols-[1fr_auto] sm:items-end">
        <input type="hidden" name="room" value={view.roomId} />
        <RegionPicker name="region" label="다른 동네에서" defaultValue={view.centre ?? ""} />
        <button className="btn btn-tint btn-lg">
          <MapPin size={18} /> 여기 보기
        </button>
      </Form>
      <Form id={FORM_ID} method="post" noValidate className="mt-8 grid gap-5">
        <input type="hidden" name="clientKey" value={view.clientKey} />
        <FormAlert message={proposal.problem} />
        <WhenFields proposal={proposal} />
        <WhereFields proposal={proposal} />
        <SubmitButton className="btn btn-primary btn-lg">약속 제안하기</SubmitButton>
      </Form>
    </Page>
  )
}

/** The regions around, one of which may be chosen: on the map of Kakao where there is a key, else drawn. */
function Places({ view, typed }: { view: View; typed: string }) {
  const hydrated = useHydrated()
  const { centre, places, kakaoKey } = view
  const [chosen, setChosen] = useState(typed === "" ? (view.chosen ?? "") : typed)
  if (centre === null) return <p className="mt-2 text-base text-ink-2">동네를 고르면 둘레를 보여 드려요.</p>
  const isOnMap = kakaoKey !== null && hydrated
  const drawing = (
    <PlaceTiles
      places={places}
      centre={centre}
      chosen={chosen}
      onChoose={setChosen}
      // Beside another company's map a field of its own says what was chosen, on it or on the drawing.
      formId={isOnMap ? undefined : FORM_ID}
    />
  )
  if (!isOnMap) return drawing
  return (
    <div className="mt-3 grid gap-2">
      <input type="hidden" form={FORM_ID} name="regionCode" value={chosen} />
      <Suspense fallback={drawing}>
        <KakaoMap
          apiKey={kakaoKey}
          places={places.map(({ code, latitude, longitude }) => ({
            code,
            latitude,
            longitude,
            label: formatRegionShortName(code),
          }))}
          centre={centre}
          onChoose={setChosen}
          fallback={drawing}
        />
      </Suspense>
      <p aria-live="polite" className="text-base text-ink-2">
        {chosen === "" ? "지도에서 동네를 눌러 주세요." : `${formatRegionName(chosen)}에서 만나요.`}
      </p>
    </div>
  )
}

function PlaceTiles({
  places,
  centre,
  chosen,
  onChoose,
  formId,
}: Pick<View, "places"> & {
  centre: string
  chosen: string
  onChoose: (code: string) => void
  formId: string | undefined
}) {
  return (
    <fieldset className="mt-3">
      <legend className="sr-only">만날 동네</legend>
      <TileMap label={`${formatRegionName(centre)} 가까운 동네`} tiles={places} rowHeight="3.5rem">
        {({ code }) => (
          <label
            className={
              "flex min-w-0 cursor-pointer items-center justify-center rounded-xl bg-base-100 px-0.5 py-1 " +
              "text-center text-sm leading-tight font-semibold transition-colors hover:bg-fill " +
              "has-checked:bg-primary has-checked:text-primary-content " +
              "focus-within:outline-2 focus-within:outline-primary"
            }
          >
            <input
              type="radio"
              form={formId}
              name="regionCode"
              value={code}
              defaultChecked={code === chosen}
              onChange={() => onChoose(code)}
              className="sr-only"
            />
            {formatRegionShortName(code)}
          </label>
        )}
      </TileMap>
    </fieldset>
  )
}
