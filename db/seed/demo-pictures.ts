/**
 * The demo pictures on their way into the storage: each master once, in every width, whatever shows it.
 */
import { readFile, stat } from "node:fs/promises"
import { join } from "node:path"
import { z } from "zod"
import { storePreparedPicture, storeSeedPicture } from "#app/platform/seed-pictures.server.ts"
import type { RunStep } from "./parts.ts"
import type { DemoPicture } from "./town.ts"

const folder = join(import.meta.dirname, "pictures")
const CONCURRENCY = 4
const PICTURES_PER_STEP = 50
const PREPARED_PER_STEP = 250
/** Of the files beside the masters that are stored as they are. */
const SMALL_WIDTH = 320

const PictureIndex = z.array(
  z.object({
    name: z.string(),
    kind: z.string(),
    tags: z.array(z.string()),
    pair: z.string().nullable(),
    alt: z.string(),
    width: z.number(),
    height: z.number(),
    /** Of a picture that has a small one beside it and is stored as it is. */
    placeholder: z.string().optional(),
  }),
)

/** The masters of these kinds, not yet stored. */
export async function listDemoPictures(kinds: readonly string[]): Promise<PictureEntry[]> {
  return PictureIndex.parse(JSON.parse(await readFile(join(folder, "index.json"), "utf8"))).filter(
    (demoPicture) => kinds.includes(demoPicture.kind),
  )
}

type PictureEntry = z.infer<typeof PictureIndex>[number]

const getMasterPath = (file: string) => join(folder, `${file}.webp`)
const readMaster = (file: string) => readFile(getMasterPath(file))

/** Stores one master in every width. */
async function storeDemoPicture(entry: PictureEntry): Promise<DemoPicture> {
  const { name, width } = entry
  const prepared = describePrepared(entry)
  if (prepared === null) {
    const storageKey = `demo/${name}`
    return { ...entry, storageKey, ...(await storeSeedPicture(storageKey, await readMaster(name))) }
  }
  const files = [
    { width: SMALL_WIDTH, bytes: await readMaster(`${name}.small`) },
    { width, bytes: await readMaster(name) },
  ]
  return { ...prepared, bytes: await storePreparedPicture(prepared.storageKey, files) }
}

/** A master that is stored as it is; null for one that is made small first. */
const describePrepared = (entry: PictureEntry): DemoPicture | null =>
  entry.placeholder === undefined
    ? null
    : { ...entry, placeholder: entry.placeholder, storageKey: `demo/${entry.name}`, bytes: 0 }

/** The masters of these kinds that are stored as they are, which an earlier part of the town has stored. */
export async function describeDemoPictures(kinds: readonly string[]): Promise<Map<string, DemoPicture>> {
  const found = new Map<string, DemoPicture>()
  for (const entry of await listDemoPictures(kinds)) {
    const picture = describePrepared(entry)
    if (picture) found.set(entry.name, { ...picture, bytes: (await stat(getMasterPath(entry.name))).size })
  }
  return found
}

/** Stores `list`, a few at a time. Storing one again writes the same files. */
async function storeDemoPictures(list: readonly PictureEntry[]): Promise<DemoPicture[]> {
  const stored: DemoPicture[] = []
  const queue = list.map((entry, index) => ({ entry, index }))
  const storeNext = async (): Promise<void> => {
    for (let next = queue.shift(); next; next = queue.shift())
      stored[next.index] = await storeDemoPicture(next.entry)
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, storeNext))
  return stored
}

/** Stores every master of these kinds, with a line for every so many, and returns them by name. */
export async function storePictures(
  kinds: readonly string[],
  step: RunStep,
): Promise<Map<string, DemoPicture>> {
  const list = await listDemoPictures(kinds)
  const stored = new Map<string, DemoPicture>()
  const perStep = list.every(({ placeholder }) => placeholder !== undefined)
    ? PREPARED_PER_STEP
    : PICTURES_PER_STEP
  for (let from = 0; from < list.length; from += perStep) {
    await step("체험 마을 그림", async () => {
      for (const demoPicture of await storeDemoPictures(list.slice(from, from + perStep)))
        stored.set(demoPicture.name, demoPicture)
      return `${stored.size}/${list.length}장`
    })
  }
  return stored
}
