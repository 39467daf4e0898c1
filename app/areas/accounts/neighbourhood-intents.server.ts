/** Answers the forms of /neighbourhood, of members and of visitors. */
import { href, redirect } from "react-router"
import { DEFAULT_RANGE, type Range } from "#app/basics/distance.ts"
import { withJosa } from "#app/basics/korean.ts"
import { formatRegionName, formatRegionShortName } from "#app/basics/regions.ts"
import { redirectWithFlash } from "#app/platform/flash.server.ts"
import { intents } from "#app/platform/intents.server.ts"
import { ok, refuse, type Outcome } from "#app/platform/outcome.ts"
import { formatNeighbourhoodCookie } from "./neighbourhood-cookie.server.ts"
import {
  CheckNeighbourhoodForm,
  ChooseNeighbourhoodForm,
  NeighbourhoodRangeForm,
  RemoveNeighbourhoodForm,
} from "./neighbourhood-forms.ts"
import { getNeighbourhood, type VisitorChoice } from "./neighbourhood-rules.ts"
import type { Actor, Member } from "./rules.ts"
import {
  checkNeighbourhood,
  chooseNeighbourhood,
  removeNeighbourhood,
  setNeighbourhoodRange,
} from "./service/neighbourhoods.server.ts"

type Context = { actor: Actor; request: Request; to: string }

/** Goes on to `to` with the visitor's choice kept in their browser. */
function storeChoice({ request, to }: Context, choice: VisitorChoice, flash?: string): Response {
  const response = flash === undefined ? redirect(to) : redirectWithFlash(to, flash)
  response.headers.append("Set-Cookie", formatNeighbourhoodCookie(request, choice))
  return response
}

async function choose(
  actor: Actor,
  input: { regionCode: string; dong: string | null },
): Promise<{ ok: true; droppedRegionCode: string | null }> {
  return actor.kind === "member" ? chooseNeighbourhood(actor, input) : ok({ droppedRegionCode: null })
}

async function setRange(actor: Actor, input: { range: Range }): Promise<Outcome<"none">> {
  if (actor.kind === "member") return setNeighbourhoodRange(actor, input)
  return getNeighbourhood(actor) ? ok() : refuse("none")
}

/** Does what the form's `intent` says; a visitor's choice goes into a cookie. */
export const answerNeighbourhoodForm = intents<Context>((intent) => ({
  choose: intent({
    form: ChooseNeighbourhoodForm,
    run: ({ actor }, value) => choose(actor, value),
    done: ({ droppedRegionCode }, { regionCode }, context) => {
      const flash = droppedRegionCode
        ? `${formatRegionShortName(regionCode)}부터 보여 드려요. ` +
          `${withJosa(formatRegionShortName(droppedRegionCode), "은/는")} 뺐어요`
        : `${formatRegionShortName(regionCode)}부터 보여 드려요`
      if (context.actor.kind === "member") return flash
      const range = context.actor.neighbourhood?.range ?? DEFAULT_RANGE
      return storeChoice(context, { regionCode, range }, flash)
    },
    problems: {},
  }),
  later: intent({
    run: async () => ok(),
    done: (_result, _value, context) =>
      context.actor.kind === "member"
        ? null
        : storeChoice(context, {
            regionCode: context.actor.neighbourhood?.regionCode ?? null,
            range: context.actor.neighbourhood?.range ?? DEFAULT_RANGE,
          }),
    problems: {},
  }),
  range: intent({
    form: NeighbourhoodRangeForm,
    run: ({ actor }, value) => setRange(actor, value),
    done: (_result, { range }, context) => {
      const regionCode = getNeighbourhood(context.actor)?.regionCode ?? null
      if (context.actor.kind === "member" || regionCode === null) return null
      return storeChoice(context, { regionCode, range })
    },
    problems: { none: "동네를 먼저 골라 주세요." },
  }),
  remove: intent({
    form: RemoveNeighbourhoodForm,
    run: async ({ actor }, value): Promise<Outcome<"not_found" | "last">> =>
      actor.kind === "member" ? removeNeighbourhood(actor, value) : refuse("not_found"),
    done: () => ({ to: href("/neighbourhood"), flash: "동네를 뺐어요" }),
    problems: { last: "동네는 한 곳은 있어야 해요. 다른 동네를 먼저 골라 주세요." },
  }),
}))

/** Answers the check of a member's neighbourhood by the browser's place. */
export const answerCheckForm = intents<{ actor: Member }>((intent) => ({
  "": intent({
    form: CheckNeighbourhoodForm,
    hidden: ["regionCode", "latitude", "longitude", "accuracyM"],
    run: ({ actor }, value) => checkNeighbourhood(actor, value),
    done: (_result, { regionCode }) => ({
      to: href("/neighbourhood"),
      flash: `${formatRegionName(regionCode)} 인증을 마쳤어요`,
    }),
    problems: {
      consent_needed: { field: "consent", sentence: "위치 확인에 동의해 주세요." },
      place_unclear: "위치가 정확하지 않아 확인하지 못했어요. 밖에서 다시 시도해 주세요.",
      abroad: "대한민국 밖의 위치예요. 우리 동네에서 다시 시도해 주세요.",
      elsewhere: ({ regionCode }) =>
        `지금은 ${formatRegionName(regionCode)}에 계신 것 같아요. 동네를 바꾸거나 우리 동네에서 다시 시도해 주세요.`,
    },
  }),
}))
