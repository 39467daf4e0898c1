import { createContext } from "react"

/**
 * Marks our inline scripts while the page is rendered on the server (see entry.server); empty in the browser.
 */
export const NonceContext = createContext("")
