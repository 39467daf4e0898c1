import { Outlet } from "react-router"
import type { ScreenHandle } from "#app/ui/screen-handle.ts"
import { requireSeller } from "../guards.server.ts"
import { SellerDesk } from "../parts/seller-desk.tsx"
import { findSellerTasks } from "../service/dashboard.server.ts"
import type { Route } from "./+types/seller-frame"

export const handle = { bar: "desk" } satisfies ScreenHandle

export async function loader({ request, context }: Route.LoaderArgs) {
  return findSellerTasks(requireSeller(context, request))
}

/** The frame around every screen of an owner. */
export default function SellerFrame({ loaderData }: Route.ComponentProps) {
  return (
    <SellerDesk tasks={loaderData}>
      <Outlet />
    </SellerDesk>
  )
}
