/** What the frame of the back office has read for one request, which its screens may use as well. */
import { createContext, type RouterContextProvider } from "react-router"
import { getScreenPath, requestContext } from "#app/platform/request.server.ts"
import type { RecordKind } from "#app/basics/record-kind.ts"
import type { Actor } from "../accounts/rules.ts"
import type { AdminDesk } from "./desk-view.ts"
import { isViewList, type ViewList } from "./view-rules.ts"
import { findDesk } from "./service/desk.server.ts"

const deskContext = createContext<Promise<AdminDesk | null> | null>(null)

const RECORD_PATHS: readonly (readonly [RegExp, RecordKind])[] = [
  [/^\/admin\/users\/shop-owners\/([^/.]+)/, "seller"],
  [/^\/admin\/users\/([^/.]+)/, "person"],
  [/^\/admin\/expert\/([^/.]+)/, "expert"],
  [/^\/admin\/orders\/([^/.]+)/, "order"],
  [/^\/admin\/purchases\/([^/.]+)/, "purchase"],
  [/^\/admin\/products\/([^/.]+)/, "product"],
  [/^\/admin\/tickets\/([^/.]+)/, "ticket"],
  [/^\/admin\/reports\/([^/.]+)/, "report"],
  [/^\/admin\/deals\/([^/.]+)/, "deal"],
  [/^\/admin\/charges\/([^/.]+)/, "charge"],
]

/** The record that the screen at `url` shows; null for lists and all else. */
export function getOpenedRecord(url: string): { kind: RecordKind; id: string } | null {
  const { pathname } = new URL(url)
  for (const [pattern, kind] of RECORD_PATHS) {
    const id = pattern.exec(pathname)?.[1]
    if (id !== undefined && id !== "shop-owners") return { kind, id }
  }
  return null
}

/** What the screen at `url` is about: the first id in its path; null for lists and all else. */
export const getTargetId = (url: string): string | null =>
  /\/([0-9a-f]{8}-[0-9a-f-]{27})(?:[/.]|$)/.exec(new URL(url).pathname)?.[1] ?? null

/** The list with views that the screen of `request` is; null for all else. */
function getOpenedList(request: Request): ViewList | null {
  const list = /^\/admin\/(?:users\/)?([a-z-]+)$/.exec(getScreenPath(request))?.[1]
  return isViewList(list) ? list : null
}

/**
 * {@link findDesk}, once for a request, whichever of its loaders asks first. A closed screen shows and
 * remembers nothing of what its address names.
 */
export function readDeskOnce(
  context: Readonly<RouterContextProvider>,
  request: Request,
  actor: Actor,
  isClosed = false,
): Promise<AdminDesk | null> {
  const known = context.get(deskContext)
  if (known) return known
  const { address } = context.get(requestContext)
  const desk = isClosed
    ? findDesk(actor, null, null, address)
    : findDesk(actor, getOpenedRecord(request.url), getTargetId(request.url), address, getOpenedList(request))
  context.set(deskContext, desk)
  return desk
}
