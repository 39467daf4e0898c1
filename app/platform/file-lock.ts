/**
 * Locks between processes: locks of the system's on a file, which it gives back by itself when their
 * holder dies.
 */
import { DatabaseSync } from "node:sqlite"
import { setTimeout as pause } from "node:timers/promises"

export type FileLock = { release(): void }

const RETRY_MS = 25
const SQLITE_BUSY = 5

/** The connections that hold a lock: a lock would end with the collection of its connection. */
const heldConnections = new Set<DatabaseSync>()

/**
 * Takes the lock on `path`, alone or together with others who share it; undefined where somebody holds it
 * otherwise. An empty SQLite file stands for the lock, because Node offers no other lock that a dead process
 * cannot leave behind (decision 020).
 */
export function tryLock(path: string, { shared: isShared = false } = {}): FileLock | undefined {
  const connection = new DatabaseSync(path, { timeout: 0 })
  try {
    connection.exec(isShared ? "begin; select * from sqlite_schema" : "begin exclusive")
  } catch (error) {
    connection.close()
    if (error instanceof Error && "errcode" in error && error.errcode === SQLITE_BUSY) return undefined
    throw error
  }
  heldConnections.add(connection)
  return {
    release() {
      if (!heldConnections.delete(connection)) return
      connection.close()
    },
  }
}

/**
 * Takes the lock on `path` alone, waiting for whoever holds it; `onWait` is called once where there is
 * somebody.
 */
export async function acquireLock(path: string, onWait: () => void = () => {}): Promise<FileLock> {
  for (let hasWaited = false; ; hasWaited = true) {
    const fileLock = tryLock(path)
    if (fileLock) return fileLock
    if (!hasWaited) onWait()
    await pause(RETRY_MS)
  }
}
