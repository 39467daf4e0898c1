/**
 * The chain of what happened to an order: how an entry is hashed, and how a file of entries is checked.
 * Describes the same for us, for whoever holds a file, and for whoever writes a checker of their own.
 */
import { createHash } from "node:crypto"
import { z } from "zod"

export const EVIDENCE_FORMAT = "baroildang-evidence/1"
/** What stands before the first entry. */
export const FIRST_PREVIOUS = "0".repeat(64)

/** How deep lists and objects stand in each other in what we record; deeper is no file of ours. */
const MAX_DEPTH = 8
type Json = string | number | boolean | null | Json[] | { [key: string]: Json }
const scalar = z.union([z.string(), z.number(), z.boolean(), z.null()])
const jsonOf = (depth: number): z.ZodType<Json> =>
  depth === 0
    ? scalar
    : z.union([scalar, z.array(jsonOf(depth - 1)), z.record(z.string(), jsonOf(depth - 1))])

const hashField = z.string().regex(/^[0-9a-f]{64}$/)
const EvidenceEntry = z.strictObject({
  seq: z.number().int().positive(),
  kind: z.enum(["request", "proposal", "step", "money", "message"]),
  at: z.iso.datetime(),
  role: z.enum(["customer", "expert", "admin", "system"]),
  /** Null where the holder of the file may not read it; its hash still stands. */
  content: z.record(z.string(), jsonOf(MAX_DEPTH)).nullable(),
  contentSha256: hashField,
  previous: hashField,
  hash: hashField,
})
export type EvidenceEntry = z.infer<typeof EvidenceEntry>
export type EvidenceKind = EvidenceEntry["kind"]

/** A file as it is handed out. What it holds besides, it would hold unchecked: there may be nothing. */
export const EvidenceFile = z
  .strictObject({
    format: z.literal(EVIDENCE_FORMAT),
    orderId: z.uuid(),
    madeAt: z.iso.datetime(),
    entries: z.array(EvidenceEntry).min(1).max(10_000),
    /** The words of the messages that both keep, by message. */
    messages: z.record(z.string(), z.string()),
  })
  .refine(({ entries, messages }) => {
    const recorded = new Set(entries.map(getMessageId))
    return Object.keys(messages).every((id) => recorded.has(id))
  })
export type EvidenceFile = z.infer<typeof EvidenceFile>

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex")

/** JSON with the keys of every object in the order of their code units, and no white space. */
function toCanonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(toCanonicalJson).join(",")}]`
  if (value === null || typeof value !== "object") return JSON.stringify(value)
  const entries = Object.entries(value)
    .filter(([, each]) => each !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${entries.map(([key, each]) => `${JSON.stringify(key)}:${toCanonicalJson(each)}`).join(",")}}`
}

export const hashContent = (content: unknown): string => sha256(toCanonicalJson(content))
export const hashText = (text: string): string => sha256(text)

/** The hash of an entry: of the one before it, the order, and everything that it says. */
export const hashEntry = (orderId: string, entry: Omit<EvidenceEntry, "content" | "hash">): string =>
  sha256(
    [entry.previous, orderId, entry.seq, entry.kind, entry.at, entry.role, entry.contentSha256].join("\n"),
  )

/** The message that an entry is about; undefined where it is about none, or may not be read. */
export const getMessageId = ({ kind, content }: EvidenceEntry): string | undefined =>
  kind === "message" && typeof content?.messageId === "string" ? content.messageId : undefined

/** Whether the words that stand beside an entry are those that it recorded; none may stand there. */
function hasItsWords(entry: EvidenceEntry, messages: EvidenceFile["messages"]): boolean {
  const words = messages[getMessageId(entry) ?? ""]
  return words === undefined || hashText(words) === entry.content?.textSha256
}

/**
 * The number of the first entry that does not follow from those before it, or beside which other words stand
 * than were recorded; null where there is none.
 */
export function findBrokenEntry({
  orderId,
  entries,
  messages,
}: Pick<EvidenceFile, "orderId" | "entries" | "messages">): number | null {
  let previous = FIRST_PREVIOUS
  for (const [index, entry] of entries.entries()) {
    const isWhole =
      entry.seq === index + 1 &&
      entry.previous === previous &&
      (entry.content === null || hashContent(entry.content) === entry.contentSha256) &&
      hashEntry(orderId, entry) === entry.hash &&
      hasItsWords(entry, messages)
    if (!isWhole) return index + 1
    previous = entry.hash
  }
  return null
}
