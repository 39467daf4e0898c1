import { lazy, Suspense } from "react"
import { titleOf } from "#app/basics/brand.ts"
import { toFoundAddress } from "#app/basics/found-address.ts"
import { useHydrated } from "#app/ui/hydrated.ts"
import type { ScreenHandle } from "#app/ui/screen-handle.ts"
import type { Route } from "./+types/postcode"

export const handle = { bar: "bare", background: "white" } satisfies ScreenHandle

// The search is another company's page: it is loaded when somebody asks for it.
const Postcode = lazy(async () => ({ default: (await import("react-daum-postcode")).DaumPostcodeEmbed }))

export const meta: Route.MetaFunction = () => [
  { title: titleOf("주소 찾기") },
  { name: "robots", content: "noindex" },
]

/**
 * Finds an address with its postcode, inside the page that asks for it: only this document may load the other
 * company's scripts (server/security-headers.ts).
 */
export default function PostcodePage() {
  const hydrated = useHydrated()
  const waiting = (
    <p className="grid h-40 place-items-center text-base text-ink-3">주소 검색을 여는 중이에요</p>
  )
  return (
    <div className="min-h-screen bg-base-100">
      <h1 className="sr-only">주소 찾기</h1>
      {hydrated ? (
        <Suspense fallback={waiting}>
          <Postcode
            style={{ height: "100vh" }}
            className="has-[p]:h-auto!"
            errorMessage={
              <p className="p-6 text-center text-base text-ink-2">
                주소 검색을 열지 못했어요. 아래 칸에 직접 입력해 주세요.
              </p>
            }
            onComplete={(answer) => window.parent.postMessage(toFoundAddress(answer), location.origin)}
          />
        </Suspense>
      ) : (
        waiting
      )}
    </div>
  )
}
