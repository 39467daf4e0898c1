/** /neighbourhood/check: one's neighbourhood compared with the browser's place, which is not kept. */
import { BadgeCheck } from "#app/ui/icons.tsx"
import { href, redirect } from "react-router"
import { titleOf } from "#app/basics/brand.ts"
import { now } from "#app/basics/clock.ts"
import { formatRegionName, formatRegionShortName } from "#app/basics/regions.ts"
import { useActionAnswer } from "#app/ui/action-answer.ts"
import { Checkbox } from "#app/ui/choice.tsx"
import { FormAlert } from "#app/ui/form.tsx"
import { PlaceForm } from "#app/ui/place-form.tsx"
import type { ScreenHandle } from "#app/ui/screen-handle.ts"
import { Page, PageHeader } from "#app/ui/section.tsx"
import { requireMember } from "../guards.server.ts"
import { answerCheckForm } from "../neighbourhood-intents.server.ts"
import { formatCheck, getNeighbourhood, isCheckValid } from "../neighbourhood-rules.ts"
import type { Route } from "./+types/neighbourhood-check"
import { buildNeighbourhoodHref } from "#app/ui/neighbourhood-href.ts"

export const handle = {
  bar: "task",
  title: "동네 인증",
  backHref: href("/neighbourhood"),
} satisfies ScreenHandle

export function loader({ request, context }: Route.LoaderArgs) {
  const here = getNeighbourhood(requireMember(context, request))
  if (!here) throw redirect(buildNeighbourhoodHref(href("/neighbourhood/check")))
  const { regionCode, checkedAt } = here
  return {
    regionCode,
    check:
      checkedAt !== null && isCheckValid(checkedAt, now())
        ? formatCheck(regionCode, new Date(checkedAt))
        : null,
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  const actor = requireMember(context, request)
  return answerCheckForm(await request.formData(), { actor }, { to: href("/neighbourhood") })
}

export const meta: Route.MetaFunction = () => [
  { title: titleOf("동네 인증") },
  { name: "robots", content: "noindex" },
]

export default function NeighbourhoodCheck({ loaderData, actionData }: Route.ComponentProps) {
  const { regionCode, check } = loaderData
  const answer = useActionAnswer(actionData).of("")
  return (
    <Page isNarrow>
      <PageHeader
        title="동네 인증"
        text={
          `지금 ${formatRegionName(regionCode)}에 계시면, 한 번 확인하고 물건과 프로필에 30일 동안 ` +
          "인증 표시를 보여 드려요."
        }
        back={{ href: href("/neighbourhood"), label: "내 동네" }}
        bar="same"
      />
      {check ? (
        <p className="mt-4 flex items-center gap-2 text-base font-semibold text-primary-ink">
          <BadgeCheck size={20} className="flex-none" /> {check}
        </p>
      ) : null}
      <div className="mt-6 grid gap-4">
        <FormAlert message={answer.problem} />
        <PlaceForm
          intent=""
          fields={{ regionCode }}
          label={`지금 위치로 ${formatRegionShortName(regionCode)} 인증하기`}
          otherWay="나중에 다시 해 주세요."
          className="btn btn-primary btn-lg w-full"
        >
          <Checkbox
            name="consent"
            label="위치 확인에 동의해요"
            description="동네의 중심과 견주기만 하고, 위치는 저장하거나 기록하지 않아요."
            error={answer.errors.consent}
          />
        </PlaceForm>
        <noscript>
          <p className="text-base text-ink-2">동네 인증은 자바스크립트를 켠 브라우저에서 할 수 있어요.</p>
        </noscript>
      </div>
    </Page>
  )
}
