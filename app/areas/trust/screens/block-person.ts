/** POST /blocks: blocks a person, or takes it back, from any screen. */
import { parseForm } from "#app/basics/form.ts"
import { toSafeReturnTo } from "#app/basics/safe-return-to.ts"
import { redirectWithFlash } from "#app/platform/flash.server.ts"
import { notFound, requireMember } from "../../accounts/guards.server.ts"
import { BlockForm } from "../forms.ts"
import { blockPerson, unblockPerson } from "../service/blocks.server.ts"
import type { Route } from "./+types/block-person"

export async function action({ request, context }: Route.ActionArgs) {
  const actor = requireMember(context, request)
  const form = parseForm(BlockForm, await request.formData())
  if (!form.ok) notFound()
  const { userId, intent, returnTo } = form.value
  const destination = toSafeReturnTo(returnTo, "/my-info/blocks")
  if (intent === "unblock") {
    await unblockPerson(actor, userId)
    return redirectWithFlash(destination, "차단을 풀었어요")
  }
  const outcome = await blockPerson(actor, userId)
  if (outcome.ok) return redirectWithFlash(destination, "차단했어요. 서로 채팅할 수 없어요")
  if (outcome.reason === "too_many")
    return redirectWithFlash(destination, "500명까지 차단할 수 있어요. 오래된 차단을 풀어 주세요", "refused")
  return notFound()
}

export const loader = () => notFound()
