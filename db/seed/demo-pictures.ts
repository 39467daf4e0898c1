/**
 * The demo pictures on their way into the storage: each master once, in every width, whatever shows it.
 */
import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { z } from "zod"
import { storeSeedPicture } from "#app/platform/pictures.server.ts"
import type { RunStep } from "./parts.ts"
import type { DemoPicture } from "./town.ts"

const folder = join(import.meta.dirname, "pictures")
const CONCURRENCY = 4
const PICTURES_PER_STEP = 50

const PictureIndex = z.array(
  z.object({
    name: z.string(),
    kind: z.string(),
    tags: z.array(z.string()),
    pair: z.string().nullable(),
    alt: z.string(),
  }),
)

/** The masters of these kinds, not yet stored. */
export async function listDemoPictures(kinds: readonly string[]): Promise<z.infer<typeof PictureIndex>> {
  return PictureIndex.parse(JSON.parse(await readFile(join(folder, "index.json"), "utf8"))).filter(
    (demoPicture) => kinds.includes(demoPicture.kind),
  )
}

/** Stores `list`, a few at a time. Storing one again writes the same files. */
async function storeDemoPictures(list: z.infer<typeof PictureIndex>): Promise<DemoPicture[]> {
  const stored: DemoPicture[] = []
  const queue = list.map((demoPicture, index) => ({ master: demoPicture, place: index }))
  const storeNext = async (): Promise<void> => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const { master: demoPicture, place: index } = next
      const storageKey = `demo/${demoPicture.name}`
      stored[index] = {
        ...demoPicture,
        storageKey,
        ...(await storeSeedPicture(storageKey, await readFile(join(folder, `${demoPicture.name}.webp`)))),
      }
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, storeNext))
  return stored
}

/** Stores every master of these kinds, with a line for each fifty, and returns them by name. */
export async function storePictures(
  kinds: readonly string[],
  step: RunStep,
): Promise<Map<string, DemoPicture>> {
  const list = await listDemoPictures(kinds)
  const stored = new Map<string, DemoPicture>()
  for (let from = 0; from < list.length; from += PICTURES_PER_STEP) {
    await step("체험 마을 그림", async () => {
      for (const demoPicture of await storeDemoPictures(list.slice(from, from + PICTURES_PER_STEP)))
        stored.set(demoPicture.name, demoPicture)
      return `${stored.size}/${list.length}장`
    })
  }
  return stored
}
