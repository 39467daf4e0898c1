/** Owns the demo pictures on their way into the storage: each master once, in every width, whatever shows it. */
import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { z } from "zod"
import { storeSeedPicture } from "#app/platform/pictures.server.ts"
import type { Master } from "./town.ts"

const folder = join(import.meta.dirname, "pictures")
/** What shows requests, works and people; goods belong to areas that bring their own part of the town. */
const kinds = ["room-after", "room-before", "site", "person", "cover", "document"]
const AT_A_TIME = 4

const Index = z.array(z.object({ name: z.string(), kind: z.string(), tags: z.array(z.string()), pair: z.string().nullable(), alt: z.string() }))

/** The masters that the town shows, not yet stored. */
export async function listMasters(): Promise<z.infer<typeof Index>> {
  return Index.parse(JSON.parse(await readFile(join(folder, "index.json"), "utf8"))).filter((master) => kinds.includes(master.kind))
}

/** Stores `list`, a few at a time. Storing one again writes the same files. */
export async function storeMasters(list: z.infer<typeof Index>): Promise<Master[]> {
  const stored: Master[] = []
  const waiting = list.map((master, place) => ({ master, place }))
  const storeNext = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const { master, place } = next
      const storageKey = `demo/${master.name}`
      stored[place] = { ...master, storageKey, ...(await storeSeedPicture(storageKey, await readFile(join(folder, `${master.name}.webp`)))) }
    }
  }
  await Promise.all(Array.from({ length: AT_A_TIME }, storeNext))
  return stored
}
