/** POST /uploads: one picture, sent by the uploader of a form. */
import { data } from "react-router"
import { z } from "zod"
import { parseForm } from "#app/basics/form.ts"
import { ensureDraftOwner } from "#app/platform/drafts.server.ts"
import {
  PICTURE_ERROR_TEXTS,
  TOO_MANY_UPLOADS_TEXT,
  getUploadLimit,
} from "#app/platform/picture-forms.server.ts"
import { toPictureOwner, storePicture } from "#app/platform/pictures.server.ts"
import { countHit } from "#app/platform/rate-limit.server.ts"
import { requestContext } from "#app/platform/request.server.ts"
import type { Route } from "./+types/upload-picture"
import { getActor, notFound } from "#app/areas/accounts/guards.server.ts"
import { choice } from "#app/basics/form-fields.ts"
import { UPLOAD_PURPOSES } from "#app/basics/upload-purposes.ts"
import { hasRight } from "#app/areas/accounts/rules.ts"

const UploadForm = z.object({ purpose: choice(UPLOAD_PURPOSES, "사진의 쓰임") })
/**
 * Pictures that a visitor may add while still asking for work or registering as an expert; all others need an
 * account.
 */
const OPEN_TO_VISITORS = new Set<string>(["order", "portfolio", "certificate"])
const STATUS_BY_REASON = {
  too_large: 413,
  too_many_pixels: 400,
  too_long: 400,
  too_slow: 400,
  not_a_picture: 400,
  animated: 400,
  unsupported: 415,
  busy: 503,
  no_room: 507,
  address_full: 429,
} as const

/** Answers {picture}, or {problem} with 400, 401, 403, 413, 415, 429, 503 or 507. */
export async function action({ request, context }: Route.ActionArgs) {
  const actor = getActor(context)
  const { address } = context.get(requestContext)
  // Counted before the body is read: refusing costs nothing then.
  const limit = await countHit([
    getUploadLimit(actor.kind === "member" ? { ownerId: actor.userId } : { address }),
  ])
  if (!limit.ok) {
    return data(
      { problem: TOO_MANY_UPLOADS_TEXT },
      { status: 429, headers: { "Retry-After": String(Math.ceil(limit.retryAfterMs / 1_000)) } },
    )
  }
  const form = await request.formData().catch(() => new FormData())
  const parsed = parseForm(UploadForm, form)
  const file = form.get("file")
  if (!parsed.ok || !(file instanceof File) || file.size === 0)
    return data({ problem: "올릴 사진을 골라 주세요." }, { status: 400 })
  if (actor.kind === "visitor" && !OPEN_TO_VISITORS.has(parsed.value.purpose)) {
    return data(
      { problem: "로그인해야 올릴 수 있는 사진이에요. 로그인한 뒤 다시 올려 주세요." },
      { status: 401 },
    )
  }
  // What the office shows everybody on home and in the shop.
  if (parsed.value.purpose === "content" && !hasRight(actor, "content"))
    return data({ problem: "이 사진은 올릴 수 없어요." }, { status: 403 })
  const { owner, setCookie } = ensureDraftOwner(actor, request, address)
  const stored = await storePicture({
    ...toPictureOwner(owner),
    purpose: parsed.value.purpose,
    bytes: file,
    name: file.name,
  })
  if (!stored.ok)
    return data({ problem: PICTURE_ERROR_TEXTS[stored.reason] }, { status: STATUS_BY_REASON[stored.reason] })
  return data({ picture: stored.picture }, setCookie ? { headers: { "Set-Cookie": setCookie } } : undefined)
}

export const loader = () => notFound()
