/** What a screen of the back office refuses or could not show, told within the frame. */
import { Outlet, useRouteLoaderData } from "react-router"
import { titleOf } from "#app/basics/brand.ts"
import { ErrorScreen, getErrorStatus, readErrorText } from "#app/ui/error-screen.tsx"
import type { Route } from "./+types/admin-refusal"

/**
 * Stands below the frame because a refused form is answered with the data of what is above the boundary
 * alone: a boundary of the frame itself would have none.
 */
export default function AdminRefusal() {
  return <Outlet />
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const requestId = useRouteLoaderData<{ requestId: string }>("root")?.requestId ?? null
  const status = getErrorStatus(error)
  return (
    <>
      <title>{titleOf(status === 404 ? "찾는 화면이 없어요" : "문제가 생겼어요")}</title>
      <ErrorScreen
        status={status}
        message={readErrorText(error, "problem")}
        requestId={requestId}
        deskHref="/admin"
      />
    </>
  )
}
