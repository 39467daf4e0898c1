/**
 * Pictures from upload to screen: checked, made anew in four widths, kept, taken by what shows them,
 * swept when nothing does.
 */
import { and, desc, eq, inArray, isNull, lt, not, sql, type SQL } from "drizzle-orm"
import { now } from "../basics/clock.ts"
import { newId } from "../basics/ids.ts"
import { normaliseText } from "../basics/korean.ts"
import type { PictureView } from "../basics/picture-view.ts"
import { DAY_MS } from "../basics/time.ts"
import { BoundedCache } from "./bounded-cache.server.ts"
import { db, type Transaction } from "./db.server.ts"
import type { DraftOwner, DraftWriter } from "./drafts.server.ts"
import { getFileKey, hashLargest, PICTURE_WIDTHS, type PictureWidth } from "./picture-files.ts"
import { runPictureJob } from "./picture-queue.server.ts"
import type { PictureRefusal } from "./picture-worker.ts"
import { networkOf } from "./network.ts"
import { countHit } from "./rate-limit.server.ts"
import { drafts, pictures } from "./schema.server.ts"
import { getFileSize, putFile, readFileBytes, removeFiles } from "./storage.server.ts"
import { ok, refuse, type Outcome } from "./outcome.ts"
import { truncateText } from "../basics/truncate-text.ts"

export type PicturePurpose = typeof pictures.$inferSelect.purpose
export type StoreRefusal = PictureRefusal | "too_large" | "busy" | "no_room" | "address_full"
/**
 * Whose picture it is: a member's by their user id, a visitor's by the id in their signed cookie. Each has a
 * column of its own.
 */
export type PictureOwner = { ownerId: string } | { visitorId: string }
/** As {@link PictureOwner}, for what stores one: visitors are counted by the address they send from. */
export type PictureUploader = { ownerId: string } | { visitorId: string; address: string }

/** promises.md, uploads. */
export const MAX_PICTURE_BYTES = 10_000_000
const UNATTACHED_TTL_DAYS = 2
/** What all visitors of one address may have stored in a day; members are counted by person. */
const MAX_PICTURES_PER_ADDRESS_PER_DAY = 300
const MAX_BYTES_PER_ADDRESS_PER_DAY = 100_000_000
/**
 * Documents, and what two people show each other: for their owner, admins, and whom the area that shows them
 * lets in.
 */
const PRIVATE_PURPOSES: readonly PicturePurpose[] = ["certificate", "chat", "claim", "evidence"]

const viewColumns = {
  id: pictures.id,
  alt: pictures.alt,
  width: pictures.width,
  height: pictures.height,
  placeholder: pictures.placeholder,
}

/** The owner of what lies in the space of a draft. */
export function toPictureOwner(owner: DraftWriter): PictureUploader
export function toPictureOwner(owner: DraftOwner): PictureOwner
export function toPictureOwner(owner: DraftOwner): PictureOwner {
  return typeof owner === "string" ? { ownerId: owner } : owner
}

const isOwnedBy = (owner: PictureOwner) =>
  "ownerId" in owner ? eq(pictures.ownerId, owner.ownerId) : eq(pictures.visitorId, owner.visitorId)

/** Whether what a row says of its owner names `owner`. */
export const isPictureOwner = (
  row: { ownerId: string | null; visitorId: string | null },
  owner: PictureOwner,
): boolean => ("ownerId" in owner ? row.ownerId === owner.ownerId : row.visitorId === owner.visitorId)

/**
 * Stores one picture of its owner, unattached until something shows it. At most 10 MB and 40 megapixels, one
 * frame, JPEG, PNG or WebP by content; all written anew as WebP, upright, without any metadata. Refusals:
 * `too_large`, `too_many_pixels`, `too_long`, `too_slow`, `not_a_picture`, `animated`, `unsupported`,
 * `busy`, `address_full` (the visitors of one address have stored 300 pictures or 100 MB today), and
 * `no_room` where the storage is full. What is refused leaves no file and no row.
 */
