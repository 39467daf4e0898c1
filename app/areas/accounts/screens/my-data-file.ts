/** POST /my-info/data/:exportId: the file of one's own data, for the password of its owner. */
import { href } from "react-router"
import { parseForm } from "#app/basics/form.ts"
import { redirectWithFlash } from "#app/platform/flash.server.ts"
import { DataExportForm } from "../forms.ts"
import { notFound, requireMember } from "../guards.server.ts"
import { fetchDataExport } from "../service/data-exports.server.ts"
import type { Route } from "./+types/my-data-file"

export function loader({ request, context }: Route.LoaderArgs) {
  requireMember(context, request)
  return notFound()
}

/** What is said on the page of the files: the browser that saves a file stays there. */
const REFUSED_TEXTS = {
  wrong: "비밀번호가 맞지 않아 내려받지 못했어요. 다시 입력해 주세요",
  too_many: "비밀번호를 여러 번 틀렸어요. 15분 뒤에 다시 해 주세요",
  sign_in_again: "로그인한 지 오래됐어요. 다시 로그인한 뒤 10분 안에 내려받아 주세요",
} as const

export async function action({ params, request, context }: Route.ActionArgs) {
  const actor = requireMember(context, request)
  const parsed = parseForm(DataExportForm, await request.formData())
  const password = parsed.ok ? parsed.value.password : ""
  const found = await fetchDataExport(actor, params.exportId, password)
  if (!found.ok)
    return found.reason === "not_found"
      ? notFound()
      : redirectWithFlash(href("/my-info/data"), REFUSED_TEXTS[found.reason])
  const name = encodeURIComponent(found.name)
  return new Response(found.bytes, {
    headers: {
      "Content-Type": "application/json; charset=utf-8",
      "Content-Disposition": `attachment; filename="data.json"; filename*=UTF-8''${name}`,
      "Cache-Control": "private, no-store",
    },
  })
}
