/** What the caches of this process take and may take, in bytes, for `/metrics`. */

type CacheSize = { bytes: number; maxBytes: number }

const cacheSizes = new Map<string, () => CacheSize>()

/** Shows what the cache `name` takes, and may take; one of the same name takes its place. */
export function watchCache(name: string, readSize: () => CacheSize): void {
  cacheSizes.set(name, readSize)
}

/** Lists the caches with their present sizes. */
export const listCacheSizes = (): [name: string, size: CacheSize][] =>
  [...cacheSizes].map(([name, readSize]) => [name, readSize()])
