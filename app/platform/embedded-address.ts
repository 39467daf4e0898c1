/** Where the embedded PostgreSQL is reached: a port on 127.0.0.1, a Unix socket beside it (decision 063). */
import { readdirSync, rmSync } from "node:fs"
import { join } from "node:path"
import { getUnixSocketPath } from "./connection.server.ts"
import { SUPERUSER, type Connection } from "./embedded-cluster.ts"

export const DATABASE_NAME = "baroildang"
/** A path of a Unix socket may be this long on every system. */
const MAX_SOCKET_PATH_BYTES = 103

/** The address over TCP. */
export const getDatabaseAddress = ({ port, password }: Connection, database = DATABASE_NAME): string =>
  `postgres://${SUPERUSER}:${password}@127.0.0.1:${port}/${database}`

/**
 * Where the server of the folder `home` makes its Unix socket: in that folder, into which nobody else may
 * look. Undefined on Windows, and where the path would be too long.
 */
export function findSocketFolder(home: string, port: number): string | undefined {
  const length = Buffer.byteLength(getUnixSocketPath(home, port))
  return process.platform === "win32" || length > MAX_SOCKET_PATH_BYTES ? undefined : home
}

/** The address over TCP, with the folder of the Unix socket in its fragment, for connections of ours. */
export function getAddressWithSocket(home: string, connection: Connection): string {
  const folder = findSocketFolder(home, connection.port)
  const address = getDatabaseAddress(connection)
  return folder ? `${address}#${new URLSearchParams({ socket: folder })}` : address
}

/** Takes away the sockets, and their locks, that a server which was killed has left in its folder. */
export function removeSocketFiles(home: string): void {
  for (const name of readdirSync(home))
    if (name.startsWith(".s.PGSQL.")) rmSync(join(home, name), { force: true })
}
