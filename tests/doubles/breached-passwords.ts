/** The range API of Pwned Passwords: hashes by their first five characters, and lines that count 0. */
import { createHash, randomBytes } from "node:crypto"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"

export type BreachedPasswords = {
  url: string
  /** Paths that were asked for, the oldest first. */
  paths: string[]
  /** From now on it answers so; 200 gives the list. */
  setStatus(status: number): void
  stop(): Promise<void>
}

const hashOf = (password: string) => createHash("sha1").update(password).digest("hex").toUpperCase()
/** In the same range as one that leaked, but never leaked itself. */
const createPadding = () => `${randomBytes(18).toString("hex").slice(0, 35).toUpperCase()}:0`

/** Starts the service; `passwords` have leaked. */
export async function startBreachedPasswords(passwords: readonly string[]): Promise<BreachedPasswords> {
  const paths: string[] = []
  let status = 200
  const server = createServer((request, response) => {
    const path = request.url ?? ""
    paths.push(path)
    const prefix = /^\/range\/([0-9A-F]{5})$/.exec(path)?.[1]
    if (prefix === undefined || request.headers["add-padding"] !== "true") {
      response.writeHead(400).end("The hash prefix was not in a valid format")
      return
    }
    const leaked = passwords.map(hashOf).filter((hash) => hash.startsWith(prefix))
    const lines = [createPadding(), ...leaked.map((hash) => `${hash.slice(5)}:37`), createPadding()]
    response.writeHead(status, { "Content-Type": "text/plain" }).end(lines.join("\r\n"))
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    paths,
    setStatus: (next) => (status = next),
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