export async function storePicture(
  input: PictureUploader & {
    purpose: PicturePurpose
    /** What is sent with a form is read when its turn has come. */
    bytes: Uint8Array | Blob
    name: string
    alt?: string
  },
): Promise<Outcome<StoreRefusal, { picture: PictureView }>> {
  const size = input.bytes instanceof Blob ? input.bytes.size : input.bytes.byteLength
  if (size > MAX_PICTURE_BYTES) return refuse("too_large")
  const processed = await runPictureJob(input.bytes)
  if (processed === "busy" || processed === "too_slow") return refuse(processed)
  if (processed === "failed") return refuse("not_a_picture")
  if (!processed.ok) return refuse(processed.reason)
  const bytes = processed.files.reduce((sum, file) => sum + file.bytes.byteLength, 0)
  if ("visitorId" in input && !(await countVisitorPicture(input.address, bytes)))
    return refuse("address_full")
  const id = newId()
  const storageKey = `pictures/${id}`
  const picture: PictureView = {
    id,
    alt: input.alt ?? "",
    width: processed.width,
    height: processed.height,
    placeholder: processed.placeholder,
  }
  try {
    if (!(await putFiles(storageKey, processed.files))) return refuse("no_room")
    await db()
      .insert(pictures)
      .values({
        ...picture,
        ...("ownerId" in input ? { ownerId: input.ownerId } : { visitorId: input.visitorId }),
        purpose: input.purpose,
        storageKey,
        originalName: truncateText(normaliseText(input.name), 200),
        bytes,
        sha256: hashLargest(processed.files),
        createdAt: now(),
      })
  } catch (error) {
    await removeFiles(storageKey).catch(() => undefined)
    throw error
  }
  return ok({ picture })
}

/** Writes the files of a picture. False, and none of them left, where there is no room for all. */
export async function putFiles(
  storageKey: string,
  files: readonly { width: number; bytes: Uint8Array }[],
): Promise<boolean> {
  // One that fails must not be overtaken by another that is still being written.
  const putResults = await Promise.allSettled(
    files.map((file) => putFile(getFileKey(storageKey, file.width), file.bytes)),
  )
  const failed = putResults.find((each) => each.status === "rejected")
  if (failed) throw failed.reason
  if (putResults.every((each) => each.status === "fulfilled" && each.value.ok)) return true
  await removeFiles(storageKey)
  return false
}

async function countVisitorPicture(address: string, bytes: number): Promise<boolean> {
  const network = networkOf(address)
  const limit = await countHit([
    { key: `uploads:day:${network}`, max: MAX_PICTURES_PER_ADDRESS_PER_DAY, windowMs: DAY_MS },
    { key: `uploads:bytes:${network}`, max: MAX_BYTES_PER_ADDRESS_PER_DAY, windowMs: DAY_MS, hits: bytes },
  ])
  return limit.ok
}

/**
 * The row of `pictures` under this alias as JSON in the shape of PictureView, for queries that bring pictures
 * with their rows.
 */
export function pictureJson(alias: string): SQL {
  const row = sql.identifier(alias)
  return sql`jsonb_build_object('id', ${row}.id, 'alt', ${row}.alt, 'width', ${row}.width, 'height',
    ${row}.height, 'placeholder', ${row}.placeholder)`
}

/** The same in the shape of SmallPicture. */
export function smallPictureJson(alias: string): SQL {
  const row = sql.identifier(alias)
  return sql`jsonb_build_object('id', ${row}.id, 'alt', ${row}.alt, 'width', ${row}.width, 'height',
    ${row}.height)`
}

/** The same in the shape of CardPicture. */
export function cardPictureJson(alias: string): SQL {
  const row = sql.identifier(alias)
  return sql`jsonb_build_object('id', ${row}.id, 'alt', ${row}.alt)`
}

/**
 * The pictures among `ids` that exist, in the order of `ids`; only those of one owner, or for one purpose,
 * where `of` says so.
 */
