/**
 * Draws all pictures anew: `node db/art/render.ts [part of a name]`.
 * Masters and their index go to db/seed/pictures, the home screen's pictures and the icons to public.
 */
import { mkdir, readdir, readFile, rm, stat, writeFile } from "node:fs/promises"
import { join } from "node:path"
import sharp from "sharp"
import type { Sharp } from "sharp"
import { documentSize, paperImage, documentPictures } from "./documents.ts"
import { heroDay, heroNight } from "./hero.ts"
import { appIcon, faviconSvg, statusIcon } from "./icon.ts"
import { people, portrait } from "./people.ts"
import { roomPictures } from "./room-list.ts"
import { sitePhotos } from "./site-photos.ts"
import { drawing } from "./svg.ts"
import type { Svg } from "./svg.ts"
import { secondHandPictures } from "./second-hand-things.ts"
import { thingBoard } from "./things.ts"
import { boardWidth, boardHeight } from "./surfaces.ts"
import { HOMES } from "./things.ts"
import { goodsPictures, goodsSize } from "./goods/pictures.ts"
import { coverPictures, siteWords } from "./cover-list.ts"

type Kind = "room-after" | "room-before" | "site" | "thing" | "goods" | "person" | "cover" | "document"

/** One line of index.json. */
interface Picture {
  name: string
  kind: Kind
  tags: string[]
  pair: string | null
  alt: string
  width: number
  height: number
  /** Of what is stored as it is, in two widths: its blurred beginning. */
  placeholder?: string
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
  sharp(Buffer.from(svg.replace(/width="\d+"\s+height="\d+"/, `width="${width}" height="${height}"`)))

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

/** Goods and second-hand things are many: stored as they are, in this width and a small one. */
const stored = { pair: null, width: goodsSize, height: goodsSize }

const thingTasks = secondHandPictures.flatMap(({ draw, name, ...words }): Task[] =>
  Array.from({ length: HOMES }, (_, home) => ({
    ...words,
    name: home === 0 ? name : `${name}-${home + 1}`,
    kind: "thing",
    ...stored,
    image: () => raster(drawing(thingBoard, thingBoard, draw(home)), goodsSize, goodsSize),
  })),
)

const goodsTasks = goodsPictures.map((picture): Task => ({ ...picture, kind: "goods", ...stored }))

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

const tasks = [
  ...roomTasks,
  ...siteTasks,
  ...thingTasks,
  ...goodsTasks,
  ...personTasks,
  ...coverTasks,
  ...paperTasks,
]

const isStoredAsIs = ({ kind }: Picture): boolean => kind === "thing" || kind === "goods"
const SMALL_WIDTH = 320

/** Draws what is wanted into files; of what is stored as it is a small one beside it, and its placeholder. */
const renderTask = async (task: Task): Promise<void> => {
  const file = join(picturesFolder, `${task.name}.webp`)
  if (!isStoredAsIs(task)) {
    await (await task.image()).webp(webp).toFile(file)
    return
  }
  const { data, info } = await (
    await task.image()
  )
    .flatten({ background: "white" })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const image = () =>
    sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } })
  await image().webp({ quality: 78, effort: 4 }).toFile(file)
  await image()
    .resize({ width: SMALL_WIDTH })
    .webp({ quality: 74, effort: 4 })
    .toFile(join(picturesFolder, `${task.name}.small.webp`))
  const tiny = await image().resize({ width: 16 }).blur(1).webp({ quality: 40 }).toBuffer()
  task.placeholder = `data:image/webp;base64,${tiny.toString("base64")}`
}

const indexFile = join(picturesFolder, "index.json")

const renderMasters = async (wanted: string): Promise<void> => {
  const former = JSON.parse(await readFile(indexFile, "utf8")) as (
    | Picture
    | { name: string; kind: "policy" }
  )[]
  const placeholders = new Map(
    former.map((picture) => [picture.name, "placeholder" in picture ? picture.placeholder : ""]),
  )
  for (const task of tasks) if (isStoredAsIs(task)) task.placeholder = placeholders.get(task.name) ?? ""
  const queue = tasks.filter(({ name }) => name.includes(wanted))
  const renderNext = async (): Promise<void> => {
    for (let task = queue.shift(); task; task = queue.shift()) await renderTask(task)
  }
  await Promise.all(Array.from({ length: 3 }, renderNext))
  // The certificate of insurance is kept: it is not drawn here.
  const others = former.filter(({ kind }) => kind === "policy")
  const names = new Set([...tasks, ...others].flatMap(({ name }) => [`${name}.webp`, `${name}.small.webp`]))
  for (const file of await readdir(picturesFolder))
    if (file.endsWith(".webp") && !names.has(file)) await rm(join(picturesFolder, file))
  const index = tasks.map(({ name, kind, tags, pair, alt, width, height, placeholder }): Picture => ({
    name,
    kind,
    tags,
    pair,
    alt,
    width,
    height,
    ...(placeholder === undefined ? {} : { placeholder }),
  }))
  await writeFile(
    indexFile,
    `[\n${[...index, ...others].map((picture) => `  ${JSON.stringify(picture)}`).join(",\n")}\n]\n`,
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
  await raster(faviconSvg, 96, 96).png({ palette: true, effort: 10 }).toFile(place("favicon.png"))
  await raster(appIcon, 192, 192).png({ compressionLevel: 9 }).toFile(place("icon-192.png"))
  await raster(appIcon, 512, 512).png({ compressionLevel: 9 }).toFile(place("icon-512.png"))
  await raster(appIcon, 180, 180).png({ compressionLevel: 9 }).toFile(place("apple-touch-icon.png"))
  await raster(statusIcon, 96, 96).png({ compressionLevel: 9 }).toFile(place("status-icon.png"))
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
