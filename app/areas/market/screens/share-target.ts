/** POST /share-target: photos that somebody shares from another app into the installed product. */
import { href, redirect } from "react-router"
import { ensureDraftOwner } from "#app/platform/drafts.server.ts"
import { redirectWithFlash } from "#app/platform/flash.server.ts"
import { requestContext } from "#app/platform/request.server.ts"
import { getActor, notFound } from "../../accounts/guards.server.ts"
import { startSharedItem } from "../service/shared-item.server.ts"
import type { Route } from "./+types/share-target"

/**
 * Puts what is shared into the draft of a new item and leads to its form; a visitor signs in on the way, and
 * is told there that it waits. What could not be kept is said, too.
 */
export async function action({ request, context }: Route.ActionArgs) {
  const actor = getActor(context)
  const { owner, setCookie } = ensureDraftOwner(actor, request, context.get(requestContext).address)
  const { problem } = await startSharedItem(owner, await request.formData())
  const path = href("/marketplace/post")
  const answer = problem
    ? redirectWithFlash(path, problem, "refused")
    : actor.kind === "visitor"
      ? redirectWithFlash(path, "공유한 것을 담아 뒀어요. 로그인하면 이어서 올릴 수 있어요.")
      : redirect(path)
  if (setCookie) answer.headers.append("Set-Cookie", setCookie)
  return answer
}

export const loader = () => notFound()
