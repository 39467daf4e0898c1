import { useSyncExternalStore } from "react"
import { createPath, href, isRouteErrorResponse, Link, useLocation } from "react-router"
import { EmptyArt } from "./art/art.tsx"
import { SignOutForm } from "./sign-out-form.tsx"
import type { EmptyKind } from "./art/art.tsx"

type ErrorText = { art: EmptyKind; title: string; text: string }

const NOT_FOUND_TEXT: ErrorText = {
  art: "not-found",
  title: "찾는 화면이 없어요",
  text: "주소가 바뀌었거나 지워진 화면이에요. 주소를 다시 확인해 주세요.",
}
const UNEXPECTED_TEXT: ErrorText = {
  art: "error",
  title: "문제가 생겼어요",
  text: "저희 쪽에서 문제가 생겼어요. 잠시 뒤 다시 시도해 주세요.",
}
const TEXT_BY_STATUS: Partial<Record<number, ErrorText>> = {
  400: {
    art: "error",
    title: "보낸 내용을 읽지 못했어요",
    text: "내용이 도중에 잘렸거나 알 수 없는 모양이에요. 이전 화면에서 다시 보내 주세요.",
  },
  403: {
    art: "error",
    title: "볼 수 없는 화면이에요",
    text: "이 화면을 볼 권한이 없어요. 다른 계정으로 로그인했는지 확인해 주세요.",
  },
  404: NOT_FOUND_TEXT,
  405: {
    art: "error",
    title: "처리할 수 없는 요청이에요",
    text: "이 화면에서는 할 수 없는 일이에요. 이전 화면에서 다시 시도해 주세요.",
  },
  408: {
    art: "waiting",
    title: "보내는 데 너무 오래 걸렸어요",
    text: "인터넷 연결을 확인하고 다시 보내 주세요.",
  },
  409: {
    art: "error",
    title: "그사이 내용이 바뀌었어요",
    text: "다른 곳에서 먼저 처리됐어요. 화면을 새로고침해 확인해 주세요.",
  },
  413: { art: "error", title: "보낸 내용이 너무 커요", text: "파일 크기를 줄이고 다시 보내 주세요." },
  429: { art: "waiting", title: "요청이 너무 잦아요", text: "잠시 기다렸다가 다시 시도해 주세요." },
  503: {
    art: "waiting",
    title: "지금은 열 수 없어요",
    text: "이용자가 많거나 잠깐 문제가 생겼어요. 잠시 뒤 다시 시도해 주세요.",
  },
}

/** The page was left without its scripts or data by the network, which is nobody's fault. */
const NO_CONNECTION_TEXT: ErrorText = {
  art: "waiting",
  title: "인터넷 연결이 끊겼어요",
  text: "연결을 확인하고 다시 열어 주세요. 쓰던 글은 이전 화면에 남아 있을 수 있어요.",
}
const SIGN_OUT_FAILED_TITLE = "아직 로그아웃되지 않았어요"

/** The id of the newest request for this page's document or data; null where its answer told none. */
function findNewestRequestId(): string | null {
  const entries = [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")]
  const newest = entries
    .filter((entry): entry is PerformanceResourceTiming => entry instanceof PerformanceResourceTiming)
    .findLast(({ entryType, name }) => entryType === "navigation" || new URL(name).pathname.endsWith(".data"))
  return newest?.serverTiming.find((timing) => timing.name === "request")?.description ?? null
}

const subscribeToNothing = () => () => {}

type ErrorScreenProps = {
  status: number
  message: string | null
  requestId: string | null
  /** Where a desk begins, which has a search of its own. */ deskHref?: string
}

/** The status of a page that the network left without its scripts or data. */
const NO_CONNECTION_STATUS = 0
const NETWORK_ERROR = /fetch|network|load failed|importing a module/i

/** Whether `error` is the browser's word for a request that reached nobody. */
const isNetworkError = (error: unknown): boolean =>
  error instanceof TypeError && NETWORK_ERROR.test(error.message)

/** The status that a screen shows for what was thrown instead of it. */
export function getErrorStatus(error: unknown): number {
  if (isRouteErrorResponse(error)) return error.status
  return isNetworkError(error) ? NO_CONNECTION_STATUS : 500
}

/** What an answer that was thrown says for itself under `name`; null where it does not. */
export function readErrorText(error: unknown, name: "problem" | "viewBar"): string | null {
  const errorData: unknown = isRouteErrorResponse(error) ? error.data : null
  const value: unknown = new Map(Object.entries(errorData ?? {})).get(name)
  return typeof value === "string" ? value : null
}

function getErrorText(status: number): ErrorText {
  if (status === NO_CONNECTION_STATUS) return NO_CONNECTION_TEXT
  return TEXT_BY_STATUS[status] ?? (status >= 400 && status < 500 ? NOT_FOUND_TEXT : UNEXPECTED_TEXT)
}

/** The second way on: for a logout the same form once more, for it was not done. */
function RetryLink({ status, currentPath }: { status: number; currentPath: string }) {
  if (currentPath === href("/logout"))
    return <SignOutForm label="다시 로그아웃하기" buttonClassName="btn btn-quiet" />
  return status === 404 ? (
    <Link to={href("/search")} className="btn btn-quiet">
      검색하기
    </Link>
  ) : (
    <a href={currentPath} className="btn btn-quiet">
      다시 시도하기
    </a>
  )
}

/**
 * The screen for an answer that is none: by status, or with the sentence that it brings, and with the
 * request's id where it is our fault, so that support can find it.
 */
export function ErrorScreen({ status, message, requestId, deskHref }: ErrorScreenProps) {
  const currentPath = createPath(useLocation())
  const newestRequestId = useSyncExternalStore(subscribeToNothing, findNewestRequestId, () => requestId)
  const { art, title, text } = getErrorText(status)
  const isSignOut = currentPath === href("/logout")
  return (
    <div className="mx-auto flex page-width flex-col items-center px-4 py-16 text-center md:py-28">
      <EmptyArt kind={art} size={152} />
      {status !== NO_CONNECTION_STATUS && (
        <p className="num mt-4 text-sm font-semibold text-ink-3">{status}</p>
      )}
      <h1 className="mt-1 text-2xl font-bold">{isSignOut ? SIGN_OUT_FAILED_TITLE : title}</h1>
      <p className="mt-2 max-w-[26rem] text-base text-balance text-ink-2">{message ?? text}</p>
      <div className="mt-7 flex flex-wrap justify-center gap-2">
        <Link to={deskHref ?? href("/")} className="btn btn-primary">
          {deskHref ? "처음 화면으로 가기" : "홈으로 가기"}
        </Link>
        {deskHref && status === 404 ? null : <RetryLink status={status} currentPath={currentPath} />}
      </div>
      {status >= 500 && newestRequestId ? (
        <p className="mt-8 text-sm text-ink-3">
          문의하실 때 이 번호를 알려 주세요.
          <code className="mt-1 block font-mono text-ink-2 select-all">{newestRequestId}</code>
        </p>
      ) : null}
    </div>
  )
}
