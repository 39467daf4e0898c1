import { href } from "react-router"

/** The address where one chooses a neighbourhood, and comes back to `returnTo`. */
export const buildNeighbourhoodHref = (returnTo: string): string =>
  `${href("/neighbourhood")}?${new URLSearchParams({ returnTo })}`
