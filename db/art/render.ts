/**
 * Draws all pictures anew: `node db/art/render.ts [part of a name]`.
 * Masters and their index go to db/seed/pictures, the home screen's pictures and the icons to public.
 */
import { mkdir, readdir, rm, stat, writeFile } from "node:fs/promises"
import { join } from "node:path"
import sharp from "sharp"
import type { Sharp } from "sharp"
import { documentSize, paperImage, documentPictures } from "./documents.ts"
import { heroDay, heroNight } from "./hero.ts"
import { appIcon, faviconSvg } from "./icon.ts"
import { people, portrait } from "./people.ts"
import { roomPictures } from "./room-list.ts"
import { sitePhotos } from "./site-photos.ts"
import { drawing } from "./svg.ts"
import type { Svg } from "./svg.ts"
import { secondHandPictures } from "./second-hand-things.ts"
import { thingBoard } from "./things.ts"
import { boardWidth, boardHeight } from "./surfaces.ts"
import { shopPictures } from "./shop-things.ts"
import { coverPictures, siteWords } from "./cover-list.ts"

type Kind = "room-after" | "room-before" | "site" | "thing" | "shop" | "person" | "cover" | "document"

/** One line of index.json. */
interface Picture {
  name: string
  kind: Kind
  tags: string[]
  pair: string | null
  alt: string
  width: number
  height: number
}

interface Task extends Picture {
  image: () => Promise<Sharp> | Sharp
}

const root = join(import.meta.dirname, "../..")
const picturesFolder = join(root, "db/seed/pictures")
const roomSize = { width: 1280, height: 960 }
const coverSize = { width: 1280, height: 480 }
const webp = { quality: 82, effort: 5 } as const

/** Rasterises at the size wanted, so that edges stay sharp. */
const raster = (svg: Svg, width: number, height: number): Sharp =>
  sharp(Buffer.from(svg.replace(/width="\d+" height="\d+"/, `width="${width}" height="${height}"`)))

const room = (body: Svg): Sharp =>
  raster(drawing(boardWidth, boardHeight, body), roomSize.width, roomSize.height)

const roomTasks = roomPictures.flatMap((picture): Task[] => {
  const before = picture.before
  const beforeName = `${picture.name}-before`
  return [
    {
      name: picture.name,
      kind: "room-after",
      tags: picture.tags,
      pair: before ? beforeName : null,
      alt: picture.alt,
      ...roomSize,
      image: () => room(picture.draw()),
    },
    ...(before
      ? [
          {
            name: beforeName,
            kind: "room-before" as const,
            tags: picture.tags,
            pair: picture.name,
            alt: before.alt,
            ...roomSize,
            image: () => room(before.draw()),
          },
        ]
      : []),
  ]
})

const siteTasks = Object.entries(sitePhotos).map(([key, draw]): Task => {
  const words = siteWords[key]
  if (!words) throw new Error(`No words for the photo ${key}`)
  return { ...words, kind: "site", pair: null, ...roomSize, image: () => room(draw()) }
})

const thingTasks = [
  ...secondHandPictures.map((picture) => ({ picture, kind: "thing" as const })),
  ...shopPictures.map((picture) => ({ picture, kind: "shop" as const })),
].map(({ picture: { draw, ...words }, kind }): Task => ({
  ...words,
  kind,
  pair: null,
  width: 960,
  height: 960,
  image: () => raster(drawing(thingBoard, thingBoard, draw()), 960, 960),
}))

const personTasks = people.map((person): Task => ({
  name: person.name,
  kind: "person",
  tags: [person.sex, `${person.decade}s`],
  pair: null,
  alt: `${person.decade}대 ${person.sex === "man" ? "남성" : "여성"} 프로필 그림`,
  width: 480,
  height: 480,
  image: () => sharp(Buffer.from(portrait(person))).resize(480, 480),
}))

const coverTasks = coverPictures.map((cover): Task => {
  const source = roomPictures.find((picture) => picture.name === cover.of)
  if (!source) throw new Error(`No room ${cover.of}`)
  const top = Math.round((roomSize.height - coverSize.height) * cover.from)
  return {
    name: cover.name,
    kind: "cover",
    tags: cover.tags,
    pair: null,
    alt: source.alt,
    ...coverSize,
    image: () => room(source.draw()).extract({ left: 0, top, ...coverSize }),
  }
})

const paperTasks = documentPictures.map((paper): Task => ({
  name: paper.name,
  kind: "document",
  tags: paper.tags,
  pair: null,
  alt: paper.alt,
  ...documentSize,
  image: () => paperImage(paper),
}))

const tasks = [...roomTasks, ...siteTasks, ...thingTasks, ...personTasks, ...coverTasks, ...paperTasks]

const renderMasters = async (wanted: string): Promise<void> => {
  for (const task of tasks.filter(({ name }) => name.includes(wanted)))
    await (await task.image()).webp(webp).toFile(join(picturesFolder, `${task.name}.webp`))
  const names = new Set(tasks.map(({ name }) => `${name}.webp`))
  for (const file of await readdir(picturesFolder))
    if (file.endsWith(".webp") && !names.has(file)) await rm(join(picturesFolder, file))
  const index = tasks.map(({ name, kind, tags, pair, alt, width, height }): Picture => ({
    name,
    kind,
    tags,
    pair,
    alt,
    width,
    height,
  }))
  await writeFile(
    join(picturesFolder, "index.json"),
    `[\n${index.map((picture) => `  ${JSON.stringify(picture)}`).join(",\n")}\n]\n`,
  )
}

const place = (path: string): string => join(root, "public", path)

const renderPublic = async (): Promise<void> => {
  await mkdir(place("art"), { recursive: true })
  await raster(drawing(boardWidth, boardHeight, heroDay()), 1000, 750)
    .webp({ ...webp, alphaQuality: 90 })
    .toFile(place("art/hero-day.webp"))
  await raster(drawing(boardWidth, boardHeight, heroNight()), 1000, 750)
    .webp({ ...webp, alphaQuality: 90 })
    .toFile(place("art/hero-night.webp"))
  await writeFile(place("favicon.svg"), faviconSvg)
  await raster(appIcon, 192, 192).png({ compressionLevel: 9 }).toFile(place("icon-192.png"))
  await raster(appIcon, 512, 512).png({ compressionLevel: 9 }).toFile(place("icon-512.png"))
  await raster(appIcon, 180, 180).png({ compressionLevel: 9 }).toFile(place("apple-touch-icon.png"))
}

await mkdir(picturesFolder, { recursive: true })
const wanted = process.argv[2] ?? ""
await renderMasters(wanted)
if (wanted === "" || wanted === "public") await renderPublic()

const sizes = await Promise.all(
  (await readdir(picturesFolder)).map(async (file) => (await stat(join(picturesFolder, file))).size),
)
const counts = Map.groupBy(tasks, ({ kind }) => kind)
console.log([...counts].map(([kind, list]) => `${kind} ${list.length}`).join(", "))
console.log(
  `${sizes.length} files, ${(sizes.reduce((sum, size) => sum + size, 0) / 1_000_000).toFixed(1)} MB`,
)
