import { notFound } from "../../areas/accounts/guards.server.ts"

/**
 * Every address without a screen: the loader runs inside the root, so that the 404 screen has its navigation.
 */
export function loader() {
  notFound()
}

export function action() {
  notFound()
}

export default function NotFound() {
  return null
}
