/** Owns what is known of a request before any area looks at it: its id, the nonce of its scripts, the address it came from. */
import { createContext } from "react-router"

export type RequestFacts = {
  id: string
  /** Nonce of the page's inline scripts; a cached page is rendered with a placeholder that is filled in while serving. */
  nonce: string
  /** Address of the visitor, as far as the configuration trusts what tells it. */
  address: string
  origin: string
}

export const requestContext = createContext<RequestFacts>()
