/**
 * Owns the demo pictures on their way into the storage: each master once, in every width, whatever shows it.
 */
import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { z } from "zod"
import { storeSeedPicture } from "#app/platform/pictures.server.ts"
import type { Step } from "./parts.ts"
import type { Master } from "./town.ts"

const folder = join(import.meta.dirname, "pictures")
const AT_A_TIME = 4
const PICTURES_A_STEP = 50

const Index = z.array(
  z.object({
    name: z.string(),
    kind: z.string(),
    tags: z.array(z.string()),
    pair: z.string().nullable(),
    alt: z.string(),
  }),
)

/** The masters of these kinds, not yet stored. */
export async function listMasters(kinds: readonly string[]): Promise<z.infer<typeof Index>> {
  return Index.parse(JSON.parse(await readFile(join(folder, "index.json"), "utf8"))).filter((master) =>
    kinds.includes(master.kind),
  )
}

/** Stores `list`, a few at a time. Storing one again writes the same files. */
async function storeMasters(list: z.infer<typeof Index>): Promise<Master[]> {
  const stored: Master[] = []
  const waiting = list.map((master, place) => ({ master, place }))
  const storeNext = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const { master, place } = next
      const storageKey = `demo/${master.name}`
      stored[place] = {
        ...master,
        storageKey,
        ...(await storeSeedPicture(storageKey, await readFile(join(folder, `${master.name}.webp`)))),
      }
    }
  }
  await Promise.all(Array.from({ length: AT_A_TIME }, storeNext))
  return stored
}

/** Stores every master of these kinds, with a line for each fifty, and returns them by name. */
export async function storePictures(kinds: readonly string[], step: Step): Promise<Map<string, Master>> {
  const list = await listMasters(kinds)
  const stored = new Map<string, Master>()
  for (let from = 0; from < list.length; from += PICTURES_A_STEP) {
    await step("체험 마을 그림", async () => {
      for (const master of await storeMasters(list.slice(from, from + PICTURES_A_STEP)))
        stored.set(master.name, master)
      return `${stored.size}/${list.length}장`
    })
  }
  return stored
}
