/**
 * What is known of a request before any area looks at it: its id, the address it came from; and the page
 * made for it.
 */
import { createContext, type RouterContextProvider } from "react-router"

/** The path of the screen that `request` asks for, also where it asks for its data alone. */
export const getScreenPath = (request: Request): string =>
  new URL(request.url).pathname.replace(/(\/)_\.data$|\.data$/, "$1")

/** Whether scripts sent the request: for a screen's data without its page, or a form of one that stays. */
export const isSentByScript = (request: Request): boolean => new URL(request.url).pathname.endsWith(".data")

export type RequestDetails = {
  id: string
  /**
   * Address of the visitor, as far as the configuration trusts what tells it; empty where the page is made
   * for many.
   */
  address: string
  origin: string
  /** As {@link isSentByScript} says. */
  isByScript: boolean
  /** The pattern of the screen's address, such as /orders/:id, once the router knows it. */
  route?: string
  /** Reads a form that carries files, which has come already and is no part of the request. */
  readForm?: (() => Promise<FormData>) | undefined
  /**
   * The page, once it is rendered: its bytes go past the Response of the router, which would copy them three
   * times.
   */
  page?: RenderedPage
  /**
   * Counts a reader of the page by their address: set by a screen whose page is made for many, and which has
   * no address therefore.
   */
  countReader?: (address: string) => void
}

/** Stands for the pattern of an address that no screen has. */
export const NO_ROUTE = "none"

/** `scriptHashes`: the hashes of its inline scripts as the policy of its answer names them. */
export type RenderedPage = { html: Buffer<ArrayBuffer>; scriptHashes: readonly string[] }

export const requestContext = createContext<RequestDetails>()

/**
 * `value` where the page says what `keys` hold already, as HTML that the browser leaves alone: they are
 * rendered, and left out of the data that the page carries, which takes what can be enumerated. A request
 * for data alone gets all of it. Null and an empty list are no HTML, and stay.
 */
export function omitFromPageData<Value extends object, Key extends keyof Value>(
  context: Readonly<RouterContextProvider>,
  value: Value,
  ...keys: readonly Key[]
): Omit<Value, Key> & Partial<Pick<Value, Key>> {
  if (context.get(requestContext).isByScript) return value
  const copy = { ...value }
  for (const key of keys) {
    const isEmpty = value[key] === null || (Array.isArray(value[key]) && value[key].length === 0)
    if (!isEmpty) Object.defineProperty(copy, key, { enumerable: false })
  }
  return copy
}
