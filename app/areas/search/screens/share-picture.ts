/**
 * GET /share/{kind}/{id}.jpg and /share/site.jpg: the picture that a shared link shows, drawn from what is
 * listed.
 */
import { isSubjectKind } from "#app/basics/subject.ts"
import { readPicture } from "#app/platform/pictures.server.ts"
import { prepareSharePicture } from "#app/platform/share-picture.server.ts"
import { brand } from "#app/basics/brand.ts"
import { notFound } from "../../accounts/guards.server.ts"
import { findListing } from "../service/listings.server.ts"
import type { Route } from "./+types/share-picture"

const LABEL_BY_KIND = { expert: "전문가", hire: "일자리", seek: "구직", item: "중고거래", product: "쇼핑" }

async function findDrawing(kind: string | undefined, file: string) {
  if (kind === undefined)
    return file === "site.jpg"
      ? prepareSharePicture(
          {
            label: "집수리부터 일자리, 중고거래까지",
            title: "집에 필요한 모든 일, 믿을 수 있는 이웃에게",
            line: brand.description,
            priceText: null,
            photo: null,
          },
          null,
        )
      : null
  const [, id = ""] = /^([0-9a-f-]{36})\.jpg$/.exec(file) ?? []
  if (!isSubjectKind(kind)) return null
  const listed = await findListing(kind, id)
  if (!listed) return null
  const { pictureId, line, priceText } = listed.card
  const photo =
    pictureId === null ? null : ((await readPicture(pictureId, 640, async () => false))?.bytes ?? null)
  return prepareSharePicture(
    {
      label: Object.entries(LABEL_BY_KIND).find(([each]) => each === kind)?.[1] ?? brand.name,
      title: listed.title,
      line,
      priceText,
      photo,
    },
    photo && pictureId,
  )
}

export async function loader({ params, request }: Route.LoaderArgs) {
  const drawing = await findDrawing(params.kind, params.file)
  if (!drawing) notFound()
  const headers = { ETag: drawing.etag, "Cache-Control": "public, max-age=86400" }
  if (request.headers.get("If-None-Match") === drawing.etag)
    return new Response(null, { status: 304, headers })
  const bytes = await drawing.renderPicture()
  return new Response(bytes, {
    headers: { ...headers, "Content-Type": "image/jpeg", "Content-Length": String(bytes.byteLength) },
  })
}