export async function findPictures(
  ids: readonly string[],
  filter: (PictureOwner | { ownerId?: undefined }) & { purpose?: PicturePurpose } = {},
): Promise<PictureView[]> {
  if (ids.length === 0) return []
  const owner = "visitorId" in filter || filter.ownerId !== undefined ? isOwnedBy(filter) : undefined
  const rows = await db()
    .select(viewColumns)
    .from(pictures)
    .where(and(inArray(pictures.id, [...ids]), owner, filter.purpose && eq(pictures.purpose, filter.purpose)))
  return ids.flatMap((id) => rows.find((row) => row.id === id) ?? [])
}

export type PictureDetails = PictureView & {
  purpose: PicturePurpose
  createdAt: Date
  /** Bytes of the file of each width, null where it is gone. */ files: {
    width: PictureWidth
    bytes: number | null
  }[]
}

/** The newest pictures of one member and purpose. */
export function listNewestPictures(
  ownerId: string,
  purpose: PicturePurpose,
  max: number,
): Promise<PictureView[]> {
  return db()
    .select(viewColumns)
    .from(pictures)
    .where(and(eq(pictures.ownerId, ownerId), eq(pictures.purpose, purpose)))
    .orderBy(desc(pictures.createdAt))
    .limit(max)
}

/**
 * All that is stored of the pictures among `ids`, in the order of `ids`. Documents only where the reader is
 * their owner or `canSeeAll` (an admin): for all others they do not exist.
 */
export async function inspectPictures(
  ids: readonly string[],
  reader: { userId: string | null; canSeeAll: boolean },
): Promise<PictureDetails[]> {
  if (ids.length === 0) return []
  const rows = await db()
    .select({
      ...viewColumns,
      purpose: pictures.purpose,
      createdAt: pictures.createdAt,
      ownerId: pictures.ownerId,
      storageKey: pictures.storageKey,
    })
    .from(pictures)
    .where(inArray(pictures.id, [...ids]))
  const isOwn = (row: { ownerId: string | null }) => reader.userId !== null && row.ownerId === reader.userId
  const canInspect = (row: (typeof rows)[number]) =>
    reader.canSeeAll || isOwn(row) || !PRIVATE_PURPOSES.includes(row.purpose)
  const inspectable = ids.flatMap((id) => rows.find((row) => row.id === id && canInspect(row)) ?? [])
  return Promise.all(
    inspectable.map(async ({ id, alt, width, height, placeholder, purpose, createdAt, storageKey }) => ({
      id,
      alt,
      width,
      height,
      placeholder,
      purpose,
      createdAt,
      files: await Promise.all(
        PICTURE_WIDTHS.map(async (each) => ({
          width: each,
          bytes: await getFileSize(getFileKey(storageKey, each)),
        })),
      ),
    })),
  )
}

/**
 * Attaches pictures of the member `ownerId` to what will show them. False, and nothing written,
 * where one is missing, somebody else's, for another purpose, named twice or taken already.
 */
export async function attachPictures(
  tx: Transaction,
  ownerId: string,
  purpose: PicturePurpose,
  ids: readonly string[],
): Promise<boolean> {
  if (ids.length === 0) return true
  const unattached = and(
    inArray(pictures.id, [...ids]),
    eq(pictures.ownerId, ownerId),
    eq(pictures.purpose, purpose),
    isNull(pictures.attachedAt),
  )
  const locked = await tx
    .select({ id: pictures.id })
    .from(pictures)
    .where(unattached)
    .orderBy(pictures.id)
    .for("update")
  if (locked.length !== ids.length) return false
  await tx
    .update(pictures)
    .set({ attachedAt: now() })
    .where(inArray(pictures.id, [...ids]))
  return true
}

/** Detaches pictures that nothing shows any more; the sweep removes them. */
export async function detachPictures(tx: Transaction, ids: readonly string[]): Promise<void> {
  if (ids.length > 0)
    await tx
      .update(pictures)
      .set({ attachedAt: null })
      .where(inArray(pictures.id, [...ids]))
}

/** Removes an unattached picture of `owner`. False where there is none such. */
export async function removePicture(owner: PictureOwner, id: string): Promise<boolean> {
  const [removed] = await db()
    .delete(pictures)
    .where(and(eq(pictures.id, id), isOwnedBy(owner), isNull(pictures.attachedAt)))
    .returning({ storageKey: pictures.storageKey })
  // Pictures of the demo town share their files with other rows.
  if (removed?.storageKey === `pictures/${id}`) await removeFiles(removed.storageKey)
  return removed !== undefined
}

