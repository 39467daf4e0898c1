import { createContext } from "react"

/** The nonce of the page's inline scripts while it is rendered on the server; the browser hides it afterwards, so it is empty there. */
export const NonceContext = createContext("")
