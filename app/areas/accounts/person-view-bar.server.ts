/** The bar that says on every screen that an administrator looks as somebody else, and ends it. */
import { href } from "react-router"
import { formatTime } from "../../basics/time.ts"
import type { Actor } from "./rules.ts"

const ESCAPES: Readonly<Record<string, string>> = { "<": "&lt;", ">": "&gt;", "&": "&amp;", '"': "&quot;" }
const escapeMarkup = (text: string) => text.replace(/[<>&"]/g, (sign) => ESCAPES[sign] ?? sign)

/** Its markup, so that the scripts of every other page are not larger for it; null where nobody looks. */
export function createPersonViewBar(actor: Actor): string | null {
  if (actor.kind !== "member" || !actor.viewedBy) return null
  const name = escapeMarkup(actor.profile?.name ?? "")
  const end = formatTime(new Date(actor.viewedBy.endsAt))
  return (
    `<form method="post" action="${href("/admin/person-view")}" aria-label="회원의 화면을 보는 중" ` +
    `class="flex flex-wrap items-center justify-center gap-x-4 gap-y-1 bg-neutral px-4 py-2 text-sm ` +
    `font-medium text-neutral-content"><span><b class="font-bold">${name}</b>님이 보는 화면이에요. ` +
    `볼 수만 있어요 · <span class="num">${end}</span>까지</span><button type="submit" ` +
    `class="hit cursor-pointer rounded-sm font-bold underline underline-offset-2">그만 보기</button></form>`
  )
}