/** Gives a visitor's pictures to the user as whom the visitor has signed in. */
export async function transferVisitorPictures(visitorId: string, userId: string): Promise<void> {
  await db()
    .update(pictures)
    .set({ ownerId: userId, visitorId: null })
    .where(eq(pictures.visitorId, visitorId))
}

// Where a picture lies never changes, so it is remembered; a page of cards asks for dozens at once.
type StoredPicture = {
  storageKey: string
  ownerId: string | null
  visitorId: string | null
  purpose: PicturePurpose
}
const storedPictureCache = new BoundedCache<StoredPicture & { isPrivate: boolean }>(
  "stored_pictures",
  8 * 1_048_576,
)

export type PictureReader = { userId: string; isAdmin: boolean }
type PictureReadRule = (reader: PictureReader, pictureId: string) => Promise<boolean>
const readRules = new Map<PicturePurpose, PictureReadRule>()

/**
 * Names who besides its owner sees a private picture of `purpose`, in place of the admins; only
 * app/subscriptions.server.ts calls this.
 */
export function registerPictureReadRule(purpose: PicturePurpose, rule: PictureReadRule): void {
  readRules.set(purpose, rule)
}

/** Whether `reader`, who is not its owner, may see a private picture. */
export const canReadPrivatePicture = async (
  reader: PictureReader,
  pictureId: string,
  purpose: PicturePurpose,
): Promise<boolean> => readRules.get(purpose)?.(reader, pictureId) ?? reader.isAdmin

/**
 * The bytes of a picture in one width. `canRead` decides about private ones; null where there is none, or
 * none for this person.
 */
export async function readPicture(
  id: string,
  width: PictureWidth,
  canRead: (row: Pick<StoredPicture, "ownerId" | "visitorId">, purpose: PicturePurpose) => Promise<boolean>,
): Promise<{ bytes: Uint8Array<ArrayBuffer>; isPrivate: boolean } | null> {
  let stored = storedPictureCache.get(id)
  if (!stored) {
    const [row] = await db()
      .select({
        storageKey: pictures.storageKey,
        ownerId: pictures.ownerId,
        visitorId: pictures.visitorId,
        purpose: pictures.purpose,
      })
      .from(pictures)
      .where(eq(pictures.id, id))
    if (!row) return null
    stored = { ...row, isPrivate: PRIVATE_PURPOSES.includes(row.purpose) }
    // An owner can change when a visitor signs in, so private pictures are asked for anew.
    if (!stored.isPrivate) storedPictureCache.set(id, stored)
  }
  if (stored.isPrivate && !(await canRead(stored, stored.purpose))) return null
  const bytes = await readFileBytes(getFileKey(stored.storageKey, width))
  return bytes && { bytes, isPrivate: stored.isPrivate }
}

/**
 * Removes pictures that nothing has shown for 2 days; a job calls it. What a draft of their owner's names
 * stays as long as the draft, and files shared with other rows (the demo town's) stay.
 */
export async function deleteUnattachedPictures(): Promise<void> {
  const cutoff = new Date(now().getTime() - UNATTACHED_TTL_DAYS * 86_400_000)
  // Only owners with old unattached pictures have their drafts read, by the first column of the drafts' key.
  const isNamedByDraft = sql`exists (
    select 1 from ${drafts} where ${drafts.owner} = coalesce(${pictures.ownerId}::text,
      'visitor:' || ${pictures.visitorId}::text)
      and strpos(${drafts.content}::text, ${pictures.id}::text) > 0)`
  const removed = await db()
    .delete(pictures)
    .where(and(isNull(pictures.attachedAt), lt(pictures.createdAt, cutoff), not(isNamedByDraft)))
    .returning({ id: pictures.id, storageKey: pictures.storageKey })
  for (const { id, storageKey } of removed) if (storageKey === `pictures/${id}`) await removeFiles(storageKey)
}
