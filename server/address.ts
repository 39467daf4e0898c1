/** Owns where a request came from, as far as the configuration trusts what tells it. */
import { env } from "../app/platform/env.server.ts"

/** The address of a visitor: what the nearest proxy says where the configuration trusts one, else that of the connection. */
export function addressOf(forwarded: string | undefined, connection: string | undefined): string {
  const nearest = env().TRUST_PROXY ? forwarded?.split(",").at(-1)?.trim() : undefined
  return nearest || (connection?.replace(/^::ffff:/, "") ?? "127.0.0.1")
}
