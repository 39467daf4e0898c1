/** How a tap on a heart (ui/heart-button.tsx) is read and answered, whatever it stands on. */
import { z } from "zod"
import { choice, optionalText } from "../basics/form-fields.ts"
import { toSafeReturnTo } from "../basics/safe-return-to.ts"
import { STAY } from "./intents.server.ts"

export const HeartForm = z.object({
  on: choice(["0", "1"], "찜").transform((on) => on === "1"),
  /** Where the heart was tapped. */
  returnTo: optionalText({ label: "돌아갈 곳", max: 500 }),
})
type Heart = z.output<typeof HeartForm>

/** Where a tapped heart leads: nowhere with scripts, which fill it in its place; else back to its screen. */
export const finishHeart = ({ on, returnTo }: Heart, isByScript: boolean, page: string) =>
  isByScript ? STAY : { to: toSafeReturnTo(returnTo, page), flash: on ? "찜했어요" : "찜을 뺐어요" }

/** The screen on which the form was sent, `page` where it does not say: there a visitor comes back to. */
export const getSendingScreen = (form: FormData, page: string, request: Request): Request =>
  new Request(new URL(toSafeReturnTo(form.get("returnTo"), page), request.url))
