/** What a backup says of itself: what it holds, and a checksum of each of its files. */
import { createHash } from "node:crypto"
import { createReadStream } from "node:fs"
import { readdir, readFile, stat } from "node:fs/promises"
import { join, relative, sep } from "node:path"
import { pipeline } from "node:stream/promises"
import { z } from "zod"

export const MANIFEST_FILE = "manifest.json"

const ManifestForm = z.object({
  format: z.literal(1),
  createdAt: z.iso.datetime(),
  database: z.object({
    /** `copy`: the folder of an embedded server; `dump`: an archive of pg_dump. */
    kind: z.enum(["copy", "dump"]),
    serverVersion: z.string(),
    migrations: z.array(z.string()),
    /** Rows and their checksum by table, of a dump alone: read in the snapshot of the dump. */
    tables: z.record(z.string(), z.object({ rows: z.number().int(), checksum: z.string() })).optional(),
  }),
  /** Folders without a file, which a copy may lose. */
  folders: z.array(z.string()),
  files: z.record(z.string(), z.object({ bytes: z.number().int(), sha256: z.string() })),
})

export type Manifest = z.infer<typeof ManifestForm>
export type TableSums = NonNullable<Manifest["database"]["tables"]>

/** Reads the manifest of the backup in `folder`. Throws a sentence where there is none. */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, MANIFEST_FILE), "utf8").catch(() => null)
  if (text === null)
    throw new Error(`${folder}은(는) 끝까지 만들어진 백업이 아니에요: ${MANIFEST_FILE}이 없어요.`)
  const parsed = ManifestForm.safeParse(JSON.parse(text))
  if (!parsed.success)
    throw new Error(`${folder}의 ${MANIFEST_FILE}을 읽을 수 없어요. 다른 릴리스가 만들었을 수 있어요.`)
  return parsed.data
}

/** Lists the files of a backup with their sizes and checksums, and the folders that hold none. */
export async function describeFiles(
  folder: string,
  onFile: (bytes: number) => void = () => {},
): Promise<Pick<Manifest, "files" | "folders">> {
  const files: Manifest["files"] = {}
  const folders: string[] = []
  const visit = async (path: string): Promise<void> => {
    const entries = await readdir(path, { withFileTypes: true })
    if (entries.length === 0 && path !== folder) folders.push(toName(folder, path))
    for (const entry of entries) {
      const child = join(path, entry.name)
      const name = toName(folder, child)
      if (entry.isDirectory()) await visit(child)
      else if (name !== MANIFEST_FILE) {
        const { size } = await stat(child)
        files[name] = { bytes: size, sha256: await hashFile(child) }
        onFile(size)
      }
    }
  }
  await visit(folder)
  return { files, folders: folders.sort() }
}

/** Finds what of a backup is missing, changed or of nobody; a sentence for each. Empty where it is whole. */
export async function findDamage(folder: string, manifest: Manifest): Promise<string[]> {
  const { files } = await describeFiles(folder)
  const sentences = Object.entries(manifest.files).flatMap(([name, expected]) => {
    const found = files[name]
    if (!found) return [`${name}: 없어요`]
    return found.sha256 === expected.sha256 ? [] : [`${name}: 백업할 때와 내용이 달라요`]
  })
  const unknown = Object.keys(files).filter((name) => !manifest.files[name])
  return [...sentences, ...unknown.map((name) => `${name}: 백업한 적이 없는 파일이에요`)]
}

const toName = (folder: string, path: string) => relative(folder, path).split(sep).join("/")

async function hashFile(path: string): Promise<string> {
  const hash = createHash("sha256")
  await pipeline(createReadStream(path), hash)
  return hash.digest("hex")
}
