/** Cookies that hold what only we can have written: JSON with its signature. */
import type { z } from "zod"
import { formatSetCookie, readCookie } from "./cookies.server.ts"
import { isSameSignature, sign } from "./signatures.server.ts"

/**
 * Makes the writer and the reader of the cookie `name`, which holds what fits `schema` for `ttlMs`. `purpose`
 * keeps its signature from standing for that of another cookie.
 */
export function createSignedCookie<Value>(cookie: {
  name: string
  purpose: string
  schema: z.ZodType<Value>
  ttlMs: number
}) {
  const { name, purpose, schema, ttlMs } = cookie
  return {
    /** The Set-Cookie line that stores `value`. */
    write(request: Request, value: Value): string {
      const content = Buffer.from(JSON.stringify(value)).toString("base64url")
      return formatSetCookie(request, name, `${content}.${sign(purpose, content)}`, ttlMs)
    },
    /** What `request` brings; null where that is nothing of ours. */
    read(request: Request): Value | null {
      const [content = "", signature = ""] = (readCookie(request, name) ?? "").split(".")
      if (!isSameSignature(signature, sign(purpose, content))) return null
      return schema.parse(JSON.parse(Buffer.from(content, "base64url").toString()))
    },
    /** The Set-Cookie line that makes the browser forget it. */
    clear: (request: Request): string => formatSetCookie(request, name, "", 0),
  }
}
