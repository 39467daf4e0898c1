/** GET /pictures/{id}/{width}.webp: a stored picture in one of its four widths. */
import { isId } from "#app/basics/ids.ts"
import { getDraftOwner } from "#app/platform/drafts.server.ts"
import {
  isPictureOwner,
  canReadPrivatePicture,
  toPictureOwner,
  readPicture,
} from "#app/platform/pictures.server.ts"
import { PICTURE_WIDTHS } from "#app/platform/picture-files.ts"
import type { Route } from "./+types/picture-file"
import { notFound } from "#app/areas/accounts/guards.server.ts"
import { isAdmin } from "#app/areas/accounts/rules.ts"
import { findActor } from "#app/areas/accounts/session.server.ts"

export async function loader({ params, request }: Route.LoaderArgs) {
  const width = PICTURE_WIDTHS.find((candidate) => params.file === `${candidate}.webp`)
  if (!width || !isId(params.id)) notFound()
  const etag = `"${params.id}-${width}"`
  // Pictures are public by an address that nobody guesses; only for documents is it asked who wants them.
  const picture = await readPicture(params.id, width, async (row, purpose) => {
    const actor = await findActor(request, { countsAsUse: false })
    const owner = getDraftOwner(actor)
    if (owner !== null && isPictureOwner(row, toPictureOwner(owner))) return true
    return (
      actor.kind === "member" &&
      canReadPrivatePicture({ userId: actor.userId, isAdmin: isAdmin(actor) }, params.id, purpose)
    )
  })
  if (!picture) notFound()
  const headers = {
    "Content-Type": "image/webp",
    ETag: etag,
    "Cache-Control": picture.isPrivate ? "private, no-store" : "public, max-age=31536000, immutable",
    "Content-Length": String(picture.bytes.byteLength),
  }
  if (!picture.isPrivate && request.headers.get("If-None-Match") === etag)
    return new Response(null, { status: 304, headers: { ETag: etag } })
  return new Response(picture.bytes, { headers })
}
